import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, admin, hod, surgeon, medicine, surgery, student } = await furnished()
const path = '/feedback-question-pools/add-to-survey'

const survey = () => at.make.survey({ department_id: medicine, status: 'draft' })
const pooled = (fields: Parameters<typeof at.make.poolQuestion>[0] = {}) =>
  at.make.poolQuestion({ title: 'Rounds', question_type: 'radio', options: '["Good","Bad"]', ...fields })
const usesOf = async (id: number) => (await at.stored('feedback_pool_questions', id))?.usage_count
const questionsOf = async (id: number) => (await admin.get(`/feedback-questions/survey/${id}`)).body.data

test('a question of the pool is copied into a survey, and counts its copies', async () => {
  const [survey_id, question_pool_id] = [await survey(), await pooled({ is_required: true, help_text: 'Help' })]
  await at.make.question(survey_id, { title: 'First' })
  const { updated_at } = (await admin.get(`/feedback-question-pools/${question_pool_id}`)).body.data
  const { status, body } = await hod.post(path, { survey_id, question_pool_id })
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body.data).toMatchObject({
    feedback_survey_id: survey_id,
    title: 'Rounds',
    question_type: 'radio',
    options: ['Good', 'Bad'],
    is_required: true,
    help_text: 'Help',
    validation_rules: null,
    order: 2,
  })
  expect(await at.trailOf('feedback_question', body.data.id)).toMatchObject([{ action: 'create' }])
  const { data } = (await admin.get(`/feedback-question-pools/${question_pool_id}`)).body
  expect(data).toMatchObject({ usage_count: 1, updated_at })
  // The copy stays what it is.
  await admin.put(`/feedback-question-pools/${question_pool_id}`, { title: 'New' })
  await admin.delete(`/feedback-question-pools/${question_pool_id}`)
  expect((await hod.get(`/feedback-questions/${body.data.id}`)).body.data).toEqual(body.data)
})

test('at the order that is asked for', async () => {
  const survey_id = await survey()
  for (const [title, order] of [
    ['A', 1],
    ['B', 2],
    ['First', 1],
    ['Last', undefined],
  ] as const)
    await hod.post(path, { survey_id, question_pool_id: await pooled({ title }), order })
  const questions = await questionsOf(survey_id)
  expect(questions.map((one: { title: string }) => one.title)).toEqual(['First', 'A', 'B', 'Last'])
  expect(questions.map((one: { order: number }) => one.order)).toEqual([1, 2, 3, 4])
})

test('twenty copies at once are twenty, into one survey or into many', async () => {
  const question_pool_id = await pooled()
  const one = await survey()
  const surveys = [...Array(10).fill(one), ...(await Promise.all(Array.from({ length: 10 }, survey)))]
  const answers = await Promise.all(surveys.map((survey_id) => hod.post(path, { survey_id, question_pool_id })))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  expect(await usesOf(question_pool_id)).toBe(20)
  const questions = await questionsOf(one)
  expect(questions.map((question: { order: number }) => question.order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('not into a survey that is answered, closed or another department’s, and then none is counted', async () => {
  const question_pool_id = await pooled()
  const answered = await survey()
  await at.make.response(answered, (await student()).id)
  const closed = await at.make.survey({ department_id: medicine, status: 'closed' })
  for (const survey_id of [answered, closed])
    expect((await hod.post(path, { survey_id, question_pool_id })).status).toBe(409)
  const foreign = await surgeon.post(path, { survey_id: answered, question_pool_id })
  expect([foreign.status, foreign.body.errors]).toEqual([422, { survey_id: ['Survey does not exist'] }])
  expect(await usesOf(question_pool_id)).toBe(0)
})

test.each<[string, () => Promise<object>, object]>([
  [
    'what is not there',
    async () => ({ survey_id: 99_999, question_pool_id: 99_999 }),
    { survey_id: ['Survey does not exist'], question_pool_id: ['Question does not exist'] },
  ],
  ['nothing', async () => ({}), { survey_id: ['Survey is required'], question_pool_id: ['Question is required'] }],
  [
    'no place',
    async () => ({ survey_id: await survey(), question_pool_id: await pooled(), order: 0 }),
    { order: ['Order must be at least 1'] },
  ],
  [
    'what another department keeps to itself',
    async () => ({
      survey_id: await survey(),
      question_pool_id: await pooled({ is_public: false, department_id: surgery }),
    }),
    { question_pool_id: ['Question does not exist'] },
  ],
])('not with %s', async (_, bodyOf, errors) => {
  const { status, body } = await hod.post(path, await bodyOf())
  expect([status, body.errors]).toEqual([422, errors])
})
