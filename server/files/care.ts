import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { HttpError, unavailable } from '../core/errors.ts'
import { reasonOf } from '../core/reasons.ts'
import { whileHolding } from '../db/held-lock.ts'
import type { Db } from '../db/types.ts'
import type { FileStore } from './files.ts'
import { type FileHolder, knownAmong, refuseForgottenHolders, setAsideAmong } from './holders.ts'
import { checkInstallation, ForeignFiles } from './installation.ts'
import { type SweepCounts, SweepStopped, sweepFiles } from './sweep.ts'

/** The lock for one sweep at a time on a database, in whichever process. Any number that nobody else uses. */
const SWEEP_LOCK = 7_203_410

/** The time that a start waits for the store; a bucket that is silent must not keep people from signing in. */
const START_PATIENCE_MS = 10_000

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>

interface CareOptions {
  holders: readonly FileHolder[]
  /** See SWEEP_MOST. */
  most: number
  /** See REMOVED_FILES_KEEP. */
  keptDays: number
  log: Log
  startMs?: number
}

export interface FileCare {
  /** The store, which takes nothing before it is known to be this database's. */
  files: FileStore
  /**
   * Sweeps the store, unless another process is at it. A failure is logged.
   * @returns the failure, for administrators
   */
  sweep(): Promise<string | undefined>
  /** Ends a sweep that is under way. */
  stop(): void
}

/**
 * Takes a store into use for a database. A bucket that is away does not keep the server from starting: it is looked at
 * again before the first file goes there.
 * @throws ForeignFiles when the files are not this database's
 */
export async function careForFiles(
  db: Db,
  store: FileStore,
  { holders, most, keptDays, log, startMs = START_PATIENCE_MS }: CareOptions,
): Promise<FileCare> {
  let isChecked = false
  let checking: Promise<void> | undefined
  const check = () => {
    checking ??= checkInstallation(db, store, holders)
      .then(() => {
        isChecked = true
      })
      .catch((error: unknown) => {
        if (error instanceof ForeignFiles) isChecked = false
        throw error
      })
      .finally(() => {
        checking = undefined
      })
    return checking
  }
  const first = check()
  const late = sleep(startMs, undefined, { ref: false }).then(() =>
    Promise.reject(unavailable('The bucket is silent.')),
  )
  await Promise.race([first, late]).catch((error: unknown) => {
    if (!(error instanceof HttpError)) throw error
    log.warn({ err: error.cause ?? error }, 'the files cannot be reached; uploads wait until they are')
  })

  const checked = async () => {
    if (!isChecked)
      await check().catch((error: unknown) => {
        if (!(error instanceof ForeignFiles)) throw error
        log.warn(`No file is taken: ${error.message}`)
        throw unavailable('Files cannot be taken just now. Please tell the administrator.')
      })
  }
  const files: FileStore = {
    ...store,
    keep: async (temporaryPath) => {
      await checked()
      return store.keep(temporaryPath)
    },
    // Another database's key would be one that goes away with its files.
    readResponsesKey: async () => {
      await checked()
      return store.readResponsesKey()
    },
    trouble: () => (isChecked ? undefined : 'unchecked'),
  }

  const stopping = new AbortController()
  const sweepNow = async () => {
    await refuseForgottenHolders(db, holders)
    // Looked at each time: what lies there may have been changed meanwhile.
    await check()
    const { signal } = stopping
    return sweepFiles(store, {
      knownAmong: (keys) => knownAmong(db, holders, keys),
      setAsideAmong: (keys) => setAsideAmong(db, keys),
      most,
      keptDays,
      signal,
    })
  }

  const sweep = async () => {
    try {
      const swept = await oneAtATime(db, stopping.signal, sweepNow)
      if (swept) tellSwept(log, swept, keptDays)
      return undefined
    } catch (error) {
      if (stopping.signal.aborted) return undefined
      return tellFailure(log, error)
    }
  }
  return { files, sweep, stop: () => stopping.abort() }
}

function tellSwept(log: Log, swept: SweepCounts, keptDays: number): void {
  const { setAside, broughtBack, forgotten } = swept
  if (setAside + broughtBack + forgotten === 0) return
  log.info(
    swept,
    `${setAside} files without a record set aside, ${broughtBack} brought back, ` +
      `${forgotten} deleted after ${keptDays} days`,
  )
}

/** Logs why a sweep failed, and returns it for administrators. */
function tellFailure(log: Log, error: unknown): string {
  if (error instanceof SweepStopped || error instanceof ForeignFiles) {
    log.warn(error.message)
    return error.message
  }
  log.warn({ err: error instanceof HttpError ? (error.cause ?? error) : error }, 'sweeping the files failed')
  return reasonOf(error)
}

/** Runs `work` while this process alone holds the lock; nothing is done while another one does, or after `signal`. */
async function oneAtATime<T>(db: Db, signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  if (signal.aborted) return undefined
  return whileHolding(db, SWEEP_LOCK, { wait: false }, async () => {
    const aborted = new AbortController()
    try {
      // A server that ends waits for its connections, and not for a bucket.
      return await Promise.race([work(), once(signal, 'abort', { signal: aborted.signal }).then(() => undefined)])
    } finally {
      aborted.abort()
    }
  })
}
