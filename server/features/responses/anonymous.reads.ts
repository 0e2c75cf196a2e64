import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FeedbackResponse } from '../../../shared/contract/feedback/responses.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { RESULTS_FROM } from '../../../shared/policies/feedback.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { within } from '../../core/scope.ts'
import type { Db, Row } from '../../db/types.ts'
import { listAnswers } from './rules.ts'

/** Tells whether enough of the responses that were shown are left. An administrator may have deleted some. */
export const isEnough = (surveyId: RawBuilder<unknown>) =>
  sql<SqlBool>`(select count(*) from (select from feedback_anonymous_responses few
    where few.feedback_survey_id = ${surveyId} limit ${sql.lit(RESULTS_FROM)}) enough) = ${sql.lit(RESULTS_FROM)}`

/** Selects the responses of anonymous surveys that have ended, if there are enough of them. Students are shown none. */
const visible = (db: Db, caller: Caller) =>
  db
    .selectFrom('feedback_surveys')
    .innerJoin('feedback_anonymous_responses', 'feedback_anonymous_responses.feedback_survey_id', 'feedback_surveys.id')
    .where('feedback_surveys.is_shown', '=', true)
    .where(within(caller, { department: 'feedback_surveys.department_id' }))
    .where(isEnough(sql.ref('feedback_surveys.id')))

type AnonymousRow = Pick<Row<'feedback_anonymous_responses'>, 'id' | 'answers' | 'feedback_survey_id'>

const asShown = ({ id, answers, feedback_survey_id }: AnonymousRow, survey_title: string): FeedbackResponse => ({
  id,
  feedback_survey_id,
  survey_title,
  is_anonymous: true,
  student_id: null,
  student: null,
  answers: listAnswers(answers),
  submitted_at: null,
  updated_at: null,
})

const COLUMNS = [
  'feedback_anonymous_responses.id',
  'feedback_anonymous_responses.feedback_survey_id',
  'feedback_anonymous_responses.answers',
] as const

/** Lists the responses by their random ids. */
export async function listAnonymousResponses(
  db: Db,
  caller: Caller,
  { id, title }: Pick<FeedbackSurvey, 'id' | 'title'>,
  paging: Paging,
): Promise<Listed<FeedbackResponse>> {
  const kept = visible(db, caller).where('feedback_surveys.id', '=', id)
  const { data, meta } = await readPage(
    kept.select(COLUMNS).orderBy('feedback_anonymous_responses.id'),
    paging,
    sql<number>`(${kept.select(sql`count(*)`.as('count'))})`,
  )
  return { data: data.map((row) => asShown(row, title)), meta }
}

export async function findAnonymousResponse(db: Db, caller: Caller, id: string): Promise<FeedbackResponse | undefined> {
  const row = await visible(db, caller)
    .select([...COLUMNS, 'feedback_surveys.title'])
    .where('feedback_anonymous_responses.id', '=', id)
    .executeTakeFirst()
  return row && asShown(row, row.title)
}
