import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { hashing } from './core/passwords.ts'
import type { Db } from './db/types.ts'
import { countJobs } from './features/status/jobs.reads.ts'
import { type InstallationFigures, observeInstallations, observeJobs } from './installation-figures.ts'
import { answers, jobsDone, mails, slowStatements } from './machine/observed.ts'
import { openMetricsPort } from './metrics-port.ts'
import type { Settings } from './settings.ts'

/** Upper bounds, in seconds: a list is answered in milliseconds, a file of everybody in some seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

interface MetricsSource {
  pools: Record<string, Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>
  settings: Pick<Settings, 'METRICS_PORT' | 'METRICS_HOST'>
  readFigures: () => Promise<InstallationFigures>
  /** Connections of their own: figures are wanted most while everything else is slow. */
  vital: Db
}

/**
 * Figures for Prometheus at `/metrics`, on a port of its own, which is nobody's way to the app. They name routes, never
 * who asked or what for.
 */
export async function openMetrics(
  app: FastifyInstance,
  { pools, settings, vital, readFigures }: MetricsSource,
): Promise<void> {
  if (settings.METRICS_PORT === undefined) return
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  // Memory, processor, garbage, and how long the event loop lags.
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, from their headers to the end of their answer',
    labelNames: ['method', 'route'],
    buckets: DURATIONS,
    registers,
  })
  const sent = new Counter({
    name: 'mails_total',
    help: 'Mails that the mail server has taken (sent) or not (failed)',
    labelNames: ['result'],
    registers,
  })
  const done = new Counter({
    name: 'jobs_total',
    help: 'Background jobs that this process has done, those to be tried again (retried) or given up (failed; unsent: mails, since mail is not set up)',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const slow = new Counter({
    name: 'slow_statements_total',
    help: 'Statements that took 100 milliseconds or more',
    registers,
  })
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections to the database, and who waits for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  new Gauge({
    name: 'password_hashes',
    help: 'Passwords that are being hashed, and those that wait',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(hashing.now())) this.set({ state }, count)
    },
  })

  const updateInstallation = await observeInstallations(registry, [], async () => [
    { labels: {}, figures: await readFigures() },
  ])
  const jobs = await observeJobs(registry, [])
  async function updateJobs(): Promise<void> {
    jobs.forget()
    // While the database is away, the other figures are told all the same.
    jobs.tell({}, await countJobs(vital).catch(() => []))
  }

  const ends = [
    answers.listen(({ method, route, status, ms }) => {
      requests.inc({ method, route, status: String(status) })
      durations.observe({ method, route }, ms / 1000)
    }),
    mails.listen(({ isSent }) => sent.inc({ result: isSent ? 'sent' : 'failed' })),
    jobsDone.listen((job) => done.inc(job)),
    slowStatements.listen(() => slow.inc()),
  ]
  const update = async () => void (await Promise.all([updateJobs(), updateInstallation()]))
  const close = await openMetricsPort({ registry, settings, update, log: app.log })
  app.addHook('onClose', () => {
    for (const end of ends) end()
    close()
  })
}
