import { describe, expect, test } from 'vitest'
import type { RosterStudent } from '../../../shared/contract/attendance.ts'
import { dayIn } from '../../core/clock.ts'
import { eventsIn } from '../../testing/calendar.ts'
import { furnished } from '../../testing/college.ts'
import { partOf } from '../../testing/today.ts'

/** A zone in which it is about two in the morning: a night duty of yesterday is under way. */
const offset = ((2 - new Date().getUTCHours() + 36) % 24) - 12
const ZONE = `Etc/GMT${offset < 0 ? '+' : '-'}${Math.abs(offset)}`
const { at, hod, principal, student, medicine, batch, wards } = await furnished({
  environment: { COLLEGE_TIMEZONE: ZONE, PUBLIC_URL: 'https://elog.college.example' },
})
const { data: teacher } = (await hod.get('/staff/current-user')).body
const other = await at.make.staff(await at.make.user(), medicine)
const dayBefore = (days: number) => dayIn(ZONE, new Date(Date.now() - days * 86_400_000))

const input = (more: object) => ({
  department_id: medicine,
  batch_id: batch,
  group_id: wards,
  staff_id: other,
  activity_date: '2026-11-27',
  start_time: '20:00',
  ...more,
})
const post = (more: object) => hod.post('/attendance-sessions', input(more))

describe('a session that ends the next day', () => {
  test.each([
    ['20:00', '08:00'],
    ['20:00', '00:00'],
    ['20:00', '24:00'],
    ['20:00', '23:59'],
    ['16:00', '08:00'],
    ['08:00', '24:00'],
  ])('from %s to %s is taken, and told as it was sent', async (start_time, end_time) => {
    const { status, body } = await post({ start_time, end_time })
    expect(status).toBe(201)
    const shown = { activity_date: '2026-11-27', start_time, end_time }
    expect(body.data).toMatchObject(shown)
    const path = `/attendance-sessions/${body.data.id}`
    expect((await hod.get(path)).body.data).toMatchObject(shown)
    expect((await hod.put(path, { remarks: 'Ward 5' })).body.data).toMatchObject({ ...shown, remarks: 'Ward 5' })
  })

  test.each([
    ['10:00', '09:00', 'End time must be after the start time'],
    ['10:00', '10:00', 'End time must be after the start time'],
    ['16:00', '08:01', 'End time must be after the start time'],
    ['00:00', '16:01', 'A session lasts at most 16 hours'],
    ['00:00', '24:00', 'A session lasts at most 16 hours'],
    ['24:00', '08:00', undefined],
    ['20:00', '24:01', 'End time must be a time (HH:MM)'],
  ])('from %s to %s is refused', async (start_time, end_time, text) => {
    const { status, body } = await post({ start_time, end_time })
    expect(status).toBe(422)
    expect(body.errors).toEqual(
      text === undefined ? { start_time: ['Start time must be a time (HH:MM)'] } : { end_time: [text] },
    )
    const held = await at.make.session(wards, { start_time: '12:00', end_time: '13:00' })
    expect((await hod.put(`/attendance-sessions/${held}`, { start_time, end_time })).status).toBe(422)
  })

  test('that is longer, and from a former version, can be changed otherwise, and its register taken', async () => {
    const held = await at.make.session(wards, { start_time: '00:00', end_time: '23:00' })
    expect((await hod.put(`/attendance-sessions/${held}`, { remarks: 'Camp' })).status).toBe(200)
    expect((await hod.put(`/attendance-sessions/${held}`, { end_time: '22:00' })).status).toBe(422)
    const taking = { attendance_session_id: held, submissions: [] }
    expect((await hod.post('/attendance-submissions', taking)).status).toBe(201)
  })
})

describe('a night duty of yesterday that is under way', async () => {
  const group = await at.make.group(batch, medicine)
  const one = await student(group)
  const running = { staff_id: teacher.id, activity_date: dayBefore(1), start_time: '20:00', end_time: '08:00' }
  const night = await at.make.session(group, running)
  const over = await at.make.session(group, { ...running, end_time: '00:30' })

  test('is planned still, and its register is not overdue', async () => {
    const { body } = await principal.get('/attendance-sessions/register-not-taken?per_page=500')
    const ids = body.data.map(({ id }: { id: number }) => id)
    expect([ids.includes(night), ids.includes(over)]).toEqual([false, true])
    const record = (await hod.get(`/attendance-submissions/student/${one.id}/record`)).body.data
    expect(record).toMatchObject([{ planned: 1 }])
  })

  test('is told by the day of its teacher, and by that of its students', async () => {
    const lines = (await partOf(hod, 'own-registers'))?.lines ?? []
    const own = lines.find(({ to }) => to?.endsWith(`id=${night}`))
    expect(own).toMatchObject({ detail: expect.stringContaining('20:00 to 08:00 (next day)'), since: null })
    const soon = await partOf(one.caller, 'sessions-soon')
    expect(soon?.lines?.map(({ detail }) => detail)).toContain('Since yesterday, 20:00 to 08:00 (next day), Head')
  })

  test('ends on the next day in a calendar, and at midnight on no day twice', async () => {
    await at.make.session(group, { ...running, activity_date: dayBefore(3), end_time: '24:00' })
    const { body } = await one.caller.post('/calendar')
    const { body: text } = await at.app.inject({ url: new URL(body.data.address).pathname })
    const written = (day: string, time: string) => `${day.replaceAll('-', '')}T${time}`
    const ends = Object.fromEntries(
      eventsIn(text).map((event) => [event[`DTSTART;TZID=${ZONE}`], event[`DTEND;TZID=${ZONE}`]]),
    )
    expect(ends[written(dayBefore(3), '200000')]).toBe(written(dayBefore(2), '000000'))
    const last = eventsIn(text).find(({ UID }) => UID?.startsWith(`session-${night}@`))
    expect(last?.[`DTEND;TZID=${ZONE}`]).toBe(written(dayBefore(0), '080000'))
  })

  test('is covered by leave of the day on which it begins, and told with its hours in a request for it', async () => {
    const granted = { status: 'granted', answered_by: hod.userId, answered_at: new Date() } as const
    const covered = async (day: string) => {
      const { id } = await student(group)
      await at.make.leaveRequest(id, [medicine], { first_day: day, last_day: day }, granted)
      const { body } = await hod.get(`/attendance-sessions/${night}/roster`)
      return body.data.find((of: RosterStudent) => of.student_id === id)?.has_leave
    }
    expect([await covered(dayBefore(1)), await covered(dayBefore(0))]).toEqual([true, false])
    const midnight = await at.make.session(group, { ...running, end_time: '24:00' })
    const leave = await at.make.leaveRequest(one.id, [medicine], { session_ids: [night, midnight] })
    const { sessions } = (await one.caller.get(`/leaves/${leave}`)).body.data
    expect(sessions.map(({ end_time }: { end_time: string }) => end_time)).toEqual(['08:00', '24:00'])
  })
})
