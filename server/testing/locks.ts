import { sql } from 'kysely'
import type { Db } from '../db/types.ts'

/** Counts the connections of this database that wait for a lock of another one. */
export async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}
