import { type RawBuilder, sql } from 'kysely'
import { HttpError } from '../../core/errors.ts'
import type { Db, Tx } from '../../db/types.ts'

/** Limits within 15 minutes. */
const WINDOW_MINUTES = 15
const MOST_FROM_NETWORK_FOR_ACCOUNT = 5
const MOST_FROM_DEVICE_FOR_ACCOUNT = 5
const MOST_FOR_ACCOUNT = 20
const MOST_FROM_NETWORK = 100
const MOST_FORGOTTEN_FROM_NETWORK = 20

const LOCKS = { account: 1, network: 2, forgotten: 3 }

const since = sql`now() - make_interval(mins => ${sql.lit(WINDOW_MINUTES)})`

/** An attempt to prove a password. */
export interface Attempt {
  /** The account that the database found; without one, attempts count for the email or number that was typed. */
  userId: number | undefined
  typed: string
  /** The network of the call (`networkOf`). */
  network: string
  /** The hash that the caller is known by: of the device's cookie, or of the login's token. */
  device: Buffer | undefined
  /** True when the attempt comes from an open login of the account. */
  isLogin?: boolean
  /** True when codes of the second factor can be guessed with it. */
  isOfCode?: boolean
}

/**
 * The result of an attempt: the password was right, and with it a code where there was one; the password or the code
 * was wrong; or the password was right and a code is still to come.
 */
export type Outcome = 'right' | 'right with code' | 'wrong' | 'wrong code' | 'code to come'

/** The instant of the failure that was one too many, if there were as many as `most`. */
const lastOf = (failures: RawBuilder<unknown>, most: number) =>
  sql`(${failures} order by at desc offset ${sql.lit(most - 1)} limit 1)`

/** @throws 429 with `Retry-After`, when there is a failure that has to grow old first */
async function refuseUntilOld(db: Db, what: string, limits: RawBuilder<unknown>[]): Promise<void> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from max(at) + make_interval(mins => ${sql.lit(WINDOW_MINUTES)}) - now())::float as seconds
    from (${sql.join(limits, sql` union all `)}) as limiting`.execute(db)
  const wait = rows[0]?.seconds
  if (wait == null) return
  const minutes = Math.max(1, Math.ceil(wait / 60))
  throw new HttpError(429, `Too many ${what}. Please try again in ${minutes} minutes.`, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(wait))) },
  })
}

const ofAccount = ({ userId, typed }: Attempt) =>
  userId === undefined ? sql`email = lower(${typed})` : sql`user_id = ${userId}`

/** @throws 429 */
async function refuseTooMany(db: Db, attempt: Attempt): Promise<void> {
  const { userId, network, device, isLogin, isOfCode } = attempt
  const failures = sql`select at from login_failures where at > ${since}`
  const theirs = sql`${failures} and ${ofAccount(attempt)}`
  const unlessKnown =
    userId !== undefined && device
      ? sql`and not exists (select from known_devices where user_id = ${userId} and device = ${device})`
      : sql``
  const limits = [
    // A neighbour behind the same address must not lock out who is known there.
    lastOf(sql`${failures} and network = ${network} ${unlessKnown}`, MOST_FROM_NETWORK),
    lastOf(sql`${theirs} and network = ${network}`, MOST_FROM_NETWORK_FOR_ACCOUNT),
  ]
  if (device) limits.push(lastOf(sql`${theirs} and device = ${device}`, MOST_FROM_DEVICE_FOR_ACCOUNT))
  if (!isLogin) limits.push(lastOf(sql`${theirs} ${unlessKnown}`, MOST_FOR_ACCOUNT))
  // Somebody with a login and the password could guess from everywhere, and with a new token each time.
  else if (isOfCode) limits.push(lastOf(sql`${theirs} and of_code`, MOST_FOR_ACCOUNT))
  await refuseUntilOld(db, 'login attempts', limits)
}

/**
 * Runs the check of a password, and of a second factor, unless too many failed. The results are decided one after the
 * other: guesses that come together are answered no more often than guesses in a row, and right passwords never hold
 * each other up. A success forgets the earlier slips for its account from the same place. Slips at a code are forgotten
 * only by a right code, or else a person who knows the password could begin their count anew.
 */
export async function throttled(db: Db, attempt: Attempt, check: () => Promise<Outcome>): Promise<Outcome> {
  const { userId, typed, network, device } = attempt
  await refuseTooMany(db, attempt)
  const outcome = await check()
  await db.transaction().execute(async (tx) => {
    // Always in this order, so that two attempts can't wait for each other.
    const account = userId === undefined ? sql`lower(${typed})` : sql`${`user ${userId}`}::text`
    await sql`select pg_advisory_xact_lock(${LOCKS.account}, hashtext(${account}))`.execute(tx)
    await sql`select pg_advisory_xact_lock(${LOCKS.network}, hashtext(${network}))`.execute(tx)
    await refuseTooMany(tx, attempt)
    if (outcome === 'right' || outcome === 'right with code')
      await sql`delete from login_failures where ${ofAccount(attempt)} and network = ${network}
        and (not of_code or ${outcome === 'right with code'})`.execute(tx)
    if (outcome === 'wrong' || outcome === 'wrong code')
      await tx
        .insertInto('login_failures')
        .values({
          user_id: userId ?? null,
          email: userId === undefined ? sql<string>`lower(${typed})` : null,
          network,
          device: device ?? null,
          of_code: outcome === 'wrong code',
        })
        .execute()
  })
  return outcome
}

/** Forgets what others tried with passwords of an account that has a new one; guesses at its codes count on. */
export const forgetPasswordFailures = (tx: Tx, userId: number) =>
  tx.deleteFrom('login_failures').where('user_id', '=', userId).where('of_code', '=', false).execute()

/**
 * Runs a check of which is not known whose account it is about: where too many failed from one network, all wait there on
 * whose device nobody has signed in yet.
 * @throws 429, and what the check throws; a 401 of it is counted
 */
export async function throttledByNetwork<T>(
  db: Db,
  { network, device }: Pick<Attempt, 'network' | 'device'>,
  check: () => Promise<T>,
): Promise<T> {
  const failures = sql`select at from login_failures where at > ${since} and network = ${network}
    and not exists (select from known_devices where device = ${device ?? null}::bytea)`
  await refuseUntilOld(db, 'login attempts', [lastOf(failures, MOST_FROM_NETWORK)])
  try {
    return await check()
  } catch (error) {
    if (error instanceof HttpError && error.status === 401)
      await db.insertInto('login_failures').values({ email: '', network }).execute()
    throw error
  }
}

/** Counts a call for a forgotten password. @throws 429 when there were too many from there */
export async function countForgotten(db: Db, network: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.forgotten}, hashtext(${network}))`.execute(tx)
    const calls = sql`select at from forgotten_calls where at > ${since} and network = ${network}`
    await refuseUntilOld(tx, 'requests for a new password', [lastOf(calls, MOST_FORGOTTEN_FROM_NETWORK)])
    await tx.insertInto('forgotten_calls').values({ network }).execute()
  })
}

/** Removes mailed links whose time is over, and what no limit counts any more. */
export async function sweepAttempts(db: Db): Promise<void> {
  const uncounted = sql<string>`now() - interval '1 hour'`
  await db.deleteFrom('password_resets').where('expires_at', '<=', sql<string>`now()`).execute()
  await db.deleteFrom('email_links').where('expires_at', '<=', sql<string>`now()`).execute()
  await db.deleteFrom('login_failures').where('at', '<=', uncounted).execute()
  await db.deleteFrom('forgotten_calls').where('at', '<=', uncounted).execute()
}
