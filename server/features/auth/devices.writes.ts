import { sql } from 'kysely'
import type { Db, Tx } from '../../db/types.ts'
import { KNOWN_DEVICE_DAYS } from '../../http/device-cookie.ts'

/** More is no person, but a script that keeps no cookies. */
const MOST_DEVICES = 20

/** Notes that this device has signed in to the account; of too many the ones used longest ago are forgotten. */
export async function knowDevice(tx: Tx, userId: number, device: Buffer): Promise<void> {
  // The row that the first part writes is not among those that the second part sees, hence one less.
  await sql`
    with known as (
      insert into known_devices (user_id, device) values (${userId}, ${device})
      on conflict (user_id, device) do update set last_used_at = now())
    delete from known_devices where user_id = ${userId} and device in (
      select device from known_devices where user_id = ${userId} and device <> ${device}
      order by last_used_at desc offset ${sql.lit(MOST_DEVICES - 1)})`.execute(tx)
}

export const forgetDevices = (tx: Tx, userId: number) =>
  tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()

/** Removes devices that are strangers again. */
export const sweepDevices = (db: Db) =>
  db
    .deleteFrom('known_devices')
    .where('last_used_at', '<=', sql<string>`now() - make_interval(days => ${sql.lit(KNOWN_DEVICE_DAYS)})`)
    .execute()
