import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { looksLikeSignInName } from '../../shared/sign-in-name.ts'
import type { Db } from '../db/types.ts'
import { type LogRow, logRows, type SecurityEvent } from './security-log-rows.ts'

/** Between two writes; what happens in between is written together. */
const WRITE_EVERY_MS = 500

export interface SecurityLog {
  /** Takes an event down; it is written soon, and the caller does not wait. */
  note(event: SecurityEvent): void
  /** Resolves when all that was noted before is in the database. */
  written(): Promise<void>
  /** Writes what is left. */
  close(): Promise<void>
}

/** The database holds no U+0000 and no lone surrogate, and a name with unseen characters is nobody's. */
const UNSEEN = /\p{C}/u
const isPlain = (typed: string) => looksLikeSignInName(typed) && !UNSEEN.test(typed)

interface KnownAccount {
  typed: string
  id: number | null
  name: string | null
  email: string | null
}

/**
 * Finds the accounts that were meant. An email that nobody has is kept when others have one at the same place: a
 * colleague's slip, or somebody who tries names. Any other, and any number, could be a password typed into the wrong
 * field, and is not kept.
 */
async function findTyped(db: Db, rows: readonly LogRow[]): Promise<Map<string, KnownAccount>> {
  const typed = [...new Set(rows.flatMap((row) => (row.typed !== undefined && isPlain(row.typed) ? [row.typed] : [])))]
  if (typed.length === 0) return new Map()
  const found = await sql<KnownAccount>`
    select given.typed, users.id, users.name, coalesce(users.email, case when exists (
      select from users other
      where given.typed like '%@%' and lower(split_part(other.email, '@', 2)) = lower(split_part(given.typed, '@', 2)))
      then given.typed end) as email
    from unnest(${typed}::text[]) as given(typed)
    left join users on users.id = coalesce(
      (select id from users where lower(email) = lower(given.typed)),
      (select user_id from students where lower(roll_no) = lower(given.typed)),
      (select user_id from staff where lower(staff_no) = lower(given.typed)))`.execute(db)
  return new Map(found.rows.map((row) => [row.typed, row]))
}

async function insertRows(db: Db, rows: readonly LogRow[]): Promise<void> {
  const known = await findTyped(db, rows)
  const values = rows.map((row) => {
    const person = row.user ?? known.get(row.typed ?? '')
    return {
      at: row.at,
      last_at: row.lastAt,
      kind: row.kind,
      user_id: person?.id ?? null,
      name: person?.name ?? null,
      email: person?.email ?? null,
      address: row.address,
      device: row.device,
      detail: row.detail,
      times: row.times,
    }
  })
  const made = await db.insertInto('security_log').values(values).returning('id').execute()
  for (const [index, { id }] of made.entries()) {
    const row = rows[index]
    if (row) row.stored = { id, times: values[index]?.times ?? 0 }
  }
}

async function countFurther(db: Db, rows: readonly LogRow[]): Promise<void> {
  const counted = rows.map(({ stored, times, lastAt }) => ({ id: stored?.id ?? 0, times, last_at: lastAt }))
  await sql`update security_log set times = further.times, last_at = further.last_at
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as further(id integer, times integer, last_at timestamptz)
    where security_log.id = further.id`.execute(db)
  for (const [index, row] of rows.entries()) row.stored = { id: row.stored?.id ?? 0, times: counted[index]?.times ?? 0 }
}

/** The security log of one process: written beside the requests, in few statements however many there are. */
export function openSecurityLog(db: Db, log: Pick<FastifyBaseLogger, 'warn'>): SecurityLog {
  const rows = logRows()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let wroteAt = 0

  async function write(): Promise<void> {
    const changed = rows.changed()
    const isNew = (row: LogRow) => row.stored === undefined
    const parts: [LogRow[], typeof insertRows][] = [
      [changed.filter(isNew), insertRows],
      [changed.filter((row) => !isNew(row)), countFurther],
    ]
    for (const [part, store] of parts) {
      if (part.length === 0) continue
      try {
        await store(db, part)
      } catch (error) {
        log.warn({ err: error }, 'the security log could not be written; what belongs into it follows')
        for (const row of part) {
          // Without what was typed: it could be a password.
          const { kind, user, address, device, detail, at, lastAt, times } = row
          log.warn({ security: { kind, user_id: user?.id, address, device, detail, at, last_at: lastAt, times } })
          rows.forget(row)
        }
      }
    }
    wroteAt = performance.now()
  }

  function written(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return {
    note(event) {
      rows.add(event)
      timer ??= setTimeout(written, Math.max(0, wroteAt + WRITE_EVERY_MS - performance.now())).unref()
    },
    written,
    close: written,
  }
}

/** Removes the rows that are older than so many days. */
export async function sweepSecurityLog(db: Db, keptDays: number): Promise<void> {
  await db
    .deleteFrom('security_log')
    .where('at', '<', sql<string>`now() - make_interval(days => ${keptDays}::int)`)
    .execute()
}
