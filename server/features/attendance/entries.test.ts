import { describe, expect, test } from 'vitest'
import type { EntryChange } from '../../../shared/contract/attendance.ts'
import { furnished, listed } from '../../testing/college.ts'

const { at, admin, hod, surgeon, medicine, surgery, batch, student } = await furnished()

describe('marks are listed', () => {
  test('of a session by roll number, with student and session', async () => {
    const group = await at.make.group(batch, medicine, { name: 'Bedside' })
    const session = await at.make.session(group, { status: 'completed', remarks: 'Ward 5' })
    const [one, two] = [await student(group), await student(group)]
    const later = await at.make.entry(session, two.id, { status: 'leave', remarks: 'Fever' })
    const first = await at.make.entry(session, one.id)
    const path = `/attendance-submissions/attendance-session/${session}`
    expect(await listed(hod, path)).toEqual([first, later])
    expect(await listed(hod, `${path}?status=leave`)).toEqual([later])
    const { body } = await hod.get(`/attendance-submissions/${later}`)
    expect(body.data).toEqual({
      id: later,
      attendance_session_id: session,
      student_id: two.id,
      status: 'leave',
      remarks: 'Fever',
      updated_at: expect.any(String),
      student: { id: two.id, name: expect.any(String), roll_no: two.rollNo, status: 'active' },
      attendance_session: {
        id: session,
        activity_date: '2026-03-10',
        start_time: '09:00',
        end_time: '10:00',
        date_time: '2026-03-10T04:00:00.000Z',
        status: 'completed',
        remarks: 'Ward 5',
        department: { id: medicine, name: 'Medicine' },
        group: { id: group, name: 'Bedside' },
      },
    })
  })

  test('of a student, the latest session first, by department, group and status, in pages', async () => {
    const [wards, theatre] = [await at.make.group(batch, medicine), await at.make.group(batch, surgery)]
    const { id } = await student(wards, theatre)
    const sessionOn = (group: number, activity_date: string) =>
      at.make.session(group, { status: 'completed', activity_date })
    const middle = await at.make.entry(await sessionOn(theatre, '2026-03-05'), id, { status: 'absent' })
    const latest = await at.make.entry(await sessionOn(wards, '2026-03-06'), id)
    const first = await at.make.entry(await sessionOn(wards, '2026-03-04'), id, { status: 'absent' })
    const path = `/attendance-submissions/student/${id}`
    expect(await listed(admin, path)).toEqual([latest, middle, first])
    expect(await listed(admin, `${path}?status=absent`)).toEqual([middle, first])
    expect(await listed(admin, `${path}?department_id=${medicine}`)).toEqual([latest, first])
    expect(await listed(admin, `${path}/group/${theatre}`)).toEqual([middle])
    expect(await listed(admin, `${path}/group/${wards}?status=absent`)).toEqual([first])
    expect((await admin.get(`${path}?per_page=2&page=2`)).body).toMatchObject({
      data: [{ id: first }],
      meta: { page: 2, per_page: 2, total: 3 },
    })
    expect(await listed(admin, `/attendance-submissions?student_id=${id}&group_id=${wards}`)).toEqual([latest, first])
    expect(await listed(hod, path)).toEqual([latest, first])
    expect(await listed(surgeon, path)).toEqual([middle])
    expect((await surgeon.get(`${path}/group/${wards}`)).status).toBe(404)
    expect((await surgeon.get(`/attendance-submissions/${first}`)).status).toBe(404)
  })

  test('of nobody: an empty list where there is a student or a session, else not found', async () => {
    const group = await at.make.group(batch, medicine)
    const { id } = await student(group)
    const session = await at.make.session(group)
    expect(await listed(hod, `/attendance-submissions/student/${id}`)).toEqual([])
    expect(await listed(hod, `/attendance-submissions/student/${id}/group/${group}`)).toEqual([])
    expect(await listed(hod, `/attendance-submissions/attendance-session/${session}`)).toEqual([])
    for (const path of ['student/99999', `student/${id}/group/99999`, 'attendance-session/99999', '99999'])
      expect((await hod.get(`/attendance-submissions/${path}`)).status, path).toBe(404)
    expect((await surgeon.get(`/attendance-submissions/attendance-session/${session}`)).status).toBe(404)
  })

  test('for a student only the own, also of a group left since', async () => {
    const group = await at.make.group(batch, medicine)
    const [me, other] = [await student(group), await student(group)]
    const session = await at.make.session(group, { status: 'completed' })
    const own = await at.make.entry(session, me.id)
    const foreign = await at.make.entry(session, other.id)
    const seen = async () => {
      expect(await listed(me.caller, '/attendance-submissions')).toEqual([own])
      expect(await listed(me.caller, `/attendance-submissions/attendance-session/${session}`)).toEqual([own])
      expect(await listed(me.caller, `/attendance-submissions/student/${me.id}`)).toEqual([own])
      expect(await listed(me.caller, `/attendance-submissions/student/${me.id}/group/${group}`)).toEqual([own])
      expect((await me.caller.get(`/attendance-submissions/${own}`)).status).toBe(200)
    }
    await seen()
    await at.make.leave({ student_id: me.id })
    await seen()
    expect(await listed(me.caller, `/attendance-submissions?student_id=${other.id}`)).toEqual([])
    for (const path of [`student/${other.id}`, `student/${other.id}/group/${group}`, `student/${other.id}/record`])
      expect((await me.caller.get(`/attendance-submissions/${path}`)).status, path).toBe(404)
    expect((await me.caller.get(`/attendance-submissions/${foreign}`)).status).toBe(404)
  })
})

