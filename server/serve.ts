import type { FastifyBaseLogger } from 'fastify'
import { buildApp, holdsFiles } from './app.ts'
import { keepBackingUp } from './backing-up.ts'
import { careForFiles } from './core/files/care.ts'
import { openFileStore, sweepIncoming } from './core/files/open.ts'
import { responsesKeyBeside } from './core/files/responses-key.ts'
import { sweepKeys } from './core/http/idempotency.ts'
import { sweepLogins } from './core/login.ts'
import { openMailer } from './core/mail.ts'
import { slowStatements } from './core/observed.ts'
import { sharedSecret } from './core/secrets.ts'
import { sweepSecurityLog } from './core/security-log-store.ts'
import type { OpenDatabase } from './db/open.ts'
import { ensureFirstAdmin } from './features/accounts/first-admin.writes.ts'
import { unknownRoles } from './features/accounts/reads.ts'
import { sweepAttempts } from './features/accounts/throttle.writes.ts'
import { sweepDevices } from './features/auth/devices.writes.ts'
import { sweepFeedback } from './features/feedback/sweeping.ts'
import { sweepLibrary } from './features/library/sweeping.ts'
import { sweepReportings } from './features/reportings/sweeping.ts'
import { openMetrics } from './metrics.ts'
import { keepSealing } from './sealing.ts'
import type { Settings } from './settings.ts'
import { stopperOf } from './stopping.ts'

const SWEEP_EVERY_MS = 60 * 60 * 1000

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Builds the app over a migrated database, listens, and sweeps and seals until a signal ends it. */
export async function serve(
  opened: OpenDatabase,
  settings: Settings,
  { isDemo, logger }: { isDemo: boolean; logger: FastifyBaseLogger },
): Promise<void> {
  const { db, vital } = opened
  const fileCare = await careForFiles(db, await openFileStore(settings), {
    holders: holdsFiles,
    most: settings.SWEEP_MOST,
    log: logger,
  })
  const { files } = fileCare
  if (isDemo) await (await import('./demo/prepare.ts')).prepareDemo(db, files, settings, say)
  else await ensureFirstAdmin(db, settings, say)

  if (settings.DATABASE_URL && !settings.DATABASE_OWNER_URL)
    logger.warn('the role of DATABASE_URL could change the audit trail: set DATABASE_OWNER_URL')
  for (const name of await unknownRoles(db, settings.SECOND_FACTOR_ROLES))
    logger.warn(`SECOND_FACTOR_ROLES names no role: ${name}`)
  const [mail, csrfSecret, deviceSecret, calendarSecret] = await Promise.all([
    openMailer(settings),
    sharedSecret(db, 'csrf'),
    sharedSecret(db, 'device'),
    sharedSecret(db, 'calendar'),
  ])
  const responsesKey = responsesKeyBeside(files, db)
  const secrets = { csrfSecret, deviceSecret, calendarSecret }
  const app = await buildApp({ db, vital, settings, files, responsesKey, mail, ...secrets }, logger)

  const sweep = () =>
    Promise.all([
      sweepLogins(db),
      sweepAttempts(db),
      sweepDevices(db),
      sweepKeys(db),
      sweepSecurityLog(db),
      sweepIncoming(settings),
      sweepLibrary(db, files, logger),
      sweepFeedback({ db, responsesKey, zone: settings.COLLEGE_TIMEZONE }, logger),
      sweepReportings({ db, mail, settings }, logger),
      fileCare.sweep(),
    ]).catch((error: unknown) => logger.warn({ err: error }, 'sweeping failed'))
  const sweeping = setInterval(sweep, SWEEP_EVERY_MS)
  app.addHook('onClose', async () => {
    clearInterval(sweeping)
    fileCare.stop()
  })
  const sealing = keepSealing(db, settings.DATA_DIR, logger)
  app.addHook('onClose', () => sealing.stop())
  const backingUp = keepBackingUp(opened, settings, logger)
  app.addHook('onClose', () => backingUp.stop())

  await openMetrics(app, { pools: { main: opened.pool, vital: opened.vitalPool }, settings })
  const forget = slowStatements.listen(({ ms, text, failed }) => {
    if (ms >= settings.SLOW_STATEMENT_MS) logger.warn({ ms, statement: text, failed }, 'a slow statement')
  })
  app.addHook('onClose', async () => forget())

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
  void sweep()
  // Whoever answers first need not wait for it. A store that is away is asked again by who needs it.
  responsesKey.open().catch((error: unknown) => logger.warn({ err: error }, 'the key of responses cannot be read yet'))
  void sealing.round()
  void backingUp.round()
}
