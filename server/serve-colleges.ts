import cluster from 'node:cluster'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { keepCollegeClock } from '../shared/college-clock.ts'
import { buildApp } from './app.ts'
import { keepWorking } from './background.ts'
import type { Calling } from './colleges/calling.ts'
import { frontOf } from './colleges/front.ts'
import { HeldColleges, type OpenCollege } from './colleges/held.ts'
import { openDatabaseOf } from './colleges/opening.ts'
import { environmentOf } from './colleges/programs.ts'
import type { College } from './colleges/registry.ts'
import { type Asked, keepRounds, type Round } from './colleges/rounds.ts'
import type { InstallationSettings } from './colleges/settings.ts'
import { WatchedRegistry } from './colleges/watched.ts'
import { type CollegesMetrics, openCollegesMetrics } from './colleges-metrics.ts'
import { LOGGING } from './core/logging.ts'
import { proxiesIn } from './core/networks.ts'
import { tellErrorsOf } from './core/troubles.ts'
import { ConnectionBound } from './db/bound.ts'
import type { Db } from './db/types.ts'
import { countJobs } from './features/status/jobs.reads.ts'
import { diskRoomOf } from './files/upload-limits.ts'
import { Connections, serverWith } from './http/connections.ts'
import { answerParser } from './http/parser-answers.ts'
import { TIME_LIMITS } from './http/time-limits.ts'
import { openParts } from './parts.ts'
import { logSlowStatements } from './serve.ts'
import { afterTrouble } from './watching.ts'

/** Settings that another process has saved are in force here after so long at the latest. */
const SETTINGS_MS = 5_000
/** A call waits so long for them. */
const SETTINGS_PATIENCE_MS = 500
const KEEP_ALIVE_MS = 72_000
/** A college's connections in an answering process, and in that of the rounds. */
const CONNECTIONS = { answering: { max: 4, vital: 2 }, rounds: { max: 3, vital: 1 } }
/** Colleges that have their round together by the clock, and with those that have something to do at once. */
const ROUNDS = { byClock: 3, inAll: 8 }
/** A round takes up jobs for so long, and lets those under way come to an end. The next one does the rest. */
const DUE_MS = 30_000
const DUE_LOOK_MS = 200
/** For open requests when the process ends. */
const GRACE_MS = 20_000

/** Makes the log of a college: its errors are told to its own status page, and to no other. */
const logOf = (name: string) =>
  pino(
    {
      ...LOGGING,
      base: { pid: process.pid, hostname: hostname(), college: name },
      hooks: { logMethod: tellErrorsOf(name) },
    },
    pino.destination(2),
  )

/** Returns what reads the settings anew where that was long ago. They are looked at when somebody calls, and at no other time. */
function freshened(refresh: () => Promise<void>, logger: FastifyBaseLogger): () => Promise<void> {
  let readAt = Date.now()
  return async () => {
    if (Date.now() - readAt < SETTINGS_MS) return
    readAt = Date.now()
    const read = refresh().catch((error: unknown) => logger.warn({ err: error }, 'the settings could not be read'))
    await Promise.race([read, sleep(SETTINGS_PATIENCE_MS, undefined, { ref: false })])
  }
}

