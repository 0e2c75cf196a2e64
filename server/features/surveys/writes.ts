import type * as z from 'zod/mini'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { SurveyChangesInput } from '../../../shared/contract/feedback/follow-up.ts'
import {
  type FeedbackSurvey,
  type FeedbackSurveyChange,
  type FeedbackSurveyInput,
  surveyProblems,
} from '../../../shared/contract/feedback/surveys.ts'
import { LINE_MAX } from '../../../shared/limits.ts'
import {
  activation,
  answeredMay,
  answersOf,
  readinessOf,
  SURVEY_NEXT,
  type SurveyAction,
  surveyMay,
  takesChanges,
} from '../../../shared/policies/feedback.ts'
import type { Caller } from '../../core/caller.ts'
import { answering, invalid, refuseStale, refuseUnless } from '../../core/errors.ts'
import { refuseForeign } from '../../core/scope.ts'
import { trailOf } from '../../core/trail.ts'
import type { Db, Tx } from '../../db/types.ts'
import { findBatch } from '../batches/reads.ts'
import { departmentProblem } from '../departments/reads.ts'
import { findGroup } from '../groups/reads.ts'
import { inactiveText } from '../groups/rules.ts'
import { copyQuestions } from './questions.writes.ts'
import { readSurvey } from './reads.ts'
import { PLACE, type Place, refuseAfterAnswers, refuseReopening } from './rules.ts'

const WRONG_GROUP = 'The group is not of this batch and department'
const NO_BATCH = 'Batch does not exist'
const wrongGroup = invalid({ group_id: [WRONG_GROUP] })

/** Refusals for races that slip past the checks. */
const refusals = {
  feedback_surveys_department_id_department_type_fkey: invalid({ department_id: ['Department does not exist'] }),
  feedback_surveys_batch_id_fkey: invalid({ batch_id: [NO_BATCH] }),
  feedback_surveys_group_id_department_id_fkey: wrongGroup,
  feedback_surveys_group_id_batch_id_fkey: wrongGroup,
}

/** Names in the place of ids. */
const trail = trailOf(
  'feedback_survey',
  [
    'title',
    'description',
    'department',
    'batch',
    'group',
    'status',
    'start_date',
    'end_date',
    'is_anonymous',
    'allow_multiple_responses',
    'changes_text',
  ],
  ({ department_name, batch_name, group_name, ...survey }: FeedbackSurvey) => ({
    ...survey,
    department: department_name,
    batch: batch_name,
    group: group_name,
  }),
)

type Problems = Record<string, string[]>

/**
 * Returns what is wrong with the place of a survey: the department must be academic, batch and group active, and the
 * group in them both.
 */
async function placeProblems(
  db: Db,
  caller: Caller,
  { department_id, batch_id, group_id }: { [Field in keyof Place]: Place[Field] | undefined },
): Promise<Problems> {
  const problems: Problems = {}
  refuseForeign(caller, department_id, 'surveys')
  const wrongDepartment = department_id && (await departmentProblem(db, caller, department_id, 'surveys'))
  if (wrongDepartment) problems.department_id = [wrongDepartment]
  const batch = batch_id ? await findBatch(db, caller, batch_id) : undefined
  if (batch_id && !batch) problems.batch_id = [NO_BATCH]
  else if (batch && batch.status !== 'active') problems.batch_id = [`Batch ${batch.name} is not active`]
  if (!group_id || !department_id || !batch_id) return problems
  const group = await findGroup(db, caller, group_id)
  if (!group) problems.group_id = ['Group does not exist']
  else if (group.batch_id !== batch_id || group.department_id !== department_id) problems.group_id = [WRONG_GROUP]
  else if (group.status !== 'active') problems.group_id = [inactiveText(group.name)]
  return problems
}

