import { sql } from 'kysely'
import type { Tx } from '../../db/types.ts'

/**
 * The lock of a backup of this database, held for as long as it takes by the connection of the process that copies. Any
 * number that nobody else uses.
 */
export const BACKUP_LOCK = 7_203_412
/** The lock of copying this database's backups elsewhere, as `BACKUP_LOCK` is of making them. */
export const COPY_LOCK = 7_203_416
/** Added to one of these it is the lock of those who look whether that work is due. */
const CLAIM = 100

/**
 * Takes the right to look whether a work is due, until the transaction ends, and looks whether that work is under way.
 * The look must not take the work's own lock: the process that begins it at that instant would be refused, and the work
 * would wait for an hour.
 */
async function isFree(tx: Tx, work: number): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${work + CLAIM}) and not exists (
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and datname = current_database() and granted
        and classid = 0 and objid = ${work} and objsubid = 1) as free`.execute(tx)
  return rows[0]?.free === true
}

/**
 * Takes the backup that was due at this time, for this process alone. Nothing is taken while one is being made, when it is
 * made already, or within an hour after the last try.
 * @returns its id
 */
export async function claimBackup(tx: Tx, dueAt: string): Promise<number | undefined> {
  if (!(await isFree(tx, BACKUP_LOCK))) return undefined
  const tried = tx
    .selectFrom('backups')
    .select('id')
    .where('due_at', '=', dueAt)
    .where(({ eb, or }) =>
      or([eb('bytes', 'is not', null), eb('started_at', '>', sql<string>`now() - interval '1 hour'`)]),
    )
  if (await tried.executeTakeFirst()) return undefined
  // The processes that began these are gone, since nobody holds the lock.
  await tx
    .updateTable('backups')
    .set({ finished_at: sql<string>`now()`, failure: 'It was cut off.' })
    .where('finished_at', 'is', null)
    .execute()
  const claimed = tx.insertInto('backups').values({ due_at: dueAt }).returning('id')
  return (await claimed.executeTakeFirstOrThrow()).id
}

/** The result of a backup: its size and the number of files it had to do without, or why there is none. */
export type BackupResult = { bytes: number; missing_files: number } | { failure: string }

export async function finishBackup(tx: Tx, id: number, result: BackupResult): Promise<void> {
  await tx
    .updateTable('backups')
    .set({ ...result, finished_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}

/**
 * Takes the copying of the last whole backup, for this process alone: unless it is copied, is being copied, or was tried
 * within an hour. Tries from before the key on paper was made do not count.
 * @returns the id of this try
 */
export async function claimCopy(tx: Tx, keys: string, keyMadeAt: string): Promise<number | undefined> {
  if (!(await isFree(tx, COPY_LOCK))) return undefined
  const last = await tx
    .selectFrom('backups')
    .select('id')
    .where('bytes', 'is not', null)
    .orderBy('due_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return undefined
  const tried = tx
    .selectFrom('backup_copies')
    .select('id')
    .where('backup_id', '=', last.id)
    .where('begun_at', '>=', keyMadeAt)
    .where(({ eb, or }) =>
      or([eb('bytes', 'is not', null), eb('begun_at', '>', sql<string>`now() - interval '1 hour'`)]),
    )
  if (await tried.executeTakeFirst()) return undefined
  // The processes that began these are gone, since nobody holds the lock.
  await tx
    .updateTable('backup_copies')
    .set({ finished_at: sql<string>`now()`, failure: 'It was cut off.' })
    .where('finished_at', 'is', null)
    .execute()
  const claimed = tx.insertInto('backup_copies').values({ backup_id: last.id, keys }).returning('id')
  return (await claimed.executeTakeFirstOrThrow()).id
}

/** The result of copying: the backup, its size and what was sent of it, or why it is not there. */
export type CopyResult = { taken_at: string; bytes: number; sent_bytes: number } | { failure: string }

export async function finishCopy(tx: Tx, id: number, result: CopyResult): Promise<void> {
  await tx
    .updateTable('backup_copies')
    .set({ ...result, finished_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}
