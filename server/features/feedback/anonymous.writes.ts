import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Answer } from '../../../shared/feedback/question-types.ts'
import { RESULTS_FROM } from '../../../shared/policies/feedback.ts'
import type { Tx } from '../../db/types.ts'
import { pack, type Sealing, seal, shuffled, sizeOf, unpack, unseal } from './sealing.rules.ts'

/**
 * So many of the responses that the results show are put in anew with those that come to them. Of so many, or of all when
 * there are fewer, neither their places in the table nor the transactions that they are of tell which are new.
 */
const MIXED = 200

/** Results go on by so many responses, which wait until there are twice as many. */
const STEP = RESULTS_FROM

/** So many that wait are sealed anew at a time. Fewer than ten wait, but where a few students answer many times. */
const RESEALED = 50

interface Submission {
  surveyId: number
  studentId: number
  /** A random UUID, the same one when the response is sent again. */
  sendKey: string
  answers: Record<string, Answer>
  /** The survey takes several responses of one student. */
  isOneOfSeveral: boolean
}

/** Who has answered, locked: responses of one survey come one after the other from here on. */
async function lockParticipants(tx: Tx, surveyId: number) {
  const locked = tx
    .selectFrom('feedback_participants')
    .select(['student_ids', 'send_keys', 'recent_ids'])
    .where('feedback_survey_id', '=', surveyId)
    .forUpdate()
  const known = await locked.executeTakeFirst()
  if (known) return known
  await tx
    .insertInto('feedback_participants')
    .values({ feedback_survey_id: surveyId })
    .onConflict((other) => other.doNothing())
    .execute()
  return locked.executeTakeFirstOrThrow()
}

/** A sealed response that can't be opened. */
interface Lost {
  id: string
  sealed: Buffer
}

/** Takes what waits out of its table, all of it or `most`, and opens it. */
async function takeWaiting(tx: Tx, surveyId: number, { key }: Sealing, most: number | null) {
  const { rows } = await sql<Lost>`delete from feedback_waiting_responses
    where feedback_survey_id = ${surveyId} and id in (select id from feedback_waiting_responses
      where feedback_survey_id = ${surveyId} order by id limit ${most})
    returning id, sealed`.execute(tx)
  const waiting: Buffer[] = []
  const lost: Lost[] = []
  for (const row of rows) {
    const packed = unseal(row.sealed, surveyId, key)
    if (packed) waiting.push(packed)
    else lost.push(row)
  }
  return { waiting, lost }
}

/**
 * Seals responses anew, all in one size, under new random ids and in the order of those: nothing tells which of them was
 * there before.
 */
async function putWaiting(tx: Tx, surveyId: number, waiting: Buffer[], { key }: Sealing): Promise<void> {
  if (waiting.length === 0) return
  const size = sizeOf(waiting)
  const sealed = waiting.map((packed) => seal(packed, size, surveyId, key))
  const length = sealed[0]?.length
  // As one value, which goes to the database as it is; a list of them would go as text.
  await sql`insert into feedback_waiting_responses (feedback_survey_id, id, sealed)
    select ${surveyId}, id, substring(${Buffer.concat(sealed)}::bytea from ((nth - 1) * ${length})::integer + 1 for ${length})
    from unnest(${waiting.map(() => randomUUID())}::uuid[]) with ordinality as fresh (id, nth)
    order by id`.execute(tx)
}

