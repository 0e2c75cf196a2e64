import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { furnished, listed } from '../../testing/college.ts'

const { at, admin, hod, surgeon, medicine, surgery, batch, wards, student } = await furnished()
const path = '/feedback-responses'
const ofWards = { department_id: medicine, batch_id: batch, group_id: wards }
type Fields = Parameters<typeof at.make.survey>[0]

async function survey(fields: Fields = {}) {
  const id = await at.make.survey({ ...ofWards, title: 'Teaching', ...fields })
  const rating = await at.make.question(id, {
    question_type: 'rating',
    title: 'All',
    question_text: 'In all?',
    position: 2,
  })
  const yes = await at.make.question(id, {
    question_type: 'boolean',
    title: 'Again',
    question_text: 'Again?',
    position: 1,
  })
  return { id, rating, yes }
}
const given = (answers: Record<number, unknown>) => ({ answers: JSON.stringify(answers) })
const sent = (answers: Record<number, unknown>) => ({
  answers: Object.entries(answers).map(([id, answer]) => ({ feedback_question_id: Number(id), answer })),
})

test('responses are read by staff of the survey’s department, and by the student whose they are', async () => {
  const [one, other] = [await student(wards), await student(wards)]
  const { id, rating } = await survey()
  const elsewhere = await at.make.survey({ department_id: surgery })
  const first = await at.make.response(id, one.id, given({ [rating]: 4 }))
  const second = await at.make.response(id, other.id)
  const foreign = await at.make.response(elsewhere, one.id)
  const both = (of: typeof admin, query: string) => listed(of, `${path}${query}`)
  for (const reader of [admin, hod]) expect(await both(reader, `/survey/${id}`)).toEqual([second, first])
  expect(await both(admin, `?student_id=${one.id}`)).toEqual([foreign, first])
  expect(await both(hod, `?student_id=${one.id}`)).toEqual([first])
  expect(await both(hod, `?feedback_survey_id=${id}&student_id=${other.id}`)).toEqual([second])
  expect(await both(surgeon, `/student/${one.id}`)).toEqual([foreign])
  expect(await both(surgeon, '')).toEqual([foreign])
  expect(await both(one.caller, '')).toEqual([foreign, first])
  expect(await both(one.caller, `/survey/${id}`)).toEqual([first])
  expect(await both(one.caller, `/student/${one.id}`)).toEqual([foreign, first])
  expect((await one.caller.get(`${path}/student/${other.id}`)).status).toBe(404)
  for (const [reader, response] of [
    [one.caller, second],
    [surgeon, first],
    [hod, foreign],
    [admin, 99_999],
  ] as const)
    for (const part of ['', '/with-answers', '/report'])
      expect((await reader.get(`${path}/${response}${part}`)).status).toBe(404)
  expect((await surgeon.get(`${path}/survey/${id}`)).status).toBe(404)
})

test('a survey comes with a page of the responses that the caller is shown', async () => {
  const [one, other] = [await student(wards), await student(wards)]
  const { id } = await survey()
  const [first, second] = [await at.make.response(id, one.id), await at.make.response(id, other.id)]
  const withResponses = async (of: typeof admin, survey: number, query = '') => {
    const { status, body } = await of.get(`/feedback-surveys/${survey}/with-responses${query}`)
    expect(status).toBe(200)
    const { responses, ...rest } = body.data
    expect(rest).toEqual((await of.get(`/feedback-surveys/${survey}`)).body.data)
    expect(responses).toEqual((await of.get(`${path}/survey/${survey}${query}`)).body.data)
    return [responses.map((response: { id: unknown }) => response.id), body.meta.total]
  }
  expect(await withResponses(hod, id)).toEqual([[second, first], 2])
  expect(await withResponses(hod, id, '?page=2&per_page=1')).toEqual([[first], 2])
  expect(await withResponses(one.caller, id)).toEqual([[first], 1])
  expect((await surgeon.get(`/feedback-surveys/${id}/with-responses`)).status).toBe(404)

  const { id: anonymous } = await survey({ is_anonymous: true, status: 'closed', is_shown: true })
  const shown: unknown[] = []
  for (let n = 1; n <= 4; n += 1) shown.push(await at.make.anonymousResponse(anonymous))
  expect(await withResponses(hod, anonymous)).toEqual([[], 0])
  shown.push(await at.make.anonymousResponse(anonymous))
  expect(await withResponses(hod, anonymous)).toEqual([shown.toSorted(), 5])
  expect(await withResponses(one.caller, anonymous)).toEqual([[], 0])
})

