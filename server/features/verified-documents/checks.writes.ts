import { sql } from 'kysely'
import { HttpError } from '../../core/errors.ts'
import type { Db } from '../../db/types.ts'

const WITHIN_MINUTES = 15

/**
 * The most checks from one network within these minutes. Trying codes out ends early, while an office behind the same
 * address goes on to check its papers. Neither goes on without end.
 */
export const CHECKS = {
  missed: { most: 300, key: (network: string) => network, refusal: 'Too many wrong codes were tried from here.' },
  found: {
    most: 3000,
    key: (network: string) => `${network} found`,
    refusal: 'Too many documents were checked from here.',
  },
}

const YOUNG = sql`minute > now() - make_interval(mins => ${sql.lit(WITHIN_MINUTES)})`

/**
 * Counts a check of a code from a network, by what came of it.
 * @throws 429 with `Retry-After`, when there were too many of these from there; one that is refused is not counted
 */
export async function countCheck(db: Db, network: string, outcome: keyof typeof CHECKS): Promise<void> {
  const { most, key, refusal } = CHECKS[outcome]
  const counted = key(network)
  await db.transaction().execute(async (tx) => {
    await sql`insert into document_checks as counted (network, minute) values (${counted}, date_trunc('minute', now()))
      on conflict (network, minute) do update set calls = counted.calls + 1`.execute(tx)
    const { rows } = await sql<{ calls: number; seconds: number }>`
      select sum(calls)::int as calls,
        ceil(extract(epoch from min(minute) + make_interval(mins => ${sql.lit(WITHIN_MINUTES)}) - now()))::int as seconds
      from document_checks where network = ${counted} and ${YOUNG}`.execute(tx)
    const { calls = 0, seconds = 0 } = rows[0] ?? {}
    if (calls <= most) return
    const wait = Math.max(1, seconds)
    const minutes = Math.ceil(wait / 60)
    throw new HttpError(429, `${refusal} Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`, {
      headers: { 'retry-after': String(wait) },
    })
  })
}

/** Forgets the networks of checks that no limit counts any more. */
export async function sweepChecks(db: Db): Promise<void> {
  await sql`delete from document_checks where not (${YOUNG})`.execute(db)
}
