import { type RawBuilder, sql } from 'kysely'
import type { FeedbackResponse, feedbackResponses } from '../../../shared/contract/feedback/responses.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { listing } from '../../core/listing.ts'
import { within } from '../../core/scope.ts'
import { withNext } from '../../db/prepared.ts'
import type { Db, Tx } from '../../db/types.ts'
import { type AskedSurvey, findAskedSurvey } from '../surveys/reads.ts'
import { listAnswers } from './rules.ts'

/**
 * Locks a survey as it is until the transaction ends: changes of it or its questions wait. Others answer meanwhile.
 * @throws the database's error of a row that is held by somebody else, for `whenFree`
 */
export async function holdSurvey(tx: Tx, caller: Caller, id: number): Promise<AskedSurvey | undefined> {
  await withNext(tx, sql`select from feedback_surveys where id = ${id} for key share nowait`)
  return findAskedSurvey(tx, caller, id)
}

type ResponseFilter = Query<typeof feedbackResponses.list>

/** Selects responses with names. Staff see those of the surveys that they see, students the own. */
function visible(db: Db, caller: Caller, { feedback_survey_id, student_id }: ResponseFilter = {}) {
  let query = db.selectFrom('feedback_responses').where(
    within(caller, {
      department: (departmentId) => sql`feedback_responses.feedback_survey_id in (
        select s.id from feedback_surveys s where s.department_id = ${departmentId})`,
      student: ({ id }) => sql`feedback_responses.student_id = ${id}`,
    }),
  )
  if (feedback_survey_id !== undefined)
    query = query.where('feedback_responses.feedback_survey_id', '=', feedback_survey_id)
  return student_id === undefined ? query : query.where('feedback_responses.student_id', '=', student_id)
}

const withDetails = (kept: ReturnType<typeof visible>) =>
  kept
    .innerJoin('feedback_surveys', 'feedback_surveys.id', 'feedback_responses.feedback_survey_id')
    .innerJoin('students', 'students.id', 'feedback_responses.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .select([
      'feedback_responses.id',
      'feedback_responses.feedback_survey_id',
      'feedback_surveys.title as survey_title',
      'feedback_responses.student_id',
      'users.name as student_name',
      'students.roll_no',
      'students.status as student_status',
      'feedback_responses.answers',
      'feedback_responses.submitted_at',
      'feedback_responses.updated_at',
    ])

type ResponseRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

/** As the database has counted them by survey; those of one student are few and counted as they are read. */
function totalOf(caller: Caller, { feedback_survey_id, student_id }: ResponseFilter): RawBuilder<number> | undefined {
  if (student_id !== undefined) return undefined
  const conditions = [
    within(caller, { department: 's.department_id' }),
    ...(feedback_survey_id === undefined ? [] : [sql`s.id = ${feedback_survey_id}`]),
  ]
  return sql<number>`(select coalesce(sum(responses), 0) from feedback_response_counts c
    join feedback_surveys s on s.id = c.feedback_survey_id where ${sql.join(conditions, sql` and `)})`
}

/** A response to a survey that is not anonymous. */
export type NamedResponse = FeedbackResponse & { id: number; updated_at: string }

const withRefs = ({ student_name, roll_no, student_status, answers, ...row }: ResponseRow): NamedResponse => ({
  ...row,
  is_anonymous: false,
  student: { id: row.student_id, name: student_name, roll_no, status: student_status },
  answers: listAnswers(answers),
})

export const {
  page: listResponses,
  find: findResponse,
  read: readResponse,
  lock: lockResponse,
} = listing({
  table: 'feedback_responses',
  noun: 'Response',
  kept: visible,
  details: withDetails,
  order: (query) => query.orderBy('feedback_responses.id', 'desc'),
  row: withRefs,
  total: totalOf,
})

export async function findSentResponse(tx: Tx, caller: Caller, sendKey: string): Promise<NamedResponse | undefined> {
  const row = await withDetails(
    visible(tx, caller).where('feedback_responses.send_key', '=', sendKey),
  ).executeTakeFirst()
  return row && withRefs(row)
}
