import { sql } from 'kysely'
import type { Db } from '../db/types.ts'

/** Lets the time pass that jobs wait for until they are tried again. */
export const hasten = (db: Db) =>
  sql`update jobs.job set start_after = now() where state = 'retry' and start_after > now()`.execute(db)

/** Makes jobs that have failed, of a queue's kind. */
export async function failedJobs(
  db: Db,
  kind: string,
  { queue = 'sweeps', count = 1, reason = 'ECONNREFUSED', minutesAgo = 5 } = {},
): Promise<void> {
  await sql`insert into jobs.job (name, policy, singleton_key, data, state, retry_count, started_on, completed_on, output)
    select ${queue}, q.policy, case when q.policy = 'exclusive' then ${kind}::text end,
      jsonb_build_object('kind', ${kind}::text), 'failed', 2, now() - interval '1 hour',
      now() - make_interval(mins => ${minutesAgo}), jsonb_build_object('message', ${reason}::text)
    from jobs.queue q, generate_series(1, ${count}::int) where q.name = ${queue}`.execute(db)
}

export interface KeptJob {
  kind: string
  state: string
  reason: string | null
  data: Record<string, unknown>
}

export async function keptJobs(db: Db): Promise<KeptJob[]> {
  const { rows } =
    await sql<KeptJob>`select data->>'kind' as kind, state::text, coalesce(output->>'message', output->'value'->>'message') as reason, data
    from jobs.job order by created_on, id`.execute(db)
  return rows
}

/** Makes a mail that the mail server has not taken for an hour. */
export const waitingMail = (db: Db) =>
  sql`insert into jobs.job (name, policy, data, state, retry_count, created_on, started_on, start_after, output)
    select 'mail', policy, '{"kind": "mail-case"}', 'retry', 3, now() - interval '1 hour', now() - interval '5 minutes',
      now() + interval '1 hour', '{"message": "ECONNREFUSED"}' from jobs.queue where name = 'mail'`.execute(db)
