import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { waitingForLocks } from '../../testing/locks.ts'

const { at, admin, hod, surgeon, medicine, batch, wards, student } = await furnished()
const place = { department_id: medicine, batch_id: batch, group_id: wards }

/** A survey with questions of these titles. */
async function surveyOf(names: string[], fields: Parameters<typeof at.make.survey>[0] = {}) {
  const id = await at.make.survey({ ...place, ...fields })
  const questions: number[] = []
  for (const [index, title] of names.entries())
    questions.push(await at.make.question(id, { title, position: index + 1 }))
  return { id, questions }
}
const titles = (questions: { title: string }[]) => questions.map(({ title }) => title)

test('the order of a survey’s questions is given for all of them at once, answered or not', async () => {
  const { id, questions } = await surveyOf(['A', 'B', 'C'])
  const [a = 0, b = 0, c = 0] = questions
  await at.make.response(id, (await student(wards)).id)
  const { status, body } = await hod.post(`/feedback-questions/reorder/${id}`, { question_ids: [c, a, b] })
  expect([status, titles(body.data)]).toEqual([200, ['C', 'A', 'B']])
  expect(body.data.map((one: { order: number }) => one.order)).toEqual([1, 2, 3])
  expect(await at.trailOf('feedback_survey', id)).toMatchObject([
    {
      action: 'reorder',
      changes: {
        order_of_questions: [
          ['A', 'B', 'C'],
          ['C', 'A', 'B'],
        ],
      },
    },
  ])
})

test('and for exactly those', async () => {
  const { id, questions } = await surveyOf(['A', 'B'])
  const [a = 0, b = 0] = questions
  const [other = 0] = (await surveyOf(['X'])).questions
  const order = (question_ids: unknown) => hod.post(`/feedback-questions/reorder/${id}`, { question_ids })
  for (const question_ids of [[b], [b, a, other], [b, other], []]) {
    const { status, body } = await order(question_ids)
    expect([status, body]).toEqual([
      409,
      { message: 'The questions of this survey were changed meanwhile. Please order them again.' },
    ])
  }
  for (const [question_ids, errors] of [
    [[b, a, b], ['Each question can be there only once']],
    ['b', ['question_ids must be a list']],
    [undefined, ['question_ids must be a list']],
  ] as const) {
    const { status, body } = await order(question_ids)
    expect([status, body.errors]).toEqual([422, { question_ids: errors }])
  }
  expect((await surgeon.post(`/feedback-questions/reorder/${id}`, { question_ids: [b, a] })).status).toBe(404)
  expect(titles((await hod.get(`/feedback-questions/survey/${id}`)).body.data)).toEqual(['A', 'B'])
})

test('of many orders given at once, one stands whole', async () => {
  const { id, questions } = await surveyOf(['A', 'B', 'C', 'D'])
  const orders = [0, 1, 2, 3].map((n) => [...questions.slice(n), ...questions.slice(0, n)])
  const answers = await Promise.all(
    orders.map((question_ids) => hod.post(`/feedback-questions/reorder/${id}`, { question_ids })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { data } = (await hod.get(`/feedback-questions/survey/${id}`)).body
  expect(orders).toContainEqual(data.map((one: { id: number }) => one.id))
})

test('whoever changes a survey or its questions waits for a response that is being sent', async () => {
  const { id, questions } = await surveyOf(['A', 'B'])
  const [a = 0, b = 0] = questions
  const { id: student_id } = await student(wards)
  const sending = await at.db.startTransaction().execute()
  await sending.insertInto('feedback_responses').values({ feedback_survey_id: id, student_id, answers: '{}' }).execute()
  const question = { feedback_survey_id: id, title: 'C', question_text: '?', question_type: 'text' }
  const calls = [
    hod.post('/feedback-questions', question),
    hod.put(`/feedback-questions/${a}`, { question_text: 'Other?' }),
    hod.delete(`/feedback-questions/${b}`),
    hod.put(`/feedback-surveys/${id}`, { group_id: null }),
    hod.delete(`/feedback-surveys/${id}`),
    hod.post(`/feedback-questions/reorder/${id}`, { question_ids: [b, a] }),
  ]
  await expect.poll(() => waitingForLocks(at.db)).toBe(calls.length)
  await sending.commit().execute()
  const answers = await Promise.all(calls)
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 200])
})

test('a survey is duplicated as a draft with its questions, without days and responses', async () => {
  const { id, questions } = await surveyOf(['A', 'B'], {
    title: 'x'.repeat(200),
    description: 'About',
    end_date: '2020-01-01',
    is_anonymous: true,
    allow_multiple_responses: true,
    status: 'closed',
  })
  await at.make.participants(id, [(await student(wards)).id])
  const { status, body } = await hod.post(`/feedback-surveys/${id}/duplicate`)
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    ...place,
    title: `${'x'.repeat(193)} (copy)`,
    description: 'About',
    status: 'draft',
    standing: 'draft',
    end_date: null,
    is_anonymous: true,
    allow_multiple_responses: true,
    has_responses: false,
    question_count: 2,
    created_by: hod.userId,
  })
  const { data } = (await hod.get(`/feedback-surveys/${body.data.id}/with-questions`)).body
  expect(titles(data.questions)).toEqual(['A', 'B'])
  expect(data.questions.map((one: { id: number }) => one.id)).not.toEqual(questions)
  expect(await at.trailOf('feedback_survey', body.data.id)).toMatchObject([
    { action: 'create', changes: { copied_from: [null, id] } },
  ])
  expect((await surgeon.post(`/feedback-surveys/${id}/duplicate`)).status).toBe(404)
})

test('surveys come with their questions, for a student as for the staff', async () => {
  const { id, questions } = await surveyOf(['A', 'B'])
  const empty = await surveyOf([])
  await surveyOf(['Hidden'], { status: 'draft' })
  const { caller } = await student(wards)
  for (const reader of [hod, caller]) {
    const { data } = (await reader.get(`/feedback-surveys/${id}/with-questions`)).body
    expect(data).toMatchObject({ id, question_count: 2 })
    expect(data.questions.map((one: { id: number }) => one.id)).toEqual(questions)
  }
  const { data, meta } = (await caller.get(`/feedback-surveys/with-questions?group_id=${wards}`)).body
  expect(meta.total).toBe(data.length)
  const byId = new Map<number, string[]>(
    data.map((one: { id: number; questions: { title: string }[] }) => [one.id, titles(one.questions)]),
  )
  expect([byId.get(id), byId.get(empty.id)]).toEqual([['A', 'B'], []])
  expect([...byId.values()]).not.toContainEqual(['Hidden'])
  expect((await surgeon.get(`/feedback-surveys/${id}/with-questions`)).status).toBe(404)
  expect((await caller.get('/feedback-questions')).status).toBe(403)
  expect((await admin.get('/feedback-surveys/99999/with-questions')).status).toBe(404)
})
