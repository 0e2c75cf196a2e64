import * as z from 'zod/mini'
import { get, list, one } from '../endpoint.ts'
import { choice, idText, optionalDate } from '../fields.ts'
import { ATTENDANCE_STATUSES, SESSION_STATUSES, STUDENT_STATUSES } from '../labels.ts'
import { ID_MAX } from '../limits.ts'
import { REPORTS_ONLY } from '../only.ts'
import { AttendanceCounts, AttendanceSubmission } from './attendance.ts'
import { NamedRef } from './groups.ts'

/** A student's attendance. The percentage is of the counted sessions; only present counts as attended. */
export const AttendanceSummary = z.object({ ...AttendanceCounts.shape, percentage: z.int() })

export const ReportRow = z.object({
  student_id: z.int(),
  name: z.string(),
  roll_no: z.nullable(z.string()),
  status: z.enum(STUDENT_STATUSES),
  tasks_assigned: z.int(),
  tasks_submitted: z.int(),
  attendance_summary: AttendanceSummary,
})
export type ReportRow = z.infer<typeof ReportRow>

/** Totals of the listed students; the percentage counts present and leave. */
export const ReportStats = z.object({
  totalStudents: z.int(),
  presentCount: z.int(),
  absentCount: z.int(),
  leaveCount: z.int(),
  attendancePercentage: z.int(),
})
export type ReportStats = z.infer<typeof ReportStats>

/** The number of a batch's active students who are below the college's minimum in a department. */
export const BelowMinimum = z.object({ department: NamedRef, batch: NamedRef, count: z.int() })
export type BelowMinimum = z.infer<typeof BelowMinimum>

/** An active student who is below the college's minimum in a department; one who is so in two has two rows. */
export const BelowStudent = z.object({
  student_id: z.int(),
  name: z.string(),
  roll_no: z.nullable(z.string()),
  department: NamedRef,
  batch: NamedRef,
  present: z.int(),
  /** The student's entries in completed sessions of the department. */
  counted: z.int(),
  precise_rate: z.number(),
})
export type BelowStudent = z.infer<typeof BelowStudent>

export const RecentAttendance = z.object({
  id: z.int(),
  date_time: z.string(),
  status: z.enum(ATTENDANCE_STATUSES),
  session_remarks: z.nullable(z.string()),
})

export const StudentReport = z.object({
  ...ReportRow.shape,
  batch: z.nullable(NamedRef),
  recent_attendance: z.array(RecentAttendance),
})
export type StudentReport = z.infer<typeof StudentReport>

const SELECT_FIRST = 'Please select department and batch to fetch student reports'
const statusFilter = { status: z.optional(choice('Status', SESSION_STATUSES)) }
const activeOnly = { status: z.optional(choice('Status', STUDENT_STATUSES)) }

const selected = (name: string) =>
  z.pipe(
    z.string(SELECT_FIRST).check(z.regex(/^[1-9]\d{0,9}$/, SELECT_FIRST)),
    z.pipe(z.transform(Number), z.int().check(z.maximum(ID_MAX, `${name} does not exist`))),
  )

/**
 * The days for which is asked, both included: members, sessions and tasks are those of these days. Without any they are
 * the present members and all sessions.
 */
const daysFilter = { from: optionalDate('From'), to: optionalDate('To') }

/** Department and batch are required. Without a status the completed sessions count. */
const reportFilter = {
  department_id: selected('Department'),
  batch_id: selected('Batch'),
  group_id: z.optional(idText('Group')),
  only: z.optional(choice('only', REPORTS_ONLY)),
  ...statusFilter,
  ...daysFilter,
}
/** The filter of the students below the minimum, and of the letters about them. */
const belowFilter = { department_id: z.optional(idText('Department')), batch_id: z.optional(idText('Batch')) }
const formatParam = choice('Format', ['pdf', 'csv', 'xlsx'])
const file = { type: 'application/pdf', description: 'A PDF, CSV or XLSX file' }
const failure = 'Failed to fetch student reports'
const action = 'student-reports:read' as const

