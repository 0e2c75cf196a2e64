import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { takesChanges } from '../../../shared/policies/feedback.ts'
import { furnished, listed } from '../../testing/college.ts'

const { at, admin, hod, surgeon, medicine, batch, wards, clinic, student } = await furnished()
const ofWards = { department_id: medicine, batch_id: batch, group_id: wards }
const { rows } = await sql<{ day: string }>`select ((now() at time zone 'Asia/Karachi')::date + n)::text as day
  from generate_series(-1, 1) n order by n`.execute(at.db)
const [yesterday = '', , tomorrow = ''] = rows.map(({ day }) => day)
const inWards = await student(wards)

const path = '/feedback-surveys/changes'
const ended = (fields: Parameters<typeof at.make.survey>[0] = {}) =>
  at.make.survey({ ...ofWards, status: 'closed', ...fields })
const publish = (id: number, body: object, caller = hod) => caller.put(`/feedback-surveys/${id}/changes`, body)

test('what was changed is told of a survey that is closed or has expired, and leaves a row in its trail', async () => {
  for (const id of [await ended({ title: 'Rounds' }), await ended({ status: 'active', end_date: yesterday })]) {
    const before = (await hod.get(`/feedback-surveys/${id}`)).body.data
    const { status, body } = await publish(id, { changes_text: ' More time\nat the bedside ' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toEqual({
      ...before,
      changes_text: 'More time\nat the bedside',
      changes_at: expect.stringMatching(/^2\d{3}-/),
      updated_at: expect.any(String),
    })
    expect(body.data.updated_at).not.toBe(before.updated_at)
    expect((await at.trailOf('feedback_survey', id))[0]).toMatchObject({
      action: 'publish',
      actor: { id: hod.userId },
      changes: { changes_text: [null, 'More time\nat the bedside'] },
    })
  }
})

test.each([
  ['draft', { status: 'draft' }],
  ['open', { status: 'active' }],
  ['planned', { status: 'active', start_date: tomorrow }],
] as const)('not of one that is %s', async (standing, fields) => {
  const id = await ended(fields)
  const { status, body } = await publish(id, { changes_text: 'Soon' })
  expect([status, body.message]).toEqual([409, takesChanges[standing]])
  expect((await at.stored('feedback_surveys', id))?.changes_text).toBeNull()
})

test('another text has a new day, the same one keeps its own, and an empty one takes it back', async () => {
  const id = await ended()
  const first = (await publish(id, { changes_text: 'One' })).body.data
  expect((await publish(id, { changes_text: 'One' })).body.data).toEqual(first)
  expect((await publish(id, {})).body.data).toEqual(first)
  const second = (await publish(id, { changes_text: 'Two', updated_at: first.updated_at })).body.data
  expect(second.changes_at > first.changes_at).toBe(true)
  const stale = await publish(id, { changes_text: 'Three', updated_at: first.updated_at })
  expect([stale.status, stale.body.message]).toEqual([409, CHANGED_MEANWHILE])
  const none = (await publish(id, { changes_text: ' ' })).body.data
  expect(none).toMatchObject({ changes_text: null, changes_at: null })
  expect(await listed(inWards.caller, path)).not.toContain(id)
  const trail = await at.trailOf('feedback_survey', id)
  expect(trail.map(({ action }) => action)).toEqual(['withdraw', 'publish', 'publish'])
})

test('a text that is none is told on its field', async () => {
  const id = await ended()
  for (const changes_text of [7, 'x'.repeat(5001), 'a\u0000b']) {
    const { status, body } = await publish(id, { changes_text })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['changes_text']])
  }
})

test('a student is told of surveys that ask the student, newest first, and of nothing else', async () => {
  const other = await student(clinic)
  const days = ['2026-01-03', '2026-01-01', '2026-01-02']
  const told = (fields: object, at_ = '2026-01-01') => ended({ changes_text: 'Done', changes_at: at_, ...fields })
  const own: number[] = []
  for (const day of days) own.push(await told({ title: `Of ${day}` }, day))
  const ofBatch = await told({ group_id: null, department_id: null, is_anonymous: true }, '2025-12-31')
  const hidden = [
    await told({ group_id: clinic }),
    await told({ status: 'draft' }),
    await told({ status: 'active', start_date: tomorrow }),
    await told({ status: 'active' }),
    await ended(),
  ]
  const { status, body } = await inWards.caller.get(path)
  expect(status).toBe(200)
  const ids = body.data.map(({ id }: { id: number }) => id)
  expect(ids.slice(-4)).toEqual([own[0], own[2], own[1], ofBatch])
  expect(ids.filter((id: number) => hidden.includes(id))).toEqual([])
  expect(body.data.at(-4)).toEqual({
    id: own[0],
    title: 'Of 2026-01-03',
    changes_text: 'Done',
    changes_at: expect.stringMatching(/^2026-01-0/),
  })
  const second = await inWards.caller.get(`${path}?page=2&per_page=1`)
  expect(second.body.meta).toEqual({ page: 2, per_page: 1, total: body.meta.total })
  expect(second.body.data[0].id).toBe(ids[1])

  // Told is whom a survey has asked: also who has left the group, and nobody who came later.
  await at.make.leave({ student_id: other.id })
  expect(await listed(other.caller, path)).toEqual([hidden[0], ofBatch])
  expect(await listed((await student(clinic)).caller, path)).toEqual([])
})

test('staff are told of the surveys that they see, and write of no others', async () => {
  const id = await ended({ changes_text: 'Done', changes_at: '2025-06-01' })
  const draft = await ended({ changes_text: 'Done', changes_at: '2025-06-01', status: 'draft' })
  expect(await listed(hod, path)).toEqual(expect.arrayContaining([id, draft]))
  expect(await listed(admin, path)).toEqual(expect.arrayContaining([id, draft]))
  expect(await listed(surgeon, path)).toEqual([])
  expect((await publish(id, { changes_text: 'Mine' }, surgeon)).status).toBe(404)
  expect((await publish(id, { changes_text: 'Mine' }, inWards.caller)).status).toBe(403)
  expect((await at.stored('feedback_surveys', id))?.changes_text).toBe('Done')
})

test('a copy of a survey tells nothing', async () => {
  const id = await ended({ changes_text: 'Done', changes_at: '2025-06-01', reminded_at: '2025-06-01' })
  const { body } = await hod.post(`/feedback-surveys/${id}/duplicate`)
  expect(body.data).toMatchObject({ changes_text: null, changes_at: null, reminded_at: null })
})
