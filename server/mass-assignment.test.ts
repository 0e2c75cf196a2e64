import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { casesCollege } from './testing/cases.ts'

const { at, admin, hod, medicine, batch, wards, given, about } = await casesCollege()
const staffId = given.staffId
const designation_id = await at.make.designation()
const groupIds = [wards]

let made = 0
const name = () => {
  made += 1
  return `Made ${made}`
}
const email = () => `${name().replace(' ', '')}@college.test`
const slot = { department_id: medicine, batch_id: batch, group_id: wards }
const question = () => ({ title: name(), question_text: 'How was it?', question_type: 'text' })
const survey = async () => (await admin.post('/feedback-surveys', { title: name() })).body.data.id

/** What is created where, in which tables, with what anybody may say of it. */
const CREATED: [path: string, tables: string[], body: () => object | Promise<object>][] = [
  ['/departments', ['departments'], () => ({ name: name(), type: 'academic' })],
  ['/designations', ['designations'], () => ({ name: name() })],
  ['/roles', ['roles'], () => ({ name: name() })],
  ['/batches', ['batches'], () => ({ name: name(), current_year: '1st Year' })],
  ['/groups', ['groups'], () => ({ name: name(), batch_id: batch, department_id: medicine })],
  ['/students', ['students', 'users'], () => ({ name: name(), email: email(), batch_id: batch })],
  ['/staff', ['staff', 'users'], () => ({ name: name(), email: email(), department_id: medicine, designation_id })],
  ['/tasks', ['tasks'], () => ({ name: name(), department_id: medicine, group_ids: groupIds, type: 'Clinical' })],
  [
    '/attendance-sessions',
    ['attendance_sessions'],
    () => ({ ...slot, staff_id: staffId, activity_date: '2026-03-02', start_time: '09:00', end_time: '10:00' }),
  ],
  ['/assessments', ['assessments'], () => ({ ...slot, name: name(), type: 'theory' })],
  [
    '/reportings',
    ['reportings'],
    () => ({
      title: name(),
      description: 'Came late.',
      student_id: about.id,
      assigned_to: staffId,
      category: 'attendance_problem',
      severity: 'low',
    }),
  ],
  ['/feedback-surveys', ['feedback_surveys'], () => ({ title: name() })],
  ['/feedback-questions', ['feedback_questions'], async () => ({ ...question(), feedback_survey_id: await survey() })],
  ['/feedback-question-pools', ['feedback_pool_questions'], question],
]

const FORGED = { number: 987_654, text: 'Forged', instant: '2001-02-03T04:05:06.000Z', day: '2001-02-03' }
const isForged = (value: unknown) => /987654|Forged|2001-02-03/.test(JSON.stringify(value))

const columnsOf = async (tables: string[]) =>
  (
    await sql<{ name: string; type: string }>`select column_name as name, data_type as type
      from information_schema.columns where table_name = any(${tables}) and table_schema = 'public'`.execute(at.db)
  ).rows

/** Anything in the place of what the tables and the answer have, and the caller is not asked for. */
async function forgedFields(tables: string[], answer: object, asked: object): Promise<Record<string, unknown>> {
  const forged: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(answer))
    forged[field] = typeof value === 'number' ? FORGED.number : typeof value === 'boolean' ? !value : FORGED.instant
  for (const { name: column, type } of await columnsOf(tables)) {
    if (/int|numeric/.test(type)) forged[column] = FORGED.number
    else if (/timestamp/.test(type)) forged[column] = FORGED.instant
    else if (type === 'date') forged[column] = FORGED.day
    else if (type !== 'boolean') forged[column] = FORGED.text
  }
  // What a caller may say; and what was read, which a change may bring along.
  for (const field of [...Object.keys(asked), 'updated_at']) delete forged[field]
  return forged
}

/** The rows that came last, of each table. */
const lastRows = async (tables: string[]) =>
  Promise.all(
    tables.map(
      async (table) =>
        (
          await sql<object>`select to_jsonb(t) as row from ${sql.table(table)} t order by id desc limit 1`.execute(
            at.db,
          )
        ).rows,
    ),
  )

/** Fields that a caller may say, though the smallest body does not. */
const SAYABLE = [
  'status',
  'description',
  'detail',
  'year',
  'remarks',
  'phone',
  'gender',
  'date_of_birth',
  'date_of_admission',
  'date_of_joining',
  'date_of_leaving',
  'date_of_retirement',
  'current_year',
  'role_id',
  'roll_no',
  'batch_id',
  'department_id',
  'group_id',
  'start_date',
  'end_date',
  'label',
  'task_type',
  'total_marks',
  'passing_marks',
  'weightage',
  'group_ids',
  'priority',
  'requires_immediate_attention',
  'is_confidential',
  'internal_notes',
  'is_anonymous',
  'allow_multiple_responses',
  'is_required',
  'is_public',
  'options',
  'help_text',
  'validation_rules',
  'order',
  'type',
]
const without = (fields: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !names.includes(field)))

test.each(
  CREATED,
)('%s takes nothing from the caller that is the server’s, neither at first nor in a change', async (path, tables, bodyOf) => {
  const creator = path === '/reportings' ? hod : admin
  const plain = await bodyOf()
  const first = await creator.post(path, plain)
  expect([first.status, first.body.errors]).toEqual([201, undefined])
  const forged = without(await forgedFields(tables, first.body.data, plain), SAYABLE)
  expect(Object.keys(forged).length).toBeGreaterThan(1)

  const created = await creator.post(path, { ...forged, ...(await bodyOf()) })
  expect([created.status, created.body.errors]).toEqual([201, undefined])
  expect([created.body.data, await lastRows(tables)].filter(isForged)).toEqual([])
  for (const [field, value] of Object.entries(first.body.data))
    if (typeof value === 'boolean') expect([field, created.body.data[field]]).toEqual([field, value])

  const { id } = created.body.data
  const changed = await creator.put(`${path}/${id}`, forged)
  expect([200, 403, 409, 422]).toContain(changed.status)
  expect(isForged(await lastRows(tables))).toBe(false)
})
