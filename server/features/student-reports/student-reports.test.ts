import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DepartmentRecord } from '../../../shared/contract/attendance.ts'
import type { ReportRow, StudentReport } from '../../../shared/contract/student-reports.ts'
import { ATTENDANCE_STATUSES, SESSION_STATUSES } from '../../../shared/labels.ts'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'

let at: TestApp
let admin: Caller
let head: Caller
let principal: Caller
let foreignHead: Caller
let medicine: number
let surgery: number
let batch: number
let group: number
let otherGroup: number
let surgeryGroup: number
let people: { id: number; rollNo: string }[]
let left: { id: number }
let roomless: { id: number }

/** The same whatever the run. */
let seed = 7
const random = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}
const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T

beforeAll(async () => {
  at = await testApp()
  const { make } = at
  medicine = await make.department({ name: 'Medicine' })
  surgery = await make.department({ name: 'Surgery' })
  batch = await make.batch({ name: 'Batch of reports' })
  group = await make.group(batch, medicine, { name: 'A' })
  otherGroup = await make.group(batch, medicine, { name: 'B' })
  surgeryGroup = await make.group(batch, surgery, { name: 'C' })
  people = []
  for (let n = 0; n < 12; n += 1) {
    const student = await make.student(batch, n % 2 ? group : otherGroup)
    if (n % 3) await make.join(student.id, surgeryGroup)
    people.push(student)
  }
  left = await make.student(batch, group, { status: 'graduated' })
  roomless = await make.student(batch)
  // Another batch of the same department, whose sessions count for nobody here.
  const elsewhere = await make.batch()
  const elsewhereGroup = await make.group(elsewhere, medicine)
  const stranger = await make.student(elsewhere, elsewhereGroup)
  await make.entry(await make.session(elsewhereGroup, { status: 'completed' }), stranger.id)

  for (const [groupId, members] of [
    [group, people.filter((_, n) => n % 2)],
    [otherGroup, people.filter((_, n) => n % 2 === 0)],
    [surgeryGroup, people.filter((_, n) => n % 3)],
  ] as const) {
    for (let n = 0; n < 14; n += 1) {
      // Entries of a session that was cancelled, or set pending, later on.
      const status = n < 8 ? 'completed' : pick(SESSION_STATUSES)
      const session = await make.session(groupId, { status, activity_date: `2026-02-${10 + n}`, remarks: `Day ${n}` })
      for (const { id } of [...members, ...(groupId === group ? [left] : [])])
        if (random(10)) await make.entry(session, id, { status: pick(ATTENDANCE_STATUSES) })
    }
    const departmentId = groupId === surgeryGroup ? surgery : medicine
    for (const status of ['active', 'active', 'pending', 'inactive'] as const) {
      const task = await make.task(departmentId, [groupId], { status })
      for (const { id } of members) if (random(2)) await make.submission(task, id)
    }
  }
  await make.task(medicine, [group, otherGroup])
  admin = await at.as('admin')
  principal = await at.as('principal')
  head = await at.as('hod', medicine)
  foreignHead = await at.as('hod', await make.department({ name: 'Elsewhere' }))
}, 120_000)
afterAll(() => at.close())

interface Counted {
  departments?: number[]
  groups?: number[]
  status?: string
}

/** The figures as they are counted by hand, from the rows of the tables one after the other. */
async function recomputed(studentId: number, { departments, groups, status = 'completed' }: Counted) {
  const counts = { present: 0, absent: 0, leave: 0 }
  const sessions = new Map(
    (await at.db.selectFrom('attendance_sessions').selectAll().execute()).map((one) => [one.id, one]),
  )
  for (const entry of await at.db.selectFrom('attendance_submissions').selectAll().execute()) {
    const session = sessions.get(entry.attendance_session_id)
    if (!session || entry.student_id !== studentId || session.status !== status) continue
    if (departments && !departments.includes(session.department_id)) continue
    counts[entry.status] += 1
  }
  const links = await at.db.selectFrom('student_groups').selectAll().where('student_id', '=', studentId).execute()
  const given = await at.db.selectFrom('task_groups').selectAll().execute()
  const work = await at.db.selectFrom('task_submissions').selectAll().where('student_id', '=', studentId).execute()
  let assigned = 0
  let submitted = 0
  for (const task of await at.db.selectFrom('tasks').selectAll().execute()) {
    if (departments && !departments.includes(task.department_id)) continue
    const theirs = links.filter((link) => !groups || groups.includes(link.group_id)).map((link) => link.group_id)
    if (!given.some((one) => one.task_id === task.id && theirs.includes(one.group_id))) continue
    const isSubmitted = work.some((one) => one.task_id === task.id)
    if (task.status !== 'active' && !isSubmitted) continue
    assigned += 1
    if (isSubmitted) submitted += 1
  }
  const total = counts.present + counts.absent + counts.leave
  const percentage = total === 0 ? 0 : Math.floor((200 * counts.present + total) / (2 * total))
  return { tasks_assigned: assigned, tasks_submitted: submitted, attendance_summary: { ...counts, percentage } }
}

