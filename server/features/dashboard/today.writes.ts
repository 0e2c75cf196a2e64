import { sql } from 'kysely'
import type { today } from '../../../shared/contract/today.ts'
import type { Body } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import type { Tx } from '../../db/types.ts'

/** Never back, and never ahead of the clock: what comes next is news. */
export async function writeSeen(tx: Tx, caller: Caller, { kind, at }: Body<typeof today.markSeen>): Promise<void> {
  await tx
    .insertInto('news_seen')
    .values({ user_id: caller.id, kind, seen_at: sql<string>`least(${at}::timestamptz, now())` })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind'])
        .doUpdateSet({ seen_at: sql<string>`greatest(news_seen.seen_at, excluded.seen_at)` }),
    )
    .execute()
}