const studentsOf = (what: string, summary: string) =>
  list(`/student-reports/${what}/:id`, {
    summary,
    action,
    query: activeOnly,
    row: ReportRow,
    failure,
  })
const entriesOf = (path: string, summary: string) =>
  list(`/student-reports/${path}/:id`, {
    summary,
    action,
    query: statusFilter,
    row: AttendanceSubmission,
    failure,
  })
const statsOf = (path: string, summary: string) =>
  get(`/student-reports/${path}/:id`, {
    summary,
    action,
    query: z.object(statusFilter),
    reply: one(ReportStats),
    failure,
  })

export const studentReports = {
  list: list('/student-reports', {
    summary: 'The active students of a batch or group with their tasks and attendance in a department',
    action,
    query: reportFilter,
    row: ReportRow,
    failure,
  }),
  filteredStudents: list('/student-reports/filtered-students', {
    summary: 'The same list under its other name',
    action,
    query: reportFilter,
    row: ReportRow,
    failure,
  }),
  attendanceSummary: list('/student-reports/attendance-summary', {
    summary: 'The attendance of each listed student',
    action,
    query: reportFilter,
    row: ReportRow,
    failure,
  }),
  attendanceStats: get('/student-reports/attendance-stats', {
    summary: 'Totals of the listed students; the percentage counts present and leave',
    action,
    query: z.object(reportFilter),
    reply: one(ReportStats),
    failure,
  }),
  belowMinimum: list('/student-reports/below-minimum', {
    summary: 'Where students are below the minimum of attendance, by department and batch, the most first',
    action,
    query: { department_id: z.optional(idText('Department')) },
    row: BelowMinimum,
    failure,
  }),
  belowStudents: list('/student-reports/students-below', {
    summary: 'The students below the minimum of attendance in any department, the lowest share first',
    action,
    query: belowFilter,
    row: BelowStudent,
    failure,
  }),
  printBelow: get('/student-reports/students-below/print', {
    summary: 'A letter about each of these students to the parents or guardian, in one file',
    action,
    query: z.object(belowFilter),
    file: { type: 'application/pdf', description: 'A PDF' },
    costly: true,
    failure: 'Failed to export reports',
  }),
  exportList: get('/student-reports/export/:format', {
    summary: 'The list as a file, as it is on the screen',
    action,
    params: { format: formatParam },
    query: z.object(reportFilter),
    file,
    costly: true,
    failure: 'Failed to export reports',
  }),
  ofGroup: studentsOf('group', 'The students of a group with their tasks and attendance'),
  ofBatch: studentsOf('batch', 'The students of a batch with their tasks and attendance'),
  ofDepartment: studentsOf('department', 'The students of a department’s groups with their tasks and attendance'),
  ofStudent: get('/student-reports/student/:id', {
    summary: 'One student’s tasks, attendance and recent sessions',
    action,
    query: z.object({ department_id: z.optional(idText('Department')), ...statusFilter, ...daysFilter }),
    reply: one(StudentReport),
    failure,
  }),
  exportStudent: get('/student-reports/student/:id/export/:format', {
    summary: 'One student’s report as a file',
    action,
    params: { format: formatParam },
    query: z.object({ department_id: z.optional(idText('Department')), ...statusFilter, ...daysFilter }),
    file,
    costly: true,
    failure: 'Failed to export reports',
  }),
  performance: get('/student-reports/performance/:id', {
    summary: 'One student’s tasks and attendance',
    action,
    reply: one(StudentReport),
    failure,
  }),
  attendanceHistory: entriesOf('attendance-history', 'One student’s entries, the latest session first'),
  groupAttendance: statsOf('group-attendance', 'Totals of a group'),
  batchAttendance: statsOf('batch-attendance', 'Totals of a batch'),
  departmentAttendance: statsOf('department-attendance', 'Totals of a department'),
}