const expected = async (ids: number[], counted: Counted) =>
  Promise.all(ids.map(async (id) => ({ student_id: id, ...(await recomputed(id, counted)) })))

const figures = (rows: ReportRow[]) =>
  rows.map(({ student_id, tasks_assigned, tasks_submitted, attendance_summary }) => ({
    student_id,
    tasks_assigned,
    tasks_submitted,
    attendance_summary,
  }))

function totals(rows: { attendance_summary: { present: number; absent: number; leave: number } }[]) {
  const sum = (status: 'present' | 'absent' | 'leave') =>
    rows.reduce((total, { attendance_summary }) => total + attendance_summary[status], 0)
  const [present, absent, leave] = [sum('present'), sum('absent'), sum('leave')]
  const all = present + absent + leave
  return {
    totalStudents: rows.length,
    presentCount: present,
    absentCount: absent,
    leaveCount: leave,
    attendancePercentage: all === 0 ? 0 : Math.floor((200 * (present + leave) + all) / (2 * all)),
  }
}

const filter = (more = '') => `department_id=${medicine}&batch_id=${batch}${more}`
const everybody = () => [...people.map(({ id }) => id), roomless.id]

describe('the list of a batch in a department', () => {
  test('holds its active students by roll number, with the figures that a count by hand gives', async () => {
    const { status, body } = await admin.get(`/student-reports?${filter()}`)
    expect(status).toBe(200)
    expect(body.meta).toEqual({ page: 1, per_page: 100, total: people.length + 1 })
    expect(figures(body.data)).toEqual(await expected(everybody(), { departments: [medicine] }))
    expect(body.data[0]).toMatchObject({ roll_no: people[0]?.rollNo, status: 'active', name: expect.any(String) })
    expect(body.data.some((row: ReportRow) => row.attendance_summary.leave > 0)).toBe(true)
    expect(body.data.some((row: ReportRow) => row.tasks_submitted > 0)).toBe(true)
  })

  test.each(SESSION_STATUSES)('counts the %s sessions when they are chosen', async (status) => {
    const { body } = await admin.get(`/student-reports?${filter(`&status=${status}`)}`)
    expect(figures(body.data)).toEqual(await expected(everybody(), { departments: [medicine], status }))
    expect(totals(body.data).presentCount).toBeGreaterThan(0)
  })

  test('of a group holds its members alone, and counts what is the group’s', async () => {
    const { body } = await admin.get(`/student-reports?${filter(`&group_id=${group}`)}`)
    const members = people.filter((_, n) => n % 2).map(({ id }) => id)
    expect(figures(body.data)).toEqual(await expected(members, { departments: [medicine], groups: [group] }))
  })

  test('comes in pages that together are the whole', async () => {
    const rows: ReportRow[] = []
    for (let page = 1; page <= 3; page += 1)
      rows.push(...(await admin.get(`/student-reports?${filter(`&per_page=5&page=${page}`)}`)).body.data)
    expect(rows.map(({ student_id }) => student_id)).toEqual(everybody())
  })

  test.each(['filtered-students', 'attendance-summary'])('is the same as %s', async (path) => {
    const list = await head.get(`/student-reports?${filter(`&group_id=${group}`)}`)
    const same = await head.get(`/student-reports/${path}?${filter(`&group_id=${group}`)}`)
    expect(same.status).toBe(200)
    expect(same.body).toEqual(list.body)
  })

  test.each([
    ['nothing', '', ['department_id', 'batch_id']],
    ['no batch', 'department_id=1', ['batch_id']],
    ['an empty department', 'department_id=&batch_id=1', ['department_id']],
  ])('needs department and batch: %s is refused with the text of the screen', async (_name, query, fields) => {
    const text = 'Please select department and batch to fetch student reports'
    const { status, body } = await admin.get(`/student-reports?${query}`)
    expect(status).toBe(422)
    expect(body.errors).toEqual(Object.fromEntries(fields.map((field) => [field, [text]])))
  })

  test('takes no status of another list, and no id that no column holds', async () => {
    expect((await admin.get(`/student-reports?${filter('&status=active')}`)).body.errors).toHaveProperty('status')
    const { body } = await admin.get('/student-reports?department_id=9999999999&batch_id=2147483648')
    expect(body.errors).toEqual({ department_id: ['Department does not exist'], batch_id: ['Batch does not exist'] })
  })

  test.each([
    ['a department', () => `department_id=999999&batch_id=${batch}`, 'Department not found.'],
    ['a batch', () => `department_id=${medicine}&batch_id=999999`, 'Batch not found.'],
    ['a group', () => filter('&group_id=999999'), 'Group not found.'],
    ['a group of this department', () => filter(`&group_id=${surgeryGroup}`), 'Group not found.'],
  ])('is a 404 without %s', async (_name, query, message) => {
    for (const path of ['', '/attendance-stats', '/export/csv']) {
      const { status, body } = await admin.get(`/student-reports${path}?${query()}`)
      expect({ status, body }).toEqual({ status: 404, body: { message } })
    }
  })
})

