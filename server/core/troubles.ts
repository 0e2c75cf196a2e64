import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { LogFn } from 'pino'
import type { Db } from '../db/types.ts'
import { loggedErrors, slowStatements } from '../machine/observed.ts'
import { reasonOf } from './reasons.ts'
import { inSources } from './source-places.ts'

/** Between two writes; what happens in between is written together. */
const WRITE_EVERY_MS = 5_000
/** Different ones of a process that are not written yet: more than that say nothing new. */
const MOST = 100
/** The length of a statement that is put together, and of a list of names. */
const TEXT_MAX = 2_000
const KEPT_DAYS = 30
/** The rows kept at the most, however many different statements callers bring about. */
const KEPT_ROWS = 1_000

interface Trouble {
  kind: 'error' | 'slow-statement'
  what: string
  detail: string | null
  times: number
  longest_ms: number | null
  first_at: Date
  last_at: Date
}

const ERROR_LEVEL = 50
/** A line of a stack that is of this program. */
const OWN_PLACE = /\b((?:server|shared)\/[\w./-]+\.ts:\d+)/

/** Returns what a line of the log says of an error, without the error's own words: they may have values in them. */
function detailOf({ err, reason, job }: { err?: unknown; reason?: unknown; job?: unknown }): string | null {
  const place = err instanceof Error ? OWN_PLACE.exec(inSources(err.stack ?? ''))?.[1] : undefined
  const why = typeof reason === 'string' ? reason : err === undefined ? undefined : reasonOf(err)
  const parts = [typeof job === 'string' ? job : undefined, why, place]
  return parts.filter((part) => part !== undefined).join(', ') || null
}

/** Returns what a line of the log calls an error. */
function errorIn([first, said]: readonly unknown[]) {
  const facts = typeof first === 'object' && first !== null ? first : {}
  // The first words are the program's own. An error that is logged by itself has foreign words.
  const what = typeof first === 'string' ? first : typeof said === 'string' ? said : 'an error'
  return { what, detail: detailOf(first instanceof Error ? { err: first } : facts) }
}

/** Makes a hook of a log, which tells listeners in this process what it calls an error: those of the college, if it has one. */
export const tellErrorsOf = (college?: string) =>
  function tellErrors(this: unknown, given: Parameters<LogFn>, log: LogFn, level: number): void {
    if (level >= ERROR_LEVEL) loggedErrors.tell(errorIn(given), college)
    log.apply(this as never, given)
  }

/**
 * Notes errors and slow statements of this process in the database, for the status page: several processes share it. Equal
 * ones of a day are one row. While the database is away, they wait.
 */
export function noteTroubles(db: Db, log: Pick<FastifyBaseLogger, 'warn'>, slowMs: number) {
  let waiting = new Map<string, Trouble>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function note(kind: Trouble['kind'], what: string, detail: string | null, ms: number | null): void {
    const key = JSON.stringify([kind, what, detail])
    const now = new Date()
    const known = waiting.get(key)
    if (known) {
      known.times += 1
      known.last_at = now
      if (ms !== null) known.longest_ms = Math.max(known.longest_ms ?? 0, ms)
    } else if (waiting.size < MOST)
      waiting.set(key, { kind, what, detail, times: 1, longest_ms: ms, first_at: now, last_at: now })
    timer ??= setTimeout(written, WRITE_EVERY_MS).unref()
  }

  async function write(): Promise<void> {
    timer = undefined
    if (waiting.size === 0) return
    const taken = waiting
    waiting = new Map()
    const rows = [...taken].map(([key, { what, detail, ...rest }]) => ({
      ...rest,
      what: what.slice(0, TEXT_MAX),
      detail: detail?.slice(0, TEXT_MAX) ?? null,
      day: rest.last_at.toISOString().slice(0, 10),
      digest: createHash('sha256').update(key).digest(),
    }))
    try {
      await db
        .insertInto('troubles')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['day', 'digest']).doUpdateSet({
            times: sql<number>`troubles.times + excluded.times`,
            longest_ms: sql<number | null>`greatest(troubles.longest_ms, excluded.longest_ms)`,
            last_at: sql<Date>`excluded.last_at`,
          }),
        )
        .execute()
    } catch (error) {
      log.warn({ err: error }, 'errors could not be noted for the status page yet')
      for (const [key, trouble] of taken) if (waiting.size < MOST && !waiting.has(key)) waiting.set(key, trouble)
      timer ??= setTimeout(written, WRITE_EVERY_MS).unref()
    }
  }

  function written(): Promise<void> {
    writing = writing.then(write)
    return writing
  }

  const ends = [
    loggedErrors.listen(({ what, detail }) => note('error', what, detail, null)),
    slowStatements.listen(({ ms, text }) => {
      if (ms >= slowMs) note('slow-statement', text, null, ms)
    }),
  ]
  return {
    written,
    close: async () => {
      for (const end of ends) end()
      clearTimeout(timer)
      await written()
      clearTimeout(timer)
    },
  }
}

/** Removes the rows that are old, and those that are too many. */
export async function sweepTroubles(db: Db): Promise<void> {
  await sql`delete from troubles where day < current_date - ${sql.lit(KEPT_DAYS)} or last_at < (
    select last_at from troubles order by last_at desc offset ${sql.lit(KEPT_ROWS)} limit 1)`.execute(db)
}
