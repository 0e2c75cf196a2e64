import { sql } from 'kysely'
import type { FailedJobs, Status, WaitingJobs } from '../../../shared/contract/status.ts'
import { JOB_NAMES, type JobWord } from '../../../shared/jobs.ts'
import { NO_MAIL, type QueueName } from '../../core/jobs/kinds.ts'
import type { Db } from '../../db/types.ts'

// The tables of pg-boss (0041). Jobs that were done are removed after a day, and failed ones after 30: they are few.

/** What a job says of its failure: ours as `message`, and of a process that died as the library puts it. */
const reason = sql`coalesce(output->>'message', output->'value'->>'message', 'Its process ended')`
const words = Object.keys(JOB_NAMES)

/** Mails that wait for a mail server that nobody has set up are no failure of the program: only the status page has them. */
const isFailure = sql`${reason} <> ${NO_MAIL}`

/** Failed jobs by kind, with when one of that kind was last done; `failuresOnly` leaves out mails that nothing could send. */
export async function listFailed(db: Db, { failuresOnly = false } = {}): Promise<FailedJobs[]> {
  const { rows } = await sql<FailedJobs>`
    select data->>'kind' as kind, count(*) filter (where state = 'failed') as count,
      (array_agg(${reason} order by completed_on desc) filter (where state = 'failed'))[1] as reason,
      min(completed_on) filter (where state = 'failed') as first_at,
      max(completed_on) filter (where state = 'failed') as last_at,
      max(completed_on) filter (where state = 'completed') as done_at
    from jobs.job where state in ('failed', 'completed') and data->>'kind' = any(${words})
      ${failuresOnly ? sql`and (state <> 'failed' or ${isFailure})` : sql``}
    group by 1 having count(*) filter (where state = 'failed') > 0
    order by last_at desc`.execute(db)
  return rows
}

/** Jobs that are still to be done, by kind. */
export async function listWaiting(db: Db): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select data->>'kind' as kind, count(*) filter (where state <> 'active') as waiting,
      count(*) filter (where state = 'active') as active, count(*) filter (where state = 'retry') as retrying,
      (array_agg(${reason} order by started_on desc) filter (where state = 'retry'))[1] as reason,
      min(start_after) filter (where state = 'retry') as next_at
    from jobs.job where state in ('created', 'retry', 'active') and data->>'kind' = any(${words})
    group by 1 order by 1`.execute(db)
  return rows
}

/** How many jobs are kept, for figures. */
export async function countJobs(
  db: Db,
): Promise<{ kind: JobWord; state: 'waiting' | 'active' | 'failed'; count: number }[]> {
  const { rows } = await sql<{ kind: JobWord; state: 'waiting' | 'active' | 'failed'; count: number }>`
    select data->>'kind' as kind, case when state < 'active' then 'waiting' else state::text end as state, count(*) as count
    from jobs.job where state in ('created', 'retry', 'active', 'failed') and data->>'kind' = any(${words})
    group by 1, 2`.execute(db)
  return rows
}

/** When each kind was last done. */
export async function listDone(db: Db): Promise<Status['jobs']['done']> {
  const { rows } = await sql<{ kind: JobWord; at: string }>`
    select data->>'kind' as kind, max(completed_on) as at from jobs.job
    where state = 'completed' and data->>'kind' = any(${words}) group by 1 order by 1`.execute(db)
  return rows
}

/** At once: one that has failed ten thousand times is settled in ten. */
const MOST = 1000

/** The ids of the failed jobs of a kind, the last one first. */
export async function findFailed(db: Db, kind: JobWord): Promise<{ queue: QueueName; ids: string[] }> {
  const { rows } = await sql<{ queue: QueueName; ids: string[] }>`
    select name as queue, array_agg(id::text order by completed_on desc) as ids from (
      select name, id, completed_on from jobs.job where state = 'failed' and data->>'kind' = ${kind} order by completed_on limit ${sql.lit(MOST)}
    ) as failed group by 1`.execute(db)
  return rows[0] ?? { queue: 'mail', ids: [] }
}

/** The processes that have said something of themselves within three of their minutes. */
export async function listProcesses(db: Db): Promise<Status['processes']> {
  const { rows } = await sql<Status['processes'][number]>`
    select coalesce(name, '') as name, host, pid, started_on as started_at, heartbeat_on as heard_at from jobs.instance
    where stopped_on is null and heartbeat_on > now() - make_interval(secs => 3 * heartbeat_seconds)
    order by started_on`.execute(db)
  return rows
}
