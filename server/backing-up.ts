import { resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { backupProcess, type ToldResult } from './backup-process.ts'
import type { OpenDatabase } from './db/open.ts'
import { claimBackup, finishBackup } from './features/backups/writes.ts'
import type { Environment } from './program.ts'
import { inRounds } from './rounds.ts'
import type { Settings } from './settings.ts'

const LOOKED_EVERY_MS = 60 * 1000

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
  /** True while one is being made. */
  isBusy(): boolean
  stop(): Promise<void>
}

/**
 * Makes a backup each day, if `BACKUP_DIR` or the screen names a directory: in a process of its own, so that no request waits for it,
 * and in one of all the servers on a database. The result is noted, for the administrators' dashboard.
 */
export function keepBackingUp(
  opened: OpenDatabase,
  settings: Settings,
  logger: FastifyBaseLogger,
  environment?: Environment,
): BackingUp {
  const { db } = opened
  const { COLLEGE_TIMEZONE } = settings
  const child = backupProcess(opened, settings, environment)
  let isStopping = false

  async function backUp(): Promise<void> {
    // Read at each round, since an administrator may change them.
    const { BACKUP_DIR, BACKUP_AT } = settings
    if (BACKUP_DIR === undefined) return
    const dueAt = lastDue(BACKUP_AT, COLLEGE_TIMEZONE)
    const id = await db.transaction().execute((tx) => claimBackup(tx, dueAt))
    if (id === undefined || isStopping) return
    const told = await child.run<Extract<ToldResult, { path: string }>>('--scheduled', BACKUP_DIR)
    const result = 'failure' in told ? told : { bytes: told.bytes, missing_files: told.missing_files }
    await db.transaction().execute((tx) => finishBackup(tx, id, result))
    if ('failure' in result) logger.error({ reason: result.failure, place: resolve(BACKUP_DIR) }, 'no backup was made')
    else logger.info({ ...result, place: resolve(BACKUP_DIR) }, 'a backup was made')
    if ('missing_files' in result && result.missing_files > 0)
      logger.error(
        { files: result.missing_files },
        'files that records name were missing or damaged when they were backed up',
      )
  }

  const { round, isBusy, stop } = inRounds(backUp, LOOKED_EVERY_MS, (error) =>
    logger.warn({ err: error }, 'the backup could not be begun or noted'),
  )
  return {
    round,
    isBusy,
    stop: () => {
      isStopping = true
      return child.stop(stop())
    },
  }
}
