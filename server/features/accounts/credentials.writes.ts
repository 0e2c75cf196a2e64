import { type Credential, SIGNED_IN_ALREADY } from '../../../shared/contract/accounts.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, forbidden, notFound } from '../../core/errors.ts'
import { isAccountActive } from '../../core/login.ts'
import type { InitialPassword } from '../../core/passwords.ts'
import { showsDepartment } from '../../core/scope.ts'
import type { Tx } from '../../db/types.ts'
import { setInitialPassword } from './passwords.writes.ts'
import { type Account, findPerson } from './reads.ts'
import { isTrusted, refuseOwnPassword, refuseUnmanaged } from './rules.ts'

/**
 * Refuses the caller who may not give this person an initial password. The editors of the person may give one; once
 * the person has signed in, a new one takes the account over for a moment, so only an administrator, the head of the
 * person's own department and, for a student, student affairs may.
 * @throws 404 for staff that the caller does not see, 403 for a person whom the caller may not edit, 409 for a person
 * who may not sign in
 */
export async function refuseIssuing(tx: Tx, caller: Caller, account: Account) {
  const person = await findPerson(tx, account.id)
  const [isStaff, isStudent] = [person.staff_status !== null, person.student_status !== null]
  if (isStaff && !showsDepartment(caller, person.department_id)) throw notFound('User')
  const mayEdit =
    (!isStaff || caller.may('staff:write')) &&
    (!isStudent || caller.may('students:write')) &&
    (isStaff || isStudent || caller.roles.includes('admin'))
  if (!mayEdit) throw forbidden('You are not allowed to change this person.')
  if (!isTrusted(caller, person)) throw forbidden(SIGNED_IN_ALREADY)
  refuseUnmanaged(caller, account)
  refuseOwnPassword(caller, account)
  if (!isAccountActive(person.staff_status, person.student_status)) throw conflict('This account is not active.')
  return person
}

/** Gives a person a new initial password. @throws as `refuseIssuing` */
export async function issuePassword(
  tx: Tx,
  caller: Caller,
  account: Account,
  { password, hash }: InitialPassword,
): Promise<{ credential: Credential; hasSignedIn: boolean }> {
  const person = await refuseIssuing(tx, caller, account)
  await setInitialPassword(tx, caller, account, hash)
  const { id, name, email } = account
  return {
    credential: {
      user_id: id,
      name,
      email,
      roll_no: person.roll_no,
      ...(email === null ? { sign_in_name: person.sign_in_name } : {}),
      initial_password: password,
    },
    hasSignedIn: person.signed_in_at !== null,
  }
}
