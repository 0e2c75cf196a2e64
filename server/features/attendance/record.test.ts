import { describe, expect, test } from 'vitest'
import { dayIn } from '../../core/clock.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'

/** A zone in which it is noon, or two hours later where that is Greenwich: no day ends while these tests run. */
const hour = new Date().getUTCHours()
const offset = hour === 12 ? 2 : 12 - hour
const ZONE = `Etc/GMT${offset < 0 ? '+' : '-'}${Math.abs(offset)}`

const { at, admin, hod, principal, medicine, surgery, batch } = await furnished({
  environment: { COLLEGE_TIMEZONE: ZONE, ATTENDANCE_MINIMUM: '80' },
})

const MINUTE = 60_000
const clock = (ms: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' }).format(Date.now() + ms)
const today = { activity_date: dayIn(ZONE), start_time: '00:30' }
const justOver = () => ({ ...today, end_time: clock(-MINUTE) })
const notOver = () => ({ ...today, end_time: clock(30 * MINUTE) })
const dayAfter = (days: number) => ({ activity_date: dayIn(ZONE, new Date(Date.now() + days * 1440 * MINUTE)) })

test('the clock of these tests is not Greenwich’s', () => {
  expect(clock(0)).not.toBe(new Date().toISOString().slice(11, 16))
})

describe('a student’s record', () => {
  test('counts the completed sessions of each department, and what may be missed of those planned', async () => {
    const [wards, theatre] = [await at.make.group(batch, medicine), await at.make.group(batch, surgery)]
    const { id, userId } = await at.make.student(batch, wards)
    await at.make.join(id, theatre)
    const { id: other } = await at.make.student(batch, wards)
    const marked = async (status: 'present' | 'absent' | 'leave', times: number) => {
      for (let count = 0; count < times; count += 1) {
        const session = await at.make.session(wards, { status: 'completed', ...dayAfter(-count - 1) })
        await at.make.entry(session, id, { status })
        await at.make.entry(session, other, { status: 'present' })
      }
    }
    await marked('present', 6)
    await marked('absent', 2)
    await marked('leave', 1)
    for (const when of [notOver(), dayAfter(1), dayAfter(30)]) await at.make.session(wards, when)
    // Neither planned nor counted: over and not taken, cancelled, another group's.
    await at.make.session(wards, justOver())
    await at.make.session(wards, { ...dayAfter(1), status: 'cancelled' })
    await at.make.session(await at.make.group(batch, medicine), dayAfter(1))

    const path = `/attendance-submissions/student/${id}/record`
    const own = {
      department: { id: medicine, name: 'Medicine' },
      present: 6,
      absent: 2,
      leave: 1,
      total: 9,
      rate: 67,
      precise_rate: 66.7,
      planned: 3,
      minimum: 80,
      // 9 of 12 is the most that can be reached; 9.6 would be needed.
      may_miss: -1,
    }
    const none = {
      present: 0,
      absent: 0,
      leave: 0,
      total: 0,
      rate: null,
      precise_rate: null,
      planned: 0,
      minimum: 80,
      may_miss: 0,
    }
    const both = [own, { department: { id: surgery, name: 'Surgery' }, ...none }]
    expect((await admin.get(path)).body.data).toEqual(both)
    expect((await (await at.of(userId)).get(path)).body.data).toEqual(both)
    expect((await hod.get(path)).body.data).toEqual([own])
  })

  test('keeps the department of a group that was left, without what it plans', async () => {
    const group = await at.make.group(batch, medicine)
    const { id } = await at.make.student(batch, group)
    await at.make.entry(await at.make.session(group, { status: 'completed' }), id)
    await at.make.session(group, dayAfter(1))
    await at.db
      .updateTable('student_groups')
      .set({ status: 'inactive', ended_at: new Date() })
      .where('student_id', '=', id)
      .execute()
    expect((await admin.get(`/attendance-submissions/student/${id}/record`)).body.data).toMatchObject([
      { present: 1, total: 1, rate: 100, planned: 0, may_miss: 0 },
    ])
  })

  test('brings the entries of the first department along where they are asked for', async () => {
    const [wards, theatre] = [await at.make.group(batch, medicine), await at.make.group(batch, surgery)]
    const { id, userId } = await at.make.student(batch, wards)
    await at.make.join(id, theatre)
    for (const [group, days] of [
      [wards, 1],
      [wards, 2],
      [theatre, 3],
    ] as const)
      await at.make.entry(await at.make.session(group, { status: 'completed', ...dayAfter(-days) }), id)
    const own = await at.of(userId)
    const [path, listed] = [`/attendance-submissions/student/${id}/record`, `/attendance-submissions/student/${id}`]
    for (const caller of [admin, own, hod]) {
      const { data, entries } = (await caller.get(`${path}?entries=1`)).body
      expect(data).toEqual((await caller.get(path)).body.data)
      expect(entries).toEqual((await caller.get(`${listed}?department_id=${data[0].department.id}&per_page=1`)).body)
      expect(entries).toMatchObject({ data: [{ student_id: id }], meta: { page: 1, per_page: 1, total: 2 } })
    }
    expect((await admin.get(path)).body).not.toHaveProperty('entries')
    expect((await admin.get(`${path}?entries=0`)).status).toBe(422)
  })

  test('is empty for who is in no group, and not found for who is not there', async () => {
    const { id } = await at.make.student(batch)
    expect((await admin.get(`/attendance-submissions/student/${id}/record`)).body.data).toEqual([])
    expect((await admin.get('/attendance-submissions/student/99999/record')).status).toBe(404)
    expect((await at.nobody.get(`/attendance-submissions/student/${id}/record`)).status).toBe(401)
  })
})

describe('the registers not taken', () => {
  const path = '/attendance-sessions/register-not-taken'
  const idsOf = async (caller: Client, query = '') =>
    (await caller.get(`${path}?per_page=500${query}`)).body.data.map((one: { id: number }) => one.id)

  test('are those pending whose time has passed by the college’s clock, the oldest first, in the own department', async () => {
    const department = await at.make.department()
    const group = await at.make.group(batch, department)
    const over = await at.make.session(group, justOver())
    const old = await at.make.session(group, dayAfter(-30))
    await at.make.session(group, notOver())
    await at.make.session(group, dayAfter(1))
    await at.make.session(group, { ...dayAfter(-2), status: 'cancelled' })
    await at.make.session(group, { ...dayAfter(-2), status: 'completed' })
    expect(await idsOf(await at.as('hod', department))).toEqual([old, over])
    expect(await idsOf(principal, `&department_id=${department}`)).toEqual([old, over])
    expect(await idsOf(hod, `&department_id=${department}`)).toEqual([])
    expect((await principal.get(`${path}?department_id=${department}&per_page=1&page=2`)).body).toMatchObject({
      data: [{ id: over }],
      meta: { total: 2 },
    })
  })

  test('are shown to who oversees attendance alone', async () => {
    for (const role of ['faculty', 'clerk', 'student-affair', 'student'] as const)
      expect((await (await at.as(role)).get(path)).status, role).toBe(403)
    expect((await at.nobody.get(path)).status).toBe(401)
  })
})
