import { sql } from 'kysely'
import type { LoginAnswer } from '../../../shared/contract/auth.ts'
import { record } from '../../core/audit.ts'
import { invalid, unauthenticated } from '../../core/errors.ts'
import { closeLogin, closeLoginsOf, isAccountActive, LOGIN_SECONDS, openLogin } from '../../core/login.ts'
import type { Tx } from '../../db/types.ts'
import { knowDevice } from './devices.writes.ts'
import { readSignIn } from './reads.ts'

// Whatever opens or replaces a login, or changes a password, begins with a change of the account's row. So they come
// one after the other, and each reads what the one before has left.

export const wrongPassword = () => unauthenticated('Invalid email or password.')

/** Opens a login for an account whose row is locked. @throws 401 for who may not sign in (any more) */
async function openFor(tx: Tx, userId: number, userAgent: string | undefined): Promise<LoginAnswer> {
  const { staff_status, student_status, password_replaced_by, ...known } = await readSignIn(tx, userId)
  if (!isAccountActive(staff_status, student_status))
    throw unauthenticated('Your account is not active. Please contact the administrator.')
  const access_token = await openLogin(tx, userId, userAgent)
  const user = password_replaced_by ? { ...known, password_replaced_by } : known
  return { access_token, token_type: 'Bearer', expires_in: LOGIN_SECONDS, user }
}

/**
 * Signs in with the account's password as it was verified.
 * @throws 401 as for a wrong password when it is no longer that one; 401 for who may not sign in
 */
export async function signIn(
  tx: Tx,
  verified: { id: number; password_hash: string },
  device: Buffer,
  userAgent: string | undefined,
): Promise<LoginAnswer> {
  const still = await tx
    .updateTable('users')
    .set({ signed_in_at: sql<string>`now()` })
    .where('id', '=', verified.id)
    .where('password_hash', '=', verified.password_hash)
    .returning('id')
    .executeTakeFirst()
  if (!still) throw wrongPassword()
  await knowDevice(tx, verified.id, device)
  return openFor(tx, verified.id, userAgent)
}

/** Replaces the token; the old one is revoked in the same transaction. @throws 401 when that was done before */
export async function replaceToken(
  tx: Tx,
  userId: number,
  oldToken: string,
  userAgent: string | undefined,
): Promise<LoginAnswer> {
  await tx.updateTable('users').set({ signed_in_at: sql<string>`now()` }).where('id', '=', userId).execute()
  if (!(await closeLogin(tx, oldToken))) throw unauthenticated()
  return openFor(tx, userId, userAgent)
}

/** To be called when a password was changed: the other logins and the links mailed before end. */
export async function endWhatWasBefore(
  tx: Tx,
  caller: { id: number; name: string },
  exceptToken: string | undefined,
): Promise<void> {
  await closeLoginsOf(tx, caller.id, exceptToken)
  await tx.deleteFrom('password_resets').where('user_id', '=', caller.id).execute()
  await record(tx, caller, [
    { action: 'change-password', entity: 'user', entityId: caller.id, changes: { password: ['old', 'new'] } },
  ])
}

/**
 * Puts a new password in the place of the one that was verified.
 * @throws 422 on `current_password` when it is no longer that one
 */
export async function changePassword(
  tx: Tx,
  caller: { id: number; name: string },
  { verified, next }: { verified: string; next: string },
  token: string | undefined,
): Promise<void> {
  const still = await tx
    .updateTable('users')
    .set({ password_hash: next, must_change_password: false, password_replaced_by: null, updated_at: new Date() })
    .where('id', '=', caller.id)
    .where('password_hash', '=', verified)
    .returning('id')
    .executeTakeFirst()
  if (!still) throw wrongCurrent()
  await endWhatWasBefore(tx, caller, token)
}

export const wrongCurrent = () => invalid({ current_password: ['The current password is not correct.'] })
