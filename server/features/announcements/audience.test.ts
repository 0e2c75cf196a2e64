import { expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import type { Fields } from '../../testing/make/adding.ts'
import { dayAfter } from '../../testing/today.ts'
import { addAnnouncement } from './announcements.walks.ts'

const college = await furnished()
const { at, admin, principal, affairs, hod, faculty, surgeon, student } = college
const { medicine, surgery, batch, wards, clinic, theatre } = college
const { make } = at
const [ofWards, ofClinic] = [await student(wards), await student(clinic)]

const texts = { title: 'Round at 8', text: 'In ward 3.' }
const announce = async (caller: Client, fields: object) => {
  const { status, body } = await caller.post('/announcements', { ...texts, ...fields })
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data
}
const toWards = { group_id: wards, department_id: medicine, batch_id: batch }
const stored = (fields: Fields<'announcements'>) => addAnnouncement(at.db, fields)
const answerTo = async (call: ReturnType<Client['get']>) => {
  const { status, body } = await call
  return [status, body.errors ?? body.message]
}
const isShown = async (caller: Client, id: number) => {
  const listed = (await caller.get('/announcements?per_page=100')).body.data.map((one: { id: number }) => one.id)
  const { status } = await caller.get(`/announcements/${id}`)
  expect(status).toBe(listed.includes(id) ? 200 : 404)
  return status === 200
}

test('faculty announces to a group, which brings its department and batch: to its students and the staff', async () => {
  const { id, ...made } = await announce(faculty, { group_id: wards })
  expect(made).toMatchObject({ ...toWards, group: { id: wards, name: 'Wards' }, batch: { name: 'Batch 2023' } })
  for (const caller of [faculty, hod, admin, ofWards.caller]) expect(await isShown(caller, id)).toBe(true)
  for (const caller of [ofClinic.caller, surgeon]) expect(await isShown(caller, id)).toBe(false)
  const [line] = await at.trailOf('announcement', id)
  expect(line.changes.group).toEqual([null, 'Wards'])
  expect((await ofWards.caller.get('/search?q=Round at 8')).body.data).toEqual(
    expect.arrayContaining([expect.objectContaining({ id, detail: 'Medicine · Batch 2023 · Wards' })]),
  )
  await make.leave({ student_id: ofWards.id })
  expect(await isShown(ofWards.caller, id)).toBe(false)
})

test('faculty announces to groups alone, of the own department', async () => {
  const own = 'You can only work with announcements to your own groups.'
  for (const place of [{}, { department_id: medicine }, { department_id: medicine, batch_id: batch }])
    expect(await answerTo(faculty.post('/announcements', { ...texts, ...place }))).toEqual([403, own])
  expect(await answerTo(faculty.post('/announcements', { ...texts, group_id: theatre }))).toEqual([
    422,
    { group_id: ['Group does not exist'] },
  ])
  expect((await faculty.post('/announcements', { ...texts, department_id: surgery, group_id: wards })).status).toBe(403)

  const ofHead = (await announce(hod, { department_id: medicine })).id
  expect(await answerTo(faculty.put(`/announcements/${ofHead}`, { title: 'Mine' }))).toEqual([403, own])
  expect(await answerTo(faculty.put(`/announcements/${ofHead}`, { group_id: wards }))).toEqual([403, own])
  const { id } = await announce(faculty, { group_id: wards })
  expect(await answerTo(faculty.put(`/announcements/${id}`, { group_id: null }))).toEqual([403, own])
  expect((await faculty.put(`/announcements/${id}`, { group_id: clinic })).body.data.group.name).toBe('Clinic')
})

test('student affairs announces to everybody, and changes what it is shown', async () => {
  const { id } = await announce(affairs, {})
  expect((await principal.put(`/announcements/${id}`, { title: 'Round at 9' })).status).toBe(200)
  expect((await affairs.put(`/announcements/${id}`, { batch_id: batch })).body.data.batch.name).toBe('Batch 2023')
})

test('a change by which it is for others is made, and answered', async () => {
  const { id } = await announce(affairs, {})
  const { status, body } = await principal.put(`/announcements/${id}`, { roles: ['clerk'] })
  expect([status, body.data?.roles]).toEqual([200, ['clerk']])
  expect(await isShown(principal, id)).toBe(false)
  expect(await isShown(affairs, id)).toBe(true)
})

test('only the author and an administrator delete one', async () => {
  const { id } = await announce(faculty, { group_id: wards })
  const refusal = (author: string) => [403, `Only ${author} or an administrator can delete this announcement.`]
  expect(await answerTo(hod.delete(`/announcements/${id}`))).toEqual(refusal('Teacher'))
  for (const caller of [principal, affairs])
    expect(await answerTo(caller.delete(`/announcements/${id}`))).toEqual([404, 'Announcement not found.'])
  const toAll = (await announce(affairs, {})).id
  expect(await answerTo(principal.delete(`/announcements/${toAll}`))).toEqual(refusal('Affairs'))
  expect((await faculty.delete(`/announcements/${id}`)).status).toBe(200)
  const ofHead = (await announce(hod, { department_id: medicine })).id
  expect((await admin.delete(`/announcements/${ofHead}`)).status).toBe(200)
})

test('the author is shown the own one whomever it is for, and others are not', async () => {
  const { id } = await announce(principal, { roles: ['clerk'], last_day: dayAfter(-1) })
  for (const [caller, shown] of [
    [principal, true],
    [admin, true],
    [affairs, false],
    [await at.as('clerk'), false],
  ] as const)
    expect(await isShown(caller, id)).toBe(shown)
})

test('a group of another department or batch, or one that is not active, is refused by its field', async () => {
  const refused = async (place: object) => (await admin.post('/announcements', { ...texts, ...place })).body.errors
  const wrong = { group_id: ['The group is not of this batch and department'] }
  expect(await refused({ group_id: wards, department_id: surgery })).toEqual(wrong)
  expect(await refused({ group_id: wards, batch_id: await make.batch() })).toEqual(wrong)
  expect(await refused({ group_id: 99_999 })).toEqual({ group_id: ['Group does not exist'] })
  const closed = await make.group(batch, medicine, { name: 'Evening', status: 'inactive' })
  expect(await refused({ group_id: closed })).toEqual({ group_id: ['Group Evening is not active'] })
  const kept = await stored({ ...toWards, group_id: closed })
  expect((await admin.put(`/announcements/${kept}`, { title: 'Again' })).status).toBe(200)
})

test('a group with an announcement is not deleted', async () => {
  const group = await make.group(batch, medicine, { name: 'Night' })
  await stored({ ...toWards, group_id: group })
  expect(await answerTo(admin.delete(`/groups/${group}`))).toEqual([
    409,
    'Group has 1 announcement. Set it inactive instead.',
  ])
})
