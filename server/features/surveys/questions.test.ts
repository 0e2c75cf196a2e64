import { beforeEach, describe, expect, test } from 'vitest'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { SURVEY_QUESTIONS_MAX } from '../../../shared/limits.ts'
import { furnished, listed } from '../../testing/college.ts'

const { at, admin, hod, faculty, surgeon, medicine, surgery, batch, wards, student } = await furnished()
const somebody = await student(wards)

let survey = 0
beforeEach(async () => {
  survey = await at.make.survey({ department_id: medicine, batch_id: batch, group_id: wards, status: 'draft' })
})
/** A survey that has been answered, named or not. */
async function answered(is_anonymous: boolean) {
  const id = await at.make.survey({ department_id: medicine, is_anonymous })
  const question = await at.make.question(id, { question_type: 'radio', options: '["Good","Bad"]' })
  if (is_anonymous) await at.make.participants(id, [somebody.id])
  else await at.make.response(id, somebody.id)
  return { id, question }
}

const input = (fields: object = {}) => ({
  feedback_survey_id: survey,
  title: 'Teaching',
  question_text: 'How was the teaching?',
  question_type: 'text',
  ...fields,
})
const add = async (fields: object = {}) => {
  const { status, body } = await hod.post('/feedback-questions', input(fields))
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
/** Titles of a survey's questions in their order, which is 1, 2, 3 and so on. */
const titles = async (id = survey) => {
  const { data } = (await admin.get(`/feedback-questions/survey/${id}`)).body
  expect(data.map((one: { order: number }) => one.order)).toEqual(data.map((_: unknown, at: number) => at + 1))
  return data.map((one: { title: string }) => one.title)
}

describe('a question is added', () => {
  test('last, with what its type has, leaving a trail', async () => {
    await add({ title: 'First' })
    const made = await add({
      title: ' Rounds ',
      question_type: 'multiple_choice',
      options: ['Ward', ' ', 'Clinic '],
      is_required: true,
      help_text: 'Any',
      validation_rules: { max: 1, min: null },
    })
    expect(made).toEqual({
      id: expect.any(Number),
      feedback_survey_id: survey,
      title: 'Rounds',
      question_text: 'How was the teaching?',
      question_type: 'multiple_choice',
      options: ['Ward', 'Clinic'],
      is_required: true,
      help_text: 'Any',
      validation_rules: { max: 1 },
      order: 2,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await faculty.get(`/feedback-questions/${made.id}`)).body.data).toEqual(made)
    expect(await at.trailOf('feedback_question', made.id)).toMatchObject([
      { action: 'create', changes: { title: [null, 'Rounds'], order: [null, 2] } },
    ])
  })

  test('at its order, before the one that stood there', async () => {
    for (const title of ['A', 'B', 'C']) await add({ title })
    await add({ title: 'First', order: 1 })
    await add({ title: 'Third', order: 3 })
    await add({ title: 'Last', order: 99 })
    expect(await titles()).toEqual(['First', 'A', 'Third', 'B', 'C', 'Last'])
  })

  test('each in a place of its own, however many come at once', async () => {
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => add({ title: `Q${n}`, order: 1 })))
    expect(await titles()).toHaveLength(8)
  })

  test.each<[string, object, object]>([
    [
      'nothing',
      { title: '', question_text: ' ', question_type: '', order: 0 },
      {
        title: ['Title is required'],
        question_text: ['Question text is required'],
        question_type: ['Question type is required'],
        order: ['Order must be at least 1'],
      },
    ],
    ['no options', { question_type: 'radio', options: [' '] }, { options: ['At least one option is required'] }],
    [
      'neither title nor options',
      { title: ' ', question_type: 'select' },
      { title: ['Title is required'], options: ['At least one option is required'] },
    ],
    ['no survey', { feedback_survey_id: null }, { feedback_survey_id: ['Survey is required'] }],
    ['a survey that is not there', { feedback_survey_id: 99_999 }, { feedback_survey_id: ['Survey does not exist'] }],
  ])('not with %s', async (_, fields, errors) => {
    const before = await at.count('feedback_questions')
    const { status, body } = await admin.post('/feedback-questions', input(fields))
    expect([status, body.errors]).toEqual([422, errors])
    expect(await at.count('feedback_questions')).toBe(before)
  })

  test('not to a survey of another department, nor beyond the most', async () => {
    const { body } = await surgeon.post('/feedback-questions', input())
    expect(body.errors).toEqual({ feedback_survey_id: ['Survey does not exist'] })
    for (let n = 1; n <= SURVEY_QUESTIONS_MAX; n += 1) await at.make.question(survey, { position: n })
    const { status, body: full } = await hod.post('/feedback-questions', input())
    expect([status, full.message]).toEqual([409, `A survey has at most ${SURVEY_QUESTIONS_MAX} questions.`])
  })
})

