import { describe, expect, test } from 'vitest'
import type { ReportRow } from '../../../shared/contract/student-reports.ts'
import { SESSION_STATUSES } from '../../../shared/labels.ts'
import { figures, reported, totals } from '../../testing/reports.ts'

const {
  at,
  admin,
  hod,
  principal,
  foreignHead,
  medicine,
  surgery,
  batch,
  wards,
  theatre,
  people,
  left,
  everybody,
  filter,
  expected,
} = await reported()

/** A group of Medicine with a student, of another batch than the one that is looked at. */
async function groupOfAnotherBatch(): Promise<number> {
  const other = await at.make.batch()
  const group = await at.make.group(other, medicine)
  await at.make.join((await at.make.student(other)).id, group)
  return group
}

describe('the list of a batch in a department', () => {
  test('holds its active students by roll number, with the figures that a count by hand gives', async () => {
    const { status, body } = await admin.get(`/student-reports?${filter()}`)
    expect(status).toBe(200)
    expect(body.meta).toEqual({ page: 1, per_page: 100, total: people.length + 1 })
    expect(figures(body.data)).toEqual(await expected(everybody, { departments: [medicine] }))
    expect(body.data[0]).toMatchObject({ roll_no: people[0]?.rollNo, status: 'active', name: expect.any(String) })
    expect(body.data.some((row: ReportRow) => row.attendance_summary.leave > 0)).toBe(true)
    expect(body.data.some((row: ReportRow) => row.tasks_submitted > 0)).toBe(true)
  })

  test.each(SESSION_STATUSES)('counts the %s sessions when they are chosen', async (status) => {
    const { body } = await admin.get(`/student-reports?${filter(`&status=${status}`)}`)
    expect(figures(body.data)).toEqual(await expected(everybody, { departments: [medicine], status }))
    expect(totals(body.data).presentCount).toBeGreaterThan(0)
  })

  test('of a group holds its members alone, and counts what is the group’s', async () => {
    const { body } = await admin.get(`/student-reports?${filter(`&group_id=${wards}`)}`)
    const members = people.filter((_, n) => n % 2).map(({ id }) => id)
    expect(figures(body.data)).toEqual(await expected(members, { departments: [medicine], groups: [wards] }))
  })

  test('comes in pages that together are the whole', async () => {
    const rows: ReportRow[] = []
    for (let page = 1; page <= 3; page += 1)
      rows.push(...(await admin.get(`/student-reports?${filter(`&per_page=5&page=${page}`)}`)).body.data)
    expect(rows.map(({ student_id }) => student_id)).toEqual(everybody)
  })

  test.each(['filtered-students', 'attendance-summary'])('is the same as %s', async (path) => {
    const list = await hod.get(`/student-reports?${filter(`&group_id=${wards}`)}`)
    const same = await hod.get(`/student-reports/${path}?${filter(`&group_id=${wards}`)}`)
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
    ['a group of this department', () => filter(`&group_id=${theatre}`), 'Group not found.'],
    ['a group of this batch', async () => filter(`&group_id=${await groupOfAnotherBatch()}`), 'Group not found.'],
  ])('is a 404 without %s', async (_name, query, message) => {
    const asked = await query()
    for (const path of ['', '/attendance-stats', '/export/csv']) {
      const { status, body } = await admin.get(`/student-reports${path}?${asked}`)
      expect({ status, body }).toEqual({ status: 404, body: { message } })
    }
  })
})

describe('totals', () => {
  test('are those of the listed students, and count present and leave', async () => {
    for (const more of ['', `&group_id=${wards}`, '&status=cancelled']) {
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
    for (const [what, id] of Object.entries({ group: wards, batch, department: medicine })) {
      const list = await admin.get(`/student-reports/${what}/${id}`)
      const { body } = await admin.get(`/student-reports/${what}-attendance/${id}`)
      expect(body.data).toEqual(totals(list.body.data))
    }
  })

  test('of a batch can be of sessions of another status', async () => {
    const rows = await expected(everybody, { departments: [medicine, surgery], status: 'cancelled' })
    expect((await admin.get(`/student-reports/batch-attendance/${batch}?status=cancelled`)).body.data).toEqual(
      totals(rows),
    )
  })
})

describe('the students of one thing', () => {
  test('of a group are its active members, with what is the group’s', async () => {
    const { body } = await admin.get(`/student-reports/group/${wards}?status=active`)
    const members = people.filter((_, n) => n % 2).map(({ id }) => id)
    expect(figures(body.data)).toEqual(await expected(members, { departments: [medicine], groups: [wards] }))
  })

  test('can be those of another status', async () => {
    const { body } = await admin.get(`/student-reports/group/${wards}?status=graduated`)
    expect(figures(body.data)).toEqual(await expected([left.id], { departments: [medicine], groups: [wards] }))
    expect(body.data[0].status).toBe('graduated')
  })

  test('of a batch count every department, and for a head the own one alone', async () => {
    const whole = await principal.get(`/student-reports/batch/${batch}`)
    expect(figures(whole.body.data)).toEqual(await expected(everybody, { departments: [medicine, surgery] }))
    const own = await hod.get(`/student-reports/batch/${batch}`)
    expect(figures(own.body.data)).toEqual(await expected(everybody, { departments: [medicine] }))
    expect(figures(own.body.data)).not.toEqual(figures(whole.body.data))
  })

  test('of a department are those with a group there', async () => {
    const { body } = await admin.get(`/student-reports/department/${surgery}`)
    const members = people.filter((_, n) => n % 3).map(({ id }) => id)
    expect(figures(body.data)).toEqual(await expected(members, { departments: [surgery] }))
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
    ['a group', () => `/group/${wards}`],
    ['a group’s attendance', () => `/group-attendance/${wards}`],
    ['a student there', () => `/student/${people[1]?.id}?department_id=${medicine}`],
    ['a student’s file', () => `/student/${people[1]?.id}/export/csv?department_id=${medicine}`],
  ])('does not exist for a head elsewhere: %s', async (_name, path) => {
    const address = `/student-reports${path()}`
    expect((await foreignHead.get(address)).status).toBe(404)
    expect((await hod.get(address)).status).toBe(200)
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
