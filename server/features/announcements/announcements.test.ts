import { expect, test } from 'vitest'
import { ANNOUNCEMENTS_A_DAY_MAX } from '../../../shared/limits.ts'
import { furnished } from '../../testing/college.ts'
import type { Fields } from '../../testing/make/adding.ts'
import { dayAfter } from '../../testing/today.ts'
import { addAnnouncement } from './announcements.walks.ts'

const { at, admin, hod, surgeon, medicine, surgery, batch, wards } = await furnished()
const { make } = at
const student = await at.of((await make.student(batch, wards)).userId)
const clerk = await at.as('clerk')

const body = { title: 'Ward round at 8', text: 'In ward 3.\nBring your log.' }
const announce = (fields: Fields<'announcements'> = {}) => addAnnouncement(at.db, fields)
const idsOf = async (client: typeof student, query = '') =>
  (await client.get(`/announcements?per_page=100${query}`)).body.data.map(({ id }: { id: number }) => id)

test('a head announces to the own department, and the trail says so', async () => {
  const { status, body: made } = await hod.post('/announcements', {
    ...body,
    department_id: medicine,
    roles: ['student'],
    last_day: dayAfter(3),
  })
  expect(status).toBe(201)
  expect(made.data).toMatchObject({ ...body, roles: ['student'], batch: null, is_read: null })
  expect(await at.trailOf('announcement', made.data.id)).toMatchObject([{ action: 'create' }])
  expect(await idsOf(student)).toContain(made.data.id)

  const changed = await hod.put(`/announcements/${made.data.id}`, { title: 'Ward round at 9' })
  expect([changed.status, changed.body.data.title, changed.body.data.text]).toEqual([200, 'Ward round at 9', body.text])
  expect(
    (await hod.put(`/announcements/${made.data.id}`, { title: 'x', updated_at: '2020-01-01T00:00:00.000Z' })).status,
  ).toBe(409)
  expect((await student.post(`/announcements/${made.data.id}/read`)).status).toBe(200)
  expect((await hod.delete(`/announcements/${made.data.id}`)).status).toBe(200)
  expect(await at.trailOf('announcement', made.data.id)).toHaveLength(3)
  expect((await student.get(`/announcements/${made.data.id}`)).status).toBe(404)
})

test('a head announces to nobody else, and changes nothing of the college', async () => {
  const refused = 'You can only work with announcements of your own department.'
  for (const department_id of [surgery, null]) {
    const { status, body: answer } = await hod.post('/announcements', { ...body, department_id })
    expect([status, answer.message]).toEqual([403, refused])
  }
  const ofAll = await announce()
  expect((await hod.put(`/announcements/${ofAll}`, { title: 'Mine' })).status).toBe(403)
  expect((await hod.delete(`/announcements/${ofAll}`)).status).toBe(403)
  const own = await announce({ department_id: medicine })
  expect((await hod.put(`/announcements/${own}`, { department_id: null })).status).toBe(403)
  expect((await surgeon.delete(`/announcements/${own}`)).status).toBe(404)
})

test('a role that is named twice is one role, and a single text is no list of roles', async () => {
  const twice = await admin.post('/announcements', { ...body, roles: ['student', 'student'] })
  expect([twice.status, twice.body.data?.roles]).toEqual([201, ['student']])
  const { body: refused } = await admin.post('/announcements', { ...body, roles: 'student' })
  expect(refused.errors).toEqual({ roles: ['Roles must be a list'] })
})

test('what is missing or does not exist is a 422 that names the field', async () => {
  const errorsOf = async (sent: object) => Object.keys((await admin.post('/announcements', sent)).body.errors ?? {})
  expect(await errorsOf({})).toEqual(['title', 'text'])
  expect(await errorsOf({ ...body, department_id: 99_999 })).toEqual(['department_id'])
  expect(await errorsOf({ ...body, batch_id: 99_999 })).toEqual(['batch_id'])
  expect(await errorsOf({ ...body, last_day: '2026-02-30' })).toEqual(['last_day'])
})

test('a student is shown what is meant for the own batch, department and role, and a 404 of the rest', async () => {
  const shown = [
    await announce(),
    await announce({ batch_id: batch }),
    await announce({ department_id: medicine, roles: ['student', 'clerk'] }),
    await announce({ last_day: dayAfter(0) }),
  ]
  const hidden = [
    await announce({ batch_id: await make.batch() }),
    await announce({ department_id: surgery }),
    await announce({ roles: ['faculty'] }),
    await announce({ last_day: dayAfter(-1) }),
  ]
  const ids = await idsOf(student)
  expect(ids.filter((id: number) => shown.includes(id))).toEqual(shown.toReversed())
  expect(ids.filter((id: number) => hidden.includes(id))).toEqual([])
  for (const id of hidden) {
    expect((await student.get(`/announcements/${id}`)).status).toBe(404)
    expect((await student.post(`/announcements/${id}/read`)).status).toBe(404)
  }
  // Administrators see them all, others those for their role.
  expect(await idsOf(admin)).toEqual(expect.arrayContaining(hidden))
  expect(await idsOf(clerk)).not.toContain(hidden[2])
})

test('the search folds titles', async () => {
  const id = await announce({ title: 'Über den Küchenplan' })
  expect(await idsOf(student, '&q=KUCHEN')).toEqual([id])
  expect(await idsOf(student, '&q=nothing-like-it')).toEqual([])
})

test('Today tells of an announcement until it is read', async () => {
  const reader = await at.of((await make.student(batch, wards)).userId)
  const id = await announce({ title: 'Vaccination on Monday', department_id: medicine })
  const told = async () =>
    (await reader.get('/today')).body.data.find(({ kind }: { kind: string }) => kind === 'announcements')
  const before = await told()
  expect(before.lines[0]).toMatchObject({ text: 'Vaccination on Monday', to: `/announcements?modal=view&id=${id}` })
  for (const turn of [1, 2]) {
    const { status, body: answer } = await reader.post(`/announcements/${id}/read`)
    expect([turn, status, answer.data.is_read]).toEqual([turn, 200, true])
  }
  expect((await told()).total).toBe(before.total - 1)
  expect((await student.get(`/announcements/${id}`)).body.data.is_read).toBe(false)
})

test('a person makes so many a day and no more', async () => {
  const busy = await at.as('principal')
  const answers = []
  for (let n = 0; n <= ANNOUNCEMENTS_A_DAY_MAX; n += 1) answers.push((await busy.post('/announcements', body)).status)
  expect(answers.slice(-2)).toEqual([201, 429])
})