test('one response, beside its questions, and as text', async () => {
  const { id: studentId, caller } = await student(wards)
  const { id, rating, yes } = await survey()
  const response = await at.make.response(id, studentId, given({ [yes]: false }))
  const { data } = (await hod.get(`${path}/${response}`)).body
  expect(data).toMatchObject({
    id: response,
    survey_title: 'Teaching',
    is_anonymous: false,
    student: { id: studentId },
  })
  expect(data.answers).toEqual(sent({ [yes]: false }).answers)
  const beside = (await caller.get(`${path}/${response}/with-answers`)).body.data
  expect(beside.questions).toMatchObject([
    { id: yes, question_type: 'boolean', answer: false },
    { id: rating, question_type: 'rating', answer: null },
  ])
  const report = (await hod.get(`${path}/${response}/report`)).body.data
  expect(report).toMatchObject({ question_count: 2, answered_count: 1, student_id: studentId })
  expect(report.lines).toEqual([
    { order: 1, title: 'Again', question_text: 'Again?', answer: 'No' },
    { order: 2, title: 'All', question_text: 'In all?', answer: null },
  ])
})

describe('of an anonymous survey', () => {
  test('what the results show is read, without person or time, and in the order of random ids', async () => {
    const { caller, id: studentId } = await student(wards)
    const { id, rating } = await survey({ is_anonymous: true, status: 'closed', is_shown: true })
    await at.make.participants(id, [studentId])
    const counted = [await at.make.anonymousResponse(id, { [rating]: 1 })]
    for (const value of [2, 3, 4]) counted.push(await at.make.anonymousResponse(id, { [rating]: value }))
    const hidden = await at.make.waitingResponse(id, { [rating]: 5 })
    // Four are too few.
    expect(await listed(hod, `${path}/survey/${id}`)).toEqual([])
    expect((await hod.get(`${path}/${counted[0]}`)).status).toBe(404)
    counted.push(await at.make.anonymousResponse(id, { [rating]: 5 }))
    expect(await listed(hod, `${path}/survey/${id}`)).toEqual(counted.toSorted())
    expect((await hod.get(`${path}/survey/${id}?per_page=2&page=2`)).body.meta.total).toBe(5)
    expect((await hod.get(`${path}/${counted[0]}`)).body.data).toEqual({
      id: counted[0],
      feedback_survey_id: id,
      survey_title: 'Teaching',
      is_anonymous: true,
      student_id: null,
      student: null,
      answers: sent({ [rating]: 1 }).answers,
      submitted_at: null,
      updated_at: null,
    })
    expect((await hod.get(`${path}/${counted[0]}/report`)).body.data.lines).toMatchObject([{}, { answer: '1' }])
    for (const [reader, response] of [
      [hod, hidden],
      [surgeon, counted[0]],
      [caller, counted[0]],
      [hod, randomUUID()],
    ] as const)
      expect((await reader.get(`${path}/${response}/with-answers`)).status).toBe(404)
    expect(await listed(caller, `${path}/survey/${id}`)).toEqual([])
    for (const list of [path, `${path}/student/${studentId}`]) {
      expect(await listed(caller, list)).toEqual([])
      expect(await listed(admin, `${list}${list === path ? `?feedback_survey_id=${id}` : ''}`)).toEqual([])
    }
    expect((await caller.put(`${path}/${counted[0]}`, sent({ [rating]: 5 }))).status).toBe(404)

    expect((await hod.delete(`${path}/${counted[0]}`)).status).toBe(403)
    expect((await admin.delete(`${path}/${hidden}`)).status).toBe(404)
    expect((await admin.delete(`${path}/${counted[0]}`)).status).toBe(200)
    expect(await at.trailOf('feedback_survey', id)).toMatchObject([
      { action: 'delete-response', changes: { response: ['anonymous', null] } },
    ])
    expect(
      await at.db
        .selectFrom('feedback_anonymous_responses')
        .select('id')
        .where('feedback_survey_id', '=', id)
        .execute(),
    ).toHaveLength(4)
  })
})

