import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/** Cases of one transaction: another filing waits for it. */
const AT_ONCE = 20

/**
 * Removes withdrawn cases whose time is over, with their files' records and what the trail says of them; by the
 * database's own function, for the app may do none of it. @returns how many
 */
export async function removeWithdrawn(db: Db): Promise<number> {
  const { rows } = await sql<{ removed: number }>`select remove_withdrawn_cases(${AT_ONCE}) as removed`.execute(db)
  return rows[0]?.removed ?? 0
}
