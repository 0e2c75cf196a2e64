import { sql } from 'kysely'
import type { FailedJobs, JobOutcome, Status, UnsentMails, WaitingJobs } from '../../../shared/contract/status.ts'
import { JOB_NAMES, type JobWord } from '../../../shared/jobs.ts'
import type { Db } from '../../db/types.ts'
import { NO_MAIL, type QueueName } from '../../jobs/kinds.ts'

// The tables of pg-boss (0041). Jobs that were done are removed after a day, and failed ones after 30: they are few.

/** The reason of a job's failure: ours as `message`, and for a process that died as the library puts it. */
const reason = sql`coalesce(output->>'message', output->'value'->>'message', 'Its process ended')`
const words = Object.keys(JOB_NAMES)

/** A mail that was given up since nobody has set up mail is no failure of the program: it is unsent. */
const isUnsent = sql`(state = 'failed' and ${reason} = ${NO_MAIL})`
const isFailed = sql`(state = 'failed' and ${reason} <> ${NO_MAIL})`

/** Failed jobs by kind, with when one of that kind was last done. */
export async function listFailed(db: Db): Promise<FailedJobs[]> {
  const { rows } = await sql<FailedJobs>`
    select data->>'kind' as kind, count(*) filter (where state = 'failed') as count,
      (array_agg(${reason} order by completed_on desc) filter (where state = 'failed'))[1] as reason,
      min(completed_on) filter (where state = 'failed') as first_at,
      max(completed_on) filter (where state = 'failed') as last_at,
      max(completed_on) filter (where state = 'completed') as done_at
    from jobs.job where (state = 'completed' or ${isFailed}) and data->>'kind' = any(${words})
    group by 1 having count(*) filter (where state = 'failed') > 0
    order by last_at desc`.execute(db)
  return rows
}

/** Mails that were not sent since mail was not set up, by kind. */
export async function listUnsent(db: Db): Promise<UnsentMails[]> {
  const { rows } = await sql<UnsentMails>`
    select data->>'kind' as kind, count(*) as count, min(completed_on) as first_at, max(completed_on) as last_at
    from jobs.job where ${isUnsent} and data->>'kind' = any(${words}) group by 1 order by last_at desc`.execute(db)
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

export interface JobCount {
  kind: JobWord
  state: 'waiting' | 'active' | JobOutcome
  count: number
}

/** Counts the jobs that are kept, for figures. */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select data->>'kind' as kind, count(*) as count,
      case when state < 'active' then 'waiting' when ${isUnsent} then 'unsent' else state::text end as state
    from jobs.job where state in ('created', 'retry', 'active', 'failed') and data->>'kind' = any(${words})
    group by 1, 3`.execute(db)
  return rows
}

/** When each kind was last done. */
export async function listDone(db: Db): Promise<Status['jobs']['done']> {
  const { rows } = await sql<{ kind: JobWord; at: string }>`
    select data->>'kind' as kind, max(completed_on) as at from jobs.job
    where state = 'completed' and data->>'kind' = any(${words}) group by 1 order by 1`.execute(db)
  return rows
}

/** Jobs that are settled at once: one that has failed ten thousand times is settled in ten. */
const MOST = 1000

/** The ids of the failed jobs of a kind, or of its unsent mails, the last one first. */
export async function findSettled(
  db: Db,
  kind: JobWord,
  which: JobOutcome = 'failed',
): Promise<{ queue: QueueName; ids: string[] }> {
  const { rows } = await sql<{ queue: QueueName; ids: string[] }>`
    select name as queue, array_agg(id::text order by completed_on desc) as ids from (
      select name, id, completed_on from jobs.job where ${which === 'unsent' ? isUnsent : isFailed} and data->>'kind' = ${kind}
      order by completed_on limit ${sql.lit(MOST)}
    ) as settled group by 1`.execute(db)
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
