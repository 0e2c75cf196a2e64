import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { LoginAnswer, User } from '../../../shared/contract/auth.ts'
import { record } from '../../core/audit.ts'
import { invalid } from '../../core/errors.ts'
import { closeSession, closeSessionsOf, openSession, SESSION_SECONDS } from '../../core/session.ts'
import type { Tx } from '../../db/types.ts'

/** How long a mailed link works. */
const RESET_MINUTES = 60

const hashOf = (token: string) => createHash('sha256').update(token).digest()

export async function signIn(tx: Tx, user: User, userAgent: string | undefined): Promise<LoginAnswer> {
  const access_token = await openSession(tx, user.id, userAgent)
  await tx.updateTable('users').set({ signed_in_at: sql<string>`now()` }).where('id', '=', user.id).execute()
  return { access_token, token_type: 'Bearer', expires_in: SESSION_SECONDS, user }
}

/** Replaces the token; the old one is revoked in the same transaction. */
export async function replaceToken(
  tx: Tx,
  user: User,
  oldToken: string,
  userAgent: string | undefined,
): Promise<LoginAnswer> {
  await closeSession(tx, oldToken)
  return signIn(tx, user, userAgent)
}

async function setPassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, must_change_password: false, updated_at: new Date() })
    .where('id', '=', userId)
    .execute()
}

/** A changed password ends every other session of the person, and the links mailed before. */
export async function changePassword(
  tx: Tx,
  actor: { id: number; name: string },
  passwordHash: string,
  token: string | undefined,
): Promise<void> {
  await setPassword(tx, actor.id, passwordHash)
  await closeSessionsOf(tx, actor.id, token)
  await tx.deleteFrom('password_resets').where('user_id', '=', actor.id).execute()
  await record(tx, actor, [
    { action: 'change-password', entity: 'user', entityId: actor.id, changes: { password: ['old', 'new'] } },
  ])
}

/** @returns the token for the mailed link; only its hash is stored */
export async function issueReset(tx: Tx, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('password_resets')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      expires_at: new Date(Date.now() + RESET_MINUTES * 60_000),
    })
    .execute()
  return token
}

/** Uses up the token of a mailed link. @throws 422 on `token` when it is unknown, used or too old */
export async function resetPassword(tx: Tx, token: string, passwordHash: string): Promise<void> {
  const used = await tx
    .deleteFrom('password_resets')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<string>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  if (!used) throw invalid({ token: ['This link is no longer valid. Please ask for a new one.'] })
  const user = await tx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', used.user_id)
    .executeTakeFirstOrThrow()
  await changePassword(tx, user, passwordHash, undefined)
}
