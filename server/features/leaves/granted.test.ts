import { expect, test } from 'vitest'
import type { RosterStudent } from '../../../shared/contract/attendance.ts'
import { furnished } from '../../testing/college.ts'
import { dayFromNow } from '../../testing/leaves.ts'
import { take, update } from '../../testing/registers.ts'
import { partOf, staffIdOf } from '../../testing/today.ts'

const { at, hod, faculty, admin, medicine, surgery, wards, theatre, student } = await furnished()

const onLeave = async (session: number) => {
  const { body } = await faculty.get(`/attendance-sessions/${session}/roster`)
  return body.data.flatMap((one: RosterStudent) => (one.has_leave ? [one.student_id] : []))
}
const granted = { status: 'granted', answered_by: hod.userId, answered_at: new Date() } as const

test('a register suggests the leave that was granted for its day by its department', async () => {
  const [day, edge, pending, refused, foreign, later] = [
    await student(wards),
    await student(wards),
    await student(wards),
    await student(wards),
    await student(wards, theatre),
    await student(wards),
  ]
  const session = await at.make.session(wards, { activity_date: '2026-03-10' })
  const days = (first_day: string, last_day: string) => ({ first_day, last_day })
  await at.make.leaveRequest(day.id, [medicine], days('2026-03-09', '2026-03-11'), granted)
  await at.make.leaveRequest(edge.id, [medicine, surgery], days('2026-03-10', '2026-03-10'), granted)
  await at.make.leaveRequest(pending.id, [medicine], days('2026-03-10', '2026-03-10'))
  await at.make.leaveRequest(refused.id, [medicine], days('2026-03-10', '2026-03-10'), {
    ...granted,
    status: 'refused',
  })
  await at.make.leaveRequest(foreign.id, [surgery], days('2026-03-10', '2026-03-10'), granted)
  await at.make.leaveRequest(later.id, [medicine], days('2026-03-11', '2026-03-11'), granted)
  expect((await onLeave(session)).sort()).toEqual([day.id, edge.id].sort())
})

test('and for the session itself, also when it is moved, until it is deleted', async () => {
  const pupil = await student(wards)
  const session = await at.make.session(wards, { activity_date: '2026-04-10' })
  const same = await at.make.session(wards, { activity_date: '2026-04-10', start_time: '13:00', end_time: '14:00' })
  const leave = await at.make.leaveRequest(pupil.id, [medicine], { session_ids: [session] }, granted)
  expect([await onLeave(session), await onLeave(same)]).toEqual([[pupil.id], []])
  await admin.put(`/attendance-sessions/${session}`, { activity_date: '2026-04-17' })
  expect(await onLeave(session)).toEqual([pupil.id])
  expect((await admin.delete(`/attendance-sessions/${session}`)).status).toBe(200)
  expect((await pupil.caller.get(`/leaves/${leave}`)).body.data).toMatchObject({ sessions: [], first_day: null })
})

test('it is a suggestion: nothing is marked by it, and who takes the register decides', async () => {
  const pupil = await student(theatre)
  const session = await at.make.session(theatre, { activity_date: '2026-05-10' })
  await at.make.leaveRequest(pupil.id, [surgery], { first_day: '2026-05-10', last_day: '2026-05-10' }, granted)
  expect((await take(admin, session, [{ student_id: pupil.id, status: 'present' }])).status).toBe(201)
  const { body } = await admin.get(`/attendance-sessions/${session}/roster`)
  expect(body.data.find((one: RosterStudent) => one.student_id === pupil.id)).toMatchObject({
    status: 'present',
    has_leave: true,
  })
  const held = await admin.get(`/attendance-submissions/attendance-session/${session}`)
  expect(held.body.data[0]).not.toHaveProperty('has_leave')
})

test('whoever holds a session is told of students who are absent in its register, and have leave', async () => {
  const [away, came, wrong] = [await student(wards), await student(wards), await student(wards)]
  const held = await at.make.session(wards, {
    status: 'completed',
    activity_date: dayFromNow(-4),
    staff_id: await staffIdOf(at, faculty),
  })
  for (const one of [away, came, wrong])
    await at.make.entry(held, one.id, { status: one === came ? 'present' : 'absent' })
  expect(await partOf(faculty, 'registers-leave')).toBeUndefined()
  const days = { first_day: dayFromNow(-5), last_day: dayFromNow(-4) }
  for (const one of [away, came]) await at.make.leaveRequest(one.id, [medicine], days, granted)
  const part = await partOf(faculty, 'registers-leave')
  expect(part).toMatchObject({ total: 1, more: 0, lines: [{ text: 'Wards', count: 1 }] })
  const address = new URLSearchParams(part?.lines?.[0]?.to?.split('?')[1])
  expect([address.get('modal'), address.get('id')]).toEqual(['take', `${held}`])
  for (const other of [hod, admin]) expect(await partOf(other, 'registers-leave')).toBeUndefined()
  // The same student in a second register is still one.
  const again = await at.make.session(wards, {
    status: 'completed',
    activity_date: dayFromNow(-5),
    staff_id: await staffIdOf(at, faculty),
  })
  await at.make.entry(again, away.id, { status: 'absent' })
  expect(await partOf(faculty, 'registers-leave')).toMatchObject({ total: 1, lines: [{ count: 1 }, { count: 1 }] })
  await update(faculty, again, [{ student_id: away.id, status: 'leave' }])
  await update(faculty, held, [{ student_id: away.id, status: 'leave' }])
  expect(await partOf(faculty, 'registers-leave')).toBeUndefined()
})
