import { sql } from 'kysely'
import type { Db, Row } from '../../db/types.ts'

/** A backup has so many hours before the next one counts as overdue: a day, and what it may take. */
const OVERDUE_HOURS = 27

/** As many as the status page shows. */
const SHOWN = 7

/** The last backups by the schedule, the newest first. */
export const listBackups = (db: Db) =>
  db
    .selectFrom('backups')
    .select(['due_at', 'finished_at', 'bytes', 'missing_files', 'failure'])
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()

type Backup = Row<'backups'> & { isOverdue: boolean }

/** True when a backup by the schedule has succeeded. */
export const hasBackup = sql<boolean>`exists (select from backups where bytes is not null)`

/** The last one that is over, and the last that is whole: overdue when a newer one should be there. */
export async function readLastBackups(db: Db): Promise<{ over: Backup | undefined; whole: Backup | undefined }> {
  const { rows } = await sql<Backup & { isWhole: boolean }>`
    select *, due_at < now() - make_interval(hours => ${OVERDUE_HOURS}) as "isOverdue" from (
      (select *, false as "isWhole" from backups where finished_at is not null order by id desc limit 1)
      union all (select *, true from backups where bytes is not null order by due_at desc limit 1)) as last`.execute(db)
  return { over: rows.find(({ isWhole }) => !isWhole), whole: rows.find(({ isWhole }) => isWhole) }
}

export interface KeptCopy {
  begun_at: string
  finished_at: string | null
  /** The time of the backup that was copied. */
  taken_at: string | null
  bytes: number | null
  sent_bytes: number | null
  failure: string | null
}

/** The last try to copy a backup elsewhere that is over, and the last copy that is whole, with the names of its keys. */
export async function readLastCopies(
  db: Db,
): Promise<{ over: KeptCopy | undefined; whole: (KeptCopy & { keys: string }) | undefined }> {
  const columns = ['begun_at', 'finished_at', 'taken_at', 'bytes', 'sent_bytes', 'failure', 'keys'] as const
  const copies = db.selectFrom('backup_copies').select(columns)
  const [over, whole] = await Promise.all([
    copies.where('finished_at', 'is not', null).orderBy('id', 'desc').limit(1).executeTakeFirst(),
    copies.where('bytes', 'is not', null).orderBy('taken_at', 'desc').limit(1).executeTakeFirst(),
  ])
  return { over, whole }
}
