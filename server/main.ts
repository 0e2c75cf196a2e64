import { setFlagsFromString } from 'node:v8'
import type pg from 'pg'
import { pino } from 'pino'
import { keepCollegeClock } from '../shared/college-clock.ts'
import { LOGGING } from './core/logging.ts'
import { upgrade } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { setRetention } from './db/retention.ts'
import type { Db } from './db/types.ts'
import { archiveSettings } from './machine/archive-spool.ts'
import { refuseHalfRestored, refuseMoved } from './machine/data-directory.ts'
import { accountFor, leaveRoot } from './machine/leave-root.ts'
import { isArchiving, readSettings, ToBeMended } from './settings.ts'
import { beforeUpgrade } from './upgrading.ts'

// On a large machine V8 lets garbage grow to hundreds of megabytes before it looks for it; what lives here are forty.
// Less than this costs the slowest of a hundred answers more than it saves. (Room for what is new has to be set earlier:
// --max-semi-space-size in package.json, where 8 MB are less memory and no slower; given at once, a start looks less often.)
setFlagsFromString('--heap-growing-percent=120')

/** As sysexits.h has it. The service of deploy/ is not started again then, and after every other failure it is. */
const STATUS_TO_BE_MENDED = 78

/**
 * The demo's rows come all at once. The database counts them within seconds here, not within a minute: until
 * then a department's report takes seconds.
 */
const OF_DEMO = { autovacuum_naptime: '3s' }

/** Reads the settings, opens and migrates the database, gives root's rights up, and serves. */
async function main(): Promise<void> {
  const isDemo = process.argv.includes('--demo')
  const given = readSettings({ ...(isDemo ? { DATA_DIR: 'data/demo' } : {}), ...process.env })
  const logger = pino(LOGGING, pino.destination(2))
  refuseHalfRestored(given.DATA_DIR)
  refuseMoved(given)
  const leaving = { mayStay: isDemo, say: (line: string) => process.stdout.write(`${line}\n`) }
  const readServe = () => import('./serve.ts')
  if (given.DATABASE_URL) {
    // A process that gave its rights up can't keep for the next start what Node has compiled.
    await readServe()
    // Before the first connection to a database elsewhere: our user may decide whether it lets us in.
    given.DATA_DIR = leaveRoot(given.DATA_DIR, accountFor(given.DATA_DIR), leaving)
  }
  // The rest of the program is read while the embedded database comes up.
  const prepare = async (owner: Db, config: pg.PoolConfig) => {
    // Migrations tell the days of what happened before.
    keepCollegeClock(given.COLLEGE_TIMEZONE)
    await upgrade(owner, beforeUpgrade(owner, config, { settings: given, log: logger }))
    await setRetention(owner, given)
  }
  const opened = await openDatabase(given, prepare, {
    say: (line) => logger.warn(line),
    meanwhile: readServe,
    settings: isDemo ? OF_DEMO : isArchiving(given) ? archiveSettings(given.ARCHIVE_SECONDS) : {},
  })
  void opened.lost.then(({ message }) => {
    process.stderr.write(`Clinical eLog ends: ${message}\n`)
    process.exit(1)
  })
  try {
    const { serve } = await readServe()
    const DATA_DIR = given.DATABASE_URL ? given.DATA_DIR : leaveRoot(given.DATA_DIR, opened.account, leaving)
    await serve(opened, { ...given, DATA_DIR }, { isDemo, logger })
  } catch (error) {
    await opened.close()
    throw error
  }
}

const start = process.env.COLLEGES_DIR
  ? () => import('./start-colleges.ts').then(({ startColleges }) => startColleges(process.env, import.meta.filename))
  : main

start().catch((error: unknown) => {
  process.stderr.write(`Clinical eLog cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof ToBeMended ? STATUS_TO_BE_MENDED : 1)
})
