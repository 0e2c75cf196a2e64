import { sql } from 'kysely'
import { CODE_MINUTES, WRONG_CODES_MAX } from '../../../shared/limits.ts'
import { HttpError } from '../../core/errors.ts'
import type { Db, Tx } from '../../db/types.ts'

/** The minutes after which a wrong code is forgotten. */
export const WRONG_CODE_MINUTES = 15

export interface StandingCode {
  id: number
  student_id: number
  expires_at: string
  secret_hash: Buffer | null
}

/** Returns a code that can still be used. */
export const findCode = (db: Db, code: string): Promise<StandingCode | undefined> =>
  db
    .selectFrom('log_codes')
    .select(['id', 'student_id', 'expires_at', 'secret_hash'])
    .where('code', '=', code)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()

/** Locks a code that can still be used, so that it is used once. */
export const lockCode = (tx: Tx, code: string): Promise<StandingCode | undefined> =>
  tx
    .selectFrom('log_codes')
    .select(['id', 'student_id', 'expires_at', 'secret_hash'])
    .where('code', '=', code)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .forUpdate()
    .executeTakeFirst()

/** Returns true for a code that has ended within the last day, unused or by this person. */
export async function hasStood(db: Db, code: string, userId: number): Promise<boolean> {
  const { rows } = await sql`select from log_codes
      where code = ${code} and used_at is null and expires_at <= now()
    union all select from log_codes where used_by = ${userId} and code = ${code} limit 1`.execute(db)
  return rows.length > 0
}

/** Returns the entries under a code, in the order of their ids. */
export async function entriesOfCode(db: Db, codeId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('log_code_entries')
    .select('entry_id')
    .where('code_id', '=', codeId)
    .orderBy('entry_id')
    .execute()
  return rows.map(({ entry_id }) => entry_id)
}

/** @throws 429 for a person who has tried too many codes that are none */
export async function refuseGuessing(db: Db, userId: number): Promise<void> {
  const { rows } = await sql<{ count: number; wait: number | null }>`
    select count(*)::int as count,
      ceil(extract(epoch from min(tried_at) + make_interval(mins => ${WRONG_CODE_MINUTES}) - now()))::int as wait
    from wrong_log_codes where user_id = ${userId} and tried_at > now() - make_interval(mins => ${WRONG_CODE_MINUTES})`.execute(
    db,
  )
  const { count = 0, wait } = rows[0] ?? {}
  if (count < WRONG_CODES_MAX) return
  const seconds = Math.max(1, wait ?? 60)
  throw new HttpError(429, `Too many wrong codes. Please try again in ${Math.ceil(seconds / 60)} minutes.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

/** Counts the codes that a student has made within an hour. */
export async function countCodes(db: Db, studentId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from log_codes
    where student_id = ${studentId} and created_at > now() - interval '1 hour'`.execute(db)
  return rows[0]?.count ?? 0
}

export const codeEnd = () => new Date(Date.now() + CODE_MINUTES * 60_000)
