import { preciseRate } from '../../../shared/attendance-rate.ts'
import type { ReportRow, ReportStats, StudentReport } from '../../../shared/contract/student-reports.ts'
import { labelOf } from '../../../shared/labels.ts'
import { spanText } from '../../../shared/written-day.ts'
import { dayText, instantsIn, type Maker } from '../../documents/pdf/maker.ts'
import type { PdfReport } from '../../documents/pdf/report.ts'
import type { Days } from '../memberships/days.reads.ts'
import { reportStats } from './rules.ts'

/** The columns of the screen, with the figures that it has below the percentage. */
const REPORT_COLUMNS = [
  { label: 'Student Name', share: 0.28 },
  { label: 'Roll Number', share: 0.15 },
  { label: 'Task', share: 0.08, toRight: true },
  { label: 'Present', share: 0.085, toRight: true },
  { label: 'Absent', share: 0.085, toRight: true },
  { label: 'Leave', share: 0.08, toRight: true },
  { label: 'Attendance', share: 0.12, toRight: true },
  { label: 'Assessment', share: 0.12, toRight: true },
]

type Summary = ReportRow['attendance_summary']

/** Returns null for a student without a session: such a student has no percentage, and is not at 0. */
function percentOf({ present, absent, leave, percentage }: Summary): number | null {
  return present + absent + leave === 0 ? null : percentage
}

/** A list of those below the minimum names it, so their attendance has one decimal. */
const percentIn = ({ below }: Pick<FilterNames, 'below'>, summary: Summary): number | null =>
  below === undefined
    ? percentOf(summary)
    : preciseRate(summary.present, summary.present + summary.absent + summary.leave)

const percentText = (percent: number | null) => (percent === null ? '—' : `${percent}%`)

const reportCells = (
  { name, roll_no, tasks_submitted, tasks_assigned, attendance_summary }: ReportRow,
  chosen: Pick<FilterNames, 'below'>,
) => [
  name,
  roll_no ?? '',
  `${tasks_submitted}/${tasks_assigned}`,
  String(attendance_summary.present),
  String(attendance_summary.absent),
  String(attendance_summary.leave),
  percentText(percentIn(chosen, attendance_summary)),
  '-',
]

/**
 * Columns for a spreadsheet, which would read "3/5" as the third of May: each figure a number in a column of its own.
 */
export const SHEET_COLUMNS = [
  'Student Name',
  'Roll Number',
  'Tasks Submitted',
  'Tasks Assigned',
  'Present',
  'Absent',
  'Leave',
  'Attendance %',
  'Assessment',
] as const

export const sheetCells = (
  { name, roll_no, tasks_submitted, tasks_assigned, attendance_summary }: ReportRow,
  chosen: Pick<FilterNames, 'below'>,
) => [
  name,
  roll_no ?? '',
  tasks_submitted,
  tasks_assigned,
  attendance_summary.present,
  attendance_summary.absent,
  attendance_summary.leave,
  percentIn(chosen, attendance_summary),
  '-',
]

export interface FilterNames {
  department: string
  batch: string
  group: string | undefined
  /** Only those with less attendance than this, in percent. */
  below: number | undefined
  status: string
  days: Days | undefined
}

const counted = (status: string) => `Attendance: present only, of ${status} sessions`

/** The totals of rows that are all of a list. */
export function statsOf(rows: readonly ReportRow[]): ReportStats {
  const counts = { present: 0, absent: 0, leave: 0 }
  for (const { attendance_summary } of rows)
    for (const status of ['present', 'absent', 'leave'] as const) counts[status] += attendance_summary[status]
  return reportStats(rows.length, counts)
}

const dayFacts = ({ days }: Pick<FilterNames, 'days'>) => (days ? [['Days', spanText(days)] as const] : [])

const listFacts = (chosen: FilterNames) =>
  [
    ['Department', chosen.department],
    ['Batch', chosen.batch],
    ['Group', chosen.group ?? 'All groups'],
    ['Status', labelOf(chosen.status)],
    ...dayFacts(chosen),
    ...(chosen.below === undefined ? [] : [['Only', `Attendance below ${chosen.below}%`] as const]),
  ] as const

