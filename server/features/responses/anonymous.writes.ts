import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Answer } from '../../../shared/feedback/question-types.ts'
import { RESPONSES_A_DAY, RESULTS_FROM } from '../../../shared/policies/feedback.ts'
import type { Db, Tx } from '../../db/types.ts'
import { markShown } from '../surveys/writes.ts'
import { neighboursOf } from './rules.ts'
import { pack, type Sealing, seal, shuffled, sizeOf, unpack, unseal } from './sealing.rules.ts'

/** Waiting responses that are sealed anew with each new one, so that nobody can tell which of the five is new. */
const MIXED = 4
/** The bytes that are sealed for a response are at most this many times those that were sent. */
const MOST_TIMES_SENT = 6

/** The number of responses that are opened at a time. */
const OPENED = 50

interface Submission {
  surveyId: number
  studentId: number
  /** A random UUID, the same one when the response is sent again. */
  sendKey: string
  answers: Record<string, Answer>
  /** The number of bytes that came. */
  sent: number
  /** The college's day, where the survey takes several responses of one student. */
  severalOn?: string | undefined
}

/** Notes that a student has answered. @returns false when no further response is taken of the student */
async function noteParticipant(tx: Tx, { surveyId, studentId, severalOn }: Submission): Promise<boolean> {
  const once = severalOn === undefined
  const { rows } = await sql`insert into feedback_participants as known
      (feedback_survey_id, neighbours, student_ids, day, day_ids)
    values (${surveyId}, ${neighboursOf(studentId)}, ${[studentId]}, ${severalOn ?? null}, ${once ? [] : [studentId]})
    on conflict (feedback_survey_id, neighbours) do update set
      student_ids = array(select distinct unnest(known.student_ids || excluded.student_ids) order by 1),
      day = excluded.day,
      day_ids = array(select unnest(case when known.day = excluded.day then known.day_ids else '{}' end || excluded.day_ids) order by 1)
    where case when ${once} then not known.student_ids && excluded.student_ids
      else known.day is distinct from excluded.day
        or cardinality(array_positions(known.day_ids, ${studentId})) < ${RESPONSES_A_DAY} end
    returning neighbours`.execute(tx)
  return rows.length > 0
}

/** Takes some random responses of one length out of their table, except those that another write holds. */
async function takeOthers(tx: Tx, surveyId: number, length: number, most: number): Promise<Buffer[]> {
  if (most < 1) return []
  // As a part of its own it is asked for once: below an "in" it may be asked again for each row, and take other ones.
  const { rows } = await sql<{ sealed: Buffer }>`
    with taken as materialized (select id from feedback_waiting_responses
      where feedback_survey_id = ${surveyId} and length(sealed) = ${length}
      order by random() limit ${most} for update skip locked)
    delete from feedback_waiting_responses waiting using taken
    where waiting.feedback_survey_id = ${surveyId} and waiting.id = taken.id
    returning waiting.sealed`.execute(tx)
  return rows.map(({ sealed }) => sealed)
}

/** Seals a response, and some waiting ones anew. All get new random ids and are written in the order of these. */
async function putSealed(tx: Tx, { surveyId, answers, sent }: Submission, { key }: Sealing): Promise<void> {
  const packed = pack(answers)
  const size = sizeOf(packed, sent)
  const own = seal(packed, size, surveyId, key)
  const affordable = Math.floor((MOST_TIMES_SENT * sent) / own.length) - 1
  const others = await takeOthers(tx, surveyId, own.length, Math.min(MIXED, affordable))
  const again = others.map((sealed) => {
    const opened = unseal(sealed, surveyId, key)
    // A response that cannot be opened stays as it is: perhaps its key comes back.
    return opened ? seal(opened, size, surveyId, key) : sealed
  })
  const all = shuffled([own, ...again])
  // As one value, which goes to the database as it is; a list of them would go as text.
  await sql`insert into feedback_waiting_responses (feedback_survey_id, id, sealed)
    select ${surveyId}, id, substring(${Buffer.concat(all)}::bytea from ((nth - 1) * ${own.length})::integer + 1 for ${own.length})
    from unnest(${all.map(() => randomUUID())}::uuid[]) with ordinality as fresh (id, nth)
    order by id`.execute(tx)
}

