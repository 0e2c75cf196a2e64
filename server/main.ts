import { setFlagsFromString } from 'node:v8'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { openFileStore } from './core/files-open.ts'
import { sweepKeys } from './core/idempotency.ts'
import { openMailer } from './core/mail.ts'
import { sharedSecret } from './core/secrets.ts'
import { sweepSessions } from './core/session.ts'
import { sweepOrphans } from './core/sweep.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { ensureFirstAdmin } from './features/auth/first-admin.writes.ts'
import { orphansAmong } from './features/tasks/submissions.reads.ts'
import { readSettings } from './settings.ts'

const SWEEP_EVERY_MS = 60 * 60 * 1000

const say = (line: string) => process.stdout.write(`${line}\n`)

// On a large machine V8 lets garbage grow to hundreds of megabytes before it looks for it; what lives here are forty.
// Less than this costs the slowest of a hundred answers more than it saves. (Room for what is new has to be set earlier:
// --max-semi-space-size in package.json, where 8 MB are less memory and no slower.)
setFlagsFromString('--heap-growing-percent=120')

/** Reads the settings, opens and migrates the database, builds the app and listens. */
async function main(): Promise<void> {
  const isDemo = process.argv.includes('--demo')
  const settings = readSettings({ ...(isDemo ? { DATA_DIR: 'data/demo' } : {}), ...process.env })
  const opened = await openDatabase(settings)
  const { db } = opened
  try {
    await migrate(db)
    const files = await openFileStore(settings)
    if (isDemo) await (await import('./demo/prepare.ts')).prepareDemo(db, files, settings, say)
    else await ensureFirstAdmin(db, settings, say)

    const services = {
      db,
      vital: opened.vital,
      settings,
      files,
      mail: await openMailer(settings),
      csrfSecret: await sharedSecret(db, 'csrf'),
    }
    const logger = pino({ level: 'info' }, pino.destination(2))
    const app = await buildApp(services, logger)

    const sweep = () =>
      Promise.all([sweepSessions(db), sweepKeys(db), sweepOrphans(files, (keys) => orphansAmong(db, keys))]).catch(
        (error: unknown) => logger.warn({ err: error }, 'sweeping failed'),
      )
    const sweeping = setInterval(sweep, SWEEP_EVERY_MS)
    app.addHook('onClose', () => clearInterval(sweeping))

    let stopping = false
    const stop = async () => {
      if (stopping) return
      stopping = true
      await app.close()
      await opened.close()
      process.exit(0)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)

    await app.listen({ port: settings.PORT, host: settings.HOST })
    const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST
    say(`Clinical eLog is ready at http://${host}:${settings.PORT}`)
    void sweep()
  } catch (error) {
    await opened.close()
    throw error
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`Clinical eLog cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
