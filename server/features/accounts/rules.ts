import { mayAssign, mayManage } from '../../../shared/permissions.ts'
import type { Caller } from '../../core/caller.ts'
import { forbidden } from '../../core/errors.ts'
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

/** @throws 403 for one's own account, which asks for the current password */
export function refuseOwnPassword(caller: Caller, account: Account): void {
  if (account.id === caller.id) throw forbidden('Use Change password for your own account.')
}
