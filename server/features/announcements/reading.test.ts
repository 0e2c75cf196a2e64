import { expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import type { Fields } from '../../testing/make/adding.ts'
import { dayAfter, instantAfter, partOf, partsOf, staffIdOf } from '../../testing/today.ts'
import { addAnnouncement } from './announcements.walks.ts'

const { at, admin, principal, hod, faculty, student, medicine, wards } = await furnished()
const { make } = at
const announce = (fields: Fields<'announcements'> = {}) => addAnnouncement(at.db, fields)

const stateOf = async (caller: Client, id: number) => {
  const { body } = await caller.get('/announcements?per_page=100')
  const listed = body.data.find((one: { id: number }) => one.id === id)
  expect((await caller.get(`/announcements/${id}`)).body.data?.is_read).toBe(listed?.is_read)
  return listed?.is_read
}

test('whether it is read is told to those alone who are to read it', async () => {
  const pupil = (await student(wards)).caller
  const own = await announce({ created_by: principal.userId })
  const forStudents = await announce({ roles: ['student'], department_id: medicine })
  const forHeads = await announce({ roles: ['hod'], department_id: medicine })
  const ended = await announce({ last_day: dayAfter(-1) })
  const expected: [Client, number, boolean | null | undefined][] = [
    [principal, own, null],
    [hod, own, false],
    [pupil, own, false],
    [hod, forStudents, undefined],
    [admin, forStudents, null],
    [pupil, forStudents, false],
    [hod, forHeads, false],
    [admin, forHeads, null],
    [pupil, forHeads, undefined],
    [hod, ended, undefined],
    [admin, ended, null],
  ]
  for (const [index, [caller, id, state]] of expected.entries())
    expect([index, await stateOf(caller, id)]).toEqual([index, state])
  await hod.post(`/announcements/${forHeads}/read`)
  expect([await stateOf(hod, forHeads), await stateOf(pupil, forStudents)]).toEqual([true, false])
})

test('people who see the whole college are shown what is for every department or their own', async () => {
  const office = await make.department({ name: 'Examination office', type: 'non-academic' })
  const clerk = await at.as('clerk', office)
  const [ofAll, ofOffice, ofMedicine] = [
    await announce(),
    await announce({ department_id: office }),
    await announce({ department_id: medicine }),
  ]
  const states = [ofAll, ofOffice, ofMedicine].map((id) => stateOf(clerk, id))
  expect(await Promise.all(states)).toEqual([false, false, undefined])
  expect((await clerk.post(`/announcements/${ofMedicine}/read`)).status).toBe(404)
  expect(await stateOf(principal, ofOffice)).toBe(undefined)
  const told = (await partOf(clerk, 'announcements'))?.lines?.map(({ to }) => to) ?? []
  expect(told).toContain(`/announcements?modal=view&id=${ofOffice}`)
  expect(told).not.toContain(`/announcements?modal=view&id=${ofMedicine}`)
})

test('on Today they stand behind what has a day or somebody who waits, before news and what has no day', async () => {
  const pupil = await student(wards)
  const task = await make.task(medicine, [wards], { end_date: dayAfter(-1) })
  const done = await make.task(medicine, [wards], { name: 'Done' })
  await make.submission(done, pupil.id, { marks: 14, graded_at: instantAfter(-1) })
  await make.submission(task, (await student(wards)).id, { date_time: instantAfter(-20) })
  const teacher = await staffIdOf(at, faculty)
  await make.reporting(pupil.id, teacher, { status: 'pending_response', is_confidential: false })
  await make.reporting(pupil.id, teacher, { turn_since: instantAfter(-10) })
  await make.session(wards, { staff_id: teacher, activity_date: dayAfter(-2) })
  await make.session(wards, { activity_date: dayAfter(0), start_time: '00:00', end_time: '00:01' })
  await make.leaveRequest(pupil.id, [medicine])
  await announce()
  const kinds = async (caller: Client) => (await partsOf(caller)).map(({ kind }) => kind)
  expect(await kinds(pupil.caller)).toEqual(['tasks-due', 'sessions-soon', 'cases', 'announcements', 'new-marks'])
  expect(await kinds(faculty)).toEqual(['own-registers', 'cases', 'announcements', 'grading'])
  expect(await kinds(hod)).toEqual(['leaves', 'announcements', 'grading', 'registers-not-taken'])
})
