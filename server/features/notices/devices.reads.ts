import { sql } from 'kysely'
import { hashOf } from '../../core/login.ts'
import type { Db } from '../../db/types.ts'

const live = (db: Db) =>
  db
    .selectFrom('push_devices as device')
    .innerJoin('logins', 'logins.id', 'device.login_id')
    .where('logins.expires_at', '>', sql<string>`now()`)

/** A device whose login goes on, with the keys that it is told something by. */
export const findDevice = (db: Db, id: number) =>
  live(db)
    .select(['device.id', 'device.endpoint', 'device.p256dh', 'device.auth', 'logins.user_id'])
    .where('device.id', '=', id)
    .executeTakeFirst()

/** True when the device of this login is told of what is new. */
export async function hasDevice(db: Db, token: string): Promise<boolean> {
  const own = live(db).select('device.id').where('logins.token_hash', '=', hashOf(token))
  return (await own.executeTakeFirst()) !== undefined
}

/** The person's devices that are told of what is new, without what they are told by. */
export const listDevices = (db: Db, userId: number) =>
  live(db)
    .select(['logins.user_agent', 'device.created_at as since'])
    .where('logins.user_id', '=', userId)
    .orderBy('device.id')
    .execute()
