import { describe, expect, test } from 'vitest'
import type { DepartmentRecord } from '../../../shared/contract/attendance.ts'
import type { ReportRow, StudentReport } from '../../../shared/contract/student-reports.ts'
import type { Client } from '../../testing/app.ts'
import { figures, recount, reported } from '../../testing/reports.ts'

const { at, admin, hod, medicine, batch, people, expected } = await reported()

describe('one student’s report', () => {
  const one = () => people[1]?.id ?? 0
  const read = async (caller: Client, more = ''): Promise<StudentReport> =>
    (await caller.get(`/student-reports/student/${one()}${more}`)).body.data

  test('counts all departments, or the one chosen, or for a head the own one', async () => {
    const [every] = await expected([one()], {})
    const [own] = await expected([one()], { departments: [medicine] })
    const whole = await read(admin)
    expect(figures([whole])).toEqual([every])
    expect(whole.batch).toEqual({ id: batch, name: 'Batch 2023' })
    expect(figures([await read(admin, `?department_id=${medicine}`)])).toEqual([own])
    expect(figures([await read(hod)])).toEqual([own])
    expect(every).not.toEqual(own)
    const [cancelled] = await expected([one()], { status: 'cancelled' })
    expect(figures([await read(admin, '?status=cancelled')])).toEqual([cancelled])
  })

  test('shows the ten latest sessions, with the instant by the college’s clock and the session’s remarks', async () => {
    const { recent_attendance } = await read(admin)
    const all = await admin.get(`/student-reports/attendance-history/${one()}`)
    expect(all.body.meta.total).toBeGreaterThan(10)
    expect(recent_attendance.map(({ date_time }) => date_time)).toEqual(
      all.body.data
        .slice(0, 10)
        .map((entry: { attendance_session: { date_time: string } }) => entry.attendance_session.date_time),
    )
    expect(recent_attendance[0]?.date_time).toMatch(/^2026-02-\d\dT04:00:00\.000Z$/)
    expect(recent_attendance[0]?.session_remarks).toMatch(/^Day \d+$/)
    expect(recent_attendance.map(({ date_time }) => date_time)).toEqual(
      recent_attendance
        .map(({ date_time }) => date_time)
        .sort()
        .reverse(),
    )
    const { present, absent, leave } = (await recount(at.db, one(), {})).attendance_summary
    expect(all.body.meta.total).toBe(present + absent + leave)
  })

  test('is the same as the performance', async () => {
    expect((await hod.get(`/student-reports/performance/${one()}`)).body.data).toEqual(await read(hod))
  })

  test('of somebody without a mark, a task or a batch is empty', async () => {
    const loner = await at.make.student(batch)
    await at.db.deleteFrom('student_batches').where('student_id', '=', loner.id).execute()
    const { body } = await admin.get(`/student-reports/student/${loner.id}`)
    expect(body.data).toMatchObject({
      batch: null,
      tasks_assigned: 0,
      tasks_submitted: 0,
      attendance_summary: { present: 0, absent: 0, leave: 0, percentage: 0 },
      recent_attendance: [],
    })
  })

  test('shows a head the own department’s marks alone', async () => {
    const { body } = await hod.get(`/student-reports/attendance-history/${one()}?per_page=500`)
    const departments = body.data.map(
      (entry: { attendance_session: { department: { id: number } } }) => entry.attendance_session.department.id,
    )
    expect(new Set(departments)).toEqual(new Set([medicine]))
    const pending = await hod.get(`/student-reports/attendance-history/${one()}?status=pending`)
    for (const entry of pending.body.data) expect(entry.attendance_session.status).toBe('pending')
  })

  test('of nobody is a 404', async () => {
    for (const path of ['student', 'performance', 'attendance-history'])
      expect((await admin.get(`/student-reports/${path}/999999`)).body).toEqual({ message: 'Student not found.' })
    expect((await admin.get('/student-reports/student/999999/export/pdf')).status).toBe(404)
  })
})

test('who has changed the group or the batch brings the attendance of the department along, wherever it is shown', async () => {
  const { make } = at
  const [first, second] = [await make.batch(), await make.batch()]
  const place = await make.department({ name: 'Paediatrics' })
  const [a, b, c] = [await make.group(first, place), await make.group(first, place), await make.group(second, place)]
  const mover = await make.student(first, a)
  const stays = await make.student(first, b)
  const taken = async (inGroup: number, day: string, id: number, status: 'present' | 'absent') =>
    make.entry(await make.session(inGroup, { status: 'completed', activity_date: day }), id, { status })
  await taken(a, '2026-02-01', mover.id, 'present')
  await taken(a, '2026-02-02', mover.id, 'present')
  await taken(b, '2026-02-01', stays.id, 'absent')

  const seen = async (query: string) => {
    const { body } = await admin.get(`/student-reports?department_id=${place}&${query}`)
    const { attendance_summary } = body.data.find((row: ReportRow) => row.student_id === mover.id) ?? {}
    return attendance_summary
  }
  const record = async () =>
    (await admin.get(`/attendance-submissions/student/${mover.id}/record`)).body.data.map(
      ({ department, present, absent, total }: DepartmentRecord) => [department.id, present, absent, total],
    )
  await admin.post(`/students/${mover.id}/assign-group`, { groupId: b })
  await taken(b, '2026-02-03', mover.id, 'absent')
  const three = { present: 2, absent: 1, leave: 0, percentage: 67 }
  expect(await seen(`batch_id=${first}`)).toEqual(three)
  expect(await seen(`batch_id=${first}&group_id=${b}`)).toEqual(three)
  expect(await seen(`batch_id=${first}&group_id=${a}`)).toBeUndefined()
  const { body } = await admin.get(
    `/student-reports/attendance-stats?department_id=${place}&batch_id=${first}&group_id=${b}`,
  )
  expect(body.data).toMatchObject({ totalStudents: 2, presentCount: 2, absentCount: 2 })

  await admin.put(`/students/${mover.id}`, { batch_id: second })
  await admin.post(`/students/${mover.id}/assign-group`, { groupId: c })
  for (const query of [`batch_id=${second}`, `batch_id=${second}&group_id=${c}`])
    expect(await seen(query)).toEqual(three)
  expect(await seen(`batch_id=${first}`)).toBeUndefined()
  const { body: one } = await admin.get(`/student-reports/student/${mover.id}?department_id=${place}`)
  expect(one.data.attendance_summary).toEqual(three)
  expect(await record()).toEqual([[place, 2, 1, 3]])
})
