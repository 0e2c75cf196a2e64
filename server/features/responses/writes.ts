import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { FeedbackResponse } from '../../../shared/contract/feedback/responses.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import type { Answer } from '../../../shared/feedback/question-types.ts'
import { ALREADY_ANSWERED, ENOUGH_TODAY, RESPONSES_A_DAY } from '../../../shared/policies/feedback.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { conflict, refuseStale } from '../../core/errors.ts'
import { leaveTrail } from '../../core/trail.ts'
import { withNext } from '../../db/prepared.ts'
import type { Tx } from '../../db/types.ts'
import { keyTaken } from '../../http/idempotency.ts'
import { deleteAnonymousResponse, keepAnonymousResponse } from './anonymous.writes.ts'
import { findSentResponse, type NamedResponse, readResponse } from './reads.ts'
import { listAnswers } from './rules.ts'
import type { Sealing } from './sealing.rules.ts'

interface Submission {
  studentId: number
  sendKey: string
  /** Question id → answer. */
  answers: Record<string, Answer>
  /** Bytes that were received. */
  sent: number
}

/** Returns the refusal when a survey takes no further response of a student. */
const refusalOf = ({ allow_multiple_responses }: FeedbackSurvey) =>
  conflict(allow_multiple_responses ? ENOUGH_TODAY : ALREADY_ANSWERED)

/** The number of responses with the name that a student has sent today. */
const sentToday = ({ zone }: Caller, surveyId: number, studentId: number) => sql<number>`(select count(*)::int
  from feedback_responses where feedback_survey_id = ${surveyId} and student_id = ${studentId}
    and (submitted_at at time zone ${zone})::date = (now() at time zone ${zone})::date)`

/** Keeps it, unless another one of the student came first, or as many as a day takes. */
function insertResponse(caller: Caller, survey: FeedbackSurvey, { studentId, sendKey, answers }: Submission) {
  const { id, allow_multiple_responses: isSeveral } = survey
  const following = sql<number>`(select coalesce(max(nth), 0) + 1 from feedback_responses
    where feedback_survey_id = ${id} and student_id = ${studentId})`
  return sql`insert into feedback_responses (feedback_survey_id, student_id, nth, answers, send_key)
    select ${id}, ${studentId}, ${isSeveral ? following : 1}, ${JSON.stringify(answers)}::jsonb, ${sendKey}::uuid
    where not ${isSeveral} or ${sentToday(caller, id, studentId)} < ${RESPONSES_A_DAY}
    on conflict do nothing`
}

/** @throws 409 when the student has answered, or often enough for a day, or another response came with this key */
async function keepResponse(
  tx: Tx,
  caller: Caller,
  survey: FeedbackSurvey,
  submission: Submission,
): Promise<FeedbackResponse> {
  const { studentId, sendKey } = submission
  // Responses that a student sends at once take turns: in every round another one of them is in.
  for (;;) {
    await withNext(tx, insertResponse(caller, survey, submission))
    const sent = await findSentResponse(tx, caller, sendKey)
    if (sent && !isDeepStrictEqual(sent.answers, listAnswers(submission.answers))) throw keyTaken()
    if (sent) return sent
    if (!survey.allow_multiple_responses) throw refusalOf(survey)
    const { rows } = await sql<{ sent: number }>`select ${sentToday(caller, survey.id, studentId)} as sent`.execute(tx)
    if ((rows[0]?.sent ?? 0) >= RESPONSES_A_DAY) throw refusalOf(survey)
  }
}

/**
 * Keeps a student's answers. Sent again, a response with a name is answered as at first. An anonymous one repeats
 * nothing, so that all answers of the server are of one length.
 * @throws 409 when the student has answered, or often enough for a day
 */
export async function submitResponse(
  tx: Tx,
  caller: Caller,
  survey: FeedbackSurvey,
  submission: Submission,
  sealingFor: () => Sealing,
): Promise<FeedbackResponse> {
  if (!survey.is_anonymous) return keepResponse(tx, caller, survey, submission)
  const severalOn = survey.allow_multiple_responses ? dayIn(caller.zone) : undefined
  const outcome = await keepAnonymousResponse(tx, { ...submission, surveyId: survey.id, severalOn }, sealingFor())
  if (outcome === 'refused') throw refusalOf(survey)
  return {
    id: null,
    feedback_survey_id: survey.id,
    survey_title: survey.title,
    is_anonymous: true,
    student_id: null,
    student: null,
    answers: [],
    submitted_at: null,
    updated_at: null,
  }
}

/** The answers take the place of those that were there. */
export async function updateResponse(
  tx: Tx,
  caller: Caller,
  response: NamedResponse,
  { answers, updated_at }: { answers: Submission['answers'] | undefined; updated_at: string | undefined },
): Promise<FeedbackResponse> {
  refuseStale(response, { updated_at })
  if (answers)
    await tx
      .updateTable('feedback_responses')
      .set({ answers: JSON.stringify(answers), updated_at: new Date() })
      .where('id', '=', response.id)
      .execute()
  return readResponse(tx, caller, response.id)
}

/** Deletes a response. The survey's trail names its student, if it is not anonymous. */
export async function deleteResponse(tx: Tx, caller: Caller, response: FeedbackResponse): Promise<void> {
  const { id, feedback_survey_id, student } = response
  if (typeof id === 'number') await tx.deleteFrom('feedback_responses').where('id', '=', id).execute()
  else if (id !== null) await deleteAnonymousResponse(tx, feedback_survey_id, id)
  await leaveTrail(tx, caller, [
    {
      action: 'delete-response',
      entity: 'feedback_survey',
      entityId: feedback_survey_id,
      changes: { response: [student?.name ?? 'anonymous', null] },
    },
  ])
}
