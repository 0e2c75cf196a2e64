import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { invalid, unauthenticated } from '../../core/errors.ts'
import { closeLoginsOf, hashOf } from '../../core/login.ts'
import type { PushAddress } from '../../core/push.ts'
import type { Db, Tx } from '../../db/types.ts'
import { isTold } from './devices.reads.ts'

// A device is of a person and of a browser. It ends at once when its login is ended by somebody (a trigger of the
// database), with all logins of its person, and when somebody else signs in there.

/** More logins than a person has devices. */
export const MOST_DEVICES = 10

interface Browser {
  token: string
  /** The hash of the browser's cookie, if it carries one. */
  device: Buffer | undefined
}

const loginOf = (tx: Tx, token: string) =>
  tx.selectFrom('logins').select('id').where('token_hash', '=', hashOf(token)).executeTakeFirst()

/**
 * Has the device of this login told of what is new. The browser's former address, and that of who used it before, are
 * forgotten.
 * @throws 422 for a device too many
 */
export async function addDevice(tx: Tx, caller: Caller, browser: Browser, address: PushAddress): Promise<void> {
  // Two of one person come one after the other.
  await tx.selectFrom('users').select('id').where('id', '=', caller.id).forNoKeyUpdate().executeTakeFirst()
  const login = await loginOf(tx, browser.token)
  if (!login) throw unauthenticated()
  const device = browser.device ?? null
  await tx
    .deleteFrom('push_devices')
    .where((eb) =>
      eb.or([eb('login_id', '=', login.id), eb('endpoint', '=', address.endpoint), eb('device', '=', device)]),
    )
    .execute()
  const { n } = await tx
    .selectFrom('push_devices')
    .leftJoin('logins', 'logins.id', 'push_devices.login_id')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('push_devices.user_id', '=', caller.id)
    .where(isTold('push_devices', 'logins'))
    .executeTakeFirstOrThrow()
  if (n >= MOST_DEVICES)
    throw invalid({ endpoint: [`${MOST_DEVICES} devices are told already. End it on the others first.`] })
  await tx
    .insertInto('push_devices')
    .values({ user_id: caller.id, login_id: login.id, device, ...address })
    .execute()
}

/**
 * Has the browser in which this person has just signed in told of what is new for that person as before, and of nothing
 * that is for somebody else.
 */
export async function meetDevice(tx: Tx, userId: number, { token, device }: Required<Browser>): Promise<void> {
  if (device === undefined) return
  await tx.deleteFrom('push_devices').where('device', '=', device).where('user_id', '!=', userId).execute()
  await tx
    .updateTable('push_devices')
    .set((eb) => ({
      login_id: eb.selectFrom('logins').select('id').where('token_hash', '=', hashOf(token)),
      seen_at: sql<string>`now()`,
    }))
    .where('device', '=', device)
    .execute()
}

/** Has the device of a token that is replaced go on with the new one. */
export async function carryDevice(tx: Tx, token: string, nextToken: string): Promise<void> {
  const [login, next] = [await loginOf(tx, token), await loginOf(tx, nextToken)]
  if (login && next)
    await tx.updateTable('push_devices').set({ login_id: next.id }).where('login_id', '=', login.id).execute()
}

/** Has the person's devices told of nothing more, but that of one login. */
export async function removeDevicesOf(tx: Tx, userId: number, exceptToken: string | undefined): Promise<void> {
  const kept = exceptToken && (await loginOf(tx, exceptToken))
  await tx
    .deleteFrom('push_devices')
    .where('user_id', '=', userId)
    .where((eb) => (kept ? eb('login_id', 'is distinct from', kept.id) : eb.lit(true)))
    .execute()
}

/**
 * Ends every login of a person but the one of `exceptToken`, and what is told to their devices, also to those whose login
 * is long over.
 */
export async function endLoginsOf(tx: Tx, userId: number, exceptToken?: string): Promise<void> {
  await closeLoginsOf(tx, userId, exceptToken)
  await removeDevicesOf(tx, userId, exceptToken)
}

/** Has the device of this login told of nothing more. */
export async function removeOwnDevice(tx: Tx, token: string): Promise<void> {
  const own = (await loginOf(tx, token))?.id
  if (own !== undefined) await tx.deleteFrom('push_devices').where('login_id', '=', own).execute()
}

/** Forgets a device that its push service knows no more. */
export const removeDevice = (db: Db, id: number) => db.deleteFrom('push_devices').where('id', '=', id).execute()

/** Forgets the devices that are told no more since nobody has used them for so long. */
export const sweepPushDevices = (db: Db) =>
  sql`delete from push_devices where id in (
    select d.id from push_devices d left join logins l on l.id = d.login_id where not ${isTold('d', 'l')})`.execute(db)
