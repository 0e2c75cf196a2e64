import type { AttendanceCounts } from '../../../shared/contract/attendance.ts'
import type { ReportRow, ReportStats } from '../../../shared/contract/student-reports.ts'
import { attendanceRate } from '../attendance/rules.ts'

const totalOf = ({ present, absent, leave }: AttendanceCounts) => present + absent + leave

/** Returns one student's percentage: only present counts as attended (decision 0005: not the totals' one). */
export const attendedPercentage = (counts: AttendanceCounts) => attendanceRate(counts.present, totalOf(counts)) ?? 0

/** The percentage of the totals: present and leave are accounted for (decision 0005). */
export function accountedPercentage(counts: AttendanceCounts): number {
  const total = totalOf(counts)
  return total === 0 ? 0 : Math.round((100 * (counts.present + counts.leave)) / total)
}

type Figures = Omit<ReportRow, 'attendance_summary'> & AttendanceCounts

export const withSummary = ({ present, absent, leave, ...row }: Figures): ReportRow => ({
  ...row,
  attendance_summary: { present, absent, leave, percentage: attendedPercentage({ present, absent, leave }) },
})

export const reportStats = (totalStudents: number, counts: AttendanceCounts): ReportStats => ({
  totalStudents,
  presentCount: counts.present,
  absentCount: counts.absent,
  leaveCount: counts.leave,
  attendancePercentage: accountedPercentage(counts),
})
