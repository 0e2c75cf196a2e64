import { sql } from 'kysely'
import { HttpError } from '../../core/errors.ts'
import type { Db } from '../../db/types.ts'

/** 5 failures for one email or 20 from one address within 15 minutes (server-rules.md §2). */
const WINDOW_MINUTES = 15
const MOST_FOR_EMAIL = 5
const MOST_FROM_ADDRESS = 20

const LOCKS = { email: 1, address: 2 }

const since = sql<string>`now() - make_interval(mins => ${sql.lit(WINDOW_MINUTES)})`

/** @throws 429 with `Retry-After` */
async function refuseTooMany(db: Db, email: string, address: string): Promise<void> {
  // When the failure that is one too many grows old, the next attempt is free.
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from max(at) + make_interval(mins => ${sql.lit(WINDOW_MINUTES)}) - now())::float as seconds from (
      (select at from login_failures where email = ${email} and at > ${since}
        order by at desc offset ${MOST_FOR_EMAIL - 1} limit 1)
      union all
      (select at from login_failures where address = ${address} and at > ${since}
        order by at desc offset ${MOST_FROM_ADDRESS - 1} limit 1)
    ) as limiting`.execute(db)
  const wait = rows[0]?.seconds
  if (wait == null) return
  const minutes = Math.max(1, Math.ceil(wait / 60))
  throw new HttpError(429, `Too many login attempts. Please try again in ${minutes} minutes.`, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(wait))) },
  })
}

/**
 * Runs the check of a password unless too many failed. What it found is decided one after the other: of guesses that
 * come together no more are answered than of guesses in a row, and right passwords never hold each other up. A success
 * forgets the earlier slips of its email.
 * @param check is given what it has to ask just before it spends its time
 */
export async function throttled(
  db: Db,
  givenEmail: string,
  address: string,
  check: (first: () => Promise<void>) => Promise<boolean>,
): Promise<boolean> {
  const email = givenEmail.toLowerCase()
  const matches = await check(() => refuseTooMany(db, email, address))
  await db.transaction().execute(async (tx) => {
    // Always in this order, so that two attempts can't wait for each other.
    await sql`select pg_advisory_xact_lock(${LOCKS.email}, hashtext(${email}))`.execute(tx)
    await sql`select pg_advisory_xact_lock(${LOCKS.address}, hashtext(${address}))`.execute(tx)
    await refuseTooMany(tx, email, address)
    if (matches) {
      await tx.deleteFrom('login_failures').where('email', '=', email).execute()
      return
    }
    await tx.deleteFrom('login_failures').where('email', '=', email).where('at', '<=', since).execute()
    await tx.deleteFrom('login_failures').where('address', '=', address).where('at', '<=', since).execute()
    await tx.insertInto('login_failures').values({ email, address }).execute()
  })
  return matches
}
