import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { entriesOf, filed, staffIdOf } from '../../testing/reportings.ts'
import { sweepReportings } from './sweeping.ts'

const { at, admin, principal, faculty, medicine, student } = await furnished()
const teacher = await staffIdOf(at, faculty)
const sweep = () => sweepReportings({ db: at.plainDb, mail: undefined, jobs: at.jobs })

/** A case that waits for a reply. */
async function awaited(fields: { is_confidential?: boolean; batch?: number } = {}) {
  const concerned = fields.batch === undefined ? await student() : await at.make.student(fields.batch)
  const userId = await at.make.person('faculty', medicine)
  const { batch: _, ...more } = fields
  const { id } = await filed(await at.of(userId), { student_id: concerned.id, assigned_to: teacher, ...more })
  await faculty.put(`/reportings/${id}`, { status: 'under_review', initial_response: 'I ask.' })
  expect((await faculty.put(`/reportings/${id}`, { status: 'pending_response' })).status).toBe(200)
  return { id, concerned, reporter: await staffIdOf(at, { userId }) }
}
const statusOf = async (id: number) => (await principal.get(`/reportings/${id}`)).body.data.status
const lastOf = async (id: number) => (await entriesOf(principal, id)).at(-1)

test.each([
  'inactive',
  'transferred',
  'graduated',
  'dropped',
  'suspended',
  'expelled',
])('nobody waits for the reply of a student who is %s: the case goes on with who has it, and stays about the student', async (status) => {
  const { id, concerned } = await awaited()
  await at.db
    .updateTable('reportings')
    .set({ turn_since: new Date(0) })
    .where('id', '=', id)
    .execute()
  expect((await admin.put(`/students/${concerned.id}`, { status })).status).toBe(200)
  const { data } = (await faculty.get(`/reportings/${id}`)).body
  expect(data).toMatchObject({ status: 'under_review', is_waiting: true, student: { id: concerned.id, status } })
  expect(new Date((await at.stored('reportings', id))?.turn_since ?? 0).getFullYear()).toBeGreaterThan(2000)
  expect(await lastOf(id)).toMatchObject({
    kind: 'no_reply',
    author: null,
    text: 'The student can no longer sign in.',
  })
  expect((await at.trailOf('reporting', id))[0]).toMatchObject({
    action: 'no-reply',
    actor: { name: 'Admin' },
    changes: { status: ['pending_response', 'under_review'] },
  })
  const removal = await admin.delete(`/students/${concerned.id}`)
  expect([removal.status, removal.body.message]).toEqual([
    409,
    'Student has a part in reports. Set the status to inactive instead.',
  ])
})

test('a student on leave can still reply, and so can a reporter who was asked alone', async () => {
  const { id, concerned } = await awaited()
  const hidden = await awaited({ is_confidential: true })
  await admin.put(`/students/${concerned.id}`, { status: 'on_leave' })
  await admin.put(`/students/${hidden.concerned.id}`, { status: 'graduated' })
  await sweep()
  expect([await statusOf(id), await statusOf(hidden.id)]).toEqual(['pending_response', 'pending_response'])
})

test('nobody waits for a reporter who has left either, unless the student was asked too', async () => {
  const [open, hidden] = [await awaited(), await awaited({ is_confidential: true })]
  for (const { reporter } of [open, hidden])
    expect((await admin.put(`/staff/${reporter}`, { status: 'resigned' })).status).toBe(200)
  expect([await statusOf(open.id), await statusOf(hidden.id)]).toEqual(['pending_response', 'under_review'])
  expect(await lastOf(hidden.id)).toMatchObject({ kind: 'no_reply', text: 'The reporter can no longer sign in.' })
})

test('the turn of the last year ends the waits of its students', async () => {
  const batch = await at.make.batch({ current_year: '5th Year' })
  const { id } = await awaited({ batch })
  const { body } = await admin.get(`/batches/${batch}`)
  const { updated_at } = body.data
  const turned = await admin.post(`/batches/${batch}/promote`, { graduate: true, updated_at })
  expect(turned.status).toBe(200)
  expect(await statusOf(id)).toBe('under_review')
})

test('what was missed is found by the sweep, which the trail tells of as of nobody', async () => {
  const { id, concerned } = await awaited()
  await at.db.updateTable('students').set({ status: 'dropped' }).where('id', '=', concerned.id).execute()
  await sweep()
  expect(await statusOf(id)).toBe('under_review')
  const [told] = await at.trailOf('reporting', id)
  expect([told.action, told.actor]).toEqual(['no-reply', null])
  await sweep()
  expect((await entriesOf(principal, id)).filter(({ kind }: { kind: string }) => kind === 'no_reply')).toHaveLength(1)
})

test('who is gone already is not waited for at all', async () => {
  const { id, concerned } = await awaited()
  await admin.put(`/students/${concerned.id}`, { status: 'dropped' })
  const asked = await faculty.put(`/reportings/${id}`, { status: 'pending_response' })
  expect([asked.status, asked.body.data]).toMatchObject([200, { status: 'under_review', is_waiting: true }])
  expect((await entriesOf(principal, id)).slice(-2)).toMatchObject([{ kind: 'awaited' }, { kind: 'no_reply' }])
})
