import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, hod, medicine, admin } = await furnished()
const { rows } = await sql<{ day: string }>`select ((now() at time zone 'Asia/Karachi')::date + n)::text as day
  from generate_series(-1, 1) n order by n`.execute(at.db)
const [yesterday = '', today = '', tomorrow = ''] = rows.map(({ day }) => day)

type Fields = Parameters<typeof at.make.survey>[0]
async function survey(fields: Fields = {}) {
  const id = await at.make.survey({ department_id: medicine, ...fields })
  await at.make.question(id)
  return id
}
const move = async (id: number, action: string) => {
  const { status, body } = await hod.patch(`/feedback-surveys/${id}/${action}`)
  return [status, body.data?.status ?? body.message]
}
const put = async (id: number, change: object) => {
  const { status, body } = await hod.put(`/feedback-surveys/${id}`, change)
  return [status, body.data?.status ?? body.message]
}
const HELD = 'This survey is closed. Activate it to change it.'

test.each([
  ['activate', 'draft', [200, 'active']],
  ['activate', 'active', [409, 'This survey is active already.']],
  ['activate', 'closed', [200, 'active']],
  ['deactivate', 'draft', [409, 'This survey is a draft already.']],
  ['deactivate', 'active', [200, 'draft']],
  ['deactivate', 'closed', [200, 'draft']],
  ['close', 'draft', [200, 'closed']],
  ['close', 'active', [200, 'closed']],
  ['close', 'closed', [409, 'This survey is closed already.']],
] as const)('to %s a survey that is %s', async (action, status, expected) => {
  const id = await survey({ status })
  expect(await move(id, action)).toEqual(expected)
  const trail = await at.trailOf('feedback_survey', id)
  if (expected[0] === 200)
    expect(trail).toMatchObject([{ action, actor: { id: hod.userId }, changes: { status: [status, expected[1]] } }])
  else expect(trail).toEqual([])
})

test('the status of an edit acts as the call for it does, and leaves its row in the trail', async () => {
  const id = await survey({ status: 'draft' })
  expect(await put(id, { status: 'active', title: 'Now' })).toEqual([200, 'active'])
  expect(await at.trailOf('feedback_survey', id)).toMatchObject([
    { action: 'update', changes: { status: ['draft', 'active'] } },
  ])
  expect(await put(id, { status: 'active' })).toEqual([200, 'active'])
  expect(await put(id, { status: 'closed', description: 'Thank you' })).toEqual([200, 'closed'])
  expect(await put(id, { status: 'draft' })).toEqual([200, 'draft'])
  expect(await put(id, { status: 'closed' })).toEqual([200, 'closed'])
})

test('a closed survey is changed only while it is activated again', async () => {
  const id = await survey({ status: 'closed', title: 'Kept', end_date: yesterday })
  expect(await put(id, { title: 'Other' })).toEqual([409, HELD])
  expect(await put(id, { title: 'Kept', status: 'closed' })).toEqual([200, 'closed'])
  expect(await put(id, { status: 'active' })).toEqual([409, 'This survey has expired. Move its end date first.'])
  expect(await put(id, { status: 'active', end_date: tomorrow })).toEqual([200, 'active'])
})

test('a survey is activated when it has a question and a day left', async () => {
  const empty = await at.make.survey({ department_id: medicine, status: 'draft' })
  for (const answer of [await move(empty, 'activate'), await put(empty, { status: 'active' })])
    expect(answer).toEqual([409, 'This survey has no questions yet.'])
  const over = await survey({ status: 'draft', end_date: yesterday })
  for (const answer of [await move(over, 'activate'), await put(over, { status: 'active', title: 'T' })])
    expect(answer).toEqual([409, 'This survey has expired. Move its end date first.'])
  expect((await at.stored('feedback_surveys', over))?.title).not.toBe('T')
  expect(await move(await survey({ status: 'draft', end_date: today }), 'activate')).toEqual([200, 'active'])
})

test('of two who close it at once, one does', async () => {
  const id = await survey()
  const answers = await Promise.all([1, 2, 3, 4].map(() => move(id, 'close')))
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  expect(await at.trailOf('feedback_survey', id)).toHaveLength(1)
})

/** The ways an anonymous survey ends, and those that would open it again. */
const ENDS: [string, Fields, ((id: number) => Promise<unknown[]>)[]][] = [
  [
    'closed',
    { status: 'closed' },
    [(id) => move(id, 'activate'), (id) => move(id, 'deactivate'), (id) => put(id, { status: 'draft' })],
  ],
  ['expired', { end_date: yesterday }, [(id) => put(id, { end_date: tomorrow }), (id) => put(id, { end_date: null })]],
]
test.each(
  ENDS,
)('an anonymous survey that is %s with five responses is not opened again, and with four it is', async (_, end, reopenings) => {
  for (const reopen of reopenings)
    for (const count of [4, 5]) {
      const id = await survey({ is_anonymous: true, ...end })
      const students = Array.from({ length: count }, (_, n) => 1000 + n)
      await at.make.participants(id, students)
      for (const _ of students) await at.make.waitingResponse(id)
      expect((await hod.get(`/feedback-surveys/${id}`)).body.data.stays_ended).toBe(count === 5)
      const final =
        "This anonymous survey has ended and its results are shown, so it can't be opened again; duplicate the survey instead."
      if (count === 5) expect(await reopen(id)).toEqual([409, final])
      const { counted, notice } = (await hod.get(`/feedback-surveys/${id}/statistics`)).body.data
      expect([counted, notice]).toEqual(
        count === 5 ? [5, null] : [0, 'No results are shown: fewer than 5 students have answered.'],
      )
      expect((await reopen(id))[0]).toBe(count === 5 ? 409 : 200)
    }
})

describe('how a survey stands', () => {
  test.each<[string, Fields]>([
    ['draft', { status: 'draft' }],
    ['open', {}],
    ['open', { start_date: today, end_date: today }],
    ['planned', { start_date: tomorrow }],
    ['expired', { end_date: yesterday }],
    ['expired', { end_date: yesterday, status: 'closed' }],
    ['closed', { status: 'closed', end_date: today }],
  ])('%s: %j', async (standing, fields) => {
    const id = await survey(fields)
    expect((await hod.get(`/feedback-surveys/${id}`)).body.data.standing).toBe(standing)
    const active = (await admin.get('/feedback-surveys/active')).body.data.map((one: { id: number }) => one.id)
    expect(active.includes(id)).toBe(standing === 'open')
  })
})
