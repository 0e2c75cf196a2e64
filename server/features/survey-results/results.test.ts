import { describe, expect, test } from 'vitest'
import type { QuestionResult } from '../../../shared/contract/feedback/results.ts'
import { furnished } from '../../testing/college.ts'

const { at, admin, hod, medicine, wards, batch, clinic, student } = await furnished()
const ofWards = { department_id: medicine, batch_id: batch, group_id: wards }
const foreign = await at.as('hod', await at.make.department())
const people = await Promise.all(Array.from({ length: 26 }, () => student(wards)))
// Students who can't sign in or are elsewhere are not asked.
await at.make.student(batch, wards, { status: 'suspended' })
await student(clinic)
const members = await at.db.selectFrom('student_groups').select('student_id').where('group_id', '=', wards).execute()
const asked = members.length - 1

type Fields = Parameters<typeof at.make.survey>[0]

/** A survey with a question of each picture. */
async function survey(fields: Fields = {}) {
  const id = await at.make.survey({ ...ofWards, ...fields })
  const make = (question_type: QuestionResult['question_type'], position: number, options: string[] = []) =>
    at.make.question(id, { question_type, position, options: JSON.stringify(options) })
  return {
    id,
    text: await make('text', 1),
    choice: await make('select', 2, ['Books', 'Rounds', 'Talks']),
    several: await make('checkbox', 3, ['A', 'B', 'C']),
    rating: await make('rating', 4),
    number: await make('number', 5),
    yes: await make('boolean', 6),
  }
}
type TestSurvey = Awaited<ReturnType<typeof survey>>

async function submit(one: TestSurvey, n: number, given: Record<number, unknown>) {
  const answers = Object.entries(given).map(([id, answer]) => ({ feedback_question_id: Number(id), answer }))
  const sent = await people[n]?.caller.post('/feedback-responses', { feedback_survey_id: one.id, answers })
  expect(sent?.status, JSON.stringify(sent?.body)).toBe(201)
}

