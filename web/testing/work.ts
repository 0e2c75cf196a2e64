import type { AssessmentResult } from '../../shared/contract/assessment-results.ts'
import type { Assessment } from '../../shared/contract/assessments.ts'
import type {
  AttendanceSession,
  AttendanceSubmission,
  DepartmentRecord,
  RosterStudent,
} from '../../shared/contract/attendance.ts'
import type { ReportRow, StudentReport } from '../../shared/contract/student-reports.ts'
import type { StudentTask } from '../../shared/contract/student-tasks.ts'
import type { Submission } from '../../shared/contract/submissions.ts'
import type { Task } from '../../shared/contract/tasks.ts'
import { batch, candidate, department, group, refOf, staffMember, stamps } from './records.ts'

/** The college's work and its reports, as in `records.ts`. */
export const task = ({ department: by = refOf(department()), groups = [], ...changes }: Partial<Task> = {}): Task => ({
  id: 9,
  name: 'Case history',
  type: null,
  detail: null,
  label: null,
  criteria: null,
  total_marks: 100,
  passing_marks: 50,
  start_date: null,
  end_date: null,
  description: null,
  department_id: by.id,
  department: by,
  group_id: groups[0]?.id ?? null,
  group_ids: groups.map(({ id }) => id),
  group: groups[0] ?? null,
  groups,
  status: 'active',
  task_type: 'single',
  skill: null,
  required_count: null,
  logbook: null,
  submission_count: 0,
  graded_count: 0,
  criteria_count: 0,
  submission: null,
  ...stamps,
  ...changes,
})

/** A task of a student who has handed in nothing. */
export const studentTask = (changes: Partial<StudentTask> = {}): StudentTask => ({
  id: 9,
  name: 'Case history',
  detail: null,
  label: null,
  total_marks: 100,
  passing_marks: 50,
  end_date: null,
  department_id: 3,
  department: refOf(department()),
  status: 'active',
  task_type: 'single',
  required_count: null,
  counted: null,
  group: refOf(group()),
  submission: null,
  ...changes,
})

export const submission = ({
  student: by = candidate(),
  task: of = task(),
  ...changes
}: Partial<Submission> = {}): Submission => ({
  id: 40,
  task_id: of.id,
  student_id: by.id,
  remarks: null,
  date_time: '2026-03-02T04:00:00.000Z',
  status: 'submitted',
  is_late: false,
  files: '[]',
  marks: null,
  criteria_marks: null,
  faculty_remarks: null,
  graded_at: null,
  comment_count: 0,
  student: by,
  task: of,
  updated_at: '2026-01-02T03:04:05.678Z',
  ...changes,
})

export const session = ({
  department: by = refOf(department()),
  group: of = refOf(group()),
  batch: inside = refOf(batch()),
  staff: given = refOf(staffMember()),
  ...changes
}: Partial<AttendanceSession> = {}): AttendanceSession => ({
  id: 31,
  department_id: by.id,
  batch_id: inside.id,
  year: null,
  group_id: of.id,
  activity_date: '2026-03-02',
  start_time: '09:00',
  end_time: '10:00',
  staff_id: given.id,
  status: 'pending',
  remarks: null,
  date_time: '2026-03-02T04:00:00.000Z',
  department: by,
  batch: inside,
  group: of,
  staff: given,
  counts: null,
  taken_by: null,
  taken_at: null,
  ...stamps,
  ...changes,
})

export const rosterStudent = (changes: Partial<RosterStudent> = {}): RosterStudent => ({
  student_id: 11,
  name: 'Ali Raza',
  roll_no: 'MBBS-24001',
  student_status: 'active',
  is_marked: true,
  submission_id: null,
  status: null,
  remarks: null,
  has_leave: false,
  joined_on: null,
  left_on: null,
  ...changes,
})

/** A student's entry in the register of a completed session. */
export const entry = ({
  student: of = candidate(),
  attendance_session: within = session({ status: 'completed' }),
  ...changes
}: Partial<AttendanceSubmission> = {}): AttendanceSubmission => ({
  id: 51,
  attendance_session_id: within.id,
  student_id: of.id,
  status: 'present',
  remarks: null,
  updated_at: '2026-01-02T03:04:05.678Z',
  student: of,
  attendance_session: within,
  ...changes,
})

export const departmentRecord = (changes: Partial<DepartmentRecord> = {}): DepartmentRecord => ({
  department: refOf(department()),
  present: 6,
  absent: 1,
  leave: 1,
  total: 8,
  rate: 75,
  precise_rate: 75,
  planned: 12,
  minimum: 75,
  may_miss: 3,
  ...changes,
})

export const reportRow = (changes: Partial<ReportRow> = {}): ReportRow => ({
  student_id: 11,
  name: 'Ali Raza',
  roll_no: 'MBBS-24001',
  status: 'active',
  tasks_assigned: 5,
  tasks_submitted: 3,
  // A single student's percentage counts only present.
  attendance_summary: { present: 8, absent: 1, leave: 1, percentage: 80 },
  ...changes,
})

export const studentReport = (changes: Partial<StudentReport> = {}): StudentReport => ({
  ...reportRow(),
  batch: refOf(batch()),
  recent_attendance: [],
  ...changes,
})

export const assessment = ({
  department: by = refOf(department()),
  group: of = refOf(group()),
  batch: inside = refOf(batch()),
  ...changes
}: Partial<Assessment> = {}): Assessment => ({
  id: 61,
  department_id: by.id,
  department: by,
  batch_id: inside.id,
  batch: inside,
  year: null,
  group_id: of.id,
  group: of,
  type: 'theory',
  name: 'Midterm',
  detail: null,
  weightage: null,
  total_marks: 20,
  passing_marks: 10,
  status: 'active',
  created_by: 7,
  marked_count: 0,
  absent_count: 0,
  criteria: null,
  criteria_count: 0,
  ...stamps,
  ...changes,
})

/** A student's result in an assessment. */
export const result = ({
  student: of = candidate(),
  assessment: within = assessment({ status: 'evaluated' }),
  ...changes
}: Partial<Omit<AssessmentResult, 'assessment'>> & { assessment?: Assessment } = {}): AssessmentResult => ({
  id: 71,
  assessment_id: within.id,
  student_id: of.id,
  marks: 12.5,
  criteria_marks: null,
  remarks: null,
  status: 'submitted',
  student: of,
  assessment: within,
  created_at: '2026-11-02T04:00:00.000Z',
  updated_at: '2026-11-02T04:00:00.000Z',
  ...changes,
})
