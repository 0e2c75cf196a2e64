import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Clock, PgBoss } from 'pg-boss'
import { JOBS_SCHEMA } from '../db/roles.ts'
import type { Tx } from '../db/types.ts'
import type { JobKind, Jobs } from './kinds.ts'
import { startWorking, type Working } from './working.ts'

/** Failed jobs are kept for administrators for so long. */
const KEPT_SECONDS = 30 * 24 * 60 * 60
/** A process that says nothing of a job for so long has died, and another one does the job. */
const SILENT_SECONDS = 60
/** A job may take this long; the sweep of a large bucket does. */
const LONGEST_SECONDS = 6 * 60 * 60
const HOUR_SECONDS = 60 * 60

/** The seconds between two looks of a process. Tests are in more of a hurry. */
export interface Pace {
  /** For jobs of others, and for those that are to be done again. Its own it begins at once. */
  poll: number
  /** For jobs whose process has died. */
  supervise: number
  silent: number
}
const PACE: Pace = { poll: 30, supervise: 60, silent: SILENT_SECONDS }

/**
 * The time by which the library counts its waits: it goes on evenly. A machine's clock may be set back, and the library
 * would wait for the difference, or look a thousand times a second where that is longer than a timer can be. The times in
 * the tables are the database's own.
 */
const EVEN_CLOCK: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (run, ms) => setInterval(run, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
}

interface Queue {
  pool: pg.Pool
  log: FastifyBaseLogger
  /** The name of this process among those that share the database. */
  name: string
  pace?: Pace
  /** Tells another process of what was added, where this one does no jobs. */
  tellOthers?: () => void
}

/** A transaction of Kysely's as the library takes it. */
const within = (tx: Tx) => ({
  executeSql: async (sql: string, parameters: unknown[] = []) => {
    const { rows } = await tx.executeQuery({
      sql,
      parameters,
      query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
      queryId: { queryId: 'jobs' },
    })
    return { rows: [...rows] }
  },
})

const UNIQUE_VIOLATION = '23505'

/** Dismisses a failed sweep where another one waits or runs: there is at most one, and so it need not be done again. */
async function dismissIfAnother(boss: PgBoss, ids: string[], error: unknown): Promise<void> {
  if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) throw error
  await boss.deleteJob('sweeps', ids)
}

/**
 * The queue of background jobs, kept by pg-boss in the database (ADR 0041). The library is read when it is first needed:
 * a start does not wait for it.
 */
export function openJobs({ pool, log, name, pace = PACE, tellOthers }: Queue): Jobs {
  let opening: Promise<PgBoss> | undefined
  let working: Working | undefined
  let isStopped = false

  const hurry = () => (working ? working.hurry() : tellOthers?.())

  const open = () => {
    opening ??= import('pg-boss').then(({ PgBoss: Boss }) => {
      const boss = new Boss({
        db: { executeSql: (text, values) => pool.query(text, values) },
        schema: JOBS_SCHEMA,
        clock: EVEN_CLOCK,
        // The tables are the owner's, made by our migrations.
        migrate: false,
        createSchema: false,
        reindex: false,
        monitorVacuum: false,
        // Our rounds are few and asked for by each process (`sweep`); the library's clock asks every few seconds.
        schedule: false,
        // Jobs that wait for each other, which ours don't.
        flowIntervalSeconds: HOUR_SECONDS,
        queueCacheIntervalSeconds: HOUR_SECONDS,
        superviseIntervalSeconds: pace.supervise,
        monitorIntervalSeconds: pace.supervise,
        maintenanceIntervalSeconds: HOUR_SECONDS,
        instanceHeartbeatSeconds: 60,
        instanceName: name,
      })
      boss.on('error', (error) => log.warn({ err: error }, 'the job queue is in trouble'))
      return boss
    })
    return opening
  }

  const insertable = <Data extends object>({ kind, priority, retries }: JobKind<Data>, data: object) => ({
    id: randomUUID(),
    data: { ...data, kind },
    priority,
    retryLimit: retries.times,
    retryDelay: retries.first,
    retryBackoff: true,
    retryDelayMax: retries.most,
    expireInSeconds: LONGEST_SECONDS,
    heartbeatSeconds: pace.silent,
    deleteAfterSeconds: KEPT_SECONDS,
  })

  return {
    add: async (tx, kind, all) => {
      if (all.length === 0) return
      const jobs = all.map((data) => insertable(kind, data))
      await (await open()).insert(kind.queue, jobs, { db: within(tx) })
    },
    hurry,
    sweep: async (kinds, when) => {
      const once = when === 'hourly' ? { singletonSeconds: HOUR_SECONDS } : {}
      const jobs = kinds.map((kind) => ({ ...insertable(kind, {}), singletonKey: kind.kind, ...once }))
      await (await open()).insert('sweeps', jobs)
      hurry()
    },
    start: async (kinds, services) => {
      const boss = await open()
      if (isStopped) return
      // A database that is away is waited for.
      await boss.start({ attempts: 10_000 })
      working = await startWorking(boss, { kinds, services, poll: pace.poll })
    },
    stop: async () => {
      isStopped = true
      await (await opening)?.stop({ close: false, graceful: true, timeout: 8_000 })
    },
    retry: async (queue, ids) => {
      const boss = await open()
      // A sweep that is done once has done what each of those that failed would have.
      const most = queue === 'sweeps' ? 1 : ids.length
      const [again, rest] = [ids.slice(0, most), ids.slice(most)]
      if (rest.length > 0) await boss.deleteJob(queue, rest)
      if (again.length > 0)
        await boss.retry(queue, again).catch((error: unknown) => dismissIfAnother(boss, again, error))
      hurry()
      return again.length
    },
    dismiss: async (queue, ids) => {
      if (ids.length === 0) return
      await (await open()).deleteJob(queue, [...ids])
    },
  }
}
