import { SIGNS_IN_BY_EMAIL, SIGNS_IN_BY_NUMBER, SIGNS_IN_BY_TWO_STEPS } from '../../../shared/contract/accounts.ts'
import { PHONE_PATTERN } from '../../../shared/limits.ts'
import { mayAssign, mayManage } from '../../../shared/permissions.ts'
import { NO_PHONE } from '../../../shared/phones.ts'
import type { Caller } from '../../core/caller.ts'
import { forbidden, invalid } from '../../core/errors.ts'
import type { Account, HeldRole } from './reads.ts'

/** @throws 403 when the caller may not give every role that this person holds */
export function refuseUnmanaged(caller: Caller, account: Account): void {
  const held = account.roles.map(({ name }) => name)
  if (!mayManage(caller.roles, held)) throw forbidden('You are not allowed to change this person.')
}

/** @throws 403 when the caller may not give this role */
export function refuseUnassignable(caller: Caller, role: HeldRole): void {
  if (!mayAssign(caller.roles, role.name)) throw forbidden(`You are not allowed to assign the role ${role.name}.`)
}

/** The facts that decide who may take a person's account over for a moment: by a new password, or by another email. */
interface TakeoverFacts {
  signed_in_at: string | null
  department_id: number | null
  staff_status: string | null
  student_status: string | null
}

/**
 * True when the caller may take the account over. Once the person has signed in, only an administrator, the head of the
 * department, and student affairs for students may.
 */
export function isTrusted(caller: Caller, person: TakeoverFacts): boolean {
  if (person.signed_in_at === null || caller.roles.includes('admin')) return true
  const isHead = caller.roles.includes('hod') && caller.staff?.departmentId === person.department_id
  return isHead || (person.student_status !== null && person.staff_status === null)
}

interface NewEmailFacts extends TakeoverFacts {
  email: string | null
  has_factor: boolean
}

/** @throws 422 on `email` for a caller who may edit the person, and not give the account to another address */
export function refuseNewEmail(caller: Caller, person: NewEmailFacts): void {
  if (!isTrusted(caller, person))
    throw invalid({ email: [person.email === null ? SIGNS_IN_BY_NUMBER : SIGNS_IN_BY_EMAIL] })
  if (person.has_factor && !caller.roles.includes('admin')) throw invalid({ email: [SIGNS_IN_BY_TWO_STEPS] })
}

/** The email as a body gives it: null where it says that there is none, undefined where it says nothing. */
export const givenEmail = (given: { email?: string | null | undefined; without_email?: boolean | undefined }) =>
  given.without_email === true ? null : (given.email ?? undefined)

/** @throws 422 on the number’s field for a person who could not sign in: without an email the number is needed */
export function refuseNoSignInName(field: 'roll_no' | 'staff_no', email: string | null, number: string | null): void {
  const noun = field === 'roll_no' ? 'Roll number' : 'Staff number'
  if (email === null && number === null) throw invalid({ [field]: [`${noun} is required for a person without email`] })
}

/** @throws 422 for a typed phone number of another country: only a file brings one, which is then sent back as it was */
export function refusePhoneAbroad(phone: string | null | undefined, stored: string | null): void {
  if (phone && phone !== stored && !PHONE_PATTERN.test(phone)) throw invalid({ phone: [NO_PHONE] })
}

/** @throws 403 for one's own account, which asks for the current password */
export function refuseOwnPassword(caller: Caller, account: Account): void {
  if (account.id === caller.id) throw forbidden('Use Change password for your own account.')
}
