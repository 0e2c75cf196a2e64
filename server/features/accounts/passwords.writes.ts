import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import { hashOf } from '../../core/login.ts'
import { leaveTrail } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { endLoginsOf } from '../notices/devices.writes.ts'
import type { Account } from './reads.ts'
import { refuseOwnPassword } from './rules.ts'
import { forgetPasswordFailures } from './throttle.writes.ts'

// Every write that opens or replaces a login, or changes a password, begins with a change of the account's row. So they
// come one after the other, and each reads what the one before has left.

export const wrongCurrent = () => invalid({ current_password: ['The current password is not correct.'] })

/** Notes that a person signs in, with the password as it was verified if one was. @returns whether it still is that one */
export async function noteSignIn(tx: Tx, userId: number, verifiedHash?: string): Promise<boolean> {
  const account = tx.updateTable('users').set({ signed_in_at: sql<string>`now()` }).where('id', '=', userId)
  const verified = verifiedHash === undefined ? account : account.where('password_hash', '=', verifiedHash)
  return (await verified.returning('id').executeTakeFirst()) !== undefined
}

/** Ends the links mailed before: to choose a password, and to give the account an address. */
export async function endMailedLinks(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  await tx.deleteFrom('email_links').where('user_id', '=', userId).execute()
}

/** Ends the other logins and the links mailed before, when a password was changed. */
async function endWhatWasBefore(
  tx: Tx,
  caller: { id: number; name: string },
  exceptToken: string | undefined,
): Promise<void> {
  await endLoginsOf(tx, caller.id, exceptToken)
  await endMailedLinks(tx, caller.id)
  await leaveTrail(tx, caller, [
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

/** Sets a password that somebody else knows: open logins and mailed links end, a new one has to be chosen. */
export async function setInitialPassword(
  tx: Tx,
  caller: Caller,
  account: Account,
  passwordHash: string,
): Promise<void> {
  refuseOwnPassword(caller, account)
  await tx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      must_change_password: true,
      // A person who had chosen a password is told at the next sign-in.
      password_replaced_by: sql<string | null>`case when signed_in_at is not null then ${caller.name} end`,
      updated_at: new Date(),
    })
    .where('id', '=', account.id)
    .execute()
  await endLoginsOf(tx, account.id)
  await endMailedLinks(tx, account.id)
  // A person who failed to sign in and asked for a new password must not have to wait.
  await forgetPasswordFailures(tx, account.id)
  await leaveTrail(tx, caller, [
    { action: 'initial-password', entity: 'user', entityId: account.id, changes: { password: ['old', 'new'] } },
  ])
}

/** The minutes that a mailed link works. */
const RESET_MINUTES = 60
/** The minutes between two mails for one account. */
const MAIL_EVERY_MINUTES = 5

export const newToken = () => randomBytes(32).toString('base64url')

export const staleLink = () => invalid({ token: ['This link is no longer valid. Please ask for a new one.'] })

/**
 * @returns a token for the mailed link, of which only the hash is stored, and until when it works; nothing so soon after
 * the last
 */
export async function issueReset(tx: Tx, userId: number): Promise<{ token: string; until: string } | undefined> {
  const due = await tx
    .updateTable('users')
    .set({ reset_mailed_at: sql<string>`now()` })
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('reset_mailed_at', 'is', null),
        eb('reset_mailed_at', '<=', sql<string>`now() - make_interval(mins => ${sql.lit(MAIL_EVERY_MINUTES)})`),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  if (!due) return undefined
  const token = newToken()
  const until = new Date(Date.now() + RESET_MINUTES * 60_000)
  await tx
    .insertInto('password_resets')
    .values({ token_hash: hashOf(token), user_id: userId, expires_at: until })
    .execute()
  return { token, until: until.toISOString() }
}

/**
 * The link as it is mailed: with another token, so that none has to be kept until the mail goes out.
 * @returns nothing when the link was used or ended meanwhile
 */
export async function renewReset(
  tx: Tx,
  userId: number,
  until: string,
): Promise<{ token: string; email: string } | undefined> {
  const token = newToken()
  const renewed = await tx
    .updateTable('password_resets')
    .from('users')
    .set({ token_hash: hashOf(token) })
    .whereRef('users.id', '=', 'password_resets.user_id')
    .where('password_resets.user_id', '=', userId)
    .where('expires_at', '=', until)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('users.email')
    .executeTakeFirst()
  return renewed?.email == null ? undefined : { token, email: renewed.email }
}

/**
 * Uses up the token of a mailed link for a new password; the failures that others left are forgotten.
 * @throws 422 on `token` when it is used or ended meanwhile
 */
export async function chooseByLink(
  tx: Tx,
  { userId, token, passwordHash }: { userId: number; token: string; passwordHash: string },
): Promise<void> {
  const user = await tx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      must_change_password: false,
      password_replaced_by: null,
      updated_at: new Date(),
    })
    .where('id', '=', userId)
    .returning(['id', 'name'])
    .executeTakeFirst()
  const used = await tx
    .deleteFrom('password_resets')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<string>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  if (!user || !used) throw staleLink()
  await endWhatWasBefore(tx, user, undefined)
  await forgetPasswordFailures(tx, userId)
}
