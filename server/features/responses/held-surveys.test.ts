import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, admin, medicine, wards, batch, student } = await furnished()

/** More than the server has connections to the database. */
const STUDENTS = 24

test('a class that answers a survey which somebody changes takes no connection from others meanwhile', async () => {
  const survey = await at.make.survey({ department_id: medicine, batch_id: batch, group_id: wards })
  const question = await at.make.question(survey, {})
  const students = await Promise.all(Array.from({ length: STUDENTS }, () => student(wards)))
  const answers = [{ feedback_question_id: question, answer: 'Good' }]
  let answered = 0
  const sending = await at.db.transaction().execute(async (tx) => {
    await sql`select from feedback_surveys where id = ${survey} for update`.execute(tx)
    const all = students.map(async ({ caller }) => {
      const { status } = await caller.post('/feedback-responses', { feedback_survey_id: survey, answers })
      answered += 1
      return status
    })
    for (let look = 0; look < 10; look += 1) expect((await admin.get('/departments')).status).toBe(200)
    expect(answered).toBe(0)
    return { all }
  })
  expect(await Promise.all(sending.all)).toEqual(students.map(() => 201))
})