async function resultsOf(id: number, query = '') {
  const { status, body } = await hod.get(`/feedback-surveys/${id}/statistics${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const barsOf = (question: QuestionResult) => question.bars.map(({ label, count, percent }) => [label, count, percent])
async function textsOf(one: TestSurvey, query = '') {
  const { status, body } = await hod.get(`/feedback-surveys/${one.id}/answers/${one.text}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

test('each question has the picture of its type', async () => {
  const one = await survey({ title: 'Teaching' })
  await submit(one, 0, {
    [one.text]: 'Good',
    [one.choice]: 'Rounds',
    [one.several]: ['A', 'C'],
    [one.rating]: 5,
    [one.yes]: true,
  })
  await submit(one, 1, {
    [one.text]: 'Bad',
    [one.choice]: 'Rounds',
    [one.several]: ['A'],
    [one.rating]: 2,
    [one.number]: 7,
  })
  await submit(one, 2, { [one.choice]: 'Books', [one.rating]: 2, [one.number]: 4, [one.yes]: false })
  await submit(one, 3, { [one.rating]: 4, [one.number]: 4 })
  const results = await resultsOf(one.id)
  expect(results).toMatchObject({
    feedback_survey_id: one.id,
    title: 'Teaching',
    is_anonymous: false,
    asked,
    responded: 4,
    response_rate: Math.round(4000 / asked) / 10,
    counted: 4,
    results_from: 0,
    notice: null,
  })
  const [text, choice, several, rating, number, yes] = results.questions
  expect(
    results.questions.map((question: QuestionResult) => [question.id, question.picture, question.answered]),
  ).toEqual([
    [one.text, 'texts', 2],
    [one.choice, 'choices', 3],
    [one.several, 'choices', 2],
    [one.rating, 'figures', 4],
    [one.number, 'figures', 3],
    [one.yes, 'yes-no', 2],
  ])
  expect(text).toMatchObject({ bars: [], mean: null, median: null })
  expect(barsOf(choice)).toEqual([
    ['Books', 1, 33.3],
    ['Rounds', 2, 66.7],
    ['Talks', 0, 0],
  ])
  expect(barsOf(several)).toEqual([
    ['A', 2, 100],
    ['B', 0, 0],
    ['C', 1, 50],
  ])
  expect(barsOf(rating)).toEqual([
    ['1', 0, 0],
    ['2', 2, 50],
    ['3', 0, 0],
    ['4', 1, 25],
    ['5', 1, 25],
  ])
  expect(rating).toMatchObject({ mean: 3.25, median: 3 })
  expect(barsOf(number)).toEqual([
    ['4', 2, 66.7],
    ['5', 0, 0],
    ['6', 0, 0],
    ['7', 1, 33.3],
  ])
  expect(number).toMatchObject({ mean: 5, median: 4 })
  expect(barsOf(yes)).toEqual([
    ['Yes', 1, 50],
    ['No', 1, 50],
  ])
  expect((await hod.get(`/feedback-responses/statistics?survey_id=${one.id}`)).body.data).toEqual(results)
})

test('a survey that nobody has answered has its questions, with nothing', async () => {
  const { questions, ...results } = await resultsOf((await survey()).id)
  expect(results).toMatchObject({ responded: 0, response_rate: 0, counted: 0, notice: null })
  for (const question of questions) {
    expect(question).toMatchObject({ answered: 0, mean: null, median: null })
    for (const bar of question.bars) expect(bar).toMatchObject({ count: 0, percent: 0 })
  }
})

test('whom a survey asks: a group, else a batch, else a department, else everybody', async () => {
  const count = async (fields: Fields) =>
    (await admin.get(`/feedback-surveys/${await at.make.survey(fields)}/statistics`)).body.data.asked
  const elsewhere = await at.make.student(await at.make.batch())
  const { n } = await at.db
    .selectFrom('students')
    .where('status', 'in', ['active', 'on_leave'])
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(elsewhere.id).toBeGreaterThan(0)
  expect(await count({})).toBe(n)
  expect(await count({ batch_id: batch })).toBe(n - 1)
  expect(await count({ department_id: medicine, batch_id: batch, group_id: clinic })).toBeLessThan(asked)
  expect(await count(ofWards)).toBe(asked)
  expect(await count({ department_id: await at.make.department() })).toBe(0)
})

test('who answers several times is one of those who have responded', async () => {
  const one = await survey({ allow_multiple_responses: true })
  for (const n of [0, 0, 1]) await submit(one, n, { [one.rating]: 3 })
  expect(await resultsOf(one.id)).toMatchObject({ responded: 2, counted: 3 })
})

test('the texts of a question are paged and searched, with who wrote them', async () => {
  const one = await survey()
  for (const n of [0, 1, 2]) await submit(one, n, { [one.text]: `${n} of 100%`, [one.rating]: 1 })
  await submit(one, 3, { [one.text]: 'Nothing' })
  await submit(one, 4, { [one.rating]: 1 })
  const { data, meta } = await textsOf(one, '?per_page=2&q=0%25')
  expect(meta).toEqual({ page: 1, per_page: 2, total: 3 })
  expect(data).toEqual(
    [2, 1].map((n) => ({
      answer: `${n} of 100%`,
      student: { id: people[n]?.id, name: expect.any(String), roll_no: people[n]?.rollNo, status: 'active' },
      submitted_at: expect.any(String),
    })),
  )
  expect((await textsOf(one)).meta.total).toBe(4)
  const other = await survey()
  for (const question of [one.rating, other.text, 999_999])
    expect((await hod.get(`/feedback-surveys/${one.id}/answers/${question}`)).status).toBe(404)
})

test('results of a part of those who were asked', async () => {
  const one = await survey({ group_id: null })
  const half = await at.make.group(batch, medicine)
  const first = people.push(await student(half), await student(half)) - 2
  for (const n of [first, 2, 3]) await submit(one, n, { [one.text]: `by ${n}`, [one.rating]: n === first ? 1 : 5 })
  const part = await resultsOf(one.id, `?group_id=${half}`)
  expect(part).toMatchObject({ asked: 2, responded: 1, response_rate: 50, counted: 1 })
  expect(part.questions[3]).toMatchObject({ answered: 1, mean: 1 })
  expect((await textsOf(one, `?group_id=${half}`)).data).toMatchObject([{ answer: `by ${first}` }])
  expect(await resultsOf(one.id, `?batch_id=${batch}`)).toMatchObject({ responded: 3, counted: 3 })
  expect(await resultsOf(one.id, `?batch_id=${await at.make.batch()}`)).toMatchObject({
    asked: 0,
    response_rate: null,
    counted: 0,
  })
})

test('of a department are those of its groups, also of a survey that asks everybody', async () => {
  const one = await survey({ department_id: null, batch_id: null, group_id: null })
  const surgery = await at.make.department()
  const operating = await student(await at.make.group(batch, surgery))
  people.push(operating)
  await submit(one, people.length - 1, { [one.text]: 'in theatre', [one.rating]: 1 })
  await submit(one, 2, { [one.text]: 'on the ward', [one.rating]: 5 })
  const query = `?department_id=${surgery}`
  const { data } = (await admin.get(`/feedback-surveys/${one.id}/statistics${query}`)).body
  expect(data).toMatchObject({ asked: 1, responded: 1, response_rate: 100, counted: 1 })
  expect(data.questions[3]).toMatchObject({ answered: 1, mean: 1 })
  const texts = await admin.get(`/feedback-surveys/${one.id}/answers/${one.text}${query}`)
  expect(texts.body.data).toMatchObject([{ answer: 'in theatre' }])
  const file = await admin.get(`/feedback-responses/export?survey_id=${one.id}&format=csv&department_id=${surgery}`)
  expect(file.raw.toString('utf8').trim().split('\n')).toHaveLength(2)
})

test.each([
  ['department_id', 'Department not found.'],
  ['batch_id', 'Batch not found.'],
  ['group_id', 'Group not found.'],
])('a part by a %s that is missing or not visible is told so alike by all', async (name, message) => {
  const one = await survey({ group_id: null })
  const elsewhere = await at.make.department()
  const hidden = { department_id: elsewhere, batch_id: 999_999, group_id: await at.make.group(batch, elsewhere) }[name]
  for (const id of [999_999, hidden])
    for (const path of [
      `/feedback-surveys/${one.id}/statistics?`,
      `/feedback-responses/statistics?survey_id=${one.id}&`,
      `/feedback-surveys/${one.id}/answers/${one.text}?`,
      `/feedback-responses/export?survey_id=${one.id}&format=csv&`,
    ]) {
      const { status, body } = await hod.get(`${path}${name}=${id}`)
      expect([status, body.message], path).toEqual([404, message])
    }
  const anonymous = await survey({ group_id: null, is_anonymous: true })
  const refused = await hod.get(`/feedback-surveys/${anonymous.id}/statistics?${name}=${medicine}`)
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [name]])
})

describe('who is shown results', () => {
  test('the staff of the department, and nobody of another one', async () => {
    const one = await survey()
    const paths = [
      `/feedback-surveys/${one.id}/statistics`,
      `/feedback-responses/statistics?survey_id=${one.id}`,
      `/feedback-surveys/${one.id}/answers/${one.text}`,
    ]
    for (const path of paths) {
      expect((await foreign.get(path)).status).toBe(404)
      expect((await people[0]?.caller.get(path))?.status).toBe(403)
      expect((await admin.get(path)).status).toBe(200)
    }
  })

  test('which survey it is has to be said', async () => {
    const missing = await admin.get('/feedback-responses/statistics')
    expect([missing.status, missing.body.errors]).toEqual([422, { survey_id: ['Survey ID is required'] }])
    expect((await admin.get('/feedback-responses/statistics?survey_id=x')).status).toBe(422)
    expect((await admin.get('/feedback-responses/statistics?survey_id=999999')).status).toBe(404)
  })
})
