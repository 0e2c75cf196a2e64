import { SIGNED_IN_ALREADY, SIGNS_IN_BY_EMAIL, SIGNS_IN_BY_NUMBER } from '../../../shared/contract/accounts.ts'
import type { OwnField } from '../../../shared/contract/own-fields.ts'
import type { Role } from '../../../shared/contract/roles.ts'
import type { Staff } from '../../../shared/contract/staff.ts'
import { inWords, maySignIn, roleHint, roleWord } from '../../../shared/labels.ts'
import type { StaffOnly } from '../../../shared/only.ts'
import { mayAssign } from '../../../shared/permissions.ts'
import { mayEdit } from '../../../shared/policies/people.ts'
import { emailBody } from '../../parts/own-email.ts'
import { type OwnTyped, ownBody } from '../../parts/own-fields.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { choiceOf, numbersOf, textOf, textsOf } from '../../ui/texts.ts'
import type { StaffCard } from './api.ts'

/** Returns true for the whole record; students get names, departments and designations only. */
export const isWhole = (card: StaffCard): card is Staff => 'user' in card

export const isEditable = (roles: readonly string[], card: StaffCard): card is Staff =>
  isWhole(card) && mayEdit(roles, 'staff', card.user.roles)

const NO_ROLE = 'No role assigned'

/** Returns "Head of department, Faculty". */
export const heldRoleWords = ({ user }: Pick<Staff, 'user'>) => user.roles.map(roleWord).join(', ') || NO_ROLE

/** Returns "hod, faculty"; a person may hold several roles. */
export const heldRoles = ({ user }: Pick<Staff, 'user'>) => user.roles.join(', ') || NO_ROLE

/** Returns what people say for the held roles whose stored names do not say it. */
export const heldRolesHint = ({ user }: Pick<Staff, 'user'>) =>
  inWords(user.roles.flatMap((role) => roleHint(role) ?? []))

/** Returns the roles to offer: those the person may give, never the student's, always the present one. */
export const roleChoices = (all: readonly Role[], ownRoles: readonly string[], present: number | null) =>
  all.filter(({ id, name }) => id === present || (name !== 'student' && mayAssign(ownRoles, name)))

export const STAFF: RecordKind = { entity: 'staff', title: 'Staff', noun: 'staff member' }

/** The narrowings of the list, for a person who may change staff. */
export const STAFF_SHOWN: readonly { value: StaffOnly; label: string }[] = [
  { value: 'never-signed-in', label: 'Never signed in' },
]

const TEXTS = [
  'name',
  'staff_no',
  'department_id',
  'designation_id',
  'role_id',
  'phone',
  'date_of_birth',
  'date_of_joining',
  'date_of_leaving',
  'date_of_retirement',
  'description',
] as const

/** A new member of staff starts in the department to which the adding person is bound. */
export const staffValues = (person: Staff | undefined, departmentId: number | undefined) => ({
  ...textsOf(person, TEXTS),
  ...(person ? {} : { department_id: textOf(departmentId) }),
  email: textOf(person?.user.email),
  without_email: person !== undefined && person.user.email === null,
  gender: choiceOf(person?.gender),
  status: person?.status ?? 'active',
  own: { ...person?.own } as OwnTyped,
})
export type StaffValues = ReturnType<typeof staffValues>

/** An account in use is reset by administrators and heads only: another editor could lock its person out. */
const isTrusted = (person: Staff, roles: readonly string[]) =>
  person.never_signed_in === true || roles.includes('admin') || roles.includes('hod')

export function accountOf(person: Staff, roles: readonly string[]): { note: string; mayIssue: boolean } {
  if (!maySignIn(person.status)) return { note: 'With this status the person cannot sign in.', mayIssue: false }
  const mayIssue = isTrusted(person, roles)
  return { note: mayIssue ? 'For somebody who forgot theirs, or never got one.' : SIGNED_IN_ALREADY, mayIssue }
}

/** The state and hint of the email field. An editor who is not trusted with the account can't change it. */
export const emailField = (person: Staff | undefined, roles: readonly string[]) =>
  person && !isTrusted(person, roles)
    ? { disabled: true, description: person.user.email === null ? SIGNS_IN_BY_NUMBER : SIGNS_IN_BY_EMAIL }
    : { disabled: false, description: 'Used to create a user account' }

export const staffBody =
  (person: Staff | undefined, ownFields: readonly OwnField[] = []) =>
  ({ own, ...values }: StaffValues) => ({
    ...emailBody(values, person?.user),
    ...ownBody(own, ownFields),
    ...numbersOf(values, ['department_id', 'designation_id']),
    role_id: values.role_id === '' ? null : Number(values.role_id),
  })
