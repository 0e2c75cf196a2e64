import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TEXT_MAX } from '../../../shared/limits.ts'
import { furnished } from '../../testing/college.ts'

// The size of a response bounds what it makes the database write, whatever is there already.
const { at, medicine, batch, wards, student } = await furnished()
const people = await Promise.all(Array.from({ length: 20 }, () => student(wards)))
/** Students who have answered before. */
const others = Array.from({ length: 100 }, (_, n) => 10_000 + n)
/** Letters that pack worse than those of any language. */
const letters = (length: number) => randomBytes(length).toString('base64').slice(0, length)
const place = async () =>
  (await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(at.db)).rows[0]?.lsn ?? ''

/** Returns how many times its size the database has written of each response to a survey that others have answered. */
async function timesWritten({ texts, length, ratings }: { texts: number; length: number; ratings: number }) {
  const survey = await at.make.survey({ department_id: medicine, batch_id: batch, group_id: wards, is_anonymous: true })
  const asked: { id: number; isRating: boolean }[] = []
  for (let n = 0; n < texts + ratings; n += 1) {
    const isRating = n < ratings
    asked.push({ id: await at.make.question(survey, { question_type: isRating ? 'rating' : 'textarea' }), isRating })
  }
  await at.make.participants(survey, others)
  for (const _ of others) await at.make.waitingResponse(survey, { 1: letters(2000) })
  const times: number[] = []
  for (const { caller } of people.slice(0, texts > 10 ? 9 : people.length)) {
    const answers = asked.map(({ id, isRating }) => ({
      feedback_question_id: id,
      answer: isRating ? 3 : letters(length),
    }))
    const body = { feedback_survey_id: survey, answers }
    const from = await place()
    expect((await caller.post('/feedback-responses', body)).status).toBe(201)
    const { rows } = await sql<{ bytes: string }>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), ${from}) as bytes`.execute(at.db)
    times.push(Number(rows[0]?.bytes) / JSON.stringify(body).length)
  }
  return times
}

test.each([
  { texts: 0, length: 0, ratings: 10 },
  { texts: 2, length: 150, ratings: 8 },
  { texts: 10, length: 200, ratings: 0 },
  { texts: 10, length: TEXT_MAX, ratings: 0 },
  { texts: 195, length: TEXT_MAX, ratings: 0 },
])('a response of $texts texts of $length letters and $ratings ratings costs at most ten times its size', async (asked) => {
  const times = await timesWritten(asked)
  // The database may write of its own besides: those of which nothing else was written are the least.
  expect(Math.min(...times.slice(6))).toBeLessThanOrEqual(10)
}, 120_000)
