import { sql } from 'kysely'
import type { ConcernWord } from '../../../shared/concerns.ts'
import type { Releases } from '../../../shared/contract/releases.ts'
import type { Db } from '../../db/types.ts'
import type { Settings } from '../../settings.ts'
import { readLastBackups, readLastCopies } from '../backups/reads.ts'
import { findLastRestore } from '../settings/reads.ts'
import { listFailed } from '../status/jobs.reads.ts'
import { readReleases } from './releases.reads.ts'

/** Sources that are no process: what all see alike, and the last sweep of the files. */
export const LASTING = ['', 'files']

export interface KeptConcern {
  kind: ConcernWord
  /** The process that sees it, or one of `LASTING`. */
  source: string
  detail: string
  since: string
}

/** All that is wrong now, whichever process asks: those of the longest time first. A process that is gone tells nothing. */
export async function listConcerns(db: Db): Promise<KeptConcern[]> {
  const { rows } = await sql<KeptConcern>`select kind, source, detail, since from concerns
    where not is_over and (source = any(${LASTING}) or seen_at > now() - interval '10 minutes')
    order by since, kind, source`.execute(db)
  return rows
}

export interface CopyFacts extends Pick<Awaited<ReturnType<typeof readLastCopies>>, 'over' | 'whole'> {
  /** Hours since the key on paper was made; null before. */
  keyForHours: number | null
  lastRestore: Awaited<ReturnType<typeof findLastRestore>>
  /** Hours since the backup was taken that was copied last; null before. */
  wholeForHours: number | null
  /** Hours since the first copy. */
  copiedForHours: number | null
  /** Hours since a copy was restored on trial. */
  restoredBeforeHours: number | null
}

async function readCopyFacts(db: Db): Promise<CopyFacts> {
  const { rows } = await sql<Omit<CopyFacts, 'over' | 'whole' | 'lastRestore'>>`select
      (select extract(epoch from now() - backup_key_at)::float8 / 3600 from college_settings) as "keyForHours",
      (select extract(epoch from now() - max(taken_at))::float8 / 3600 from backup_copies
        where bytes is not null) as "wholeForHours",
      (select extract(epoch from now() - min(begun_at))::float8 / 3600 from backup_copies) as "copiedForHours",
      (select extract(epoch from now() - max(finished_at))::float8 / 3600 from setting_tests
        where kind = 'restore-copy' and failure is null) as "restoredBeforeHours"`.execute(db)
  const [found] = rows
  if (!found) throw new Error('The facts of the copies were not answered')
  const [last, lastRestore] = await Promise.all([readLastCopies(db), findLastRestore(db, 'restore-copy')])
  return { ...found, ...last, lastRestore }
}

/** The facts from which concerns of all processes follow. */
export interface SharedFacts {
  backups: Awaited<ReturnType<typeof readLastBackups>>
  lastRestore: Awaited<ReturnType<typeof findLastRestore>>
  /** Copies of backups in a bucket; undefined where none is set. */
  copies: CopyFacts | undefined
  failedJobs: Awaited<ReturnType<typeof listFailed>>
  releases: Releases
  /** Hours since the first backup by the schedule was to be made; null before. */
  backedUpForHours: number | null
  /** Hours since a test restore went well. */
  restoredBeforeHours: number | null
  /** Mails that the mail server has not taken for a quarter of an hour. */
  waitingMails: number
  /** Slow statements of the last ten minutes. */
  slowStatements: { times: number; longest_ms: number }
  /** Seconds by which the database's clock is ahead of that of this process. */
  databaseAhead: number
  /** Seconds by which the last seal of the trail lies in the future. */
  sealAhead: number
  /** Seconds by which the clock of this installation is behind the one that heard its last sign of life. */
  behindOutside: number | null
}

