import type {
  AttendanceSession,
  AttendanceSubmission,
  DepartmentRecord,
  RosterStudent,
} from '../../shared/contract/attendance.ts'
import type { Batch } from '../../shared/contract/batches.ts'
import type { Department } from '../../shared/contract/departments.ts'
import type { Designation } from '../../shared/contract/designations.ts'
import type { Group, GroupCandidate } from '../../shared/contract/groups.ts'
import type { Role } from '../../shared/contract/roles.ts'
import type { Staff } from '../../shared/contract/staff.ts'
import type { ReportRow, StudentReport } from '../../shared/contract/student-reports.ts'
import type { Student, StudentBatch } from '../../shared/contract/students.ts'
import type { Submission } from '../../shared/contract/submissions.ts'
import type { Task } from '../../shared/contract/tasks.ts'

const stamps = { created_at: '2026-01-01T00:00:00.000Z', updated_at: 'v1' }
const refOf = ({ id, name }: { id: number; name: string }) => ({ id, name })

/** Each gives a record as the contract has it; what a test is about, it says in `changes`. */
export const department = (changes: Partial<Department> = {}): Department => ({
  id: 3,
  name: 'Medicine',
  type: 'academic',
  status: 'active',
  ...stamps,
  ...changes,
})

export const designation = (changes: Partial<Designation> = {}): Designation => ({
  id: 4,
  name: 'Professor',
  staff_count: 1,
  ...stamps,
  ...changes,
})

export const role = (changes: Partial<Role> = {}): Role => ({
  id: 1,
  name: 'admin',
  built_in: true,
  user_count: 1,
  ...stamps,
  ...changes,
})

export const batch = (changes: Partial<Batch> = {}): Batch => ({
  id: 5,
  name: 'MBBS 2024',
  current_year: '3rd Year',
  description: null,
  status: 'active',
  ...stamps,
  ...changes,
})

export const group = ({
  batch: of = refOf(batch()),
  department: by = refOf(department()),
  ...changes
}: Partial<Group> = {}): Group => ({
  id: 7,
  name: 'Group A',
  batch_id: of.id,
  department_id: by.id,
  description: null,
  status: 'active',
  batch: of,
  department: by,
  student_count: 2,
  ...stamps,
  ...changes,
})

export const candidate = (changes: Partial<GroupCandidate> = {}): GroupCandidate => ({
  id: 11,
  name: 'Ali Raza',
  roll_no: 'MBBS-24001',
  status: 'active',
  group: null,
  ...changes,
})

export const student = ({ batch: of = refOf(batch()), ...changes }: Partial<Student> = {}): Student => ({
  id: 11,
  name: 'Ali Raza',
  roll_no: 'MBBS-24001',
  phone: null,
  gender: null,
  date_of_birth: null,
  date_of_admission: null,
  current_year: '3rd Year',
  batch_id: of?.id ?? null,
  batch: of,
  role_id: 7,
  status: 'active',
  description: null,
  user_id: 111,
  user: { id: 111, email: 'ali@college.test' },
  ...stamps,
  ...changes,
})

/** A student's link to the batch they are in. */
export const inBatch = (of: Student, id = of.id): StudentBatch => ({
  id,
  student_id: of.id,
  batch_id: of.batch_id ?? batch().id,
  status: 'active',
  student: of,
})

export const staffMember = ({
  department: of = department(),
  designation: as = designation(),
  ...changes
}: Partial<Staff> = {}): Staff => ({
  id: 21,
  name: 'Dr Sana',
  user_id: 121,
  user: { id: 121, email: 'sana@college.test', roles: ['faculty'] },
  department_id: of.id,
  designation_id: as.id,
  role_id: 4,
  phone: null,
  gender: null,
  date_of_birth: null,
  date_of_joining: null,
  date_of_leaving: null,
  date_of_retirement: null,
  description: null,
  status: 'active',
  department: of,
  designation: as,
  ...stamps,
  ...changes,
})

export const task = ({ department: by = refOf(department()), groups = [], ...changes }: Partial<Task> = {}): Task => ({
  id: 9,
  name: 'Case history',
  type: null,
  detail: null,
  label: null,
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
  submission_count: 0,
  graded_count: 0,
  submission: null,
  ...stamps,
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
  faculty_remarks: null,
  graded_at: null,
  student: by,
  task: of,
  updated_at: 'v1',
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
  updated_at: 'v1',
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
  // Present only counts for one student.
  attendance_summary: { present: 8, absent: 1, leave: 1, percentage: 80 },
  ...changes,
})

export const studentReport = (changes: Partial<StudentReport> = {}): StudentReport => ({
  ...reportRow(),
  batch: refOf(batch()),
  recent_attendance: [],
  ...changes,
})
