import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { counted } from '../../shared/labels.ts'
import { productVersion } from '../core/version.ts'
import { BACKUP_LOCK } from '../features/backups/writes.ts'
import { BESIDE, bytesOf, FORMAT, MANIFEST, MANIFEST_SUM, type Manifest, sha256Of } from './manifest.ts'
import { beginIn, clearUnfinished, listWholeBackups, nameOf } from './place.ts'
import { sizeText } from './progress.ts'
import { type Source, textIn } from './source.ts'
import { copyFiles } from './stored-files.ts'
import { copyTables, installationIn, listFiles, migrationsOf, sequencesOf } from './tables.ts'
import { syncDirectory } from './writing.ts'

/** The version is read before root's rights are given up: the account may not be able to read the program. */
const PRODUCT = productVersion()

export interface Taking {
  /** Connected to its database, as a role that reads every table, and used for nothing else. */
  client: pg.Client
  college: Source
  /** The directory of the backups; made when it is new. */
  place: string
  signal: AbortSignal
  say(line: string): void
}

/**
 * Makes a backup beside whatever is running: all tables as they are at one moment, and then the files that their rows
 * name. It has its name only once it is whole and synced.
 * @throws Error with one line for people; then nothing is left of it
 */
export async function takeBackup(taking: Taking): Promise<{ path: string; manifest: Manifest }> {
  const { client, place } = taking
  // Not what is above it: a disk that is not there is not to be taken for a new directory.
  if (!existsSync(place)) mkdirSync(place, { mode: 0o700 })
  const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [BACKUP_LOCK])
  if (!rows[0]?.free) throw new Error('another backup of this database is being made just now')
  const installation = await installationIn(client)
  if (!installation) throw new Error('there is nothing to back up yet: no server has run on this database')
  clearUnfinished(place, installation)
  const takenAt = new Date()
  const directory = beginIn(place, installation, takenAt)
  try {
    const manifest = await fill(directory, installation, takenAt, taking)
    const path = join(place, nameOf(takenAt))
    renameSync(directory, path)
    await syncDirectory(place)
    return { path, manifest }
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    taking.signal.throwIfAborted()
    throw error
  }
}

async function fill(
  directory: string,
  installation: string,
  takenAt: Date,
  { client, college, place, signal, say }: Taking,
): Promise<Manifest> {
  // Before the snapshot, which then has every seal that they name.
  const beside = await copyBeside(college, directory)
  const wanted = join(directory, 'wanted.tsv')
  await client.query('begin isolation level repeatable read, read only')
  const migrations = await migrationsOf(client)
  say('Tables …')
  const tables = await copyTables(client, { directory, signal, say })
  const sequences = await sequencesOf(client)
  await listFiles(client, wanted, signal)
  await client.query('commit')
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const packed = tables.reduce((sum, { size }) => sum + size, 0)
  say(`Tables: ${tables.length}, ${counted(rows, 'row')}, ${sizeText(packed)} compressed.`)

  say('Files …')
  const [former] = listWholeBackups(place, installation)
  const files = await copyFiles({ college, directory, wanted, former: former?.path, signal, say })
  rmSync(wanted)
  const about = { format: FORMAT, product: PRODUCT, taken_at: takenAt.toISOString(), installation } as const
  const manifest: Manifest = { ...about, migrations, tables, sequences, ...files, beside }
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  const options = { flag: 'wx', mode: 0o600, flush: true }
  await writeFile(join(directory, MANIFEST), text, options)
  await writeFile(join(directory, MANIFEST_SUM), `${sha256Of(text)}  ${MANIFEST}\n`, options)
  await syncDirectory(join(directory, 'tables'))
  await syncDirectory(directory)
  return manifest
}

/** Copies what is neither a row nor a file of one: the key of the sealed responses, and the trail's noted heads. */
async function copyBeside(college: Source, directory: string): Promise<Manifest['beside']> {
  const written: Manifest['beside'] = []
  for (const name of BESIDE) {
    const text = await textIn(college, name)
    if (text === undefined) continue
    await writeFile(join(directory, name), text, { flag: 'wx', mode: 0o600, flush: true })
    written.push({ name, size: Buffer.byteLength(text), sha256: sha256Of(text) })
  }
  return written
}

/** Describes the backup in a line. */
export const madeText = (path: string, manifest: Manifest): string =>
  `Backed up to ${path}: ${counted(manifest.tables.length, 'table')}, ${counted(manifest.files.count, 'file')}, ${sizeText(bytesOf(manifest))}.`
