import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ReportRow } from '../../../shared/contract/student-reports.ts'
import { dayIn } from '../../core/clock.ts'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { sheetsOf } from '../../testing/workbooks.ts'

const NAMES = ['محمد علی خان', 'Zoë Łukasiewicz', 'فاطمہ زہرا', 'O\'Neill, "Ann"', '=HYPERLINK("x")']

const {
  at,
  admin,
  hod: head,
  medicine: department,
} = await furnished({ environment: { COLLEGE_NAME: 'کالج of Medicine' } })
const { make } = at
const batch = await make.batch({ name: 'Batch 2022' })
const group = await make.group(batch, department, { name: 'Group A' })
const sessions: number[] = []
for (const day of ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'])
  sessions.push(await make.session(group, { status: 'completed', activity_date: day, remarks: `Ward ${day}` }))
const task = await make.task(department, [group])
let studentId = 0
for (const [at_, name] of NAMES.entries()) {
  const { id, userId } = await make.student(batch, group)
  await at.db.updateTable('users').set({ name }).where('id', '=', userId).execute()
  for (const [n, session] of sessions.entries())
    await make.entry(session, id, { status: n === at_ ? 'leave' : n < at_ ? 'absent' : 'present' })
  if (at_ % 2) await make.submission(task, id)
  if (at_ === 0) studentId = id
}

const filter = () => `department_id=${department}&batch_id=${batch}`
const today = () => dayIn('Asia/Karachi')
const percentage = ({ present, absent, leave, percentage: of }: ReportRow['attendance_summary']) =>
  present + absent + leave === 0 ? '' : of
const rowOf = ({ name, roll_no, tasks_submitted, tasks_assigned, attendance_summary: of }: ReportRow) => [
  name,
  roll_no ?? '',
  `${tasks_submitted}/${tasks_assigned}`,
  String(of.present),
  String(of.absent),
  String(of.leave),
  percentage(of) === '' ? '—' : `${of.percentage}%`,
  '-',
]
const COLUMNS = ['Student Name', 'Roll Number', 'Task', 'Present', 'Absent', 'Leave', 'Attendance', 'Assessment']
/** Columns of a spreadsheet, one for each figure. */
const SHEET_COLUMNS = [
  'Student Name',
  'Roll Number',
  'Tasks Submitted',
  'Tasks Assigned',
  'Present',
  'Absent',
  'Leave',
  'Attendance %',
  'Assessment',
]
const sheetRowOf = ({ name, roll_no, tasks_submitted, tasks_assigned, attendance_summary: of }: ReportRow) =>
  [name, roll_no ?? '', tasks_submitted, tasks_assigned, of.present, of.absent, of.leave, percentage(of), '-'].map(
    String,
  )
const listed = async (query: string) =>
  (await admin.get(`/student-reports?${query}&per_page=500`)).body.data as ReportRow[]
const screen = async (query: string) => (await listed(query)).map(rowOf)

const csv = (raw: Buffer) => parse(raw.toString('utf8'), { bom: true }) as string[][]

/** The rows of each sheet. */
const xlsx = async (raw: Buffer) => (await sheetsOf(raw)).map(({ rows }) => rows.map((row) => row.map(String)))

const lines = (raw: Buffer) =>
  textOfPdf(raw)
    .flat()
    .map(({ text }) => text)

describe('the list as a file', () => {
  test('as CSV has the figures of the screen; what would run in a spreadsheet is made harmless', async () => {
    const { status, headers, raw } = await head.get(`/student-reports/export/csv?${filter()}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe(`attachment; filename="student-reports-${today()}.csv"`)
    const shown = (await listed(filter())).map(sheetRowOf)
    expect(shown.map(([name]) => name)).toEqual(NAMES)
    expect(csv(raw)).toEqual([SHEET_COLUMNS, ...shown.map((row) => row.map((cell) => cell.replace(/^=/, "'=")))])
  })

  test('as XLSX has the same', async () => {
    const { headers, raw } = await admin.get(`/student-reports/export/xlsx?${filter()}`)
    expect(headers['content-disposition']).toBe(`attachment; filename="student-reports-${today()}.xlsx"`)
    const book = await xlsx(raw)
    expect(book[0]).toEqual([SHEET_COLUMNS, ...(await listed(filter())).map(sheetRowOf)])
    expect(book[1]).toEqual(
      expect.arrayContaining([
        ['Department', 'Medicine'],
        ['Batch', 'Batch 2022'],
        ['Group', 'All groups'],
        ['Status', 'Completed'],
        ['Date', expect.any(String)],
        ['Attendance Percentage', '60%'],
      ]),
    )
  })

  test('as PDF has college, filters, day, the rows of the screen and what each percentage counts', async () => {
    const { status, headers, raw } = await admin.get(`/student-reports/export/pdf?${filter()}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toBe(`attachment; filename="student-reports-${today()}.pdf"`)
    expect(headers['cache-control']).toBe('private, no-store')
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Karachi' }).format(new Date())
    expect(lines(raw)).toEqual([
      'کالج of Medicine',
      'Student Reports',
      'Department | Medicine',
      'Batch | Batch 2022',
      'Group | All groups',
      'Status | Completed',
      `Date | ${day}`,
      COLUMNS.join(' | '),
      ...(await screen(filter())).map((row) => row.join(' | ')),
      'Total',
      'Students | 5',
      'Present | 10',
      'Absent | 10',
      'Leave | 5',
      'Attendance Percentage | 60%',
      'Attendance: present only, of completed sessions',
      'Attendance Percentage of the total: present and leave',
      'Page 1 of 1',
    ])
  })

  test('names the group and the status that were chosen', async () => {
    const { raw } = await admin.get(`/student-reports/export/pdf?${filter()}&group_id=${group}&status=cancelled`)
    const text = lines(raw)
    expect(text).toContain('Group | Group A')
    expect(text).toContain('Status | Cancelled')
    expect(text).toContain('Attendance: present only, of cancelled sessions')
    // Nobody is at 0 % of no session.
    expect(text).toContain('Attendance Percentage | —')
    expect(text.filter((line) => line.endsWith(' | — | -'))).toHaveLength(5)
  })

  test('of nobody says so', async () => {
    const empty = await at.make.batch()
    const { raw } = await admin.get(`/student-reports/export/pdf?department_id=${department}&batch_id=${empty}`)
    expect(lines(raw)).toContain('No students found')
  })

  test('in another format, or without a batch, is refused', async () => {
    expect((await admin.get(`/student-reports/export/docx?${filter()}`)).status).toBe(422)
    expect((await admin.get('/student-reports/export/pdf?department_id=1')).body.errors).toHaveProperty('batch_id')
  })
})

describe('one student’s report as a file', () => {
  test('as PDF has facts, figures with what they count, and the sessions', async () => {
    const { headers, raw } = await head.get(`/student-reports/student/${studentId}/export/pdf`)
    const { roll_no } = (await admin.get(`/student-reports/student/${studentId}`)).body.data
    expect(headers['content-disposition']).toBe(`attachment; filename="student-report-${roll_no}-${today()}.pdf"`)
    expect(lines(raw)).toEqual([
      'کالج of Medicine',
      'Student Report',
      'Student Name | محمد علی خان',
      `Roll Number | ${roll_no}`,
      'Batch | Batch 2022',
      'Department | Medicine',
      'Sessions | Completed',
      expect.stringMatching(/^Date \| /),
      'Figures',
      'Task | 0/1',
      'Present | 4',
      'Absent | 0',
      'Leave | 1',
      'Attendance | 80%',
      'Attendance: present only, of completed sessions',
      'Attendance',
      'Date & Time | Status | Remarks',
      '6 Mar 2026, 09:00 | Present | Ward 2026-03-06',
      '5 Mar 2026, 09:00 | Present | Ward 2026-03-05',
      '4 Mar 2026, 09:00 | Present | Ward 2026-03-04',
      '3 Mar 2026, 09:00 | Present | Ward 2026-03-03',
      '2 Mar 2026, 09:00 | Leave | Ward 2026-03-02',
      'Page 1 of 1',
    ])
  })

  test('as CSV and XLSX has the same below one another', async () => {
    const sheet = csv((await admin.get(`/student-reports/student/${studentId}/export/csv?status=completed`)).raw)
    expect(sheet[0]).toEqual(['Item', 'Value', 'Remarks'])
    expect(sheet).toContainEqual(['Department', 'All departments', ''])
    expect(sheet).toContainEqual(['Tasks Assigned', '1', ''])
    expect(sheet).toContainEqual(['Leave', '1', ''])
    expect(sheet).toContainEqual(['Attendance %', '80', 'Present only, of completed sessions'])
    expect(sheet).toContainEqual(['2 Mar 2026, 09:00', 'Leave', 'Ward 2026-03-02'])
    const [book = []] = await xlsx((await admin.get(`/student-reports/student/${studentId}/export/xlsx`)).raw)
    expect(book.map(([item, value]) => [item, value])).toEqual(sheet.map(([item, value]) => [item, value]))
  })
})

test('every session is in the file of a student, where the screen has the latest ten', async () => {
  const one = await at.make.student(batch, group)
  for (let day = 10; day < 22; day += 1) {
    const session = await at.make.session(group, { status: 'completed', activity_date: `2025-11-${day}` })
    await at.make.entry(session, one.id)
  }
  const { recent_attendance } = (await admin.get(`/student-reports/student/${one.id}`)).body.data
  expect(recent_attendance).toHaveLength(10)
  const sheet = csv((await admin.get(`/student-reports/student/${one.id}/export/csv`)).raw)
  expect(sheet.filter(([item]) => item?.includes('Nov 2025')).map(([item]) => item?.slice(0, 2))).toEqual(
    Array.from({ length: 12 }, (_, n) => String(21 - n)),
  )
})

test.each(['pdf', 'csv', 'xlsx'])('a %s says how large it is, for the percent of the browser', async (format) => {
  const { headers, raw } = await admin.get(`/student-reports/export/${format}?${filter()}`)
  expect(Number(headers['content-length'])).toBe(raw.length)
  expect(headers).not.toHaveProperty('content-encoding')
})

describe('a batch of 500', () => {
  let large: number
  beforeAll(async () => {
    large = await at.make.batch({ name: 'Large' })
    for (const statement of [
      `insert into users (name, email, password_hash)
        select 'طالب علم ' || n, 'large' || n || '@x.test', '-' from generate_series(1, 500) n`,
      `insert into students (user_id, roll_no)
        select id, 'MBBS-' || (60000 + id) from users where email like 'large%'`,
      `insert into student_batches (student_id, batch_id)
        select students.id, ${large} from students join users on users.id = user_id where email like 'large%'`,
    ])
      await sql.raw(statement).execute(at.db)
  })

  const address = () => `/student-reports/export/pdf?department_id=${department}&batch_id=${large}`

  test('is all there, on numbered pages', async () => {
    const pages = textOfPdf((await admin.get(address())).raw)
    const rows = pages.flat().filter(({ text }) => / \| MBBS-\d+ \| /.test(text))
    expect(rows.map(({ text }) => text)).toEqual(
      (await screen(`department_id=${department}&batch_id=${large}`)).map((row) => row.join(' | ')),
    )
    expect(rows).toHaveLength(500)
    expect(pages.at(-1)?.at(-1)?.text).toBe(`Student Reports | Page ${pages.length} of ${pages.length}`)
  })

  test('is made for several at once, and meanwhile others are answered', async () => {
    const order: string[] = []
    const files = Array.from({ length: 4 }, async () => {
      const { raw } = await admin.get(address())
      order.push('file')
      return lines(raw).length
    })
    const others = Array.from({ length: 10 }, async () => {
      expect((await admin.get('/auth/me')).status).toBe(200)
      order.push('other')
    })
    const lengths = await Promise.all(files)
    await Promise.all(others)
    expect(new Set(lengths).size).toBe(1)
    expect(lengths[0]).toBeGreaterThan(500)
    expect(order.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'other'))
  })
})