/** Opens a college so that it answers: as a process of its own would, but for the port and what is done beside answering. */
async function openToAnswer(college: College, bound: ConnectionBound, connections: Connections): Promise<OpenCollege> {
  const { name, mark, settings: given } = college
  const logger = logOf(name)
  const opened = await openDatabaseOf(college, { bound, ...CONNECTIONS.answering })
  try {
    const askRound = () => {
      if (process.connected) process.send?.({ ask: name, mark } satisfies Asked)
    }
    const parts = await openParts(opened, given, {
      isDemo: false,
      logger,
      name: `process ${cluster.worker?.id}`,
      tellOthers: askRound,
    })
    const { settings } = parts.services
    const app = await buildApp(parts.services, logger, TIME_LIMITS, { college: name, connections })
    logSlowStatements(app, settings)
    const forget = afterTrouble(settings, askRound)
    app.addHook('onClose', async () => {
      forget()
      await parts.troubles.close()
    })
    await app.ready()
    const fresh = freshened(parts.refreshSettings, logger)
    return {
      handle: async (request, response) => {
        await fresh()
        app.routing(request, response)
      },
      close: async () => {
        await app.close()
        await opened.close()
      },
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Waits until no job is under way, and none is due or the time for taking them up is over. */
async function untilNoneIsDue(db: Db, signal: AbortSignal): Promise<void> {
  for (const until = Date.now() + DUE_MS; !signal.aborted; await sleep(DUE_LOOK_MS)) {
    const isTakenUp = Date.now() < until
    const { rows } = await sql`select from jobs.job where state = 'active'
      or (${isTakenUp} and state in ('created', 'retry') and start_after <= now()) limit 1`.execute(db)
    if (rows.length === 0) return
  }
}

/** Does what is due for a college: it is opened for that, but for the answering. */
async function visit(
  college: College,
  { bound, metrics }: { bound: ConnectionBound; metrics: CollegesMetrics },
  round: Round,
): Promise<void> {
  const { name, settings } = college
  const logger = logOf(name)
  const opened = await openDatabaseOf(college, { bound, ...CONNECTIONS.rounds })
  try {
    const parts = await openParts(opened, settings, { isDemo: false, logger, name: 'rounds' })
    const working = keepWorking(parts, diskRoomOf(settings), { environment: environmentOf(college) })
    round.hurry = parts.services.jobs.hurry
    try {
      await working.round(() => untilNoneIsDue(opened.db, round.signal))
      if (metrics) metrics.note(name, { figures: await working.figures(), jobs: await countJobs(opened.vital) })
    } finally {
      await working.leave()
      await working.end()
      await parts.troubles.close()
    }
  } finally {
    await opened.close()
  }
}

/** Ends this process after its work, at the first signal. */
function endAfter(stop: () => Promise<void>): void {
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
  // A second one is not to end it sooner.
  process.on('SIGTERM', () => undefined)
}

function endWith({ message }: Error): void {
  process.stderr.write(`Clinical eLog cannot start: ${message}\n`)
  process.exit(1)
}

/** Answers for all colleges, in one of the processes. */
function answer(installation: InstallationSettings, bound: ConnectionBound): void {
  const { PORT, HOST, TRUST_PROXY } = installation.own
  const logger = pino(LOGGING, pino.destination(2))
  const isProxy = proxiesIn(TRUST_PROXY)
  const connections = new Connections(isProxy, { unread: { stillMs: TIME_LIMITS.unread } })
  const held = new HeldColleges({
    installation,
    logger,
    open: (college) => openToAnswer(college, bound, connections),
  })
  const tell = (calling: Calling) => {
    if (process.connected) process.send?.(calling)
  }
  const { handle, hear } = frontOf(held, isProxy, tell)
  process.on('message', hear)
  const server = serverWith(connections, TIME_LIMITS)(handle, { keepAliveTimeout: KEEP_ALIVE_MS })
  server.on('clientError', answerParser)
  const looking = setInterval(() => connections.look(), TIME_LIMITS.look)
  endAfter(async () => {
    clearInterval(looking)
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    connections.stop()
    await Promise.race([closed, sleep(GRACE_MS, undefined, { ref: false })])
    await held.close()
  })
  server.on('error', endWith)
  server.listen({ port: PORT, host: HOST })
}

/** Does the rounds of all colleges, in a process that answers nobody. */
async function goRounds(installation: InstallationSettings, bound: ConnectionBound, most: number): Promise<void> {
  const logger = pino(LOGGING, pino.destination(2))
  const registry = new WatchedRegistry(installation, logger)
  const metrics = await openCollegesMetrics({ installation, colleges: registry, logger })
  const { max, vital } = CONNECTIONS.rounds
  const inAll = Math.max(1, Math.min(ROUNDS.inAll, Math.floor(most / (max + vital))))
  const rounds = keepRounds({
    colleges: () => registry.all,
    visit: (college, round) =>
      visit(college, { bound, metrics }, round).catch((error: unknown) => {
        metrics?.noteFailure(college.name)
        throw error
      }),
    atOnce: { byClock: Math.min(ROUNDS.byClock, inAll), inAll },
    logger,
  })
  process.on('message', ({ ask, mark }: Asked) => {
    // The file has changed since the last look: with its former settings a mail would fail.
    if (registry.get(ask)?.mark !== mark) registry.look()
    rounds.ask(ask)
  })
  endAfter(async () => {
    registry.stop()
    metrics?.close()
    await rounds.stop()
  })
}

/** The work of a process of an installation of many colleges, as its first process has told it. */
export function workForColleges(installation: InstallationSettings, most: number, isRounds: boolean): void {
  keepCollegeClock(installation.own.COLLEGE_TIMEZONE)
  process.umask(0o077)
  // Ctrl-C reaches all processes: the first one tells the others.
  process.on('SIGINT', () => undefined)
  const bound = new ConnectionBound(most)
  if (isRounds) goRounds(installation, bound, most).catch(endWith)
  else answer(installation, bound)
}
