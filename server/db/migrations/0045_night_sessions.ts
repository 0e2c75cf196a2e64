import { type Kysely, sql } from 'kysely'

/**
 * A session may end on the day after its own: its end is then at or before its start, sixteen hours later at the most.
 * Those of one day are not held to the sixteen hours here: there may be longer ones from before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attendance_sessions drop constraint attendance_sessions_check,
    add check (end_time > start_time or start_time - end_time >= interval '8 hours')`.execute(db)
}
