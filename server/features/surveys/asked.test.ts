import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, admin, hod, medicine, batch, clinic } = await furnished()

type Fields = NonNullable<Parameters<typeof at.make.survey>[0]>

/** Six students of a group of their own, one of whom has no access. */
async function arranged() {
  const group = await at.make.group(batch, medicine)
  const people = []
  for (let n = 0; n < 5; n += 1) people.push(await at.make.student(batch, group))
  await at.make.student(batch, group, { status: 'suspended' })
  const survey = async (fields: Fields = {}) => {
    const id = await at.make.survey({ department_id: medicine, batch_id: batch, group_id: group, ...fields })
    return { id, rating: await at.make.question(id, { question_type: 'rating' }) }
  }
  return { group, ids: people.map(({ id }) => id), survey }
}

async function resultsOf(id: number, query = '') {
  const { status, body } = await hod.get(`/feedback-surveys/${id}/statistics${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

/** The year goes on: one leaves the group, one is suspended, one comes back, one leaves the college, and one is new. */
async function goOn(group: number, [mover = 0, suspended = 0, leaver = 0]: number[]) {
  await at.make.leave({ student_id: mover })
  const change = async (id: number, status: string) =>
    expect((await admin.put(`/students/${id}`, { status })).status).toBe(200)
  await change(suspended, 'suspended')
  await change(leaver, 'on_leave')
  await change(leaver, 'inactive')
  await at.make.student(batch, group)
  await at.make.student(batch, group)
}

test.each([
  false,
  true,
])('an ended survey has asked whom it asked when it ended; anonymous: %s', async (is_anonymous) => {
  const { group, ids, survey } = await arranged()
  const [closed, expired, open] = [await survey({ is_anonymous }), await survey({ is_anonymous }), await survey()]
  for (const one of [closed, expired]) expect(await resultsOf(one.id)).toMatchObject({ asked: 5 })
  expect((await hod.patch(`/feedback-surveys/${closed.id}/close`)).status).toBe(200)
  const yesterday = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 10)
  await at.db.updateTable('feedback_surveys').set({ end_date: yesterday }).where('id', '=', expired.id).execute()
  await goOn(group, ids)
  expect(await resultsOf(closed.id)).toMatchObject({ asked: 5 })
  expect(await resultsOf(expired.id)).toMatchObject({ asked: 5 })
  expect(await resultsOf(open.id)).toMatchObject({ asked: 4 })
  // A survey that goes on asks those who are there now.
  await hod.put(`/feedback-surveys/${closed.id}`, { status: 'active' })
  expect(await resultsOf(closed.id)).toMatchObject({ asked: 4 })
})

test('those of a batch, a department and everybody too', async () => {
  const { group, ids, survey } = await arranged()
  const wide: number[] = []
  for (const fields of [
    { group_id: null },
    { group_id: null, batch_id: null },
    { group_id: null, batch_id: null, department_id: null },
  ])
    wide.push((await survey({ ...fields, status: 'closed' })).id)
  const asked = async () =>
    Promise.all(wide.map(async (id) => (await admin.get(`/feedback-surveys/${id}/statistics`)).body.data.asked))
  const before = await asked()
  await goOn(group, ids)
  expect(await asked()).toEqual(before)
})

test('a part of an ended survey is of who was in it then', async () => {
  const { group, ids, survey } = await arranged()
  const { id, rating } = await survey({ group_id: null })
  const [mover = 0, stayer = 0] = ids
  for (const student of [mover, stayer])
    await at.make.response(id, student, { answers: JSON.stringify({ [rating]: 4 }) })
  await hod.patch(`/feedback-surveys/${id}/close`)
  await at.make.leave({ student_id: mover })
  await admin.post(`/students/${mover}/assign-group`, { group_id: clinic })
  expect(await resultsOf(id, `?group_id=${group}`)).toMatchObject({
    asked: 5,
    responded: 2,
    counted: 2,
    response_rate: 40,
  })
  expect(await resultsOf(id, `?group_id=${clinic}`)).toMatchObject({ responded: 0, counted: 0 })
})