describe('a student answers anew', () => {
  const arranged = async (fields: Fields = {}) => {
    const own = await student(wards)
    const made = await survey(fields)
    const response = await at.make.response(made.id, own.id, given({ [made.rating]: 2 }))
    return { ...own, ...made, studentId: own.id, response }
  }

  test('while the survey is open', async () => {
    const { caller, response, rating, yes } = await arranged()
    const before = (await caller.get(`${path}/${response}`)).body.data
    const change = { ...sent({ [yes]: 'true' }), updated_at: before.updated_at }
    const { status, body } = await caller.put(`${path}/${response}`, change)
    expect([status, body.data.answers]).toEqual([200, sent({ [yes]: true }).answers])
    expect(body.data.submitted_at).toBe(before.submitted_at)
    const late = await caller.put(`${path}/${response}`, change)
    expect([late.status, late.body.message]).toEqual([409, CHANGED_MEANWHILE])
    const wrong = await caller.put(`${path}/${response}`, sent({ [rating]: 9 }))
    expect(wrong.body.errors).toEqual({ [`answers.${rating}`]: ['“In all?” must be a rating from 1 to 5'] })
    expect((await caller.put(`${path}/${response}`, {})).body.data.answers).toEqual(body.data.answers)
  })

  test('not after its end, and nobody for somebody else', async () => {
    const { caller, response, rating, studentId, id } = await arranged({ status: 'closed' })
    const { status, body } = await caller.put(`${path}/${response}`, sent({ [rating]: 5 }))
    expect([status, body.message]).toEqual([409, 'This survey is closed.'])
    const reset = (status: 'draft' | 'active') =>
      at.db.updateTable('feedback_surveys').set({ status, closed_at: null }).where('id', '=', id).execute()
    await reset('draft')
    const hidden = await caller.put(`${path}/${response}`, sent({ [rating]: 5 }))
    expect([hidden.status, hidden.body.message]).toEqual([404, 'Survey not found.'])
    await reset('active')
    expect((await (await student(wards)).caller.put(`${path}/${response}`, sent({ [rating]: 5 }))).status).toBe(404)
    for (const staff of [admin, hod])
      expect((await staff.put(`${path}/${response}`, sent({ [rating]: 5 }))).status).toBe(403)
    expect(await at.stored('feedback_responses', response)).toMatchObject({
      student_id: studentId,
      answers: { [rating]: 2 },
    })
  })
})

test('an administrator deletes a response, and its student may answer again', async () => {
  const { caller, id: studentId } = await student(wards)
  const { id, rating } = await survey()
  const response = await at.make.response(id, studentId)
  for (const other of [hod, caller]) expect((await other.delete(`${path}/${response}`)).status).toBe(403)
  expect((await admin.delete(`${path}/${response}`)).body.message).toBe('Response deleted successfully')
  expect(await at.stored('feedback_responses', response)).toBeUndefined()
  expect((await admin.delete(`${path}/${response}`)).status).toBe(404)
  const [row] = await at.trailOf('feedback_survey', id)
  expect(row).toMatchObject({ action: 'delete-response', actor: { id: admin.userId } })
  const again = await caller.post(path, { feedback_survey_id: id, ...sent({ [rating]: 3 }) })
  expect(again.status).toBe(201)
})
