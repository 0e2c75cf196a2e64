import { expect, test } from 'vitest'
import type { SurveyResults, TextAnswer } from '../../../shared/contract/feedback/results.ts'
import { furnished } from '../../testing/college.ts'

const { at, admin, hod, medicine, wards, batch, student } = await furnished()
const people = await Promise.all(Array.from({ length: 24 }, () => student(wards)))

async function survey(fields: { allow_multiple_responses?: boolean } = {}) {
  const id = await at.make.survey({
    ...{ department_id: medicine, batch_id: batch, group_id: wards, is_anonymous: true },
    ...fields,
  })
  const text = await at.make.question(id, { position: 1 })
  const number = await at.make.question(id, { question_type: 'number', position: 2 })
  return { id, text, number }
}
type TestSurvey = Awaited<ReturnType<typeof survey>>

/** The nth student writes who it is, and a number that no other one has. */
async function submit({ id, text, number }: TestSurvey, n: number) {
  const answers = [
    { feedback_question_id: text, answer: `by ${n}` },
    { feedback_question_id: number, answer: 1000 * n },
  ]
  const { status } = (await people[n]?.caller.post('/feedback-responses', { feedback_survey_id: id, answers })) ?? {}
  expect(status).toBe(201)
}

/** All that staff are told of a survey at one moment. */
async function look({ id, text }: TestSurvey): Promise<SurveyResults & { texts: TextAnswer[] }> {
  const { body } = await hod.get(`/feedback-surveys/${id}/statistics`)
  const texts = await hod.get(`/feedback-surveys/${id}/answers/${text}`)
  expect([texts.status, texts.body.meta.total]).toEqual([200, body.data.counted])
  return { ...body.data, texts: texts.body.data }
}

test('when an administrator has deleted one of five, the others are not shown either', async () => {
  const one = await survey()
  for (let n = 0; n < 5; n += 1) await submit(one, n)
  expect((await hod.patch(`/feedback-surveys/${one.id}/close`)).status).toBe(200)
  const [response] = (await admin.get(`/feedback-responses/survey/${one.id}`)).body.data
  expect((await look(one)).texts).toHaveLength(5)
  expect((await admin.delete(`/feedback-responses/${response.id}`)).status).toBe(200)
  for (const query of ['', '?q=by']) {
    const { body } = await hod.get(`/feedback-surveys/${one.id}/answers/${one.text}${query}`)
    expect([body.data, body.meta.total]).toEqual([[], 0])
  }
  expect((await hod.get(`/feedback-responses/survey/${one.id}`)).body.data).toEqual([])
})

const RUNNING = 'Results are shown when the survey has ended, from 5 responses on.'

test('while a survey runs only how many have answered is told, and at its end all of it', async () => {
  const one = await survey()
  const list = `/feedback-responses/survey/${one.id}`
  for (let n = 0; n < 9; n += 1) {
    const { responded, counted, results_from, notice, questions, texts } = await look(one)
    expect([responded, counted, results_from, notice, questions, texts]).toEqual([n, 0, 5, RUNNING, [], []])
    expect((await hod.get(list)).body).toMatchObject({ data: [], meta: { total: 0 } })
    await submit(one, n)
  }
  for (const format of ['csv', 'xlsx', 'pdf']) {
    const { status, body } = await hod.get(`/feedback-responses/export?survey_id=${one.id}&format=${format}`)
    expect([status, body.message]).toEqual([409, RUNNING])
  }
  expect((await hod.patch(`/feedback-surveys/${one.id}/close`)).status).toBe(200)
  // Two look at once, and both see all.
  const [seen, same] = await Promise.all([look(one), look(one)])
  expect(same).toEqual(seen)
  expect([seen.counted, seen.notice, seen.questions.map(({ answered }) => answered)]).toEqual([9, null, [9, 9]])
  expect(seen.texts.map(({ answer }) => answer).toSorted()).toEqual(Array.from({ length: 9 }, (_, n) => `by ${n}`))
  for (const text of seen.texts) expect(Object.entries(text).filter(([, value]) => value !== null)).toHaveLength(1)
  expect((await hod.get(list)).body.meta.total).toBe(9)
  expect((await hod.get(`/feedback-surveys/${one.id}/with-responses`)).body.data.responses).toHaveLength(9)
})