/** Puts back what can't be opened, as it was: perhaps the key comes back. */
async function putLost(tx: Tx, surveyId: number, lost: readonly Lost[]): Promise<void> {
  for (const { id, sealed } of lost)
    await tx.insertInto('feedback_waiting_responses').values({ feedback_survey_id: surveyId, id, sealed }).execute()
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

/** Puts responses among those that the results show. All that are mixed get new ids: those they had stood in one row. */
async function show(tx: Tx, surveyId: number, due: readonly Buffer[]): Promise<void> {
  await sql`with taken as (
      delete from feedback_anonymous_responses
      where feedback_survey_id = ${surveyId} and id in ${around(surveyId, anyPlace())}
      returning answers
    ), known as (
      select answers from taken
      union all select answers::jsonb from unnest(${due.map(unpack)}::text[]) as due (answers)
    )
    insert into feedback_anonymous_responses (feedback_survey_id, id, answers)
    select ${surveyId}, id, answers from (select gen_random_uuid() as id, answers from known) as mixed
    order by id`.execute(tx)
}

async function hasResults(tx: Tx, surveyId: number): Promise<boolean> {
  const shown = tx.selectFrom('feedback_anonymous_responses').select('id').where('feedback_survey_id', '=', surveyId)
  return (await shown.limit(1).executeTakeFirst()) !== undefined
}

/**
 * How many of those that wait the results are to show. They begin with the first responses of as many students; later
 * ones are shown by steps, any five of ten that wait, so that no two results differ by fewer. Each step is of as many
 * students too: `recent` have answered since the one before.
 */
async function countDue(tx: Tx, surveyId: number, waiting: number, students: number, recent: number): Promise<number> {
  if (waiting < RESULTS_FROM) return 0
  if (await hasResults(tx, surveyId)) return waiting < 2 * STEP || recent < STEP ? 0 : waiting - STEP
  return students < RESULTS_FROM ? 0 : waiting
}

/** Ids of students, each once, sorted: their order tells nothing. */
const withStudent = (ids: readonly number[], id: number) => [...new Set([...ids, id])].sort((a, b) => a - b)

/** Of whom these are, or of which survey, nobody is told. */
function dropLost(lost: readonly Lost[], { warn }: Sealing): void {
  if (lost.length > 0)
    warn(
      `${lost.length} of the sealed responses to an anonymous survey are lost: they were sealed with another key than ` +
        'that of responses-key.txt.',
    )
}

/**
 * Keeps what a student has answered anonymously, and apart from it that the student has. Nothing else may be written in
 * this transaction, or told to a log, that names either.
 * @returns `repeated` for what is sent again, by the browser itself too; `answered` when the student has sent another
 */
export async function keepAnonymousResponse(
  tx: Tx,
  { surveyId, studentId, sendKey, answers, isOneOfSeveral }: Submission,
  sealing: Sealing,
): Promise<'kept' | 'repeated' | 'answered'> {
  const { student_ids, send_keys, recent_ids } = await lockParticipants(tx, surveyId)
  if (send_keys.includes(sendKey)) return 'repeated'
  if (!isOneOfSeveral && student_ids.includes(studentId)) return 'answered'
  const students = withStudent(student_ids, studentId)
  const recent = isOneOfSeveral ? withStudent(recent_ids, studentId) : []
  const { waiting, lost } = await takeWaiting(tx, surveyId, sealing, RESEALED)
  const all = shuffled([...waiting, pack(answers)])
  const due = await countDue(tx, surveyId, all.length, students.length, isOneOfSeveral ? recent.length : all.length)
  await tx
    .updateTable('feedback_participants')
    .set({
      student_ids: students,
      send_keys: [...send_keys, sendKey].sort(),
      recent_ids: due > 0 ? [] : recent,
    })
    .where('feedback_survey_id', '=', surveyId)
    .execute()
  if (due > 0) {
    await show(tx, surveyId, all.splice(0, due))
    dropLost(lost, sealing)
  } else await putLost(tx, surveyId, lost)
  await putWaiting(tx, surveyId, all, sealing)
  return 'kept'
}

/**
 * At the end of a survey: those that still wait are shown, unless they are so few, or of so few students, that the results
 * would tell them. The rest of a step, with which nobody has come since, is of as many students as the step was.
 */
export async function showWaiting(tx: Tx, surveyId: number, sealing: Sealing): Promise<void> {
  const { recent_ids } = await lockParticipants(tx, surveyId)
  if (!(await hasResults(tx, surveyId))) return
  const { waiting, lost } = await takeWaiting(tx, surveyId, sealing, null)
  const isDue = waiting.length >= STEP && (recent_ids.length === 0 || recent_ids.length >= STEP)
  if (isDue) {
    await show(tx, surveyId, waiting)
    await tx
      .updateTable('feedback_participants')
      .set({ recent_ids: [] })
      .where('feedback_survey_id', '=', surveyId)
      .execute()
  }
  dropLost(lost, sealing)
  await putWaiting(tx, surveyId, isDue ? [] : waiting, sealing)
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
