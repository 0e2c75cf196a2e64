import { ROOM_KINDS, status } from '../../../shared/contract/status.ts'
import { counted } from '../../../shared/labels.ts'
import { conflict } from '../../core/errors.ts'
import { productVersion } from '../../core/version.ts'
import { setAside } from '../../files/keeping.ts'
import { routes } from '../../http/routes.ts'
import { NO_MAIL } from '../../jobs/kinds.ts'
import type { Settings } from '../../settings.ts'
import { listBackups } from '../backups/reads.ts'
import { listConcerns, readSignOfLife } from '../concerns/reads.ts'
import { readReleases } from '../concerns/releases.reads.ts'
import { findSettled, listDone, listFailed, listProcesses, listUnsent, listWaiting } from './jobs.reads.ts'
import { estimateFiles, listErrors, listSlow, readDatabase } from './reads.ts'
import { countSpare } from './room.reads.ts'
import { noteSetAside } from './room.writes.ts'

const version = productVersion()
const placeOf = ({ FILES_URL }: Settings) => (FILES_URL ? ('bucket' as const) : ('disk' as const))

export const statusRoutes = routes(status, {
  read: async ({ db, services: { settings, files, mail }, request }) => {
    const [
      database,
      count,
      disks,
      last,
      failed,
      unsent,
      waiting,
      done,
      errors,
      slow,
      processes,
      concerns,
      life,
      releases,
    ] = await Promise.all([
      readDatabase(db),
      estimateFiles(db),
      request.server.uploads.room.spaces(),
      listBackups(db),
      listFailed(db),
      listUnsent(db),
      listWaiting(db),
      listDone(db),
      listErrors(db),
      listSlow(db),
      listProcesses(db),
      listConcerns(db),
      readSignOfLife(db),
      readReleases(db, settings),
    ])
    return {
      data: {
        version,
        releases,
        concerns: concerns.map((concern) => ({ ...concern, source: concern.source === 'files' ? '' : concern.source })),
        heartbeat: settings.HEARTBEAT_URL === undefined ? null : (life ?? null),
        database: { ...database, is_embedded: settings.DATABASE_URL === undefined },
        files: {
          place: placeOf(settings),
          count,
          trouble:
            files.trouble?.() ?? (concerns.some(({ kind }) => kind === 'files-unswept') ? ('unswept' as const) : null),
        },
        disks,
        backups: { is_scheduled: settings.BACKUP_DIR !== undefined, last },
        keeping: {
          audit_years: settings.AUDIT_KEEP ?? null,
          withdrawn_case_days: settings.WITHDRAWN_CASES_KEEP ?? null,
          security_log_days: settings.SECURITY_LOG_KEEP,
          removed_file_days: settings.REMOVED_FILES_KEEP,
          backup_days: settings.BACKUP_DIR === undefined ? null : settings.BACKUP_KEEP,
        },
        jobs: { failed, unsent, waiting, done },
        has_mail: mail !== undefined,
        errors,
        slow,
        processes,
      },
    }
  },

  room: async ({ db }) => ({ data: await Promise.all(ROOM_KINDS.map((kind) => countSpare(db, kind))) }),

  makeRoom: async ({ write, afterCommit, caller, body, services: { files, settings }, request }) => {
    const noted = await write((tx) => noteSetAside(tx, caller, body.kind))
    const keys = noted.map(({ storage_key }) => storage_key)
    afterCommit(() => setAside(files, keys, request.log))
    const days = counted(settings.REMOVED_FILES_KEEP, 'day')
    return { message: `${counted(noted.length, 'file')} set aside, to be deleted after ${days}.` }
  },

  // Somebody else may have settled them meanwhile: then there is nothing to do.
  retry: async ({ db, params, query, services: { jobs, mail } }) => {
    const { queue, ids } = await findSettled(db, params.kind, query.which)
    // They would fail again at once.
    if (queue === 'mail' && !mail && ids.length > 0) throw conflict(NO_MAIL)
    return { message: `${counted(await jobs.retry(queue, ids), 'job')} will be done again.` }
  },

  dismiss: async ({ db, params, query, services: { jobs } }) => {
    const { queue, ids } = await findSettled(db, params.kind, query.which)
    await jobs.dismiss(queue, ids)
    return { message: `${counted(ids.length, 'job')} dismissed.` }
  },
})