describe('the roster', () => {
  test('holds the members by roll number: the active to be marked, the others shown', async () => {
    const group = await at.make.group(batch, medicine)
    const active = await at.make.student(batch, group)
    const onLeave = await at.make.student(batch, group, { status: 'on_leave' })
    const { id: left } = await at.make.student(batch, group)
    await at.make.leave({ student_id: left })
    const session = await at.make.session(group)
    const { body } = await hod.get(`/attendance-sessions/${session}/roster`)
    const nothing = {
      submission_id: null,
      status: null,
      remarks: null,
      has_leave: false,
      joined_on: null,
      left_on: null,
    }
    const unmarked = { name: expect.any(String), ...nothing }
    expect(body.data).toEqual([
      { ...unmarked, student_id: active.id, roll_no: active.rollNo, student_status: 'active', is_marked: true },
      { ...unmarked, student_id: onLeave.id, roll_no: onLeave.rollNo, student_status: 'on_leave', is_marked: false },
    ])
    expect(body.meta.total).toBe(2)
  })

  test('of a completed session holds whoever was marked, also who left or is no longer active', async () => {
    const group = await at.make.group(batch, medicine)
    const [left, dropped] = [await at.make.student(batch, group), await at.make.student(batch, group)]
    const session = await at.make.session(group, { status: 'completed' })
    const entry = await at.make.entry(session, left.id, { status: 'leave', remarks: 'Fever' })
    await at.make.entry(session, dropped.id)
    await at.make.leave({ student_id: left.id })
    await at.db.updateTable('students').set({ status: 'dropped' }).where('id', '=', dropped.id).execute()
    const joined = await at.make.student(batch, group)
    const { body } = await hod.get(`/attendance-sessions/${session}/roster`)
    expect(body.data).toMatchObject([
      { student_id: left.id, is_marked: true, submission_id: entry, status: 'leave', remarks: 'Fever' },
      { student_id: dropped.id, is_marked: true, status: 'present', student_status: 'dropped' },
      { student_id: joined.id, is_marked: true, submission_id: null, status: null },
    ])
  })

  test('is the department’s alone', async () => {
    const session = await at.make.session(await at.make.group(batch, medicine))
    for (const part of ['roster', 'history']) {
      expect((await surgeon.get(`/attendance-sessions/${session}/${part}`)).status).toBe(404)
      expect((await at.nobody.get(`/attendance-sessions/${session}/${part}`)).status).toBe(401)
    }
  })
})

