import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Answer } from '../../../shared/feedback/question-types.ts'
import { RESULTS_FROM } from '../../../shared/policies/feedback.ts'
import type { Tx } from '../../db/types.ts'

/**
 * So many responses are put in anew with each one that comes. Of so many, or of all when there are fewer, neither their
 * places in the table nor the transactions that they are of tell which one came last.
 */
const MIXED = 200

/** Results go on by so many responses, which wait until there are twice as many. */
const STEP = RESULTS_FROM

interface Submission {
  surveyId: number
  studentId: number
  /** A random UUID. */
  id: string
  answers: Record<string, Answer>
  /** The survey takes several responses of one student. */
  isOneOfSeveral: boolean
}

/**
 * Who has answered, locked: responses of one survey come one after the other from here on.
 * @returns the ids of the students, sorted
 */
async function lockParticipants(tx: Tx, surveyId: number): Promise<number[]> {
  await tx
    .insertInto('feedback_participants')
    .values({ feedback_survey_id: surveyId })
    .onConflict((known) => known.doNothing())
    .execute()
  const { student_ids } = await tx
    .selectFrom('feedback_participants')
    .select('student_ids')
    .where('feedback_survey_id', '=', surveyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return student_ids
}

/** Ids around a random one: those after it, and from the beginning where they are too few. */
const around = (surveyId: number, place: string) => sql`(select id from (
    (select id from feedback_anonymous_responses
      where feedback_survey_id = ${surveyId} and id >= ${place}::uuid order by id limit ${MIXED})
    union all
    (select id from feedback_anonymous_responses
      where feedback_survey_id = ${surveyId} and id < ${place}::uuid order by id limit ${MIXED})
  ) as near limit ${MIXED})`

/** A random place among ids that are random themselves. */
const anyPlace = () =>
  `${randomInt(2 ** 32)
    .toString(16)
    .padStart(8, '0')}-0000-4000-8000-000000000000`

/**
 * Puts a response among others, by their random ids. The results begin with the first responses of as many students;
 * later responses are counted by steps, any five of ten that wait, so that no two results differ by fewer.
 */
async function mixIn(tx: Tx, { surveyId, id, answers }: Submission, participants: number): Promise<void> {
  await sql`with taken as (
      delete from feedback_anonymous_responses
      where feedback_survey_id = ${surveyId} and (id in ${around(surveyId, anyPlace())} or not is_counted)
      returning id, answers, is_counted
    ), known as (
      select id, answers, is_counted from taken
      union all select ${id}::uuid, ${JSON.stringify(answers)}::jsonb, false
    ), ranked as (
      select id, answers, is_counted, row_number() over (partition by is_counted order by random()) as nth,
        count(*) filter (where not is_counted) over () as waiting
      from known
    )
    insert into feedback_anonymous_responses (feedback_survey_id, id, answers, is_counted)
    select ${surveyId}, id, answers, is_counted or case when ${hasCounted(surveyId)}
        then waiting >= ${2 * STEP} and nth <= ${STEP}
        else waiting >= ${RESULTS_FROM} and ${participants} >= ${RESULTS_FROM} end
    from ranked order by id`.execute(tx)
}

const hasCounted = (surveyId: number) =>
  sql`exists (select from feedback_anonymous_responses where feedback_survey_id = ${surveyId} and is_counted)`

/**
 * Keeps what a student has answered anonymously, and apart from it that the student has. Nothing else may be written in
 * this transaction, or told to a log, that names either.
 * @returns `kept` also for this very response, sent again; `answered` for a second one of the student; `taken` when its
 * id is that of another one
 */
export async function keepAnonymousResponse(tx: Tx, submission: Submission): Promise<'kept' | 'answered' | 'taken'> {
  const { surveyId, studentId, id, answers, isOneOfSeveral } = submission
  const before = await lockParticipants(tx, surveyId)
  const known = await tx
    .selectFrom('feedback_anonymous_responses')
    .select('answers')
    .where('feedback_survey_id', '=', surveyId)
    .where('id', '=', id)
    .executeTakeFirst()
  const hasAnswered = before.includes(studentId)
  if (known && hasAnswered && isDeepStrictEqual(known.answers, answers)) return 'kept'
  if (hasAnswered && !isOneOfSeveral) return 'answered'
  if (known) return 'taken'
  const after = [...new Set([...before, studentId])].sort((a, b) => a - b)
  await tx
    .updateTable('feedback_participants')
    .set({ student_ids: after })
    .where('feedback_survey_id', '=', surveyId)
    .execute()
  await mixIn(tx, submission, after.length)
  return 'kept'
}

/** At the end of a survey: those that still wait are counted, unless they are so few that the results would tell them. */
export async function countWaiting(tx: Tx, surveyId: number): Promise<void> {
  await lockParticipants(tx, surveyId)
  await sql`with taken as (
      delete from feedback_anonymous_responses where feedback_survey_id = ${surveyId}
      returning id, answers, is_counted
    ), counted as (
      select id, answers, is_counted, count(*) filter (where not is_counted) over () as waiting,
        bool_or(is_counted) over () as has_counted
      from taken
    )
    insert into feedback_anonymous_responses (feedback_survey_id, id, answers, is_counted)
    select ${surveyId}, id, answers, is_counted or (has_counted and waiting >= ${STEP}) from counted order by id`.execute(
    tx,
  )
}

/** Whoever mixes the responses has them out of their table for a moment, and is waited for. */
export async function deleteAnonymousResponse(tx: Tx, surveyId: number, id: string): Promise<void> {
  await lockParticipants(tx, surveyId)
  await tx
    .deleteFrom('feedback_anonymous_responses')
    .where('feedback_survey_id', '=', surveyId)
    .where('id', '=', id)
    .execute()
}