const totalFacts = (stats: ReportStats) =>
  [
    ['Students', String(stats.totalStudents)],
    ['Present', String(stats.presentCount)],
    ['Absent', String(stats.absentCount)],
    ['Leave', String(stats.leaveCount)],
    ['Attendance Percentage', accountedText(stats)],
  ] as const

const accountedText = ({ presentCount, absentCount, leaveCount, attendancePercentage }: ReportStats) =>
  percentText(presentCount + absentCount + leaveCount === 0 ? null : attendancePercentage)

const listNotes = ({ status }: FilterNames) => [
  counted(status),
  'Attendance Percentage of the total: present and leave',
]

/** The list as it is printed: the rows of the screen, and below them what each percentage counts (decision 0005). */
export const listDocument = (
  rows: readonly ReportRow[],
  chosen: FilterNames,
  { college, timezone }: Maker,
): PdfReport => ({
  college,
  title: 'Student Reports',
  date: dayText(timezone),
  facts: listFacts(chosen),
  parts: [
    {
      table: { columns: REPORT_COLUMNS, rows: rows.map((row) => reportCells(row, chosen)), empty: 'No students found' },
    },
    { heading: 'Total', facts: totalFacts(statsOf(rows)), notes: listNotes(chosen) },
  ],
})

/** Returns the facts about the printed list, for a spreadsheet's second sheet. */
export const listAbout = (rows: readonly ReportRow[], chosen: FilterNames, { college, timezone }: Maker) => [
  ['College', college],
  ...listFacts(chosen),
  ['Date', dayText(timezone)],
  ...totalFacts(statsOf(rows)),
  ...listNotes(chosen).map((note) => ['Counted', note]),
]

/** The facts and figures of one student's report, each by its name. */
const studentFacts = (
  report: StudentReport,
  { department, status, days }: Pick<FilterNames, 'status' | 'days'> & { department?: string },
) =>
  [
    ['Student Name', report.name],
    ['Roll Number', report.roll_no ?? ''],
    ['Batch', report.batch?.name ?? ''],
    ['Department', department ?? 'All departments'],
    ['Sessions', labelOf(status)],
    ...dayFacts({ days }),
  ] as const

const studentFigures = ({ tasks_submitted, tasks_assigned, attendance_summary: counts }: StudentReport) =>
  [
    ['Task', `${tasks_submitted}/${tasks_assigned}`],
    ['Present', String(counts.present)],
    ['Absent', String(counts.absent)],
    ['Leave', String(counts.leave)],
    ['Attendance', percentText(percentOf(counts))],
  ] as const

function sessionRows({ recent_attendance }: StudentReport, timezone: string) {
  const instantText = instantsIn(timezone)
  return recent_attendance.map(({ date_time, status, session_remarks }) => [
    instantText(date_time),
    labelOf(status),
    session_remarks ?? '',
  ])
}

/** Returns the heading of the sessions, with their number and the total where only the latest are listed. */
function sessionsHeading({ recent_attendance, attendance_summary: { present, absent, leave } }: StudentReport): string {
  const all = present + absent + leave
  const shown = recent_attendance.length
  return shown < all ? `Attendance (the latest ${shown} of ${all})` : 'Attendance'
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
        heading: sessionsHeading(report),
        table: {
          columns: [
            { label: 'Date & Time', share: 0.28 },
            { label: 'Status', share: 0.17 },
            { label: 'Remarks', share: 0.55 },
          ],
          rows: sessionRows(report, timezone),
          empty: 'No sessions found',
        },
      },
    ],
  }
}

/** Columns for a spreadsheet: facts, figures and sessions below one another. */
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
  ['Attendance %', percentOf(report.attendance_summary) ?? '', `Present only, of ${chosen.status} sessions`],
  ['Date', dayText(timezone), ''],
  [sessionsHeading(report), '', ''],
  ...sessionRows(report, timezone),
]
