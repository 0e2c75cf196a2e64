import { sql } from 'kysely'
import { answering, conflict, invalid } from '../../core/errors.ts'
import { hashOf } from '../../core/login.ts'
import { leaveTrail, type Teller } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { findRecord } from './own-email.reads.ts'
import { newToken, staleLink } from './passwords.writes.ts'
import { emailRefusals } from './writes.ts'

// A person gives the own account, which has no email, one. Where mail is set up, the address is proved by a mailed link
// first; who gets none did not own the address.

/** The minutes that a mailed link works. */
const LINK_MINUTES = 60

const hasOne = () => conflict('Your account has an email already. An administrator can change it.')

/**
 * Takes an email for an account that has none.
 * @throws 409 when it has one by now, 422 on `email` when somebody else has it
 */
async function takeEmail(tx: Tx, person: Teller, email: string): Promise<void> {
  const taken = await answering(emailRefusals, () =>
    tx
      .updateTable('users')
      .set({ email, updated_at: new Date() })
      .where('id', '=', person.id)
      .where('email', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!taken) throw hasOne()
  await tx.deleteFrom('email_links').where('user_id', '=', person.id).execute()
  const record = await findRecord(tx, person.id)
  await leaveTrail(tx, person, [{ action: 'add-email', ...record, changes: { email: [null, email] } }])
}

/** Takes an email that nothing proves, where no mail is set up. @throws as `takeEmail` */
export async function addEmail(tx: Tx, caller: Teller, verified: string, email: string): Promise<void> {
  await holdUnnamed(tx, caller.id, verified)
  await takeEmail(tx, caller, email)
}

/** Locks the account. @throws 409 when it has an email by now, 422 when the password is no longer the verified one */
async function holdUnnamed(tx: Tx, userId: number, verified: string): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (user.email !== null) throw hasOne()
  if (user.password_hash !== verified) throw invalid({ current_password: ['The current password is not correct.'] })
}

/**
 * Keeps the email until its link is opened; the link before ends. The mail makes the token anew.
 * @returns until when the link works
 * @throws 409 when there is an email by now, 422 on `email` when somebody else has it
 */
export async function issueEmailLink(tx: Tx, caller: Teller, verified: string, email: string): Promise<string> {
  await holdUnnamed(tx, caller.id, verified)
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst()
  if (other) throw emailRefusals.users_email_key
  const until = new Date(Date.now() + LINK_MINUTES * 60_000)
  const link = { token_hash: hashOf(newToken()), email, expires_at: until }
  await tx
    .insertInto('email_links')
    .values({ ...link, user_id: caller.id })
    .onConflict((conflict_) => conflict_.column('user_id').doUpdateSet(link))
    .execute()
  return until.toISOString()
}

/** The link as it is mailed, with a token that is kept nowhere. @returns nothing when it was used or replaced meanwhile */
export async function renewEmailLink(
  tx: Tx,
  userId: number,
  until: string,
): Promise<{ token: string; email: string } | undefined> {
  const token = newToken()
  const renewed = await tx
    .updateTable('email_links')
    .set({ token_hash: hashOf(token) })
    .where('user_id', '=', userId)
    .where('expires_at', '=', until)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('email')
    .executeTakeFirst()
  return renewed && { token, email: renewed.email }
}

/**
 * Uses up the token of a mailed link.
 * @returns the person whose account has the email now
 * @throws 422 on `token` when it is used or ended, and as `takeEmail`
 */
export async function takeLinkedEmail(tx: Tx, token: string): Promise<{ id: number; name: string; email: string }> {
  const found = await tx
    .selectFrom('email_links')
    .innerJoin('users', 'users.id', 'email_links.user_id')
    .select(['users.id', 'users.name'])
    .where('token_hash', '=', hashOf(token))
    .forUpdate('users')
    .executeTakeFirst()
  const used = await tx
    .deleteFrom('email_links')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<string>`now()`)
    .returning('email')
    .executeTakeFirst()
  if (!found || !used) throw staleLink()
  await takeEmail(tx, found, used.email)
  return { ...found, email: used.email }
}
