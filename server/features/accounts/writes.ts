import { maySignIn, SIGN_IN_STATUSES } from '../../../shared/labels.ts'
import type { Caller } from '../../core/caller.ts'
import { answering, conflict, forbidden, invalid } from '../../core/errors.ts'
import { leaveTrail } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { endLoginsOf } from '../notices/devices.writes.ts'
import { endMailedLinks } from './passwords.writes.ts'
import { type Account, findPerson, type HeldRole, holdLastAdmin } from './reads.ts'
import { refuseNewEmail, refuseUnassignable } from './rules.ts'

// The account behind every staff member and student: who may give it which role, change its email and its password.
// Nobody raises themselves; the last administrator stays.

export const EMAIL_TAKEN = 'This email is already in use'
/** The refusal of an email that somebody has. */
export const emailRefusals = { users_email_key: invalid({ email: [EMAIL_TAKEN] }) }

/** @throws 409 when no other administrator could sign in without this account */
async function refuseLastAdmin(tx: Tx, account: Account): Promise<void> {
  if (!account.roles.some(({ name }) => name === 'admin')) return
  await holdLastAdmin(tx)
  const other = await tx
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .leftJoin('staff', 'staff.user_id', 'user_roles.user_id')
    .leftJoin('students', 'students.user_id', 'user_roles.user_id')
    .select('user_roles.user_id')
    .where('roles.name', '=', 'admin')
    .where('user_roles.user_id', '!=', account.id)
    .where((eb) => eb.or([eb('staff.status', 'is', null), eb('staff.status', 'in', SIGN_IN_STATUSES)]))
    .where((eb) => eb.or([eb('students.status', 'is', null), eb('students.status', 'in', SIGN_IN_STATUSES)]))
    .limit(1)
    .executeTakeFirst()
  if (!other) throw conflict('This is the last administrator. Make somebody else administrator first.')
}

const recordRoles = (tx: Tx, caller: Caller, action: string, userId: number, changes: [unknown, unknown]) =>
  leaveTrail(tx, caller, [{ action, entity: 'user', entityId: userId, changes: { role: changes } }])

/**
 * Makes the account of a new person, who has to choose a password at the first sign-in.
 * @throws 403 when the caller may not give the role, 422 on `email` when it is taken
 */
export async function createAccount(
  tx: Tx,
  caller: Caller,
  person: { name: string; email: string | null; role: HeldRole | null },
  passwordHash: string,
): Promise<number> {
  if (person.role) refuseUnassignable(caller, person.role)
  const { id } = await answering(emailRefusals, () =>
    tx
      .insertInto('users')
      .values({ name: person.name, email: person.email, password_hash: passwordHash, must_change_password: true })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  if (person.role) await tx.insertInto('user_roles').values({ user_id: id, role_id: person.role.id }).execute()
  await leaveTrail(tx, caller, [
    { action: 'assign-role', entity: 'user', entityId: id, changes: { role: [null, person.role?.name ?? null] } },
    { action: 'initial-password', entity: 'user', entityId: id, changes: { password: [null, 'new'] } },
  ])
  return id
}

/**
 * Changes name and email; links to choose a password that went to the old address end, as does one for an own address.
 * @throws 422 on `email` when it is taken, or when the caller may not give the account to another address
 */
export async function changeAccount(
  tx: Tx,
  caller: Caller,
  account: Account,
  change: { name?: string | undefined; email?: string | null | undefined },
): Promise<void> {
  const { name = account.name } = change
  const email = change.email === undefined ? account.email : change.email
  if (name === account.name && email === account.email) return
  if (email?.toLowerCase() !== account.email?.toLowerCase())
    refuseNewEmail(caller, { ...(await findPerson(tx, account.id)), email: account.email })
  await answering(emailRefusals, () =>
    tx.updateTable('users').set({ name, email, updated_at: new Date() }).where('id', '=', account.id).execute(),
  )
  if (email === account.email) return
  await endMailedLinks(tx, account.id)
}

/** Gives one more role; one that is held already stays. @throws 403 for oneself, and above what one may assign */
export async function giveRole(tx: Tx, caller: Caller, account: Account, role: HeldRole): Promise<void> {
  refuseUnassignable(caller, role)
  if (account.id === caller.id) throw forbidden('You cannot change your own roles.')
  if (account.roles.some(({ id }) => id === role.id)) return
  await tx.insertInto('user_roles').values({ user_id: account.id, role_id: role.id }).execute()
  await recordRoles(tx, caller, 'assign-role', account.id, [null, role.name])
}

/** Takes a role away. @throws 409 for the last administrator, 403 for oneself */
export async function takeRole(tx: Tx, caller: Caller, account: Account, role: HeldRole): Promise<void> {
  if (!account.roles.some(({ id }) => id === role.id)) return
  if (role.name === 'admin') await refuseLastAdmin(tx, account)
  if (account.id === caller.id) throw forbidden('You cannot change your own roles.')
  await tx.deleteFrom('user_roles').where('user_id', '=', account.id).where('role_id', '=', role.id).execute()
  await recordRoles(tx, caller, 'remove-role', account.id, [role.name, null])
}

/** Puts `next` in the place of the role that the person's record gave before. */
export async function replaceRole(
  tx: Tx,
  caller: Caller,
  account: Account,
  former: number | null,
  next: HeldRole | null,
): Promise<void> {
  if ((next?.id ?? null) === former) return
  const old = account.roles.find(({ id }) => id === former)
  if (old) await takeRole(tx, caller, account, old)
  if (next) await giveRole(tx, caller, account, next)
}

/**
 * Ends the open logins, and the mailed links, at once of a person who may no longer sign in. Call it when a person's status changes.
 * @throws 409 for the last administrator, 403 for oneself
 */
export async function applyStatus(tx: Tx, caller: Caller, account: Account, status: string): Promise<void> {
  if (maySignIn(status)) return
  await refuseLastAdmin(tx, account)
  if (account.id === caller.id) throw forbidden('You cannot end your own account.')
  await endLoginsOf(tx, account.id)
  await endMailedLinks(tx, account.id)
}

/**
 * Deletes the account; the person's own record must be gone.
 * @throws 403 for oneself, 409 for the last administrator
 */
export async function deleteAccount(tx: Tx, caller: Caller, account: Account): Promise<void> {
  if (account.id === caller.id) throw forbidden('You cannot delete yourself.')
  await refuseLastAdmin(tx, account)
  await tx.deleteFrom('users').where('id', '=', account.id).execute()
}
