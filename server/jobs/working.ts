import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { reasonOf } from '../core/reasons.ts'
import { jobsDone } from '../machine/observed.ts'
import { type JobKind, type JobServices, NO_MAIL, type QueueName } from './kinds.ts'

/**
 * Jobs of each queue that a process does at once: a mail server or push service that hangs, or a large bucket, holds up only one of
 * them.
 */
const AT_ONCE: Record<QueueName, number> = { mail: 2, push: 2, sweeps: 2, packs: 1, alerts: 1 }

/** A job as it is kept, with its kind among its data. */
type StoredJob = JobWithMetadata<{ kind: string }>

export interface Working {
  /** Looks for jobs at once. */
  hurry(): void
}

interface Work {
  kinds: readonly JobKind[]
  services: JobServices
  poll: number
}

const RETRIED = { outcome: 'retried', level: 'warn', says: 'a job failed and will be tried again' } as const
const UNSENT = { outcome: 'unsent', level: 'warn', says: 'a mail was not sent' } as const
const FAILED = { outcome: 'failed', level: 'error', says: 'a job has failed' } as const

/** Does the jobs of both queues in this process, until the queue is stopped. */
export async function startWorking(boss: PgBoss, { kinds, services, poll }: Work): Promise<Working> {
  const byName = new Map<string, JobKind>(kinds.map((kind) => [kind.kind, kind]))
  const workers: string[] = []
  const hurry = () => {
    for (const worker of workers) boss.notifyWorker(worker)
  }

  function tellFailure({ id, data, name, retryCount, retryLimit }: StoredJob, reason: string, error: unknown): void {
    const failure = retryCount < retryLimit ? RETRIED : reason === NO_MAIL ? UNSENT : FAILED
    jobsDone.tell({ kind: data.kind, outcome: failure.outcome })
    // The words of a mail server or a push service have the address in them.
    const facts = { job: data.kind, id, reason, ...(name === 'sweeps' ? { err: error } : {}) }
    services.log[failure.level](facts, failure.says)
  }

  async function perform(job: StoredJob): Promise<void> {
    const { id, data, name } = job
    // After one job there may be others: the next is looked for as soon as this one is done.
    hurry()
    const kind = byName.get(data.kind)
    try {
      if (!kind) throw new Error('A job of another version')
      await kind.run(services, data, id)
    } catch (error) {
      const reason = reasonOf(error)
      tellFailure(job, reason, error)
      const kept = new Error(reason)
      // It is kept with the job: without what it came from, and where.
      delete kept.stack
      throw kept
    }
    jobsDone.tell({ kind: data.kind, outcome: 'done' })
    // Nothing of a mail or a notice is kept once it is sent.
    if (name !== 'sweeps') await boss.deleteJob(name, id)
  }

  for (const [queue, atOnce] of Object.entries(AT_ONCE))
    for (let n = 0; n < atOnce; n += 1)
      workers.push(
        await boss.work<{ kind: string }, void>(
          queue,
          { includeMetadata: true, batchSize: 1, pollingIntervalSeconds: poll },
          async ([job]) => {
            if (job) await perform(job as StoredJob)
          },
        ),
      )
  return { hurry }
}
