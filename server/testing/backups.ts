import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { fromBackup, loadTables } from '../backup/loading.ts'
import type { Manifest } from '../backup/manifest.ts'
import { putFilesBack, refuseFiles } from '../backup/put-back.ts'
import { backupAt, collegeAt } from '../backup/source.ts'
import { filesOf } from '../backup/stored-files.ts'
import { takeBackup } from '../backup/take.ts'
import { verifyBackup } from '../backup/verify.ts'
import { connectAlone } from '../db/alone.ts'
import { connect } from '../db/open.ts'
import type { Db } from '../db/types.ts'
import { holdsFiles } from '../features.ts'
import { diskStore } from '../files/disk.ts'
import type { FileStore } from '../files/files.ts'
import { checkInstallation } from '../files/installation.ts'
import type { TestApp } from './app.ts'
import { databaseConfig } from './cluster.ts'
import { dumpOf } from './dump.ts'

export const silent = () => undefined

/** A directory that goes with the test. */
export function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-backup-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
  return directory
}

/** An empty database whose owner is no superuser, until the test ends. */
export async function emptyDatabase() {
  const { config } = inject('cluster')
  const name = `elog_restored_${randomBytes(6).toString('hex')}`
  const role = { user: name, password: randomBytes(12).toString('hex') }
  const admin = new pg.Client(config)
  await admin.connect()
  await admin.query(`create role ${name} login password '${role.password}'`)
  await admin.query(`create database ${name} owner ${name}`)
  const owned = databaseConfig(config, name, role)
  const { db, close } = connect({ ...owned, max: 2 })
  onTestFinished(async () => {
    await close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role ${name}`)
    await admin.end()
  })
  return { db, config: owned }
}

/** Returns the college to back up: as the plain role, as the app is, and with the database's own files. */
export async function installed({
  db,
  filesDirectory,
  responsesKey,
}: TestApp): Promise<Pick<College, 'config' | 'dataDir'>> {
  await checkInstallation(db, diskStore(join(filesDirectory, 'files')), holdsFiles)
  await responsesKey.open()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const { config, app } = inject('cluster')
  return { config: databaseConfig(config, rows[0]?.name ?? '', app), dataDir: filesDirectory }
}

export async function keysIn(backup: string): Promise<string[]> {
  const keys: string[] = []
  for await (const batch of filesOf(backupAt(backup))) keys.push(...batch.map(({ key }) => key))
  return keys
}

interface College {
  config: pg.PoolConfig
  dataDir: string
  place: string
  store?: FileStore
  signal?: AbortSignal
  say?(line: string): void
}

export async function backUp({ config, dataDir, place, ...rest }: College) {
  const { store = diskStore(join(dataDir, 'files')), signal = new AbortController().signal, say = silent } = rest
  const { client, close } = await connectAlone(config)
  try {
    return await takeBackup({ client, college: collegeAt(dataDir, store), place, signal, say })
  } finally {
    await close()
  }
}

/** All that `npm run restore` does, into an empty database and a directory or another store. */
export async function restoreInto(path: string, config: pg.PoolConfig, dataDir: string, store?: FileStore) {
  const backup = backupAt(path)
  const place = { store: store ?? diskStore(join(dataDir, 'files')), dataDir, backup }
  const manifest: Manifest = await verifyBackup(backup, silent)
  await refuseFiles(place)
  await putFilesBack(place, manifest, silent)
  await loadTables(config, fromBackup(backup, manifest, silent))
}

/** The tables that a restore leaves empty, and why. */
const ENDED_BY_RESTORE: Record<string, string> = {
  logins: 'one that was ended since, since its token was stolen, would go on',
  password_resets: 'a link that was used or withdrawn since would choose a password',
  email_links: 'a link that was used or withdrawn since would give an account an address',
  idempotency_keys: 'they keep what was answered to the logins of then',
}

/** Returns the rows of every table after a restore, as they were backed up. */
export const asRestored = (contents: Contents): Contents =>
  Object.fromEntries(Object.entries(contents).map(([table, rows]) => [table, table in ENDED_BY_RESTORE ? [] : rows]))

type Contents = Record<string, Record<string, unknown>[]>

/** Returns the rows of every table, in the order in which they lie there. */
export async function contentsOf(db: Db): Promise<Contents> {
  const dump = await dumpOf(db)
  return Object.fromEntries([...dump].map(([table, rows]) => [table, rows.map(({ columns }) => columns)]))
}

/** Returns the rules that keep the rows in order: constraints, triggers and where the ids go on. */
export async function rulesOf(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select conrelid::regclass::text as place, conname::text as name, pg_get_constraintdef(oid) || convalidated as rule
    from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid) || tgenabled::text
    from pg_trigger where not tgisinternal
    union all select tablename::text, indexname::text, indexdef from pg_indexes where schemaname = 'public'
    union all select 'ids', sequencename::text, coalesce(last_value, 0)::text from pg_sequences where schemaname = 'public'
    order by 1, 2, 3`.execute(db)
  return rows
}
