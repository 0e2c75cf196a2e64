import type { ReportRow, ReportStats, StudentReport } from '../../../shared/contract/student-reports.ts'
import { labelOf } from '../../../shared/labels.ts'
import type { PdfReport } from '../../core/pdf-report.ts'
import { reportStats } from './rules.ts'

/** The columns of the screen (operations.md §2). */
const REPORT_COLUMNS = ['Student Name', 'Roll Number', 'Task', 'Attendance', 'Assessment'] as const

const reportCells = ({ name, roll_no, tasks_submitted, tasks_assigned, attendance_summary }: ReportRow) => [
  name,
  roll_no ?? '',
  `${tasks_submitted}/${tasks_assigned}`,
  `${attendance_summary.percentage}%`,
  '-',
]

/** For a spreadsheet, which would read "3/5" as the third of May: each figure in a column of its own. */
export const SHEET_COLUMNS = [
  'Student Name',
  'Roll Number',
  'Tasks Submitted',
  'Tasks Assigned',
  'Present',
  'Absent',
  'Leave',
  'Attendance',
  'Assessment',
] as const

export const sheetCells = ({ name, roll_no, tasks_submitted, tasks_assigned, attendance_summary }: ReportRow) => [
  name,
  roll_no ?? '',
  tasks_submitted,
  tasks_assigned,
  attendance_summary.present,
  attendance_summary.absent,
  attendance_summary.leave,
  `${attendance_summary.percentage}%`,
  '-',
]

/** Where and when a document is made. */
export interface Maker {
  college: string
  timezone: string
}

const dayText = (timezone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: timezone }).format(new Date())

/** What was chosen, by name. */
export interface Chosen {
  department: string
  batch: string
  group: string | undefined
  status: string
}

const counted = (status: string) => `Attendance: present only, of ${status} sessions`

/** The totals of rows that are all of a list. */
export function statsOf(rows: readonly ReportRow[]): ReportStats {
  const counts = { present: 0, absent: 0, leave: 0 }
  for (const { attendance_summary } of rows)
    for (const status of ['present', 'absent', 'leave'] as const) counts[status] += attendance_summary[status]
  return reportStats(rows.length, counts)
}

/** The list as it is printed: the rows of the screen, and below them what each percentage counts (decision 0005). */
export function listDocument(rows: readonly ReportRow[], chosen: Chosen, { college, timezone }: Maker): PdfReport {
  const stats = statsOf(rows)
  return {
    college,
    title: 'Student Reports',
    date: dayText(timezone),
    facts: [
      ['Department', chosen.department],
      ['Batch', chosen.batch],
      ['Group', chosen.group ?? 'All groups'],
      ['Status', labelOf(chosen.status)],
    ],
    parts: [
      {
        table: {
          columns: [
            { label: REPORT_COLUMNS[0], share: 0.4 },
            { label: REPORT_COLUMNS[1], share: 0.2 },
            { label: REPORT_COLUMNS[2], share: 0.12, toRight: true },
            { label: REPORT_COLUMNS[3], share: 0.14, toRight: true },
            { label: REPORT_COLUMNS[4], share: 0.14, toRight: true },
          ],
          rows: rows.map(reportCells),
          empty: 'No students found',
        },
      },
      {
        heading: 'Total',
        facts: [
          ['Students', String(stats.totalStudents)],
          ['Present', String(stats.presentCount)],
          ['Absent', String(stats.absentCount)],
          ['Leave', String(stats.leaveCount)],
          ['Total', `${stats.attendancePercentage}%`],
        ],
        notes: [counted(chosen.status), 'Total: present and leave'],
      },
    ],
  }
}

/** The facts and figures of one student's report, each by its name. */
const studentFacts = (
  report: StudentReport,
  { department, status }: Pick<Chosen, 'status'> & { department?: string },
) =>
  [
    ['Student Name', report.name],
    ['Roll Number', report.roll_no ?? ''],
    ['Batch', report.batch?.name ?? ''],
    ['Department', department ?? 'All departments'],
    ['Sessions', labelOf(status)],
  ] as const

const studentFigures = ({ tasks_submitted, tasks_assigned, attendance_summary: counts }: StudentReport) =>
  [
    ['Task', `${tasks_submitted}/${tasks_assigned}`],
    ['Present', String(counts.present)],
    ['Absent', String(counts.absent)],
    ['Leave', String(counts.leave)],
    ['Attendance', `${counts.percentage}%`],
  ] as const

function recentRows({ recent_attendance }: StudentReport, timezone: string) {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone })
  return recent_attendance.map(({ date_time, status, session_remarks }) => [
    format.format(new Date(date_time)),
    labelOf(status),
    session_remarks ?? '',
  ])
}

type ChosenOfStudent = Parameters<typeof studentFacts>[1]

export function studentDocument(
  report: StudentReport,
  chosen: ChosenOfStudent,
  { college, timezone }: Maker,
): PdfReport {
  return {
    college,
    title: 'Student Report',
    date: dayText(timezone),
    facts: studentFacts(report, chosen),
    parts: [
      { heading: 'Figures', facts: studentFigures(report), notes: [counted(chosen.status)] },
      {
        heading: 'Recent Attendance',
        table: {
          columns: [
            { label: 'Date & Time', share: 0.28 },
            { label: 'Status', share: 0.17 },
            { label: 'Remarks', share: 0.55 },
          ],
          rows: recentRows(report, timezone),
          empty: 'No sessions found',
        },
      },
    ],
  }
}

/** The same for a spreadsheet: facts, figures and recent sessions below one another. */
export const STUDENT_COLUMNS = ['Item', 'Value', 'Remarks'] as const

export const studentCells = (
  report: StudentReport,
  chosen: ChosenOfStudent,
  timezone: string,
): (string | number)[][] => [
  ...studentFacts(report, chosen).map(([item, value]) => [item, value, '']),
  ['Tasks Submitted', report.tasks_submitted, ''],
  ['Tasks Assigned', report.tasks_assigned, ''],
  ['Present', report.attendance_summary.present, ''],
  ['Absent', report.attendance_summary.absent, ''],
  ['Leave', report.attendance_summary.leave, ''],
  ['Attendance', `${report.attendance_summary.percentage}%`, `Present only, of ${chosen.status} sessions`],
  ...recentRows(report, timezone),
]
