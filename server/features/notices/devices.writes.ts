import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { invalid, unauthenticated } from '../../core/errors.ts'
import { hashOf } from '../../core/login.ts'
import type { PushAddress } from '../../core/push.ts'
import type { Db, Tx } from '../../db/types.ts'

/** More logins than a person has devices. */
export const MOST_DEVICES = 10

/**
 * Has the device of this login told of what is new. The browser's former address, and that of who used it before, are
 * forgotten.
 * @throws 422 for a device too many
 */
export async function addDevice(tx: Tx, caller: Caller, token: string, address: PushAddress): Promise<void> {
  // Two of one person come one after the other.
  await tx.selectFrom('users').select('id').where('id', '=', caller.id).forNoKeyUpdate().executeTakeFirst()
  const login = await tx.selectFrom('logins').select('id').where('token_hash', '=', hashOf(token)).executeTakeFirst()
  if (!login) throw unauthenticated()
  await tx
    .deleteFrom('push_devices')
    .where((eb) => eb.or([eb('login_id', '=', login.id), eb('endpoint', '=', address.endpoint)]))
    .execute()
  const { n } = await tx
    .selectFrom('push_devices')
    .innerJoin('logins', 'logins.id', 'push_devices.login_id')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('logins.user_id', '=', caller.id)
    .where('logins.expires_at', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  if (n >= MOST_DEVICES)
    throw invalid({ endpoint: [`${MOST_DEVICES} devices are told already. Sign one of them out first.`] })
  await tx
    .insertInto('push_devices')
    .values({ login_id: login.id, ...address })
    .execute()
}

/** Has the device of this login told of nothing more. */
export async function removeOwnDevice(tx: Tx, token: string): Promise<void> {
  const own = (await tx.selectFrom('logins').select('id').where('token_hash', '=', hashOf(token)).executeTakeFirst())
    ?.id
  if (own !== undefined) await tx.deleteFrom('push_devices').where('login_id', '=', own).execute()
}

/** Forgets a device that its push service knows no more. */
export const removeDevice = (db: Db, id: number) => db.deleteFrom('push_devices').where('id', '=', id).execute()
