import { sql } from 'kysely'
import type { FeedbackResponse } from '../../../shared/contract/feedback/responses.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import type { Caller } from '../../core/caller.ts'
import { listing } from '../../core/listing.ts'
import { within } from '../../core/scope.ts'
import type { Db, Tx } from '../../db/types.ts'
import { findSurvey } from './surveys.reads.ts'

/** A survey, held as it is until the transaction ends: whoever changes it or its questions waits. Others answer meanwhile. */
export async function holdSurvey(tx: Tx, caller: Caller, id: number): Promise<FeedbackSurvey | undefined> {
  await sql`select from feedback_surveys where id = ${id} for key share`.execute(tx)
  return findSurvey(tx, caller, id)
}

/** Of surveys that are not anonymous. Staff see those of the surveys that they see, students the own. */
const visible = (db: Db, caller: Caller) =>
  db
    .selectFrom('feedback_responses')
    .innerJoin('feedback_surveys', 'feedback_surveys.id', 'feedback_responses.feedback_survey_id')
    .where(
      within(caller, {
        department: 'feedback_surveys.department_id',
        student: ({ id }) => sql`feedback_responses.student_id = ${id}`,
      }),
    )

const withDetails = (kept: ReturnType<typeof visible>) =>
  kept
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

/** Question id → answer, as a list. */
const listAnswers = (answers: ResponseRow['answers']) =>
  Object.entries(answers).map(([id, answer]) => ({ feedback_question_id: Number(id), answer }))

const withRefs = ({ student_name, roll_no, student_status, answers, ...row }: ResponseRow): FeedbackResponse => ({
  ...row,
  is_anonymous: false,
  student: { id: row.student_id, name: student_name, roll_no, status: student_status },
  answers: listAnswers(answers),
})

export const { find: findResponse } = listing({
  table: 'feedback_responses',
  kept: visible,
  details: withDetails,
  order: (query) => query.orderBy('feedback_responses.id', 'desc'),
  row: withRefs,
})