describe('the history of a register', () => {
  test('tells who changed which mark from what to what, newest first, and of deleted marks too', async () => {
    const group = await at.make.group(batch, medicine)
    const [one, two] = [await student(group), await student(group)]
    const session = await at.make.session(group)
    const post = (path: string, student_id: number, more: object) =>
      hod.post(`/attendance-submissions${path}`, {
        attendance_session_id: session,
        submissions: [{ student_id, ...more }],
      })
    await post('', one.id, { status: 'present' })
    const path = `/attendance-sessions/${session}/history`
    expect((await hod.get(path)).body.data).toEqual([])
    await post('/update', two.id, { status: 'leave' })
    await post('/update', two.id, { status: 'leave', remarks: 'Fever' })
    await post('/update', one.id, { status: 'absent' })
    const entry = await at.db
      .selectFrom('attendance_submissions')
      .select('id')
      .where('student_id', '=', one.id)
      .executeTakeFirstOrThrow()
    await hod.delete(`/attendance-submissions/${entry.id}`)
    await post('/update', one.id, { status: 'present' })
    // The trail of another session is none of its business.
    const other = await at.make.session(group, { status: 'completed' })
    await at.make.entry(other, one.id)
    await hod.post('/attendance-submissions/update', {
      attendance_session_id: other,
      submissions: [{ student_id: one.id, status: 'leave' }],
    })
    const { body } = await hod.get(path)
    expect(body.data.map(({ student: of, status, remarks }: EntryChange) => [of.id, status, remarks])).toEqual([
      [one.id, { from: null, to: 'present' }, null],
      [one.id, { from: 'absent', to: null }, null],
      [one.id, { from: 'present', to: 'absent' }, null],
      [two.id, null, { from: null, to: 'Fever' }],
      [two.id, { from: 'absent', to: 'leave' }, null],
    ])
    expect(body.data[0]).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      actor: { id: hod.userId, name: expect.any(String) },
      student: { id: one.id, name: expect.any(String), roll_no: one.rollNo },
      status: { from: null, to: 'present' },
      remarks: null,
    })
    expect((await hod.get(`${path}?per_page=1&page=2`)).body).toMatchObject({
      data: [{ status: { from: 'absent', to: null } }],
      meta: { total: 5 },
    })
  })
})

describe('a mark is deleted', () => {
  test('by admin and hod, leaves a trail, and is a change of the register', async () => {
    const group = await at.make.group(batch, medicine)
    const { id } = await student(group)
    const session = await at.make.session(group, { status: 'completed', updated_at: '2026-03-10T05:00:00Z' })
    const entry = await at.make.entry(session, id, { status: 'leave', remarks: 'Fever' })
    for (const role of ['principal', 'faculty', 'clerk', 'student-affair', 'student'] as const)
      expect((await (await at.as(role)).delete(`/attendance-submissions/${entry}`)).status, role).toBe(403)
    expect((await surgeon.delete(`/attendance-submissions/${entry}`)).status).toBe(404)
    const { status, body } = await hod.delete(`/attendance-submissions/${entry}`)
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'Attendance submission deleted successfully' })
    expect((await hod.get(`/attendance-submissions/${entry}`)).status).toBe(404)
    expect((await hod.delete(`/attendance-submissions/${entry}`)).status).toBe(404)
    const trail = await at.trailOf('attendance_submission', entry)
    expect(trail).toMatchObject([
      { action: 'delete', actor: { id: hod.userId }, changes: { status: ['leave', null], remarks: ['Fever', null] } },
    ])
    const stale = await hod.post('/attendance-submissions/update', {
      attendance_session_id: session,
      submissions: [],
      updated_at: '2026-03-10T05:00:00.000Z',
    })
    expect(stale.status).toBe(409)
  })
})
