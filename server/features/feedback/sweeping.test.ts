import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { sweepFeedback } from './sweeping.ts'

const ZONE = 'Asia/Karachi'
const { at } = await furnished()
const { rows } = await sql<{ day: string }>`select ((now() at time zone ${ZONE})::date + n)::text as day
  from generate_series(-1, 0) n order by n`.execute(at.db)
const [yesterday = '', today = ''] = rows.map(({ day }) => day)

/** An anonymous survey with so many responses that are counted and so many that wait. */
async function survey(end_date: string | null, counted: number, waiting: number) {
  const id = await at.make.survey({ is_anonymous: true, end_date })
  for (let n = 0; n < counted + waiting; n += 1) await at.make.anonymousResponse(id, { 1: n }, n < counted)
  return id
}
const countedIn = async (id: number) => {
  const responses = at.db.selectFrom('feedback_anonymous_responses').where('feedback_survey_id', '=', id)
  return (await responses.where('is_counted', '=', true).select('id').execute()).length
}
const transactionsOf = async (id: number) =>
  (
    await sql`select xmin::text, ctid::text from feedback_anonymous_responses
      where feedback_survey_id = ${id} order by id`.execute(at.db)
  ).rows

test('once a survey has expired, those that wait are counted, unless they are too few', async () => {
  const over = await survey(yesterday, 5, 7)
  const few = await survey(yesterday, 5, 4)
  const none = await survey(yesterday, 0, 6)
  const open = [await survey(today, 5, 7), await survey(null, 5, 7)]
  const before = [await transactionsOf(few), await transactionsOf(none)]
  await sweepFeedback(at.plainDb, ZONE)
  expect(await countedIn(over)).toBe(12)
  for (const id of [few, ...open]) expect(await countedIn(id)).toBe(5)
  expect(await countedIn(none)).toBe(0)
  // What stays as it is is not written again each hour.
  expect([await transactionsOf(few), await transactionsOf(none)]).toEqual(before)
})
