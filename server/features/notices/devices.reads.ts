import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hashOf } from '../../core/login.ts'
import type { Db } from '../../db/types.ts'

/** A browser that was not used so long is told no more. */
export const TOLD_DAYS = 30

/**
 * True while a device is told: its login goes on, or it was used within the days. One without the browser's cookie could
 * not be known at somebody else's sign-in, and goes with its login.
 */
export const isTold = (device: string, login: string): RawBuilder<SqlBool> => {
  const of = (table: string, column: string) => sql.ref(`${table}.${column}`)
  return sql`(coalesce(${of(login, 'expires_at')} > now(), false) or (${of(device, 'device')} is not null
    and greatest(${of(device, 'seen_at')}, ${of(login, 'last_used_at')}) > now() - make_interval(days => ${sql.lit(TOLD_DAYS)})))`
}

const live = (db: Db) =>
  db
    .selectFrom('push_devices as device')
    .leftJoin('logins', 'logins.id', 'device.login_id')
    .where(isTold('device', 'logins'))

/** A device that is told still, with the keys that it is told something by. */
export const findDevice = (db: Db, id: number) =>
  live(db)
    .select(['device.id', 'device.endpoint', 'device.p256dh', 'device.auth', 'device.user_id'])
    .where('device.id', '=', id)
    .executeTakeFirst()

/** Returns how many devices of the person are told of what is new: the one of this login, and others. */
export async function countDevices(db: Db, userId: number, token: string): Promise<{ own: number; others: number }> {
  const rows = await live(db)
    .select(sql<boolean>`coalesce(logins.token_hash = ${hashOf(token)}, false)`.as('is_own'))
    .where('device.user_id', '=', userId)
    .execute()
  const own = rows.filter(({ is_own }) => is_own).length
  return { own, others: rows.length - own }
}

/** The person's devices that are told of what is new, without what they are told by. */
export const listDevices = (db: Db, userId: number) =>
  live(db)
    .select(['logins.user_agent', 'device.created_at as since'])
    .where('device.user_id', '=', userId)
    .orderBy('device.id')
    .execute()
