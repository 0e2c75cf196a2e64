import type { FastifyBaseLogger } from 'fastify'
import { keysName } from './backup/copies/layout.ts'
import { backupProcess } from './backup-process.ts'
import type { OpenDatabase } from './db/open.ts'
import { readLastCopies } from './features/backups/reads.ts'
import { type CopyResult, claimCopy, finishCopy } from './features/backups/writes.ts'
import { readChosen } from './features/settings/reads.ts'
import { tryNewest } from './features/settings/restore-test.ts'
import { claimCopyTrial, finishRestoreTest, forgetCopyTrial, whileHeard } from './features/settings/trials.writes.ts'
import type { FileStore } from './files/files.ts'
import type { Environment } from './program.ts'
import { inRounds } from './rounds.ts'
import type { Settings } from './settings.ts'

const LOOKED_EVERY_MS = 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

export interface KeepCopying {
  /** Copies the last backup off the machine, and restores a copy on trial, where that is due. */
  round(): Promise<void>
  stop(): Promise<void>
}

interface Parts {
  settings: Settings
  files: FileStore
  logger: FastifyBaseLogger
  environment?: Environment
}

/**
 * Copies each scheduled backup into the bucket of `BACKUP_URL`, in a process of its own, once there is a key on paper; and
 * restores the newest copy on trial each month. Results are noted, for the concerns and the page Settings.
 */
export function keepCopying(opened: OpenDatabase, { settings, files, logger, environment }: Parts): KeepCopying {
  const { db } = opened
  const { BACKUP_URL, DATA_DIR } = settings
  const child = backupProcess(opened, settings, environment)
  const stopping = new AbortController()
  let warnedAt = 0

  /** Names the keys to which this machine seals, with when that on paper was made; undefined while there is none. */
  async function ownKeys(): Promise<{ keys: string; madeAt: string } | undefined> {
    const { backup_recipient, backup_key_at } = await readChosen(db)
    if (backup_recipient === null || backup_key_at === null) {
      if (Date.now() - warnedAt > DAY_MS) {
        logger.warn('no backup leaves the machine: make the key for paper on the page Settings')
        warnedAt = Date.now()
      }
      return undefined
    }
    const { machineIdentity, recipientOf } = await import('./offsite/keys.ts')
    const keys = keysName([backup_recipient, await recipientOf(await machineIdentity(DATA_DIR))])
    return { keys, madeAt: backup_key_at }
  }

  async function copy({ keys, madeAt }: { keys: string; madeAt: string }, BACKUP_DIR: string): Promise<void> {
    const id = await db.transaction().execute((tx) => claimCopy(tx, keys, madeAt))
    if (id === undefined || stopping.signal.aborted) return
    const result = await child.run<CopyResult>('--copy', BACKUP_DIR)
    await db.transaction().execute((tx) => finishCopy(tx, id, result))
    if ('failure' in result) logger.error({ reason: result.failure }, 'no backup was copied off the machine')
    else logger.info({ ...result }, 'a backup was copied off the machine')
  }

  async function tryRestore(keys: string): Promise<void> {
    // The key of another machine opens what that one has sent.
    if ((await readLastCopies(db)).whole?.keys !== keys) return
    const id = await db.transaction().execute((tx) => claimCopyTrial(tx))
    if (id === undefined || stopping.signal.aborted) return
    const result = await whileHeard(db, id, () => tryNewest('bucket', { settings, files }, stopping.signal))
    if (!result) return
    // A stop says nothing of the copy: it is tried again after the next start.
    if ('failure' in result && stopping.signal.aborted)
      return void (await db.transaction().execute((tx) => forgetCopyTrial(tx, id)))
    await db.transaction().execute((tx) => finishRestoreTest(tx, id, result))
    if ('failure' in result) logger.error({ reason: result.failure }, 'a test restore from the bucket failed')
    else logger.info({ ...result }, 'a test restore from the bucket went well')
  }

  async function look(): Promise<void> {
    // Read at each round, since an administrator may change it.
    const { BACKUP_DIR } = settings
    if (BACKUP_URL === undefined || BACKUP_DIR === undefined) return
    const own = await ownKeys()
    if (own === undefined) return
    await copy(own, BACKUP_DIR)
    if (!stopping.signal.aborted) await tryRestore(own.keys)
  }

  const { round, stop } = inRounds(look, LOOKED_EVERY_MS, (error) =>
    logger.warn({ err: error }, 'copying a backup could not be begun or noted'),
  )
  return {
    round,
    stop: () => {
      stopping.abort()
      return child.stop(stop())
    },
  }
}
