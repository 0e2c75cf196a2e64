import { sql } from 'kysely'
import type { Db } from '../db/types.ts'

/** Jobs that went well are kept for a day: the status page says when each was done. */
export async function sweepJobs(db: Db): Promise<void> {
  await sql`delete from jobs.job where state in ('completed', 'cancelled')
    and completed_on < now() - interval '1 day'`.execute(db)
}
