import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/** Rows of one transaction; a whole seal goes beyond it. */
const MOST_ROWS = 20_000

/**
 * Removes the next rows of the trail whose time is over, by the database's own function, for the app may remove none.
 * @returns how many seals they were of; 0 when nothing is left to do
 */
export async function removeOldTrail(db: Db, mostRows = MOST_ROWS): Promise<number> {
  const { rows } = await sql<{ seals: number }>`select remove_old_trail(${mostRows}) as seals`.execute(db)
  return rows[0]?.seals ?? 0
}
