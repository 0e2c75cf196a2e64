import { expect, test } from 'vitest'
import type { Endpoint, Schema } from '../shared/endpoint.ts'

/** Call → the fields that no form draws by their names, and the reason for it. */
const EXCEPTIONS: Record<string, [fields: string, reason: string]> = {
  'announcements.update': ['remove_file', 'FilesList has a button for it'],
  'assessmentResults.create': [
    'assessment_id student_id marks remarks status submission_type results',
    'the grid of marks is typed in cells',
  ],
  'assessmentResults.update': ['marks remarks status', 'the grid of marks is typed in cells'],
  'attendanceSessions.previewRecurring': [
    'department_id batch_id group_id start_time end_time staff_id year remarks activity_date skip',
    'asks with the values of the form of a new session',
  ],
  'attendanceSessions.createRecurring': ['skip', 'days are left out in the preview'],
  'attendanceSubmissions.take': ['attendance_session_id submissions submission_type key', 'the register is tapped'],
  'attendanceSubmissions.update': ['attendance_session_id submissions submission_type', 'the register is tapped'],
  'auth.login': ['email password code', 'the sign-in sends by web/core/account.ts'],
  'auth.resetPassword': ['token', 'stands in the address'],
  'batches.promote': ['graduate', 'says which button was pressed'],
  'feedbackPool.create': ['options validation_rules', 'OptionRows and RuleFields draw one field for each'],
  'feedbackPool.update': ['options validation_rules', 'OptionRows and RuleFields draw one field for each'],
  'feedbackPool.addToSurvey': ['survey_id question_pool_id order', 'questions are chosen in a list'],
  'feedbackQuestions.create': ['options validation_rules feedback_survey_id', 'as in the pool; the survey is open'],
  'feedbackQuestions.update': ['options validation_rules', 'OptionRows and RuleFields draw one field for each'],
  'feedbackQuestions.reorder': ['question_ids', 'questions are dragged'],
  'feedbackResponses.create': [
    'feedback_survey_id student_id is_anonymous answers padding',
    'the form is made of the questions of the survey',
  ],
  'feedbackResponses.submit': [
    'feedback_survey_id student_id is_anonymous answers padding',
    'the form is made of the questions of the survey',
  ],
  'feedbackResponses.update': ['answers', 'the form is made of the questions of the survey'],
  'leaves.decide': ['department_id', 'the row has it'],
  'libraries.create': ['filename file_path', 'of the JSON that other programs send; the form has the file'],
  'provider.finish': ['query', 'stands in the address'],
  'reportings.respond': ['response', 'the wire of other programs; ActionForm sends reportings.update'],
  'reportings.update': [
    'status initial_response escalation_reason escalated_to resolution_notes',
    'ActionForm has one text and one person for every action',
  ],
  'roles.assignToUser': ['user_id role_id', 'chosen in pickers without a form'],
  'roles.removeFromUser': ['user_id role_id', 'a button of the row'],
  'staffImports.preview': ['date_order', 'chosen beside the preview'],
  'staffImports.run': ['date_order digest', 'what the preview was made of'],
  'status.makeRoom': ['kind', 'a button of the row'],
  'studentGroups.assign': ['group_id student_ids', 'the group is open; students are ticked'],
  'studentImports.preview': ['date_order', 'chosen beside the preview'],
  'studentImports.run': ['date_order digest', 'what the preview was made of'],
  'students.assignGroup': ['groupId since', 'the wire of other programs; the browser assigns by group'],
  'students.create': ['current_year role_id', 'the year is that of the batch; the server presets the role'],
  'students.update': ['current_year role_id', 'the year is that of the batch; an edit leaves the role as it is'],
  'students.initialPasswords': ['student_ids', 'students are ticked'],
  'submissions.create': ['task_id', 'the task is open'],
  'submissions.resubmit': ['remove_files', 'FilesField has a button for each file'],
  'submissions.update': ['marks', 'graded in the row of the student'],
  'tasks.create': ['group_id task_type', 'named group_ids in the form; the dialog is for one type'],
  'tasks.update': ['group_id', 'named group_ids in the form'],
  'today.markSeen': ['kind at', 'sent when the list is looked at'],
}

