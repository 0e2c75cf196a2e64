import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The sessions that a group still has, for a student's record: those of all other groups are not read. The planner
  // knows how few they are without knowing the day, so that it need not plan the record anew at each request.
  await sql`create index attendance_sessions_planned on attendance_sessions (group_id, activity_date)
    where status = 'pending'`.execute(db)
}
