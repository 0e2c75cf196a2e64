import { sql } from 'kysely'
import type { Db } from '../db/types.ts'

/** Lets the time pass that jobs wait for until they are tried again. */
export const hasten = (db: Db) =>
  sql`update jobs.job set start_after = now() where state = 'retry' and start_after > now()`.execute(db)

export interface KeptJob {
  kind: string
  state: string
  reason: string | null
  data: Record<string, unknown>
}

/** The jobs that are kept, as the database has them. */
export async function keptJobs(db: Db): Promise<KeptJob[]> {
  const { rows } =
    await sql<KeptJob>`select data->>'kind' as kind, state::text, coalesce(output->>'message', output->'value'->>'message') as reason, data
    from jobs.job order by created_on, id`.execute(db)
  return rows
}
