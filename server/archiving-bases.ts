import type { FastifyBaseLogger } from 'fastify'
import type { BaseResult } from './archive-base.ts'
import { lastDue } from './backing-up.ts'
import { listBases } from './backup/archive/base.ts'
import type { Place } from './backup/archive/place.ts'
import type { Spool } from './backup/archive/spool.ts'
import { addressFor } from './backup-process.ts'
import type { OpenDatabase } from './db/open.ts'
import type { FileStore } from './files/files.ts'
import { programOf } from './program.ts'
import type { Settings } from './settings.ts'

/** Lies between two tries. */
const AGAIN_MS = 60 * 60 * 1000

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export interface Archived {
  opened: OpenDatabase
  /** The directory of the cluster. */
  cluster: string
  settings: Settings
  store: FileStore
  logger: FastifyBaseLogger
  /** True while a backup is being made: a base waits for its end. */
  isBackingUp(): boolean
}

/**
 * Makes the bases of the archive, in a process of their own: each day after the backup, and at once where there is none
 * or the log has a gap.
 */
export function keepBases({ opened, cluster, settings, logger, isBackingUp }: Omit<Archived, 'store'>) {
  const program = programOf('archive-base.ts')
  let under: Promise<void> | undefined
  let isStopping = false
  let known: { place: string; last: string | undefined } | undefined
  let tried = 0
  let failure: string | undefined

  async function make(place: Place, spool: Spool): Promise<void> {
    tried = Date.now()
    const result = await program.run<Exclude<BaseResult, { failure: string }>>([cluster], {
      ...process.env,
      DATA_DIR: settings.DATA_DIR,
      BACKUP_DIR: settings.BACKUP_DIR,
      DATABASE_URL: addressFor(opened.pool.options),
    })
    if (isStopping) return
    if ('failure' in result) {
      failure = result.failure
      logger.error({ reason: failure, place: place.name }, 'no base was archived')
      return
    }
    failure = undefined
    known = { place: place.name, last: (await listBases(place)).at(-1)?.begun }
    if (!spool.isLettingGo()) await spool.closeGap()
    logger.info({ ...result, place: place.name }, 'a base was archived')
    if (result.doubtful_files > 0)
      logger.error({ files: result.doubtful_files }, 'archived files are not in the store any more; none was removed')
  }

  const isDue = (last: string | undefined, spool: Spool) =>
    last === undefined || spool.hasGap() || last < lastDue(settings.BACKUP_AT, settings.COLLEGE_TIMEZONE)

  return {
    /** Begins one, if it is due; it goes on beside what follows. */
    async begin(place: Place, spool: Spool): Promise<void> {
      if (under || isStopping || isBackingUp()) return
      if (failure !== undefined && Date.now() - tried < AGAIN_MS) return
      if (known?.place !== place.name) known = { place: place.name, last: (await listBases(place)).at(-1)?.begun }
      if (!isDue(known.last, spool)) return
      under = make(place, spool)
        .catch((error: unknown) => {
          failure = reasonOf(error)
        })
        .finally(() => {
          under = undefined
        })
    },
    /** Returns why the last one was not made. */
    failure: () => failure,
    stop(): Promise<void> {
      isStopping = true
      return program.stop(under)
    },
  }
}