/** Reads them; with `BACKUP_URL` backups are to be copied off the machine. */
export async function readSharedFacts(
  db: Db,
  settings: Pick<Settings, 'BACKUP_URL' | 'RELEASES_URL'>,
): Promise<SharedFacts> {
  const asked = Date.now()
  const { rows } = await sql<
    Pick<SharedFacts, 'backedUpForHours' | 'restoredBeforeHours' | 'waitingMails' | 'sealAhead' | 'behindOutside'> & {
      clock: number
      times: number
      longest_ms: number
    }
  >`select
      extract(epoch from clock_timestamp())::float8 as clock,
      (select extract(epoch from now() - min(started_at))::float8 / 3600 from backups) as "backedUpForHours",
      (select extract(epoch from now() - max(finished_at))::float8 / 3600 from setting_tests
        where kind = 'restore' and failure is null) as "restoredBeforeHours",
      (select count(*)::int from jobs.job
        where name = 'mail' and state = 'retry' and created_on < now() - interval '15 minutes') as "waitingMails",
      (select coalesce(sum(times), 0)::int from troubles
        where kind = 'slow-statement' and last_at > now() - interval '10 minutes') as times,
      (select coalesce(max(longest_ms), 0)::int from troubles
        where kind = 'slow-statement' and last_at > now() - interval '10 minutes') as longest_ms,
      (select coalesce(extract(epoch from max(at) - now())::float8, 0)
        from (select at from audit_seals order by id desc limit 1) as last) as "sealAhead",
      (select behind_seconds from signs_of_life where heard_at > now() - interval '1 hour') as "behindOutside"`.execute(
    db,
  )
  const answered = Date.now()
  const [found] = rows
  if (!found) throw new Error('The facts of the installation were not answered')
  const { clock, times, longest_ms, ...rest } = found
  const [backups, lastRestore, failedJobs, copies, releases] = await Promise.all([
    readLastBackups(db),
    findLastRestore(db),
    listFailed(db),
    settings.BACKUP_URL === undefined ? undefined : readCopyFacts(db),
    readReleases(db, settings),
  ])
  return {
    ...rest,
    slowStatements: { times, longest_ms },
    databaseAhead: clock - (asked + answered) / 2000,
    backups,
    lastRestore,
    failedJobs,
    copies,
    releases,
  }
}

/** Instants of which figures tell, in milliseconds. */
export interface KeptInstants {
  backup: { at: number; bytes: number } | undefined
  /** The last backup that was copied off the machine: when it was taken, and its size. */
  copy: { at: number; bytes: number } | undefined
  restoredAt: number | undefined
  copyRestoredAt: number | undefined
  sealedAt: number | undefined
  heardAt: number | undefined
}

export async function readInstants(db: Db): Promise<KeptInstants> {
  const { rows } = await sql<
    Record<
      'backupAt' | 'bytes' | 'copyAt' | 'copyBytes' | 'restoredAt' | 'copyRestoredAt' | 'sealedAt' | 'heardAt',
      number | null
    >
  >`
    select (extract(epoch from last.started_at) * 1000)::float8 as "backupAt", last.bytes::float8 as bytes,
      (extract(epoch from copy.taken_at) * 1000)::float8 as "copyAt", copy.bytes::float8 as "copyBytes",
      (select (extract(epoch from max(finished_at)) * 1000)::float8 from setting_tests
        where kind = 'restore-copy' and failure is null) as "copyRestoredAt",
      (select (extract(epoch from max(finished_at)) * 1000)::float8 from setting_tests
        where kind = 'restore' and failure is null) as "restoredAt",
      (select (extract(epoch from at) * 1000)::float8 from audit_seals order by id desc limit 1) as "sealedAt",
      (select (extract(epoch from heard_at) * 1000)::float8 from signs_of_life) as "heardAt"
    from (select) as one
      left join (select started_at, bytes from backups where bytes is not null order by due_at desc limit 1) as last on true
      left join (select taken_at, bytes from backup_copies where bytes is not null order by taken_at desc limit 1)
        as copy on true`.execute(db)
  const { backupAt, bytes, copyAt, copyBytes, restoredAt, copyRestoredAt, sealedAt, heardAt } = rows[0] ?? {}
  return {
    backup: backupAt != null && bytes != null ? { at: backupAt, bytes } : undefined,
    copy: copyAt != null && copyBytes != null ? { at: copyAt, bytes: copyBytes } : undefined,
    restoredAt: restoredAt ?? undefined,
    copyRestoredAt: copyRestoredAt ?? undefined,
    sealedAt: sealedAt ?? undefined,
    heardAt: heardAt ?? undefined,
  }
}

export interface SignOfLife {
  tried_at: string | null
  heard_at: string | null
  failure: string | null
}

export const readSignOfLife = (db: Db): Promise<SignOfLife | undefined> =>
  db.selectFrom('signs_of_life').select(['tried_at', 'heard_at', 'failure']).executeTakeFirst()
