import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { collegeToday } from '../../../shared/college-clock.ts'
import { NEWS_KINDS, type NewsWord, type TodayLine, type TodayPart } from '../../../shared/contract/today.ts'
import type { Caller } from '../../core/caller.ts'
import type { Day, TodayKind } from '../../core/today.ts'
import type { Db } from '../../db/types.ts'
import type { Settings } from '../../settings.ts'

/** The days after which something is no news, whether it was seen or not. */
const NEWS_DAYS = 30

interface SeenTimes {
  at: string
  seenAt: Record<NewsWord, string>
}

/** When it is, and after which instant the caller has not seen the news of each kind; all by the database's clock. */
async function readSeen(db: Db, caller: Caller): Promise<SeenTimes> {
  const { rows } = await sql<{ kind: NewsWord; at: string; seenAt: string }>`
    select news.kind, now()::timestamptz(3) as at, greatest(seen_at, (now() - make_interval(days => ${NEWS_DAYS}))::timestamptz(3))
      as "seenAt"
    from unnest(${[...NEWS_KINDS]}::text[]) as news (kind)
      left join news_seen seen on seen.kind = news.kind and seen.user_id = ${caller.id}`.execute(db)
  const seenAt = Object.fromEntries(rows.map((row) => [row.kind, row.seenAt])) as SeenTimes['seenAt']
  return { at: rows[0]?.at ?? '', seenAt }
}

const told = (lines: readonly TodayLine[]) => lines.reduce((sum, { count }) => sum + (count ?? 1), 0)

interface Reading {
  kinds: readonly TodayKind[]
  settings: Settings
  log: FastifyBaseLogger
}

/**
 * Returns what waits for the caller, and when it was read. The kinds are read one after the other on one connection: each
 * takes a millisecond, and opening a connection for each takes fifty.
 * @throws what the first kind failed with, when none could be read: then the database is away, and the call says so
 */
export async function readToday(
  db: Db,
  caller: Caller,
  { kinds, settings, log }: Reading,
): Promise<{ parts: TodayPart[]; at: string }> {
  const { at, seenAt } = await readSeen(db, caller)
  const { ATTENDANCE_MINIMUM: attendanceMinimum, CASE_RESPONSE_DAYS: responseDays, BACKUP_DIR } = settings
  const day: Day = {
    today: collegeToday(),
    seenAt,
    attendanceMinimum,
    responseDays,
    isBackedUp: BACKUP_DIR !== undefined,
  }
  const theirs = kinds.filter(({ isFor }) => isFor(caller))
  const failed: unknown[] = []
  const parts = await db.connection().execute(async (reader) => {
    const parts: TodayPart[] = []
    for (const { kind, title, read } of theirs)
      try {
        const { total, lines, to = null, more = total - told(lines) } = await read(reader, caller, day)
        parts.push({ kind, title, total, more, lines, to })
      } catch (error) {
        log.error({ err: error, kind }, 'a kind of what waits today could not be read')
        failed.push(error)
        parts.push({ kind, title, total: 0, more: 0, lines: null, to: null })
      }
    return parts
  })
  if (failed.length > 0 && failed.length === theirs.length) throw failed[0]
  return { parts: parts.filter(({ lines }) => lines === null || lines.length > 0), at }
}