describe('a question is changed', () => {
  test('in what is named, and stays in the rest', async () => {
    const made = await add({ question_type: 'radio', options: ['Good', 'Bad'], help_text: 'kept' })
    const path = `/feedback-questions/${made.id}`
    expect((await faculty.put(path, { title: 'New' })).body.data).toMatchObject({
      title: 'New',
      help_text: 'kept',
      options: ['Good', 'Bad'],
    })
    expect(await at.trailOf('feedback_question', made.id)).toMatchObject([
      { action: 'update', changes: { title: ['Teaching', 'New'] } },
      { action: 'create' },
    ])
    expect((await faculty.put(path, { options: [] })).body.errors).toEqual({
      options: ['At least one option is required'],
    })
    expect((await faculty.put(path, { question_type: 'rating' })).body.data).toMatchObject({ options: [] })
    const stale = await hod.put(path, { title: 'Late', updated_at: made.updated_at })
    expect([stale.status, stale.body.message]).toEqual([409, CHANGED_MEANWHILE])
  })

  test('to another place', async () => {
    const [a] = [await add({ title: 'A' }), await add({ title: 'B' }), await add({ title: 'C' })]
    expect((await hod.put(`/feedback-questions/${a.id}`, { order: 2 })).body.data.order).toBe(2)
    expect(await titles()).toEqual(['B', 'A', 'C'])
    await hod.put(`/feedback-questions/${a.id}`, { order: 50 })
    expect(await titles()).toEqual(['B', 'C', 'A'])
  })

  test.each([true, false])('in no meaning once the survey has been answered (anonymous: %s)', async (isAnonymous) => {
    const { id, question } = await answered(isAnonymous)
    const path = `/feedback-questions/${question}`
    const { data: before } = (await hod.get(path)).body
    const REFUSED = [
      409,
      'This survey has responses. Text, type and options of its questions can no longer change, nor how many there are; duplicate the survey instead.',
    ]
    const answerTo = async (call: Promise<{ status: number; body: { message?: string } }>) => {
      const { status, body } = await call
      return [status, body.message]
    }
    for (const change of [
      { question_text: 'Was it bad?' },
      { question_type: 'select' },
      { options: ['Bad', 'Good'] },
      { options: ['Good,Bad'] },
    ])
      expect(await answerTo(hod.put(path, change))).toEqual(REFUSED)
    expect(await answerTo(hod.delete(path))).toEqual(REFUSED)
    expect(await answerTo(hod.post(`${path}/duplicate`))).toEqual(REFUSED)
    expect(await answerTo(hod.post('/feedback-questions', input({ feedback_survey_id: id })))).toEqual(REFUSED)
    expect((await hod.get(path)).body.data).toEqual(before)
    if (isAnonymous) return
    const { status, body } = await hod.put(path, { ...before, title: 'New', help_text: 'Help', order: 1 })
    expect([status, body.data?.title, body.data?.help_text]).toEqual([200, 'New', 'Help'])
  })

  test('of an anonymous survey in their order only: what one student alone was asked for would tell who it was', async () => {
    const id = await at.make.survey({ department_id: medicine, status: 'active', is_anonymous: true })
    const [first, second] = [await at.make.question(id, { position: 1 }), await at.make.question(id, { position: 2 })]
    const path = `/feedback-questions/${first}`
    expect((await hod.put(path, { title: 'Before', is_required: false })).status).toBe(200)
    await at.make.participants(id, [999_999])
    const { data: before } = (await hod.get(path)).body
    const refused =
      'This survey is anonymous and has responses. Only the order of its questions can still change; duplicate the survey instead.'
    for (const change of [
      { title: 'Sana, please' },
      { help_text: 'Sana writes xyz' },
      { is_required: true },
      { validation_rules: { min_length: 7, max_length: 7 } },
    ]) {
      const { status, body } = await hod.put(path, change)
      expect([status, body.message]).toEqual([409, refused])
    }
    expect((await hod.get(path)).body.data).toEqual(before)
    expect((await hod.put(path, { ...before, order: 2 })).body.data?.order).toBe(2)
    expect((await hod.post(`/feedback-questions/reorder/${id}`, { question_ids: [first, second] })).status).toBe(200)
  })

  test('of a closed survey in nothing', async () => {
    const id = await at.make.survey({ department_id: medicine, status: 'closed' })
    const question = await at.make.question(id)
    for (const { status, body } of [
      await hod.put(`/feedback-questions/${question}`, { title: 'New' }),
      await hod.delete(`/feedback-questions/${question}`),
      await hod.post(`/feedback-questions/reorder/${id}`, { question_ids: [question] }),
      await hod.post('/feedback-questions', input({ feedback_survey_id: id })),
    ])
      expect([status, body.message]).toEqual([409, 'This survey is closed. Activate it to change it.'])
  })
})

