import { type Credential, SIGNED_IN_ALREADY } from '../../../shared/contract/accounts.ts'
import { can } from '../../../shared/permissions.ts'
import { type Account, refuseOwnPassword, refuseUnmanaged, setInitialPassword } from '../../core/accounts.ts'
import { conflict, forbidden, notFound } from '../../core/errors.ts'
import { type Actor, isAccountActive, type Scope } from '../../core/login.ts'
import type { InitialPassword } from '../../core/passwords.ts'
import type { Tx } from '../../db/types.ts'
import { findPerson } from './accounts.reads.ts'

/**
 * Whoever may edit a person may give an initial password; for one who has signed in, which takes the account over for a
 * moment, only an administrator, the head of the person's own department, and for a student student affairs.
 * @throws 404 for staff that the scope does not show, 403 for whom the actor may not edit, 409 for who may not sign in
 */
export async function refuseIssuing(tx: Tx, actor: Actor, scope: Scope, account: Account) {
  const person = await findPerson(tx, account.id)
  const [isStaff, isStudent] = [person.staff_status !== null, person.student_status !== null]
  if (isStaff && scope.kind === 'department' && scope.departmentId !== person.department_id) throw notFound('User')
  const mayEdit =
    (!isStaff || can(actor.roles, 'staff:write')) &&
    (!isStudent || can(actor.roles, 'students:write')) &&
    (isStaff || isStudent || actor.roles.includes('admin'))
  if (!mayEdit) throw forbidden('You are not allowed to change this person.')
  const isHead = actor.roles.includes('hod') && actor.staff?.departmentId === person.department_id
  const isTrusted = actor.roles.includes('admin') || isHead || (isStudent && !isStaff)
  if (person.signed_in_at !== null && !isTrusted) throw forbidden(SIGNED_IN_ALREADY)
  refuseUnmanaged(actor, account)
  refuseOwnPassword(actor, account)
  if (!isAccountActive(person.staff_status, person.student_status)) throw conflict('This account is not active.')
  return person
}

/** Gives a person a new initial password. @throws as `refuseIssuing` */
export async function issuePassword(
  tx: Tx,
  actor: Actor,
  scope: Scope,
  account: Account,
  { password, hash }: InitialPassword,
): Promise<{ credential: Credential; hasSignedIn: boolean }> {
  const person = await refuseIssuing(tx, actor, scope, account)
  await setInitialPassword(tx, actor, account, hash)
  const { id, name, email } = account
  return {
    credential: { user_id: id, name, email, roll_no: person.roll_no, initial_password: password },
    hasSignedIn: person.signed_in_at !== null,
  }
}
