import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { sweepFeedback } from './sweeping.ts'

const ZONE = 'Asia/Karachi'
const { at } = await furnished()
const { rows } = await sql<{ day: string }>`select ((now() at time zone ${ZONE})::date + n)::text as day
  from generate_series(-1, 0) n order by n`.execute(at.db)
const [yesterday = '', today = ''] = rows.map(({ day }) => day)

/** An anonymous survey with so many responses that are shown and so many that wait. */
async function survey(end_date: string | null, shown: number, waiting: number) {
  const id = await at.make.survey({ is_anonymous: true, end_date })
  for (let n = 0; n < shown; n += 1) await at.make.anonymousResponse(id, { 1: n })
  for (let n = 0; n < waiting; n += 1) await at.make.waitingResponse(id, { 1: shown + n })
  return id
}
const shownIn = async (id: number) =>
  (
    await sql<{ answer: number }>`select (answers ->> '1')::integer as answer from feedback_anonymous_responses
      where feedback_survey_id = ${id} order by 1`.execute(at.db)
  ).rows.map(({ answer }) => answer)
const waitingIn = async (id: number) =>
  (
    await sql`select id, xmin::text, ctid::text from feedback_waiting_responses
      where feedback_survey_id = ${id} order by id`.execute(at.db)
  ).rows
const said: string[] = []
const sweep = () =>
  sweepFeedback(
    { db: at.plainDb, responsesKey: at.responsesKey, zone: ZONE },
    { warn: (line: string) => said.push(line) },
  )

test('once a survey has expired, those that wait are shown, unless they are too few', async () => {
  const over = await survey(yesterday, 5, 7)
  const few = await survey(yesterday, 5, 4)
  const none = await survey(yesterday, 0, 6)
  const open = [await survey(today, 5, 7), await survey(null, 5, 7)]
  const before = [await waitingIn(few), await waitingIn(none)]
  await sweep()
  expect([await shownIn(over), await waitingIn(over)]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], []])
  for (const id of [few, ...open]) expect(await shownIn(id)).toEqual([0, 1, 2, 3, 4])
  expect(await shownIn(none)).toEqual([])
  // What stays as it is is not written again each hour.
  expect([await waitingIn(few), await waitingIn(none)]).toEqual(before)
  expect(said).toEqual([])
})

test('those whose key is lost are dropped with a line, and the others stay too few to be shown', async () => {
  const id = await survey(yesterday, 5, 4)
  await sql`insert into feedback_waiting_responses (feedback_survey_id, id, sealed)
    select ${id}, gen_random_uuid(), decode(repeat('5a', 4124), 'hex') from generate_series(1, 3)`.execute(at.db)
  await sweep()
  await sweep()
  expect(await shownIn(id)).toEqual([0, 1, 2, 3, 4])
  expect(await waitingIn(id)).toHaveLength(4)
  expect(said).toEqual([
    '3 of the sealed responses to an anonymous survey are lost: they were sealed with another key than that of responses-key.txt.',
  ])
})