test('a question is deleted, and the others close up', async () => {
  const [, b] = [await add({ title: 'A' }), await add({ title: 'B' }), await add({ title: 'C' })]
  const { status, body } = await hod.delete(`/feedback-questions/${b.id}`)
  expect([status, body.message]).toEqual([200, 'Question deleted successfully'])
  expect(await titles()).toEqual(['A', 'C'])
  expect(await at.trailOf('feedback_question', b.id)).toMatchObject([{ action: 'delete' }, { action: 'create' }])
})

test('of an active survey the last question stays', async () => {
  const id = await at.make.survey({ department_id: medicine, status: 'active' })
  const questions = [await at.make.question(id, { position: 1 }), await at.make.question(id, { position: 2 })]
  const answers = await Promise.all(questions.map((question) => hod.delete(`/feedback-questions/${question}`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    'An active survey needs a question. Deactivate it first.',
  )
})

test('a question is duplicated right after itself', async () => {
  const a = await add({ title: 'A', question_type: 'radio', options: ['Good'], is_required: true })
  await add({ title: 'B' })
  const { status, body } = await hod.post(`/feedback-questions/${a.id}/duplicate`)
  expect(status).toBe(201)
  expect(body.data).toEqual({
    ...a,
    id: expect.any(Number),
    order: 2,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(body.data.id).not.toBe(a.id)
  expect(await titles()).toEqual(['A', 'A', 'B'])
})

test('questions are listed by survey, type and what is searched, within the own department', async () => {
  const a = await add({ title: 'Quartz', question_type: 'rating' })
  const elsewhere = await at.make.survey({ department_id: surgery })
  const b = await at.make.question(elsewhere, { question_text: 'Is it QUARTZ?' })
  const found = (path: string, caller = admin) => listed(caller, `/feedback-questions${path}`)
  expect(await found('?q=quartz')).toEqual([b, a.id])
  expect(await found('?q=quartz', hod)).toEqual([a.id])
  expect(await found('?q=quartz&type=rating')).toEqual([a.id])
  expect(await found(`?feedback_survey_id=${elsewhere}`)).toEqual([b])
  expect(await found('/type/rating', surgeon)).not.toContain(a.id)
  expect(await found('/type/rating')).toContain(a.id)
  expect((await hod.get(`/feedback-questions/survey/${elsewhere}`)).status).toBe(404)
  expect((await hod.get(`/feedback-questions/${b}`)).status).toBe(404)
  expect((await hod.put(`/feedback-questions/${b}`, { title: 'Mine' })).status).toBe(404)
  expect((await hod.delete(`/feedback-questions/${b}`)).status).toBe(404)
  expect((await admin.get('/feedback-questions/type/essay')).status).toBe(422)
})

test('all types of question are told, by pages', async () => {
  const { data, meta } = (await hod.get('/feedback-questions/types')).body
  expect([data.length, meta.total]).toEqual([13, 13])
  expect(data).toContainEqual({ type: 'radio', label: 'Radio', has_options: true })
  expect(data).toContainEqual({ type: 'boolean', label: 'Boolean (Yes/No)', has_options: false })
  expect((await hod.get('/feedback-questions/types?page=2&per_page=10')).body.data).toEqual(data.slice(10))
})
