import type { FastifyBaseLogger } from 'fastify'
import type { Archiving } from './archiving.ts'
import type { Db } from './db/types.ts'
import { watchCertificate } from './features/concerns/certificate.ts'
import { listConcerns, readInstants, readSharedFacts } from './features/concerns/reads.ts'
import { lookAtReleases } from './features/concerns/releases.writes.ts'
import { CERTIFICATE_MS, ownConcerns, sharedConcerns } from './features/concerns/rules.ts'
import { giveSignOfLife, tellNews } from './features/concerns/telling.ts'
import { noteConcerns } from './features/concerns/writes.ts'
import type { DiskRoom } from './files/disk-room.ts'
import type { InstallationFigures } from './installation-figures.ts'
import type { JobServices } from './jobs/kinds.ts'
import { loggedErrors, slowStatements } from './machine/observed.ts'
import { inRounds } from './rounds.ts'
import type { Settings } from './settings.ts'

const MINUTE_MS = 60 * 1000
/** So long after an error or a slow statement it is looked at, when these are noted; many of them are one look. */
const AFTER_TROUBLE_MS = 6_000

interface Watched extends Pick<JobServices, 'db' | 'settings' | 'jobs' | 'files'> {
  log: FastifyBaseLogger
  room: DiskRoom
  /** Connections of their own: figures are wanted most while everything else is slow. */
  vital: Db
  /** The name by which others know this process. */
  name: string
  isTrailWhole: () => boolean
  archiving: Archiving | undefined
}

export interface Watching {
  /** Looks at all that may be wrong, notes it for every process, and tells what is new. */
  round(): Promise<void>
  /** Reads the figures of the installation. */
  figures(): Promise<InstallationFigures>
  stop(): Promise<void>
}

/**
 * Calls once errors and slow statements of this process, of this college, have been noted.
 * @returns what ends it
 */
export function afterTrouble(settings: Pick<Settings, 'SLOW_STATEMENT_MS'>, look: () => void): () => void {
  let sooner: NodeJS.Timeout | undefined
  const lookSoon = () => {
    sooner ??= setTimeout(() => {
      sooner = undefined
      look()
    }, AFTER_TROUBLE_MS).unref()
  }
  const ends = [
    loggedErrors.listen(lookSoon),
    slowStatements.listen(({ ms }) => {
      if (ms >= settings.SLOW_STATEMENT_MS) lookSoon()
    }),
  ]
  return () => {
    clearTimeout(sooner)
    for (const end of ends) end()
  }
}

/** Looks once a minute at what may be wrong with the installation. */
export function keepWatching({ log, room, vital, name, isTrailWhole, archiving, ...services }: Watched): Watching {
  const { db, settings, files } = services
  const lookAt = watchCertificate(CERTIFICATE_MS)
  let end: Date | undefined

  async function look(): Promise<void> {
    const disks = await room.spaces()
    const own = { disks, files: files.trouble?.(), isTrailWhole: isTrailWhole(), archive: archiving?.trouble() }
    await noteConcerns(db, name, ownConcerns(own))
    end = await lookAt(settings.PUBLIC_URL)
    await noteConcerns(
      db,
      '',
      sharedConcerns(await readSharedFacts(db, settings), settings.BACKUP_DIR !== undefined, end),
    )
    await tellNews(services)
    await giveSignOfLife(services)
    await lookAtReleases(services)
  }

  const { round, stop } = inRounds(look, MINUTE_MS, (error) =>
    log.warn({ err: error }, 'what may be wrong could not be looked at'),
  )
  const forget = afterTrouble(settings, () => void round())
  return {
    round,
    figures: async () => {
      const [instants, disks, all, archive] = await Promise.all([
        readInstants(vital),
        room.spaces(),
        listConcerns(vital),
        archiving?.figures(),
      ])
      return { ...instants, disks, archive, certificateEnd: end?.getTime(), concerns: all.map(({ kind }) => kind) }
    },
    stop: async () => {
      forget()
      await stop()
    },
  }
}
