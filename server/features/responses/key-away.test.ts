import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unavailable } from '../../core/errors.ts'
import { diskStore } from '../../files/disk.ts'
import { furnished } from '../../testing/college.ts'

/** A bucket comes and goes; the key is asked for until it is there, and then no more. */
let isAway = true
let asked = 0
const MESSAGE = 'Files cannot be reached just now. Please try again in a moment.'
const { at, hod, medicine, wards, batch, student } = await furnished({
  storeIn: (directory) => {
    const store = diskStore(join(directory, 'files'))
    const readResponsesKey = async () => {
      asked += 1
      if (isAway) throw unavailable(MESSAGE)
      return store.readResponsesKey()
    }
    return { ...store, readResponsesKey }
  },
})

async function survey(is_anonymous: boolean) {
  const id = await at.make.survey({ department_id: medicine, batch_id: batch, group_id: wards, is_anonymous })
  const question = await at.make.question(id)
  return { feedback_survey_id: id, answers: [{ feedback_question_id: question, answer: 'Good' }] }
}

test('while the store of the key is away only what is anonymous waits, and it may be sent again', async () => {
  const [named, anonymous] = [await survey(false), await survey(true)]
  const { caller } = await student(wards)
  const path = `/feedback-surveys/${anonymous.feedback_survey_id}`
  expect((await caller.post('/feedback-responses', named)).status).toBe(201)
  expect((await hod.patch(`/feedback-surveys/${named.feedback_survey_id}/close`)).status).toBe(200)
  expect((await hod.put(path, { title: 'Renamed' })).status).toBe(200)
  expect(asked).toBe(0)

  const refused = await caller.post('/feedback-responses', anonymous)
  expect(refused).toMatchObject({ status: 503, body: { message: MESSAGE } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect([asked, (await hod.get(path)).body.data.has_responses]).toEqual([1, false])

  isAway = false
  expect((await caller.post('/feedback-responses', anonymous)).status).toBe(201)
  const read = asked
  isAway = true
  for (let n = 0; n < 4; n += 1)
    expect((await (await student(wards)).caller.post('/feedback-responses', anonymous)).status).toBe(201)
  expect((await hod.patch(`${path}/close`)).status).toBe(200)
  expect((await hod.get(`${path}/statistics`)).body.data.counted).toBe(5)
  expect(asked).toBe(read)
})