async function insertSurvey(
  tx: Tx,
  caller: Caller,
  { title, description, department_id, batch_id, group_id, ...rest }: z.output<typeof FeedbackSurveyInput>,
): Promise<FeedbackSurvey> {
  const { start_date, end_date, is_anonymous, allow_multiple_responses } = rest
  const { id } = await answering(refusals, () =>
    tx
      .insertInto('feedback_surveys')
      .values({
        title,
        description,
        department_id,
        batch_id,
        group_id,
        start_date,
        end_date,
        is_anonymous,
        allow_multiple_responses,
        created_by: caller.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return readSurvey(tx, caller, id)
}

export async function createSurvey(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof FeedbackSurveyInput>,
): Promise<FeedbackSurvey> {
  const problems = await placeProblems(tx, caller, input)
  if (input.status !== undefined && input.status !== 'draft')
    problems.status = ['A survey begins as a draft: it needs questions first']
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const created = await insertSurvey(tx, caller, input)
  await trail.created(tx, caller, created)
  return created
}

const COPY = ' (copy)'

/** Makes a draft of the same questions for the same students. Its days are chosen anew. */
export async function duplicateSurvey(tx: Tx, caller: Caller, survey: FeedbackSurvey): Promise<FeedbackSurvey> {
  const title = `${survey.title.slice(0, LINE_MAX - COPY.length)}${COPY}`
  const { id } = await insertSurvey(tx, caller, { ...survey, title, start_date: null, end_date: null })
  await copyQuestions(tx, survey, id)
  const copy = await readSurvey(tx, caller, id)
  await trail.created(tx, caller, copy, { copied_from: [null, survey.id] })
  return copy
}

const ACTIONS = Object.keys(SURVEY_NEXT) as SurveyAction[]

type Change = Omit<z.output<typeof FeedbackSurveyChange>, 'updated_at'>

/** Changes a survey; fields left out stay. Another status acts as the call for it does. */
export async function updateSurvey(
  tx: Tx,
  caller: Caller,
  survey: FeedbackSurvey,
  { updated_at, ...change }: Change & { updated_at?: string | undefined },
): Promise<FeedbackSurvey> {
  refuseStale(survey, { updated_at })
  const merged = { ...survey, ...change }
  const moves = PLACE.some((field) => merged[field] !== survey[field])
  const problems = { ...(moves ? await placeProblems(tx, caller, merged) : {}), ...surveyProblems(merged) }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const action = ACTIONS.find((one) => SURVEY_NEXT[one] === merged.status)
  if (action && merged.status !== survey.status) refuseUnless(surveyMay[action], survey.status)
  if (merged.status === 'active' && survey.status !== 'active')
    refuseUnless(activation, readinessOf(merged, collegeToday()))
  const { status, ...said } = change
  const isEdited = Object.entries(said).some(([field, value]) => survey[field as keyof typeof said] !== value)
  // A survey that is opened in the same call is closed no more.
  if (isEdited) refuseUnless(surveyMay.edit, merged.status === 'closed' ? survey.status : merged.status)
  refuseAfterAnswers(survey, merged)
  refuseReopening(survey, merged)
  return store(tx, caller, survey, change, 'update')
}

/** The time of closing belongs to the status: it comes and goes with it. */
function closingOf({ status }: FeedbackSurvey, change: Change): { closed_at?: Date | null } {
  if (change.status === undefined || change.status === status) return {}
  return { closed_at: change.status === SURVEY_NEXT.close ? new Date() : null }
}

async function store(
  tx: Tx,
  caller: Caller,
  survey: FeedbackSurvey,
  change: Change & { changes_text?: string | null; changes_at?: Date | null },
  action: string,
): Promise<FeedbackSurvey> {
  await answering(refusals, () =>
    tx
      .updateTable('feedback_surveys')
      .set({ ...change, ...closingOf(survey, change), updated_at: new Date() })
      .where('id', '=', survey.id)
      .execute(),
  )
  const updated = await readSurvey(tx, caller, survey.id)
  await trail.changed(tx, caller, survey, updated, { action })
  return updated
}

export async function moveSurvey(
  tx: Tx,
  caller: Caller,
  survey: FeedbackSurvey,
  action: SurveyAction,
): Promise<FeedbackSurvey> {
  refuseUnless(surveyMay[action], survey.status)
  if (action === 'activate') refuseUnless(activation, readinessOf(survey, collegeToday()))
  const change = { status: SURVEY_NEXT[action] }
  refuseReopening(survey, { ...survey, ...change })
  return store(tx, caller, survey, change, action)
}

/** Tells students what was changed because of an ended survey, another text with a new day; none is told no more. */
export async function publishChanges(
  tx: Tx,
  caller: Caller,
  survey: FeedbackSurvey,
  { changes_text, updated_at }: z.output<typeof SurveyChangesInput>,
): Promise<FeedbackSurvey> {
  refuseStale(survey, { updated_at })
  refuseUnless(takesChanges, survey.standing)
  if (changes_text === undefined || changes_text === survey.changes_text) return survey
  const changes_at = changes_text === null ? null : new Date()
  return store(tx, caller, survey, { changes_text, changes_at }, changes_text === null ? 'withdraw' : 'publish')
}

export async function deleteSurvey(tx: Tx, caller: Caller, survey: FeedbackSurvey): Promise<void> {
  refuseUnless(answeredMay.remove, answersOf(survey))
  await tx.deleteFrom('feedback_surveys').where('id', '=', survey.id).execute()
  await trail.deleted(tx, caller, survey)
}

/** Notes that the responses of an anonymous survey are opened, which its form does not take for a change. */
export async function markShown(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('feedback_surveys').set({ is_shown: true }).where('id', '=', id).execute()
}
