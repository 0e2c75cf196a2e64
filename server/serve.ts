import { hostname } from 'node:os'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Archiving, keepArchiving as Keep } from './archiving.ts'
import { keepBackingUp } from './backing-up.ts'
import { keepCopying } from './copying.ts'
import { openPusher } from './core/push.ts'
import { sharedSecret } from './core/secrets.ts'
import { noteTroubles } from './core/troubles.ts'
import { changedCollations } from './db/collations.ts'
import type { OwnDatabase } from './db/open.ts'
import type { Db } from './db/types.ts'
import { ensureFirstAdmin } from './features/accounts/first-admin.writes.ts'
import { unknownRoles } from './features/accounts/reads.ts'
import { openLiveSettings } from './features/settings/live.ts'
import { holdsFiles } from './features.ts'
import { careForFiles } from './files/care.ts'
import { openFileStore, sweepIncoming } from './files/open.ts'
import { responsesKeyBeside } from './files/responses-key.ts'
import { openJobs } from './jobs/queue.ts'
import { ASKED_FOR, everyMinute, MAILS, sweepsOf } from './jobs.ts'
import { slowStatements } from './machine/observed.ts'
import { openMetrics } from './metrics.ts'
import { keepSealing } from './sealing.ts'
import { isArchiving, type Settings } from './settings.ts'
import { stopperOf } from './stopping.ts'
import { keepWatching } from './watching.ts'

const SWEEP_EVERY_MS = 60 * 60 * 1000
/** Jobs are begun so long after the server listens. */
const BEGIN_AFTER_MS = 1_000
const MINUTE_MS = 60 * 1000
/** The interval at which a process looks for settings that another one has saved. */
const SETTINGS_EVERY_MS = 5_000

const say = (line: string) => process.stdout.write(`${line}\n`)

function logSlowStatements(app: FastifyInstance, { SLOW_STATEMENT_MS }: Settings): void {
  const forget = slowStatements.listen(({ ms, text, failed }) => {
    if (ms >= SLOW_STATEMENT_MS) app.log.warn({ ms, statement: text, failed }, 'a slow statement')
  })
  app.addHook('onClose', async () => forget())
}

/** Warns of what is set up oddly, and works all the same. */
async function warnOfSetUp(db: Db, settings: Settings, logger: FastifyBaseLogger): Promise<void> {
  if (settings.DATABASE_URL && !settings.DATABASE_OWNER_URL)
    logger.warn('the role of DATABASE_URL could change the audit trail: set DATABASE_OWNER_URL')
  const collations = await changedCollations(db)
  if (collations.length > 0)
    logger.warn(
      { collations },
      'collations have changed, indexes may be wrong: see docs/running.md, "A newer system below it"',
    )
  for (const name of await unknownRoles(db, settings.SECOND_FACTOR_ROLES))
    logger.warn(`SECOND_FACTOR_ROLES names no role: ${name}`)
}

interface Archived extends Omit<Parameters<typeof Keep>[0], 'cluster'> {
  app: FastifyInstance
  isDemo: boolean
}

/** Archives the log where the settings say so; the code for it is read only then. */
async function openArchiving({ app, isDemo, ...archived }: Archived): Promise<Archiving | undefined> {
  const { cluster } = archived.opened
  if (isDemo || cluster === undefined || !isArchiving(archived.settings)) return undefined
  const { keepArchiving } = await import('./archiving.ts')
  const archiving = keepArchiving({ ...archived, cluster })
  app.addHook('onClose', () => archiving.stop())
  return archiving
}