describe('totals', () => {
  test('are those of the listed students, and count present and leave', async () => {
    for (const more of ['', `&group_id=${group}`, '&status=cancelled']) {
      const list = await admin.get(`/student-reports?${filter(more)}`)
      const stats = await admin.get(`/student-reports/attendance-stats?${filter(more)}`)
      expect(stats.body.data).toEqual(totals(list.body.data))
      expect(stats.body.data.leaveCount).toBeGreaterThan(0)
    }
  })

  test('of nobody are 0', async () => {
    const empty = await at.make.batch()
    const { body } = await admin.get(`/student-reports/attendance-stats?department_id=${medicine}&batch_id=${empty}`)
    expect(body.data).toEqual({
      totalStudents: 0,
      presentCount: 0,
      absentCount: 0,
      leaveCount: 0,
      attendancePercentage: 0,
    })
  })

  test('of a group, a batch and a department are those of their lists', async () => {
    for (const [what, id] of Object.entries({ group, batch, department: medicine })) {
      const list = await admin.get(`/student-reports/${what}/${id}`)
      const { body } = await admin.get(`/student-reports/${what}-attendance/${id}`)
      expect(body.data).toEqual(totals(list.body.data))
    }
  })

  test('of a batch can be of sessions of another status', async () => {
    const rows = await expected(everybody(), { departments: [medicine, surgery], status: 'cancelled' })
    expect((await admin.get(`/student-reports/batch-attendance/${batch}?status=cancelled`)).body.data).toEqual(
      totals(rows),
    )
  })
})

describe('the students of one thing', () => {
  test('of a group are its active members, with what is the group’s', async () => {
    const { body } = await admin.get(`/student-reports/group/${group}?status=active`)
    const members = people.filter((_, n) => n % 2).map(({ id }) => id)
    expect(figures(body.data)).toEqual(await expected(members, { departments: [medicine], groups: [group] }))
  })

  test('can be those of another status', async () => {
    const { body } = await admin.get(`/student-reports/group/${group}?status=graduated`)
    expect(figures(body.data)).toEqual(await expected([left.id], { departments: [medicine], groups: [group] }))
    expect(body.data[0].status).toBe('graduated')
  })

  test('of a batch count every department, and for a head the own one alone', async () => {
    const whole = await principal.get(`/student-reports/batch/${batch}`)
    expect(figures(whole.body.data)).toEqual(await expected(everybody(), { departments: [medicine, surgery] }))
    const own = await head.get(`/student-reports/batch/${batch}`)
    expect(figures(own.body.data)).toEqual(await expected(everybody(), { departments: [medicine] }))
    expect(figures(own.body.data)).not.toEqual(figures(whole.body.data))
  })

  test('of a department are those with a group there', async () => {
    const { body } = await admin.get(`/student-reports/department/${surgery}`)
    const members = people.filter((_, n) => n % 3).map(({ id }) => id)
    expect(figures(body.data)).toEqual(await expected(members, { departments: [surgery] }))
  })
})

