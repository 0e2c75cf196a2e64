import type { FastifyBaseLogger } from 'fastify'
import { openPusher } from './core/push.ts'
import { sharedSecrets } from './core/secrets.ts'
import { noteTroubles } from './core/troubles.ts'
import type { OpenDatabase } from './db/open.ts'
import { openLiveSettings } from './features/settings/live.ts'
import { holdsFiles } from './features.ts'
import { careForFiles } from './files/care.ts'
import { openFileStore } from './files/open.ts'
import { responsesKeyBeside } from './files/responses-key.ts'
import { openJobs, type Pace } from './jobs/queue.ts'
import type { Settings } from './settings.ts'

interface Opening {
  isDemo: boolean
  logger: FastifyBaseLogger
  /** The name of this process among those of the database. */
  name: string
  pace?: Pace
  /** Tells the process that does the jobs of those that were added, where this one does none. */
  tellOthers?: () => void
}

/** Opens what a college's app and its jobs are built over, on a migrated database. */
export async function openParts(opened: OpenDatabase, given: Settings, { isDemo, logger, name, ...queue }: Opening) {
  const { db, vital } = opened
  const store = await openFileStore(given)
  const live = await openLiveSettings(db, given, store)
  const { settings } = live
  const troubles = noteTroubles(db, logger, settings.SLOW_STATEMENT_MS)
  const fileCare = await careForFiles(db, store, {
    holders: holdsFiles,
    most: settings.SWEEP_MOST,
    keptDays: settings.REMOVED_FILES_KEEP,
    log: logger,
  })
  const { files } = fileCare
  const jobs = openJobs({ pool: opened.pool, log: logger, name, ...queue })
  // One after the other on one connection: the database takes longer to begin another than to answer all of this.
  const secrets = await sharedSecrets(db, ['csrf', 'device', 'calendar', 'notices', 'push'])
  const responsesKey = responsesKeyBeside(files, db)
  const push = openPusher(settings, secrets.push)
  const refreshSettings = live.refresh
  const services = live.withMail({
    ...{ db, vital, settings, refreshSettings, files, responsesKey, push, jobs, isDemo },
    csrfSecret: secrets.csrf,
    deviceSecret: secrets.device,
    calendarSecret: secrets.calendar,
    noticesSecret: secrets.notices,
  })
  /** Jobs log too. */
  const jobServices = live.withMail({ ...services, log: logger })
  return { opened, store, services, jobServices, fileCare, troubles, refreshSettings, logger, name }
}

export type Parts = Awaited<ReturnType<typeof openParts>>
