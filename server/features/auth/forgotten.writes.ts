import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { invalid } from '../../core/errors.ts'
import { hashOf } from '../../core/login.ts'
import type { Tx } from '../../db/types.ts'
import { forgetDevices, knowDevice } from './devices.writes.ts'
import { endWhatWasBefore } from './writes.ts'

/** How long a mailed link works. */
const RESET_MINUTES = 60
/** One mail for an account in so many minutes. */
const MAIL_EVERY_MINUTES = 5

export const staleLink = () => invalid({ token: ['This link is no longer valid. Please ask for a new one.'] })

/**
 * @returns the token for the mailed link, of which only the hash is stored, and where it belongs; nothing so soon after
 * the last
 */
export async function issueReset(tx: Tx, userId: number): Promise<{ token: string; email: string } | undefined> {
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
    .returning('email')
    .executeTakeFirst()
  if (!due) return undefined
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('password_resets')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      expires_at: new Date(Date.now() + RESET_MINUTES * 60_000),
    })
    .execute()
  return { token, email: due.email }
}

/**
 * Uses up the token of a mailed link. The failures that others left are forgotten, and so are all devices but the one in
 * use: whoever had to choose anew may have lost one.
 * @throws 422 on `token` when it is used or ended meanwhile
 */
export async function resetPassword(
  tx: Tx,
  { userId, token, passwordHash }: { userId: number; token: string; passwordHash: string },
  device: Buffer,
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
  await tx.deleteFrom('login_failures').where('user_id', '=', userId).execute()
  await forgetDevices(tx, userId)
  await knowDevice(tx, userId, device)
}
