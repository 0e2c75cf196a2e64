import { existsSync } from 'node:fs'
import pg from 'pg'
import { counted } from '../../shared/labels.ts'
import { listWholeBackups } from '../backup/place.ts'
import { sizeText } from '../backup/progress.ts'
import { installationIn } from '../backup/tables.ts'
import { migrationNames, migrationsIn } from '../db/migrate.ts'
import { connect } from '../db/open.ts'
import type { FileHolder } from '../files/holders.ts'
import { fileStoreOf } from '../files/open.ts'
import type { Outcome } from './each.ts'
import { runFor } from './programs.ts'
import type { College } from './registry.ts'

/** Says how far a database is behind this version. */
export function versionText(done: readonly string[]): string {
  const newer = done.find((name) => !migrationNames.includes(name))
  if (newer !== undefined) return `newer than this version (${newer})`
  const behind = migrationNames.length - done.length
  return behind === 0 ? `up to date (${done.at(-1)?.slice(0, 4)})` : `${counted(behind, 'migration')} behind`
}

/** Describes a college in a line: hosts, version of the schema, size, last backup. */
export async function describe({ hosts, settings }: College): Promise<Outcome> {
  const { DATABASE_URL, BACKUP_DIR } = settings
  const opened = connect({ connectionString: DATABASE_URL, max: 1, vital: 1 })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  try {
    const version = versionText(await migrationsIn(opened.db))
    await client.connect()
    const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
    const installation = await installationIn(client)
    const [last] =
      BACKUP_DIR && installation && existsSync(BACKUP_DIR) ? listWholeBackups(BACKUP_DIR, installation) : []
    const backup = last ? `backed up ${last.manifest.taken_at}` : 'no backup'
    return { isWell: true, line: `${hosts.join(', ')}; ${version}; ${sizeText(Number(rows[0]?.bytes))}; ${backup}` }
  } finally {
    await client.end().catch(() => undefined)
    await opened.close()
  }
}

/** Counts the files that records name and that are not there. */
async function missingFiles({ settings }: College, holders: readonly FileHolder[]): Promise<number> {
  const store = await fileStoreOf(settings)
  const kept = new Set<string>()
  for await (const { key } of store.keptFiles()) kept.add(key)
  const opened = connect({ connectionString: settings.DATABASE_URL, max: 1, vital: 1 })
  try {
    const aside = await opened.db.selectFrom('set_aside_files').select('file_key').execute()
    for (const { file_key } of aside) kept.add(file_key)
    let missing = 0
    for (const holder of holders) {
      const rows = await opened.db.selectFrom(holder).select('storage_key').execute()
      missing += rows.filter(({ storage_key }) => !kept.has(storage_key)).length
    }
    return missing
  } finally {
    await opened.close()
  }
}

/** Checks a college: reachable, of this version, its audit trail whole, and its files there. */
export async function checkCollege(college: College, holders: readonly FileHolder[]): Promise<Outcome> {
  const { line } = await describe(college)
  if (!line.includes('; up to date')) return { isWell: false, line }
  const trail = await runFor(college, 'trail-check')
  if (trail.status !== 0) return { isWell: false, line: trail.lines.at(-1) ?? 'its audit trail could not be checked' }
  const missing = await missingFiles(college, holders)
  if (missing > 0) return { isWell: false, line: `${missing} files that records name are missing` }
  return { isWell: true, line: `${line}; audit trail whole, files there` }
}
