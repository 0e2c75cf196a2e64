import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Archiving } from './archiving.ts'
import { keepWorking } from './background.ts'
import { changedCollations } from './db/collations.ts'
import type { OwnDatabase } from './db/open.ts'
import type { Db } from './db/types.ts'
import { ensureFirstAdmin } from './features/accounts/first-admin.writes.ts'
import { unknownRoles } from './features/accounts/reads.ts'
import { slowStatements } from './machine/observed.ts'
import { openMetrics } from './metrics.ts'
import { openParts, type Parts } from './parts.ts'
import { isArchiving, type Settings } from './settings.ts'
import { stopperOf } from './stopping.ts'

/** Jobs are begun so long after the server listens. */
const BEGIN_AFTER_MS = 1_000

type Begin = (isBackingUp: () => boolean) => Archiving

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Writes slow statements into the log of the app, while it lives. */
export function logSlowStatements(app: FastifyInstance, { SLOW_STATEMENT_MS }: Settings): void {
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

/** Returns the start of archiving, where the settings say so; the code for it is read only then. */
async function archiverOf(
  { opened, store, services, logger }: Parts,
  cluster: string | undefined,
): Promise<Begin | undefined> {
  const { settings } = services
  if (cluster === undefined || !isArchiving(settings)) return undefined
  const { keepArchiving } = await import('./archiving.ts')
  return (isBackingUp) => keepArchiving({ opened, cluster, settings, store, logger, isBackingUp })
}

/** Builds the app over a migrated database, listens, and does jobs and seals until a signal ends it. */
export async function serve(
  opened: OwnDatabase,
  given: Settings,
  { isDemo, logger }: { isDemo: boolean; logger: FastifyBaseLogger },
): Promise<void> {
  const { db, vital } = opened
  const parts = await openParts(opened, given, { isDemo, logger, name: `port ${given.PORT}` })
  const { services } = parts
  const { settings } = services
  if (isDemo) await (await import('./demo/prepare.ts')).prepareDemo(services, say)
  else await ensureFirstAdmin(db, settings, say)

  await warnOfSetUp(db, settings, logger)
  const app = await buildApp(services, logger)
  const working = keepWorking(parts, app.uploads.room, {
    environment: process.env,
    archive: isDemo ? undefined : await archiverOf(parts, opened.cluster),
  })
  app.addHook('preClose', working.leave)
  app.addHook('onClose', working.end)

  await openMetrics(app, {
    pools: { main: opened.pool, vital: opened.vitalPool },
    settings,
    vital,
    readFigures: working.figures,
  })
  logSlowStatements(app, settings)
  app.addHook('onClose', () => parts.troubles.close())

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
  setTimeout(() => void working.begin(), BEGIN_AFTER_MS).unref()
  working.look()
}
