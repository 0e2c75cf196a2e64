import { setFlagsFromString } from 'node:v8'
import { pino } from 'pino'
import { buildApp, holdsFiles } from './app.ts'
import { careForFiles } from './core/file-care.ts'
import { openFileStore, sweepIncoming } from './core/files-open.ts'
import { sweepKeys } from './core/idempotency.ts'
import { openMailer } from './core/mail.ts'
import { sharedSecret } from './core/secrets.ts'
import { sweepSecurityLog } from './core/security-log-store.ts'
import { sweepSessions } from './core/session.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { ensureFirstAdmin } from './features/auth/first-admin.writes.ts'
import { accountFor, leaveRoot } from './leave-root.ts'
import { keepSealing } from './sealing.ts'
import { readSettings } from './settings.ts'
import { stopperOf } from './stopping.ts'

const SWEEP_EVERY_MS = 60 * 60 * 1000

const say = (line: string) => process.stdout.write(`${line}\n`)

// On a large machine V8 lets garbage grow to hundreds of megabytes before it looks for it; what lives here are forty.
// Less than this costs the slowest of a hundred answers more than it saves. (Room for what is new has to be set earlier:
// --max-semi-space-size in package.json, where 8 MB are less memory and no slower.)
setFlagsFromString('--heap-growing-percent=120')

/** Reads the settings, opens and migrates the database, builds the app and listens. */
async function main(): Promise<void> {
  const isDemo = process.argv.includes('--demo')
  const given = readSettings({ ...(isDemo ? { DATA_DIR: 'data/demo' } : {}), ...process.env })
  const logger = pino({ level: 'info' }, pino.destination(2))
  // With a database elsewhere before its first connection: who we are may decide whether it lets us in.
  if (given.DATABASE_URL) given.DATA_DIR = leaveRoot(given.DATA_DIR, accountFor(given.DATA_DIR), say)
  const opened = await openDatabase(given, migrate, { say: (line) => logger.warn(line) })
  const { db } = opened
  void opened.lost.then(({ message }) => {
    process.stderr.write(`Clinical eLog ends: ${message}\n`)
    process.exit(1)
  })
  try {
    const settings = given.DATABASE_URL ? given : { ...given, DATA_DIR: leaveRoot(given.DATA_DIR, opened.account, say) }
    const fileCare = await careForFiles(db, await openFileStore(settings), {
      holders: holdsFiles,
      most: settings.SWEEP_MOST,
      log: logger,
    })
    const { files } = fileCare
    if (isDemo) await (await import('./demo/prepare.ts')).prepareDemo(db, files, settings, say)
    else await ensureFirstAdmin(db, settings, say)

    const services = {
      db,
      vital: opened.vital,
      settings,
      files,
      mail: await openMailer(settings),
      csrfSecret: await sharedSecret(db, 'csrf'),
      deviceSecret: await sharedSecret(db, 'device'),
    }
    if (settings.DATABASE_URL && !settings.DATABASE_OWNER_URL)
      logger.warn('the role of DATABASE_URL could change the audit trail: set DATABASE_OWNER_URL')
    const app = await buildApp(services, logger)

    const sweep = () =>
      Promise.all([
        sweepSessions(db),
        sweepKeys(db),
        sweepSecurityLog(db),
        sweepIncoming(settings),
        fileCare.sweep(),
      ]).catch((error: unknown) => logger.warn({ err: error }, 'sweeping failed'))
    const sweeping = setInterval(sweep, SWEEP_EVERY_MS)
    app.addHook('onClose', async () => {
      clearInterval(sweeping)
      fileCare.stop()
    })
    const sealing = keepSealing(db, settings.DATA_DIR, logger)
    app.addHook('onClose', () => sealing.stop())

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
    void sealing.round()
  } catch (error) {
    await opened.close()
    throw error
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`Clinical eLog cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
