import { preciseRate } from '../../../shared/attendance-rate.ts'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { ReportRow, ReportStats } from '../../../shared/contract/student-reports.ts'
import { SESSION_STATUSES } from '../../../shared/labels.ts'
import { REPORTS_ONLY, type ReportsOnly } from '../../../shared/only.ts'
import { isDay, spanText } from '../../../shared/written-day.ts'
import type { Address } from '../../core/address.ts'
import { groupAddressOf } from '../../parts/group-filters.ts'

/** The tab of registers that were not taken, in the address. */
export const NOT_TAKEN = 'register'

/** The tab of students below the minimum. */
export const BELOW = 'below'

export const REPORTS_SHOWN: readonly { value: ReportsOnly; label: string }[] = [
  { value: 'below', label: 'Attendance below the minimum' },
]

const TABS = [NOT_TAKEN, BELOW] as const

/** Reads the address: the tab, the chosen filters, and those of the fetched report. */
export function addressOf(address: Address) {
  const { text } = address
  const { place, status } = groupAddressOf(address, SESSION_STATUSES)
  const { department_id, batch_id, group_id } = place
  const only = REPORTS_ONLY.find((one) => one === text('only'))
  const dayOf = (name: string) => (isDay(text(name)) ? text(name) : undefined)
  const days = { from: dayOf('from'), to: dayOf('to') }
  const chosen = department_id && batch_id ? { department_id, batch_id, group_id, status, only, ...days } : undefined
  return {
    tab: TABS.find((one) => one === text('tab')),
    /** True to count those below the minimum by department and batch, false to list them. */
    isByPlace: text('by') === 'place',
    batchId: batch_id,
    status,
    only,
    days,
    chosen,
    isComplete: chosen !== undefined,
    fetched: text('fetched') === 'yes' ? chosen : undefined,
  }
}

export type ReportFilter = NonNullable<ReturnType<typeof addressOf>['chosen']>

export const EXPORT_FAILURE = 'Failed to export reports. Please try again.'

/** A student whose sessions have not begun has no percentage, not 0%. */
export const percentText = (percentage: number, counted: number) => (counted === 0 ? '—' : `${percentage}%`)

/** Returns a student's share of present: a whole percent, or with one decimal in the list below the minimum. */
export function shareText(
  { present, absent, leave, percentage }: ReportRow['attendance_summary'],
  isBelow: boolean,
): string {
  const counted = present + absent + leave
  return percentText(isBelow ? (preciseRate(present, counted) ?? 0) : percentage, counted)
}

/** Names the counted sessions; without a chosen status these are the completed ones. */
export function countedText({
  status,
  ...days
}: Pick<ReportFilter, 'status'> & Partial<Pick<ReportFilter, 'from' | 'to'>>) {
  const span = spanText(days)
  return `Counted are the ${status ?? 'completed'} sessions of the department${span && `, ${span}`}.`
}

/** Returns the file's name without its ending. */
export const listFileName = () => `student-reports-${collegeToday()}`

export const lettersFileName = () => `attendance-letters-${collegeToday()}`

export const studentFileName = (student: { roll_no: string | null; student_id: number }) =>
  `student-report-${(student.roll_no ?? String(student.student_id)).replace(/[^\p{L}\p{N}]+/gu, '-')}-${collegeToday()}`

/** Shows the calculation of the totals' percentage: "(120 + 8) ÷ 160 = 80%". */
export function totalsSum({ presentCount, absentCount, leaveCount, attendancePercentage }: ReportStats): string {
  const all = presentCount + absentCount + leaveCount
  if (all === 0) return 'No mark has been counted yet.'
  return `(${presentCount} present + ${leaveCount} leave) ÷ ${all} marks = ${attendancePercentage}%`
}
