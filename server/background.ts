import { hostname } from 'node:os'
import type { Archiving } from './archiving.ts'
import { keepBackingUp } from './backing-up.ts'
import { keepCopying } from './copying.ts'
import type { DiskRoom } from './files/disk-room.ts'
import { sweepIncoming } from './files/open.ts'
import { ASKED_FOR, everyMinute, MAILS, sweepsOf } from './jobs.ts'
import type { Parts } from './parts.ts'
import type { Environment } from './program.ts'
import { keepSealing } from './sealing.ts'
import { keepWatching } from './watching.ts'

const SWEEP_EVERY_MS = 60 * 60 * 1000
const MINUTE_MS = 60 * 1000
/** The interval at which a process looks for settings that another one has saved. */
const SETTINGS_EVERY_MS = 5_000

interface Own {
  /** The variables that a backup's process gets. */
  environment: Environment
  /** Begins to archive the log of the embedded database. */
  archive?: ((isBackingUp: () => boolean) => Archiving) | undefined
}

/** Prepares the work of a process beside answering: jobs, seals, backups, the look at what may be wrong. */
export function keepWorking(parts: Parts, room: DiskRoom, { environment, archive }: Own) {
  const { opened, services, jobServices, fileCare, refreshSettings, logger, name } = parts
  const { db, jobs, settings, responsesKey } = services
  const sweeps = sweepsOf(fileCare)
  const kinds = [...MAILS, ...sweeps, ...ASKED_FOR]
  let isLeaving = false
  const sweep = (when: 'now' | 'hourly') =>
    Promise.all([sweepIncoming(settings), jobs.sweep(sweeps, when)]).catch((error: unknown) => {
      // The next start begins it.
      if (!isLeaving) logger.warn({ err: error }, 'sweeping could not be begun')
    })
  const tell = () =>
    everyMinute(jobServices).catch((error: unknown) => logger.warn({ err: error }, 'what is new could not be told'))
  const timers = [
    setInterval(() => sweep('hourly'), SWEEP_EVERY_MS),
    setInterval(tell, MINUTE_MS),
    setInterval(() => {
      refreshSettings().catch((error: unknown) => logger.warn({ err: error }, 'the settings could not be read'))
    }, SETTINGS_EVERY_MS).unref(),
  ]
  const sealing = keepSealing(db, settings.DATA_DIR, logger)
  const backingUp = keepBackingUp(opened, settings, logger, environment)
  const copying = keepCopying(opened, { settings, files: services.files, logger, environment })
  const archiving = archive?.(backingUp.isBusy)
  const names = { name: `${hostname()}, ${name}`, isTrailWhole: sealing.isWhole, archiving }
  const watching = keepWatching({ ...services, log: logger, room, ...names })
  let working = Promise.resolve()

  return {
    figures: watching.figures,
    /** Begins the jobs, in this process. Reading the library takes a tenth of a second. */
    begin: () =>
      jobs
        .start(kinds, jobServices)
        .then(() => (isLeaving ? undefined : sweep('now')))
        .catch((error: unknown) => logger.error({ err: error }, 'jobs are not done by this process')),
    /** Looks at once at all that is looked at each minute. */
    look: () => {
      // A store that is away is asked again when it is needed.
      responsesKey
        .open()
        .catch((error: unknown) => logger.warn({ err: error }, 'the key of responses cannot be read yet'))
      void sealing.round()
      void backingUp.round()
      void archiving?.round()
      void copying.round()
      void watching.round()
    },
    /** Does once what is due, jobs included, and resolves when it is done. */
    round: async (due: () => Promise<void>) => {
      await jobs.start(kinds, jobServices)
      await Promise.all([sweep('hourly'), tell(), sealing.round(), backingUp.round(), watching.round()])
      await copying.round()
      await due()
    },
    /** Begins nothing more. Jobs under way come to an end beside the open requests, which have as long. */
    leave: async () => {
      isLeaving = true
      for (const timer of timers) clearInterval(timer)
      fileCare.stop()
      working = jobs.stop().catch((error: unknown) => logger.warn({ err: error }, 'the jobs did not end well'))
      await watching.stop()
    },
    end: async () => {
      await working
      await sealing.stop()
      await Promise.all([backingUp.stop(), copying.stop(), archiving?.stop()])
    },
  }
}
