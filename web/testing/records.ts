import type { Account } from '../../shared/contract/accounts.ts'
import type { Batch, Promotion, Turn } from '../../shared/contract/batches.ts'
import type { Department } from '../../shared/contract/departments.ts'
import type { Designation } from '../../shared/contract/designations.ts'
import type { Group, GroupCandidate, GroupHistory } from '../../shared/contract/groups.ts'
import type { OwnField } from '../../shared/contract/own-fields.ts'
import type { Role } from '../../shared/contract/roles.ts'
import type { Staff } from '../../shared/contract/staff.ts'
import type { StudentBatch } from '../../shared/contract/student-batches.ts'
import type { Student } from '../../shared/contract/students.ts'

export const stamps = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T03:04:05.678Z' }
export const refOf = ({ id, name }: { id: number; name: string }) => ({ id, name })

/** Each function makes a record of the contract; a test sets its subject in `changes`. */
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

export const ownField = (changes: Partial<OwnField> = {}): OwnField => ({
  id: 7,
  entity: 'student',
  name: 'Father',
  kind: 'text',
  options: [],
  is_required: false,
  is_unique: false,
  is_masked: false,
  seen_by: 'readers',
  position: 1,
  status: 'active',
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

export const account = (changes: Partial<Account> = {}): Account => ({
  id: 8,
  name: 'Bilal Ahmed',
  email: 'bilal@college.test',
  roles: [{ id: 1, name: 'admin' }],
  kind: 'staff',
  detail: 'Medicine',
  status: 'active',
  has_second_factor: false,
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

/** A year's turn of the batch that can be undone. */
export const turn = (changes: Partial<Turn> = {}): Turn => ({
  batch_id: 5,
  from: '2nd Year',
  to: '3rd Year',
  turned_by: 'Sana Tariq',
  turned_at: '2026-01-02T03:04:05.678Z',
  moved: 115,
  held_back: 2,
  moved_to_batch: 1,
  held: [
    { id: 21, name: 'Ayesha Khan', roll_no: 'MBBS-24021', batch: 'MBBS 2024' },
    { id: 22, name: 'Bilal Ahmed', roll_no: 'MBBS-24022', batch: 'MBBS 2025' },
  ],
  ...changes,
})

/** The effect of the year's turn on the batch. */
export const promotion = (changes: Partial<Promotion> = {}): Promotion => ({
  batch_id: 5,
  name: 'MBBS 2024',
  from: '3rd Year',
  to: '4th Year',
  moving: 117,
  moving_inactive: 0,
  graduated_before: 0,
  staying: [{ id: 11, name: 'Ali Raza', roll_no: 'MBBS-24001', status: 'active', current_year: '2nd Year' }],
  updated_at: '2026-01-02T03:04:05.678Z',
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

/** Makes a student's link to their batch. */
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
  staff_no: null,
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

/** Makes the first student's link to a group; it has ended if `ended_at` is set. */
export const groupLink = (id: number, name: string, ended_at: string | null): GroupHistory => ({
  id,
  student_id: 11,
  group_id: id,
  department_id: 3,
  status: ended_at ? 'inactive' : 'active',
  student: { id: 11, name: student().name, roll_no: student().roll_no, status: 'active' },
  group: { id, name, batch: refOf(batch()), department: refOf(department()) },
  created_at: '2026-01-12T08:00:00.000Z',
  first_day: '2026-01-10',
  ended_at,
  left_on: ended_at?.slice(0, 10) ?? null,
})