test('a survey past its last day has its results at the first look, from five students on', async () => {
  const [five, four] = [await survey(), await survey()]
  for (let n = 0; n < 5; n += 1) await submit(five, n)
  for (let n = 0; n < 4; n += 1) await submit(four, n)
  for (const { id } of [five, four])
    await at.db.updateTable('feedback_surveys').set({ end_date: '2026-01-31' }).where('id', '=', id).execute()
  expect((await hod.get(`/feedback-responses/survey/${five.id}`)).body.meta.total).toBe(5)
  expect(await look(four)).toMatchObject({
    responded: 4,
    counted: 0,
    notice: 'No results are shown: fewer than 5 students have answered.',
  })
  const late = { feedback_survey_id: five.id, answers: [{ feedback_question_id: five.text, answer: 'late' }] }
  // Also with a clock that was put back after its results were shown.
  await at.db.updateTable('feedback_surveys').set({ end_date: null }).where('id', '=', five.id).execute()
  expect((await people[9]?.caller.post('/feedback-responses', late))?.body.message).toBe('This survey is closed.')
  expect(await look(five)).toMatchObject({ responded: 5, counted: 5 })
})

test('texts stand in an order that is not that of answering', async () => {
  const one = await survey()
  for (let n = 0; n < 24; n += 1) await submit(one, n)
  await hod.patch(`/feedback-surveys/${one.id}/close`)
  const order = (await look(one)).texts.map(({ answer }) => answer)
  const ids = await at.db
    .selectFrom('feedback_anonymous_responses')
    .selectAll()
    .where('feedback_survey_id', '=', one.id)
    .orderBy('id')
    .execute()
  expect(order).toEqual(ids.map(({ answers }) => answers[one.text]))
  expect(order).not.toEqual(people.map((_, n) => `by ${n}`))
  const { body } = await hod.get(`/feedback-surveys/${one.id}/answers/${one.text}?q=BY 1&per_page=3&page=2`)
  expect(body.meta).toEqual({ page: 2, per_page: 3, total: 11 })
  expect(body.data.map(({ answer }: TextAnswer) => answer)).toEqual(
    order.filter((answer) => answer.startsWith('by 1')).slice(3, 6),
  )
})

test('one student with many responses makes no results', async () => {
  const one = await survey({ allow_multiple_responses: true })
  for (let n = 0; n < 12; n += 1) await submit(one, n % 4)
  await hod.patch(`/feedback-surveys/${one.id}/close`)
  expect(await look(one)).toMatchObject({ responded: 4, counted: 0, questions: [], texts: [] })
})

test('no batch or group is cut out', async () => {
  const one = await survey()
  for (let n = 0; n < 5; n += 1) await submit(one, n)
  const why = [
    'An anonymous survey has no results of a department, batch or group: what is answered is kept without a person',
  ]
  for (const path of [
    `/feedback-surveys/${one.id}/statistics?`,
    `/feedback-responses/statistics?survey_id=${one.id}&`,
    `/feedback-surveys/${one.id}/answers/${one.text}?`,
  ])
    for (const caller of [hod, admin]) {
      const { status, body } = await caller.get(`${path}batch_id=${batch}&group_id=${wards}`)
      expect([status, body.errors]).toEqual([422, { batch_id: why, group_id: why }])
      expect((await caller.get(`${path}group_id=${wards}`)).body.errors).toEqual({ group_id: why })
    }
})

test('who is taken out of a group is not told by how many are asked', async () => {
  const one = await survey()
  const { asked } = await look(one)
  await submit(one, 0)
  await at.db
    .updateTable('student_groups')
    .set({ status: 'inactive', ended_at: new Date().toISOString() })
    .where('student_id', 'in', [people[0]?.id ?? 0, people[1]?.id ?? 0])
    .execute()
  expect(await look(one)).toMatchObject({ asked: asked - 2, responded: 1 })
})