/** File → its text. */
const sources: Record<string, string> = import.meta.glob(
  ['./{features,parts,layout}/**/*.{ts,tsx}', '!./**/*.test.*'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)
const modules: Record<string, Record<string, unknown>> = import.meta.glob(
  ['../shared/contract/**/*.ts', '!../shared/contract/**/{all,*.test}.ts'],
  { eager: true },
)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'failure' in value

/** "tasks.create" → its declaration, of every call that takes a body. */
const endpoints = Object.values(modules).flatMap((exports) =>
  Object.entries(exports).flatMap(([contract, value]) =>
    Object.entries(value ?? {}).flatMap(([name, one]) =>
      isEndpoint(one) && (one.body ?? one.json) ? [{ name: `${contract}.${name}`, ...one }] : [],
    ),
  ),
)

interface Definition {
  shape?: Record<string, Schema>
  options?: Schema[]
  in?: Schema
  out?: Schema
  innerType?: Schema
}

/** Lists the fields of an object's schema, through unions and pipes. */
function keysOf(schema: Schema | undefined): string[] {
  if (!schema) return []
  const { shape, options = [], in: before, out, innerType } = schema._zod.def as Definition
  return [...Object.keys(shape ?? {}), ...[...options, before, out, innerType].flatMap(keysOf)]
}

interface Declared {
  name: string
  text: string
}

/** Splits a file into its declarations. */
const declarationsIn = (source: string): Declared[] =>
  source
    .split(/^(?=(?:export )?(?:async )?(?:const|function) )/m)
    .flatMap((text) =>
      (/^(?:export )?(?:async )?(?:const|function) (\w+)/.exec(text) ?? []).slice(1).map((name) => ({ name, text })),
    )

const says = (text: string, name: string) => new RegExp(`(?<![\\w.])${name.replace('.', '\\.')}\\b`).test(text)

/** Finds the functions of a feature's `api.ts` that make a call, by themselves or by another one there. */
function callersOf(endpoint: string): string[] {
  return Object.entries(sources).flatMap(([file, source]) => {
    if (!file.endsWith('api.ts') || !says(source, endpoint)) return []
    const declared = declarationsIn(source)
    const found = new Set(declared.filter(({ text }) => says(text, endpoint)).map(({ name }) => name))
    for (const { name, text } of declared) if ([...found].some((one) => says(text, one))) found.add(name)
    return [...found]
  })
}

/** Adds the files of its folder that a component is made of. */
function partsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const folder = file.slice(0, file.lastIndexOf('/'))
  for (const [, name] of (sources[file] ?? '').matchAll(/from '\.\/(\w+(?:Fields|Rows|Form|Panel)\.tsx)'/g))
    partsOf(`${folder}/${name}`, seen)
  return seen
}

/** Lists the fields that are drawn by the components that make a call. */
function drawnFor(endpoint: string): string[] {
  const callers = callersOf(endpoint)
  const files = Object.keys(sources).filter(
    (file) => file.endsWith('.tsx') && callers.some((name) => says(sources[file] ?? '', name)),
  )
  const texts = [...new Set(files.flatMap((file) => [...partsOf(file)]))].map((file) => sources[file] ?? '')
  return texts.flatMap((text) => [...text.matchAll(/getInputProps\(['`](\w+)/g)].map(([, field = '']) => field))
}

const missing = endpoints.flatMap(({ name, body, json }) => {
  const drawn = new Set(drawnFor(name))
  const keys = [...new Set([...keysOf(body), ...keysOf(json)])]
  return keys.filter((key) => key !== 'updated_at' && !drawn.has(key)).map((key) => `${name} ${key}`)
})
const excepted = Object.entries(EXCEPTIONS).flatMap(([name, [fields]]) =>
  fields.split(' ').map((field) => `${name} ${field}`),
)

test('every field that a call takes is in a form of the browser, or has its reason', () => {
  expect(missing.filter((field) => !excepted.includes(field))).toEqual([])
})

test('no exception is left over', () => {
  expect(excepted.filter((field) => !missing.includes(field))).toEqual([])
})
