import { sql } from 'kysely'
import { HttpError } from '../../core/errors.ts'
import type { Db } from '../../db/types.ts'

/** 5 failures for one email or 20 from one address within 15 minutes (server-rules.md §2). */
const WINDOW_MINUTES = 15
const MOST_FOR_EMAIL = 5
const MOST_FROM_ADDRESS = 20

const LOCKS = { email: 1, address: 2 }

/**
 * Counts an attempt as a failure before the password is looked at, so that parallel guesses can't slip through, and
 * refuses it when there were too many. `forgiveAttempt` takes it back after a success.
 * @returns the attempt's id
 * @throws 429 with `Retry-After`
 */
export function countAttempt(db: Db, email: string, address: string): Promise<number> {
  const key = email.toLowerCase()
  return db.transaction().execute(async (tx) => {
    // Always in this order, so that two attempts can't wait for each other.
    await sql`select pg_advisory_xact_lock(${LOCKS.email}, hashtext(${key}))`.execute(tx)
    await sql`select pg_advisory_xact_lock(${LOCKS.address}, hashtext(${address}))`.execute(tx)
    const since = sql<string>`now() - make_interval(mins => ${sql.lit(WINDOW_MINUTES)})`
    await tx.deleteFrom('login_failures').where('email', '=', key).where('at', '<=', since).execute()
    await tx.deleteFrom('login_failures').where('address', '=', address).where('at', '<=', since).execute()
    // When the failure that is one too many grows old, the next attempt is free.
    const { rows } = await sql<{ seconds: number | null }>`
      select extract(epoch from max(at) + make_interval(mins => ${sql.lit(WINDOW_MINUTES)}) - now())::float as seconds from (
        (select at from login_failures where email = ${key} order by at desc offset ${MOST_FOR_EMAIL - 1} limit 1)
        union all
        (select at from login_failures where address = ${address} order by at desc offset ${MOST_FROM_ADDRESS - 1} limit 1)
      ) as limiting`.execute(tx)
    const wait = rows[0]?.seconds
    if (wait != null) {
      const minutes = Math.max(1, Math.ceil(wait / 60))
      throw new HttpError(429, `Too many login attempts. Please try again in ${minutes} minutes.`, {
        headers: { 'retry-after': String(Math.max(1, Math.ceil(wait))) },
      })
    }
    const { id } = await tx
      .insertInto('login_failures')
      .values({ email: key, address })
      .returning('id')
      .executeTakeFirstOrThrow()
    return Number(id)
  })
}

/** A sign-in that succeeded: neither it nor the earlier slips of this email count any more. */
export async function forgiveAttempts(db: Db, email: string): Promise<void> {
  await db.deleteFrom('login_failures').where('email', '=', email.toLowerCase()).execute()
}