describe('one student’s report', () => {
  const one = () => people[1]?.id ?? 0
  const read = async (caller: Caller, more = ''): Promise<StudentReport> =>
    (await caller.get(`/student-reports/student/${one()}${more}`)).body.data

  test('counts all departments, or the one chosen, or for a head the own one', async () => {
    const [every] = await expected([one()], {})
    const [own] = await expected([one()], { departments: [medicine] })
    const whole = await read(admin)
    expect(figures([whole])).toEqual([every])
    expect(whole.batch).toEqual({ id: batch, name: 'Batch of reports' })
    expect(figures([await read(admin, `?department_id=${medicine}`)])).toEqual([own])
    expect(figures([await read(head)])).toEqual([own])
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
    const { present, absent, leave } = (await recomputed(one(), {})).attendance_summary
    expect(all.body.meta.total).toBe(present + absent + leave)
  })

  test('is the same as the performance', async () => {
    expect((await head.get(`/student-reports/performance/${one()}`)).body.data).toEqual(await read(head))
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
    const { body } = await head.get(`/student-reports/attendance-history/${one()}?per_page=500`)
    const departments = body.data.map(
      (entry: { attendance_session: { department: { id: number } } }) => entry.attendance_session.department.id,
    )
    expect(new Set(departments)).toEqual(new Set([medicine]))
    const pending = await head.get(`/student-reports/attendance-history/${one()}?status=pending`)
    for (const entry of pending.body.data) expect(entry.attendance_session.status).toBe('pending')
  })

  test('of nobody is a 404', async () => {
    for (const path of ['student', 'performance', 'attendance-history'])
      expect((await admin.get(`/student-reports/${path}/999999`)).body).toEqual({ message: 'Student not found.' })
    expect((await admin.get('/student-reports/student/999999/export/pdf')).status).toBe(404)
  })
})

describe('another department', () => {
  test.each([
    ['the list', () => `?${filter()}`],
    ['its other names', () => `/filtered-students?${filter()}`],
    ['its summary', () => `/attendance-summary?${filter()}`],
    ['its totals', () => `/attendance-stats?${filter()}`],
    ['its PDF', () => `/export/pdf?${filter()}`],
    ['its sheet', () => `/export/csv?${filter()}`],
    ['the department', () => `/department/${medicine}`],
    ['its attendance', () => `/department-attendance/${medicine}`],
    ['a group', () => `/group/${group}`],
    ['a group’s attendance', () => `/group-attendance/${group}`],
    ['a student there', () => `/student/${people[1]?.id}?department_id=${medicine}`],
    ['a student’s file', () => `/student/${people[1]?.id}/export/csv?department_id=${medicine}`],
  ])('does not exist for a head elsewhere: %s', async (_name, path) => {
    const address = `/student-reports${path()}`
    expect((await foreignHead.get(address)).status).toBe(404)
    expect((await head.get(address)).status).toBe(200)
  })

  test('shows nothing of itself in what is not of one department', async () => {
    const { body } = await foreignHead.get(`/student-reports/batch/${batch}`)
    expect(body.data).toHaveLength(people.length + 1)
    expect(totals(body.data)).toMatchObject({ presentCount: 0, absentCount: 0, leaveCount: 0 })
    expect(body.data.every((row: ReportRow) => row.tasks_assigned === 0)).toBe(true)
    const stats = await foreignHead.get(`/student-reports/batch-attendance/${batch}`)
    expect(stats.body.data).toMatchObject({ presentCount: 0, absentCount: 0, leaveCount: 0 })
    for (const path of ['student', 'performance']) {
      const report = (await foreignHead.get(`/student-reports/${path}/${people[1]?.id}`)).body.data
      expect(report).toMatchObject({ tasks_assigned: 0, recent_attendance: [] })
    }
    expect((await foreignHead.get(`/student-reports/attendance-history/${people[1]?.id}`)).body.meta.total).toBe(0)
  })
})

test('nobody else reads them', async () => {
  for (const role of ['faculty', 'clerk', 'student-affair', 'student'] as const)
    expect((await (await at.as(role)).get(`/student-reports?${filter()}`)).status).toBe(403)
  expect((await at.nobody.get(`/student-reports?${filter()}`)).status).toBe(401)
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
