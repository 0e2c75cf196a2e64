import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { padded } from '../../../shared/feedback/padding.ts'
import { LINE_MAX, TEXT_MAX } from '../../../shared/limits.ts'
import { openLogin } from '../../core/login.ts'
import { furnished } from '../../testing/college.ts'

// A proxy's log has the length of each answer beside the address and the time of the call.
const { at, medicine, batch, wards, student } = await furnished()

test.each([
  '/feedback-responses',
  '/feedback-responses/submit',
])('whatever was answered anonymously by POST %s, the answer is the same to the byte', async (path) => {
  const fields = { title: 'دوا'.repeat(LINE_MAX / 4), is_anonymous: true, allow_multiple_responses: true }
  const id = await at.make.survey({ department_id: medicine, batch_id: batch, group_id: wards, ...fields })
  const rating = await at.make.question(id, { question_type: 'rating' })
  const long = await at.make.question(id, { question_type: 'textarea' })
  const { userId } = await student(wards)
  const token = await at.db.transaction().execute((tx) => openLogin(tx, userId, undefined))
  // A client that takes no plain answer gets even a short one compressed, where answers may be.
  const send = async (given: Record<number, unknown>, key = randomUUID()) => {
    const answers = Object.entries(given).map(([of, answer]) => ({ feedback_question_id: Number(of), answer }))
    const { statusCode, headers, body } = await at.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        'accept-encoding': 'gzip, br, identity;q=0',
      },
      payload: padded({ feedback_survey_id: id, answers }, ['How was it?', 'And why?']),
    })
    expect([statusCode, headers['content-encoding']]).toEqual([201, undefined])
    const { date: _, ...rest } = headers
    return { rest, body }
  }
  const key = randomUUID()
  const first = await send({ [rating]: 1 }, key)
  expect(await send({ [rating]: 5, [long]: 'بہت اچھا '.repeat(TEXT_MAX / 10) })).toEqual(first)
  expect(await send({ [long]: 'x' })).toEqual(first)
  expect(await send({ [rating]: 1 }, key)).toEqual(first)
})
