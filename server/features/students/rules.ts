import type { Student } from '../../../shared/contract/students.ts'
import { labelOf } from '../../../shared/labels.ts'

/** Why a new password would be of no use to this student. */
export const cannotSignInText = (student: Pick<Student, 'name' | 'status'>) =>
  `Student ${student.name} is ${labelOf(student.status).toLowerCase()} and cannot sign in`

/** The columns of a file of students; the import takes the same. */
export const SHEET_COLUMNS = [
  'Roll Number',
  'Name',
  'Email',
  'Batch',
  'Phone',
  'Gender',
  'Date of Birth',
  'Date of Admission',
  'Status',
  'Description',
]

/** A student as a row below `SHEET_COLUMNS`. */
export const sheetRow = (student: Student) => [
  student.roll_no,
  student.name,
  student.user.email,
  student.batch?.name ?? null,
  student.phone,
  student.gender,
  student.date_of_birth,
  student.date_of_admission,
  student.status,
  student.description,
]
