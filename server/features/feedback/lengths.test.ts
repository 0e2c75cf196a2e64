import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { padded } from '../../../shared/feedback/padding.ts'
import { LINE_MAX, TEXT_MAX } from '../../../shared/limits.ts'
import { openLogin } from '../../core/login.ts'
import { furnished } from '../../testing/college.ts'

// A proxy's log has the length of each answer beside the address and the time of the call.
const { at, medicine, batch, wards, student } = await furnished()

async function survey() {
  const id = await at.make.survey({
    ...{ department_id: medicine, batch_id: batch, group_id: wards, is_anonymous: true },
    // Long enough to be worth compressing.
    title: 'دوا'.repeat(LINE_MAX / 4),
    allow_multiple_responses: true,
  })
  const [text, rating] = [await at.make.question(id), await at.make.question(id, { question_type: 'rating' })]
  const long = await at.make.question(id, { question_type: 'textarea' })
  return { id, text, rating, long }
}

test.each([
  '/feedback-responses',
  '/feedback-responses/submit',
])('whatever was answered anonymously by POST %s, the answer is the same to the byte', async (path) => {
  const { id, text, rating, long } = await survey()
  const { userId } = await student(wards)
  const token = await at.db.transaction().execute((tx) => openLogin(tx, userId, undefined))
  const send = async (given: Record<number, unknown>, key = randomUUID()) => {
    const answers = Object.entries(given).map(([of, answer]) => ({ feedback_question_id: Number(of), answer }))
    const { statusCode, headers, rawPayload } = await at.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'accept-encoding': 'gzip, br' },
      payload: padded({ feedback_survey_id: id, answers }, 3),
    })
    expect([statusCode, headers['content-encoding'], headers['content-length']]).toEqual([
      201,
      undefined,
      `${rawPayload.length}`,
    ])
    const { date: _, ...rest } = headers
    return { rest, said: rawPayload.toString() }
  }
  const key = randomUUID()
  const first = await send({ [rating]: 1 }, key)
  expect(first.said.length).toBeGreaterThan(100)
  expect(await send({ [text]: 'Late', [rating]: 5, [long]: 'بہت اچھا '.repeat(TEXT_MAX / 10) })).toEqual(first)
  expect(await send({ [long]: 'x' })).toEqual(first)
  expect(await send({ [rating]: 1 }, key)).toEqual(first)
})
