import type { Credential } from '../../../shared/contract/accounts.ts'
import type { Student } from '../../../shared/contract/students.ts'
import { SIGN_IN_STATUSES } from '../../../shared/labels.ts'

/** What the list is of: a batch, or the students who are in none. */
export const WITHOUT_BATCH = 'none'
export type BatchChoice = number | typeof WITHOUT_BATCH

export type StudentValues = {
  name: string
  roll_no: string
  batch_id: string
  email: string
  phone: string
  gender: NonNullable<Student['gender']> | ''
  date_of_birth: string
  date_of_admission: string
  status: Student['status']
  description: string
  /** The version that was read; part of the draft, so that a restored one can't overwrite a later change unseen. */
  updated_at: string
}

/** A new student's fields, with the batch that is chosen in the filter. */
export const newStudentValues = (batch: BatchChoice | undefined): StudentValues => ({
  name: '',
  roll_no: '',
  batch_id: typeof batch === 'number' ? String(batch) : '',
  email: '',
  phone: '',
  gender: '',
  date_of_birth: '',
  date_of_admission: '',
  status: 'active',
  description: '',
  updated_at: '',
})

export const studentValues = (student: Student): StudentValues => ({
  name: student.name,
  roll_no: student.roll_no ?? '',
  batch_id: String(student.batch_id ?? ''),
  email: student.user.email,
  phone: student.phone ?? '',
  gender: student.gender ?? '',
  date_of_birth: student.date_of_birth ?? '',
  date_of_admission: student.date_of_admission ?? '',
  status: student.status,
  description: student.description ?? '',
  updated_at: student.updated_at,
})

/** Without `role_id`, the form's hidden field: the server presets the student role, and an edit leaves it as it is. */
export const studentBody = ({ batch_id, updated_at: _, ...values }: StudentValues) => ({
  ...values,
  batch_id: batch_id === '' ? null : Number(batch_id),
})

export const maySignIn = ({ status }: Pick<Student, 'status'>) => SIGN_IN_STATUSES.some((word) => word === status)

/** Slips are handed out by roll number, as the list has the students, in whatever order they were made. */
export function inOrderOf(students: readonly Student[], credentials: readonly Credential[]): Credential[] {
  const places = new Map(students.map(({ user_id }, place) => [user_id, place]))
  const placeOf = ({ user_id }: Credential) => places.get(user_id) ?? students.length
  return credentials.toSorted((a, b) => placeOf(a) - placeOf(b))
}
