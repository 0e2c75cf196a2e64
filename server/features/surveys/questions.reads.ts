import { type SqlBool, sql } from 'kysely'
import type { feedbackQuestions, SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { listing } from '../../core/listing.ts'
import { within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db, Tx } from '../../db/types.ts'
import { QUESTION_FIELDS } from './questions.rules.ts'

type QuestionFilter = Query<typeof feedbackQuestions.list>

/** The questions of surveys that the staff are shown. Students are shown those of a survey with the survey. */
function visible(db: Db, caller: Caller, { q, feedback_survey_id, type }: QuestionFilter = {}) {
  let query = db.selectFrom('feedback_questions').where(
    within(caller, {
      department: (departmentId) => sql`feedback_questions.feedback_survey_id in (
        select s.id from feedback_surveys s where s.department_id = ${departmentId})`,
    }),
  )
  if (feedback_survey_id !== undefined)
    query = query.where('feedback_questions.feedback_survey_id', '=', feedback_survey_id)
  if (type) query = query.where('feedback_questions.question_type', '=', type)
  return q ? query.where(contains(q, ['feedback_questions.title', 'feedback_questions.question_text'])) : query
}

const COLUMNS = [
  'feedback_questions.id',
  'feedback_questions.feedback_survey_id',
  ...QUESTION_FIELDS.map((field) => `feedback_questions.${field}` as const),
  'feedback_questions.position as order',
  'feedback_questions.created_at',
  'feedback_questions.updated_at',
] as const

/** Questions, newest first; of one survey in their order. */
export const {
  page: listQuestions,
  find: findQuestion,
  read: readQuestion,
} = listing({
  table: 'feedback_questions',
  noun: 'Question',
  kept: visible,
  details: (kept) => kept.select(COLUMNS),
  order: (query, filter) =>
    filter?.feedback_survey_id === undefined
      ? query.orderBy('feedback_questions.id', 'desc')
      : query.orderBy('feedback_questions.position').orderBy('feedback_questions.id'),
  row: (row): SurveyQuestion => row,
})

/** Returns these surveys with their questions in their order: a caller who is shown a survey is shown those. */
export async function withQuestions<S extends { id: number }>(db: Db, surveys: readonly S[]) {
  const questions: SurveyQuestion[] = await db
    .selectFrom('feedback_questions')
    .select(COLUMNS)
    .where(sql<SqlBool>`feedback_survey_id = any(${surveys.map(({ id }) => id)})`)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const bySurvey = Map.groupBy(questions, (question) => question.feedback_survey_id)
  return surveys.map((survey) => ({ ...survey, questions: bySurvey.get(survey.id) ?? [] }))
}

/** The titles of a survey's questions by their ids, in their order. */
export async function readTitles(tx: Tx, surveyId: number): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('feedback_questions')
    .select(['id', 'title'])
    .where('feedback_survey_id', '=', surveyId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The ids of a survey's questions in their order. */
export const readOrder = async (tx: Tx, surveyId: number): Promise<number[]> => [
  ...(await readTitles(tx, surveyId)).keys(),
]
