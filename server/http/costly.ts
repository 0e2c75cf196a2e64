import { sql } from 'kysely'
import { HttpError } from '../core/errors.ts'
import type { Db } from '../db/types.ts'

/**
 * The costly calls (`costly` of the contract) that a person may make within these minutes, in all processes together.
 */
export const MOST_COSTLY = 100
const WITHIN_MINUTES = 10

/** The calls that count, by the minute they began in. */
const YOUNG = sql`minute > now() - make_interval(mins => ${sql.lit(WITHIN_MINUTES)})`

/**
 * Counts a costly call of a person: one that is refused is not counted.
 * @throws 429 with `Retry-After`, when the person has asked for too many within ten minutes
 */
export async function countCostly(db: Db, userId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Calls of the same minute wait for each other here, so that none is missed below.
    await sql`insert into costly_calls as counted (user_id, minute) values (${userId}, date_trunc('minute', now()))
      on conflict (user_id, minute) do update set calls = counted.calls + 1`.execute(tx)
    const { rows } = await sql<{ calls: number; seconds: number }>`
      select sum(calls)::int as calls,
        ceil(extract(epoch from min(minute) + make_interval(mins => ${sql.lit(WITHIN_MINUTES)}) - now()))::int as seconds
      from costly_calls where user_id = ${userId} and ${YOUNG}`.execute(tx)
    const { calls = 0, seconds = 0 } = rows[0] ?? {}
    if (calls <= MOST_COSTLY) return
    const wait = Math.max(1, seconds)
    const minutes = Math.ceil(wait / 60)
    throw new HttpError(
      429,
      `You have asked for very much in a short time. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      { headers: { 'retry-after': String(wait) } },
    )
  })
}

/** Removes what no limit counts any more. */
export async function sweepCostly(db: Db): Promise<void> {
  await sql`delete from costly_calls where not (${YOUNG})`.execute(db)
}