/** Builds the app over a migrated database, listens, and does jobs and seals until a signal ends it. */
export async function serve(
  opened: OwnDatabase,
  given: Settings,
  { isDemo, logger }: { isDemo: boolean; logger: FastifyBaseLogger },
): Promise<void> {
  const { db, vital } = opened
  const store = await openFileStore(given)
  const live = await openLiveSettings(db, given, store)
  const { settings } = live
  const troubles = noteTroubles(db, logger, settings.SLOW_STATEMENT_MS)
  const fileCare = await careForFiles(db, store, {
    holders: holdsFiles,
    most: settings.SWEEP_MOST,
    keptDays: settings.REMOVED_FILES_KEEP,
    log: logger,
  })
  const { files } = fileCare
  const name = `port ${settings.PORT}`
  const jobs = openJobs({ pool: opened.pool, log: logger, name })
  if (isDemo) await (await import('./demo/prepare.ts')).prepareDemo({ db, files, settings, jobs }, say)
  else await ensureFirstAdmin(db, settings, say)

  await warnOfSetUp(db, settings, logger)
  const [csrfSecret, deviceSecret, calendarSecret, noticesSecret, pushSecret] = await Promise.all([
    sharedSecret(db, 'csrf'),
    sharedSecret(db, 'device'),
    sharedSecret(db, 'calendar'),
    sharedSecret(db, 'notices'),
    sharedSecret(db, 'push'),
  ])
  const responsesKey = responsesKeyBeside(files, db)
  const secrets = { csrfSecret, deviceSecret, calendarSecret, noticesSecret }
  const push = openPusher(settings, pushSecret)
  const refreshSettings = live.refresh
  const parts = { db, vital, settings, refreshSettings, files, responsesKey, push, jobs, isDemo, ...secrets }
  const services = live.withMail(parts)
  const app = await buildApp(services, logger)

  const sweeps = sweepsOf(fileCare)
  const sweep = (when: 'now' | 'hourly') =>
    Promise.all([sweepIncoming(settings), jobs.sweep(sweeps, when)]).catch((error: unknown) =>
      logger.warn({ err: error }, 'sweeping could not be begun'),
    )
  const sweeping = setInterval(() => sweep('hourly'), SWEEP_EVERY_MS)
  const telling = setInterval(() => {
    everyMinute({ ...services, log: logger }).catch((error: unknown) =>
      logger.warn({ err: error }, 'what is new could not be told'),
    )
  }, MINUTE_MS)
  const looking = setInterval(() => {
    live.refresh().catch((error: unknown) => logger.warn({ err: error }, 'the settings could not be read'))
  }, SETTINGS_EVERY_MS)
  looking.unref()
  // Beside the open requests, which have as long.
  let working = Promise.resolve()
  app.addHook('preClose', async () => {
    clearInterval(sweeping)
    clearInterval(telling)
    clearInterval(looking)
    fileCare.stop()
    working = jobs.stop().catch((error: unknown) => logger.warn({ err: error }, 'the jobs did not end well'))
  })
  app.addHook('onClose', () => working)
  const sealing = keepSealing(db, settings.DATA_DIR, logger)
  app.addHook('onClose', () => sealing.stop())
  const backingUp = keepBackingUp(opened, settings, logger)
  app.addHook('onClose', () => backingUp.stop())
  const archiving = await openArchiving({ app, opened, settings, store, logger, isDemo, isBackingUp: backingUp.isBusy })
  const copying = keepCopying(opened, { settings, files, logger })
  app.addHook('onClose', () => copying.stop())

  const isTrailWhole = sealing.isWhole
  const watching = keepWatching({ ...services, app, name: `${hostname()}, ${name}`, isTrailWhole, archiving })
  app.addHook('preClose', () => watching.stop())

  await openMetrics(app, {
    pools: { main: opened.pool, vital: opened.vitalPool },
    settings,
    vital,
    readFigures: watching.figures,
  })
  logSlowStatements(app, settings)
  app.addHook('onClose', () => troubles.close())

  const stopApp = stopperOf(app)
  let stopping: Promise<void> | undefined
  const stop = async () => {
    const stopped = stopApp()
    stopping ??= stopped.then(opened.close)
    await stopping
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  await app.listen({ port: settings.PORT, host: settings.HOST })
  const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST
  say(`Clinical eLog is ready at http://${host}:${settings.PORT}`)
  // Reading the library takes a tenth of a second, for which the first caller need not wait.
  setTimeout(() => {
    jobs
      .start([...MAILS, ...sweeps, ...ASKED_FOR], live.withMail({ ...parts, log: logger }))
      .then(() => sweep('now'))
      .catch((error: unknown) => logger.error({ err: error }, 'jobs are not done by this process'))
  }, BEGIN_AFTER_MS).unref()
  // A store that is away is asked again when it is needed.
  responsesKey.open().catch((error: unknown) => logger.warn({ err: error }, 'the key of responses cannot be read yet'))
  void sealing.round()
  void backingUp.round()
  void archiving?.round()
  void copying.round()
  void watching.round()
}
