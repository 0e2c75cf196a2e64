import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { sizeText } from './backup/progress.ts'
import { addressFor, beginBackup } from './backup-process.ts'
import type { Upgrade } from './db/migrate.ts'
import type { Db } from './db/types.ts'
import { withoutWayBack } from './db/way-back.ts'
import { beforeUpgradeDirectory, openDataDirectory } from './machine/data-directory.ts'
import type { Environment } from './program.ts'
import { type Settings, ToBeMended } from './settings.ts'

/** The migration from which on the screen may name a directory for backups. */
const CHOSEN_ON_SCREEN = '0066_college_settings'
/** Backups in the data directory, where nobody looks for them, are kept for so many days. */
const KEPT_THERE = 1

/** The college that is upgraded. */
interface Upgraded {
  settings: Settings
  log: Record<'info' | 'warn', (facts: object, line: string) => void>
  /** The variables that the backup's process gets; without them those of this process. */
  environment?: Environment
}

/**
 * Returns what to do before an upgrade of a database with people in it: say in the log whether it can be undone, and make
 * a backup first where it can't.
 * @throws ToBeMended when no backup can be made; then nothing was changed
 */
export const beforeUpgrade =
  (owner: Db, config: pg.PoolConfig, college: Upgraded) =>
  async ({ done, due }: Upgrade): Promise<void> => {
    const { settings, log } = college
    const { rows } = await sql`select from users limit 1`.execute(owner)
    if (rows.length === 0) return
    const [from, to, without] = [done.at(-1), due.at(-1), await withoutWayBack(due)]
    if (without.length === 0) {
      log.info(
        { from, to },
        `an upgrade: npm run db:back -- ${from} undoes it, as long as nothing would be lost by that`,
      )
      return
    }
    if (settings.UPGRADE_WITHOUT_BACKUP) {
      log.warn(
        { from, to, without },
        'an upgrade without a way back, and without a backup, as UPGRADE_WITHOUT_BACKUP says',
      )
      return
    }
    log.warn({ from, to, without }, 'an upgrade without a way back: a backup is made first')
    await backUpFirst(owner, config, { ...college, done, without })
  }

interface Told extends Upgraded, Pick<Upgrade, 'done'> {
  without: readonly string[]
}

async function backUpFirst(
  owner: Db,
  config: pg.PoolConfig,
  { settings, log, environment, done, without }: Told,
): Promise<void> {
  const named = settings.BACKUP_DIR ?? (await chosenDirectory(owner, settings, done))
  const place = named ?? beforeUpgradeDirectory(openDataDirectory(settings.DATA_DIR))
  const refuse = (why: string) =>
    new ToBeMended(
      `the upgrade has no way back from ${without[0]}, and no backup could be made first in ${place}: ${why}. Nothing was changed. Mend that, or name another directory in BACKUP_DIR; with UPGRADE_WITHOUT_BACKUP=yes it begins without one`,
    )
  if (named === undefined) {
    const [needed, free] = [await sizeOf(owner), await roomIn(settings)]
    if (needed > free) throw refuse(`it needs up to ${sizeText(needed)}, and ${sizeText(Math.max(free, 0))} are free`)
  }
  const BACKUP_KEEP = named === undefined ? KEPT_THERE : settings.BACKUP_KEEP
  // As the owner: the plain role may not have its rights yet. A backup takes no pooler.
  const reached = { DATABASE_URL: addressFor(config), DATABASE_OWNER_URL: '', DATABASE_POOLER: '' }
  const own = { DATA_DIR: settings.DATA_DIR, BACKUP_KEEP }
  const told = await beginBackup(own, { BACKUP_DIR: place, ...reached }, environment)
  if ('failure' in told) throw refuse(told.failure)
  const { path, bytes, missing_files } = told
  log.info({ path, bytes }, 'the backup of before the upgrade was made')
  if (missing_files > 0) log.warn({ files: missing_files }, 'files that records name were missing when it was made')
}

/** The directory that an administrator has chosen, where the version of before knew such a choice. */
async function chosenDirectory(
  owner: Db,
  { SCREEN_SETTINGS }: Settings,
  done: readonly string[],
): Promise<string | undefined> {
  if (SCREEN_SETTINGS === 'off' || !done.includes(CHOSEN_ON_SCREEN)) return undefined
  const { rows } = await sql<{ place: string | null }>`select backup_dir as place from college_settings`.execute(owner)
  return rows[0]?.place ?? undefined
}

/** Returns the bytes that a backup takes at most: those of the database, and of the files that records name. */
async function sizeOf(owner: Db): Promise<number> {
  const { rows: holders } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('storage_key', 'size') group by 1 having count(*) = 2`.execute(
    owner,
  )
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(owner)
  let size = rows[0]?.size ?? 0
  for (const { name } of holders) {
    const { rows: sums } = await sql<{ size: number }>`
      select coalesce(sum(size), 0)::bigint as size from ${sql.table(name)}`.execute(owner)
    size += sums[0]?.size ?? 0
  }
  return size
}

/** Returns the bytes of the data directory's disk that may be taken: the reserve stays free. */
async function roomIn({ DATA_DIR, DISK_RESERVE }: Settings): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(DATA_DIR)
  return bavail * bsize - Math.max(DISK_RESERVE.bytes, blocks * bsize * DISK_RESERVE.share)
}
