import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { OpenDatabase } from './db/open.ts'
import { type BackupResult, claimBackup, finishBackup } from './features/backups/writes.ts'
import type { Settings } from './settings.ts'

const LOOKED_EVERY_MS = 60 * 1000
/** The time for the process to remove what it has begun; then it is killed, and the next backup removes it. */
const ENDING_MS = 5_000

/** When the last backup was due: at this time of the college's day, today or yesterday. */
export function lastDue(at: string, zone: string, now = Temporal.Now.instant()): string {
  const here = now.toZonedDateTimeISO(zone)
  const today = here.withPlainTime(at)
  const due = Temporal.ZonedDateTime.compare(today, here) <= 0 ? today : here.subtract({ days: 1 }).withPlainTime(at)
  return new Date(due.epochMilliseconds).toISOString()
}

export interface BackingUp {
  /** Makes the backup that is due, if there is one that nobody has made. */
  round(): Promise<void>
  stop(): Promise<void>
}

/**
 * Returns the address of the embedded database for the other process: it is not to look for it, whatever directories it
 * may enter.
 */
function socketUrl({ host, port, user, database }: OpenDatabase['pool']['options']): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
}

/**
 * Makes a backup each day, if `BACKUP_DIR` or the screen names a directory: in a process of its own, so that no request waits for it,
 * and in one of all the servers on a database. The result is noted, for the administrators' dashboard.
 */
export function keepBackingUp(
  { db, pool }: OpenDatabase,
  settings: Settings,
  logger: FastifyBaseLogger,
  environment: Record<string, string | undefined> = process.env,
): BackingUp {
  const { COLLEGE_TIMEZONE, DATA_DIR, DATABASE_URL } = settings
  let child: ChildProcess | undefined
  let under: Promise<void> | undefined
  let isStopping = false

  async function runChild(BACKUP_DIR: string): Promise<BackupResult> {
    const begun = fork(join(import.meta.dirname, 'backup.ts'), ['--scheduled'], {
      env: {
        ...environment,
        DATA_DIR,
        BACKUP_DIR,
        BACKUP_KEEP: `${settings.BACKUP_KEEP}`,
        DATABASE_URL: DATABASE_URL ?? socketUrl(pool.options),
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child = begun
    let result: BackupResult = { failure: 'Its process ended before it was done.' }
    begun.on('message', (said: BackupResult) => {
      result = said
    })
    begun.on('error', (error) => {
      result = { failure: error.message }
    })
    await once(begun, 'close').catch(() => undefined)
    child = undefined
    return isStopping ? { failure: 'The server was stopped.' } : result
  }

  async function backUp(): Promise<void> {
    // Read at each round, since an administrator may change them.
    const { BACKUP_DIR, BACKUP_AT } = settings
    if (BACKUP_DIR === undefined) return
    const dueAt = lastDue(BACKUP_AT, COLLEGE_TIMEZONE)
    const id = await db.transaction().execute((tx) => claimBackup(tx, dueAt))
    if (id === undefined || isStopping) return
    const result = await runChild(BACKUP_DIR)
    await db.transaction().execute((tx) => finishBackup(tx, id, result))
    if ('failure' in result) logger.error({ reason: result.failure, place: resolve(BACKUP_DIR) }, 'no backup was made')
    else logger.info({ ...result, place: resolve(BACKUP_DIR) }, 'a backup was made')
    if ('missing_files' in result && result.missing_files > 0)
      logger.error(
        { files: result.missing_files },
        'files that records name were missing or damaged when they were backed up',
      )
  }

  const round = () => {
    under ??= backUp()
      .catch((error: unknown) => logger.warn({ err: error }, 'the backup could not be begun or noted'))
      .finally(() => {
        under = undefined
      })
    return under
  }
  const timer = setInterval(round, LOOKED_EVERY_MS)
  timer.unref()
  return {
    round,
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      const running = child
      running?.kill('SIGTERM')
      const late = setTimeout(() => running?.kill('SIGKILL'), ENDING_MS)
      await under
      clearTimeout(late)
    },
  }
}
