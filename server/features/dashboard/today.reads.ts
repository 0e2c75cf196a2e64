import { sql } from 'kysely'
import { NEWS_KINDS, type NewsWord } from '../../../shared/contract/today.ts'
import type { Caller } from '../../core/caller.ts'
import type { Db } from '../../db/types.ts'

/** The days after which something is no news, whether it was seen or not. */
const NEWS_DAYS = 30

interface SeenTimes {
  at: string
  seenAt: Record<NewsWord, string>
}

/** When it is, and after which instant the caller has not seen the news of each kind; all by the database's clock. */
export async function readSeen(db: Db, caller: Caller): Promise<SeenTimes> {
  const { rows } = await sql<{ kind: NewsWord; at: string; seenAt: string }>`
    select news.kind, now()::timestamptz(3) as at, greatest(seen_at, (now() - make_interval(days => ${NEWS_DAYS}))::timestamptz(3))
      as "seenAt"
    from unnest(${[...NEWS_KINDS]}::text[]) as news (kind)
      left join news_seen seen on seen.kind = news.kind and seen.user_id = ${caller.id}`.execute(db)
  const seenAt = Object.fromEntries(rows.map((row) => [row.kind, row.seenAt])) as SeenTimes['seenAt']
  return { at: rows[0]?.at ?? '', seenAt }
}