/**
 * Keeps what a student has answered anonymously, and apart from it that the student has. Nothing else may be written in
 * this transaction, or told to a log, that names either.
 * @returns `repeated` for a response sent again, even by the browser; `refused` when no more is taken of the student
 */
export async function keepAnonymousResponse(
  tx: Tx,
  submission: Submission,
  sealing: Sealing,
): Promise<'kept' | 'repeated' | 'refused'> {
  const fresh = await tx
    .insertInto('feedback_send_keys')
    .values({ feedback_survey_id: submission.surveyId, send_key: submission.sendKey })
    .onConflict((known) => known.doNothing())
    .returning('send_key')
    .executeTakeFirst()
  if (!fresh) return 'repeated'
  if (!(await noteParticipant(tx, submission))) return 'refused'
  await putSealed(tx, submission, sealing)
  return 'kept'
}

/** Opens some waiting responses and moves them to the results, under new random ids. @returns how many are lost */
async function openSome(tx: Tx, surveyId: number, ids: readonly string[], { key }: Sealing): Promise<number> {
  const { rows } = await sql<{ sealed: Buffer }>`delete from feedback_waiting_responses
    where feedback_survey_id = ${surveyId} and id = any(${ids}::uuid[]) returning sealed`.execute(tx)
  const opened = rows.flatMap(({ sealed }) => unseal(sealed, surveyId, key) ?? [])
  await sql`insert into feedback_anonymous_responses (feedback_survey_id, id, answers)
    select ${surveyId}, gen_random_uuid(), answers::jsonb from unnest(${shuffled(opened).map(unpack)}::text[]) as opened (answers)
    order by 2`.execute(tx)
  return rows.length - opened.length
}

const TOO_FEW = Symbol('fewer than five can be opened')

async function showIn(tx: Tx, surveyId: number, sealing: Sealing): Promise<void> {
  // Waits for students who are sending a response. Those who come later are told that the survey has ended.
  const survey = tx.selectFrom('feedback_surveys').select('is_shown').where('id', '=', surveyId)
  if ((await survey.forUpdate().executeTakeFirst())?.is_shown !== false) return
  const waiting = tx.selectFrom('feedback_waiting_responses').select('id').where('feedback_survey_id', '=', surveyId)
  const ids = shuffled(await waiting.execute())
  const parts = Math.ceil(ids.length / OPENED)
  let lost = 0
  for (let part = 0; part < parts; part += 1) {
    const some = ids.filter((_, nth) => nth % parts === part).map(({ id }) => id)
    lost += await openSome(tx, surveyId, some, sealing)
  }
  const shown = tx.selectFrom('feedback_anonymous_responses').select('id').where('feedback_survey_id', '=', surveyId)
  if ((await shown.limit(RESULTS_FROM).execute()).length < RESULTS_FROM) throw TOO_FEW
  await markShown(tx, surveyId)
  await tx.deleteFrom('feedback_send_keys').where('feedback_survey_id', '=', surveyId).execute()
  await tx
    .updateTable('feedback_participants')
    .set({ day: null, day_ids: [] })
    .where('feedback_survey_id', '=', surveyId)
    .execute()
  // Do not log the survey or the students.
  if (lost > 0)
    sealing.warn(
      `${lost} of the sealed responses to an anonymous survey are lost: they were sealed with another key than ` +
        'that of responses-key.txt.',
    )
}

/** Opens all responses of a survey that has ended, at once. If too few can be opened, all stay as they are. */
export async function showResponses(db: Db, surveyId: number, sealing: Sealing): Promise<void> {
  await db
    .transaction()
    .execute((tx) => showIn(tx, surveyId, sealing))
    .catch((error: unknown) => {
      if (error !== TOO_FEW) throw error
    })
}

export async function deleteAnonymousResponse(tx: Tx, surveyId: number, id: string): Promise<void> {
  await tx
    .deleteFrom('feedback_anonymous_responses')
    .where('feedback_survey_id', '=', surveyId)
    .where('id', '=', id)
    .execute()
}
