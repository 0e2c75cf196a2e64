import type { Credential } from '../../../shared/contract/accounts.ts'
import type { OwnField } from '../../../shared/contract/own-fields.ts'
import type { Student } from '../../../shared/contract/students.ts'
import { maySignIn } from '../../../shared/labels.ts'
import type { StudentsOnly } from '../../../shared/only.ts'
import type { Address } from '../../core/address.ts'
import { emailBody } from '../../parts/own-email.ts'
import { type OwnTyped, ownBody } from '../../parts/own-fields.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { choiceOf, textOf, textsOf } from '../../ui/texts.ts'

/** The choice of students who are in no batch. */
export const WITHOUT_BATCH = 'none'
export type BatchChoice = number | typeof WITHOUT_BATCH

export const STUDENT: RecordKind = { entity: 'student', title: 'Student', noun: 'student' }

/** The narrowings of the list, for a batch or for all students. */
export const onlyOptions = (writes: boolean): { value: StudentsOnly; label: string }[] => [
  { value: 'unplaced', label: 'Without batch or group' },
  ...(writes ? [{ value: 'never-signed-in' as const, label: 'Never signed in' }] : []),
]

/** Reads the address: the batch whose students are listed, and the narrowing of the list. */
export function addressOf({ text, id, q, can }: Address) {
  const batch: BatchChoice | undefined = text('batch') === WITHOUT_BATCH ? WITHOUT_BATCH : id('batch')
  return { batch, only: onlyOptions(can('students:write')).find(({ value }) => value === text('only'))?.value, q }
}

/** A new student starts in the batch of the filter. */
export const studentValues = (student: Student | undefined, chosen: BatchChoice | undefined) => ({
  ...textsOf(student, ['name', 'roll_no', 'phone', 'date_of_birth', 'date_of_admission', 'description']),
  batch_id: textOf(student ? student.batch_id : typeof chosen === 'number' ? chosen : undefined),
  email: textOf(student?.user.email),
  without_email: student !== undefined && student.user.email === null,
  gender: choiceOf(student?.gender),
  status: student?.status ?? 'active',
  own: { ...student?.own } as OwnTyped,
})
export type StudentValues = ReturnType<typeof studentValues>

/** Without `role_id`, the form's hidden field: the server sets the student role, and an edit keeps it. */
export const studentBody =
  (student: Student | undefined, ownFields: readonly OwnField[] = []) =>
  ({ batch_id, own, ...values }: StudentValues) => ({
    ...emailBody(values, student?.user),
    ...ownBody(own, ownFields),
    batch_id: batch_id === '' ? null : Number(batch_id),
  })

/** Says whether the account has been used. */
export function accountNote(student: Student): string {
  if (!maySignIn(student.status)) return 'With this status the student cannot sign in.'
  return student.never_signed_in ? 'The student has never signed in.' : 'The student has signed in before.'
}

/** Orders slips as the list of students, by roll number, for handing them out. */
export function inOrderOf(students: readonly Student[], credentials: readonly Credential[]): Credential[] {
  const places = new Map(students.map(({ user_id }, place) => [user_id, place]))
  const placeOf = ({ user_id }: Credential) => places.get(user_id) ?? students.length
  return credentials.toSorted((a, b) => placeOf(a) - placeOf(b))
}
