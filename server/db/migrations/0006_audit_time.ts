import { type Kysely, sql } from 'kysely'

/**
 * Trail rows get the time of the clock: `now()` is when a transaction began. When two transactions change one record,
 * the one that had to wait may have begun first, and then the trail would tell a later change with an earlier time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit alter column at set default clock_timestamp()`.execute(db)
}
