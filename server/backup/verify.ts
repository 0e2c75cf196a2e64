import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { counted } from '../../shared/labels.ts'
import { migrationNames } from '../db/migrate.ts'
import { FILES_LIST, fileName, MANIFEST, MANIFEST_SUM, type Manifest, tableFile } from './manifest.ts'
import { numberText, progressOf, sizeText } from './progress.ts'
import { backupAt, manifestOf, type Source } from './source.ts'
import { filesOf } from './stored-files.ts'
import { type Sum, sumOf } from './writing.ts'

/** So many strays are named. */
const NAMED = 5

/** @throws Error with one line for people when the file is not the one that was backed up */
async function refuseOther(backup: Source, name: string, noted: Sum): Promise<void> {
  const found = await backup.read(name)
  const path = join(backup.place, name)
  if (!found) throw new Error(`the backup is not whole: ${path} is missing`)
  const { size, sha256 } = await sumOf(found)
  if (size !== noted.size || sha256 !== noted.sha256) throw new Error(`the backup is damaged: ${path} was changed`)
}

/**
 * Reads a whole backup and compares all of it with its sums.
 * @throws Error with one line for people
 */
export async function verifyBackup(backup: Source, say: (line: string) => void): Promise<Manifest> {
  const manifest = await manifestOf(backup)
  for (const table of manifest.tables) await refuseOther(backup, tableFile(table.name), table)
  for (const one of manifest.beside) await refuseOther(backup, one.name, one)
  await refuseOther(backup, FILES_LIST, manifest.files)
  const tell = progressOf(say)
  let count = 0
  for await (const batch of filesOf(backup)) {
    await Promise.all(batch.map((file) => refuseOther(backup, fileName(file.key), file)))
    count += batch.length
    tell(() => `  ${numberText(count)} of ${numberText(manifest.files.count)} files verified`)
  }
  const list = join(backup.place, FILES_LIST)
  if (count !== manifest.files.count) throw new Error(`the backup is damaged: ${list} is too short`)
  const { tables, files } = manifest
  say(`Verified: ${counted(tables.length, 'table')}, ${counted(count, 'file')} of ${sizeText(files.bytes)}.`)
  return manifest
}

/**
 * Finds what lies in the directory of a backup and is no part of it.
 * @throws Error with one line for people that names some of it
 */
export async function refuseStrays(directory: string, { tables, beside }: Manifest): Promise<void> {
  const backup = backupAt(directory)
  const known = new Set<string>([MANIFEST, MANIFEST_SUM, FILES_LIST, ...beside.map(({ name }) => name)])
  for (const { name } of tables) known.add(tableFile(name))
  for await (const batch of filesOf(backup)) for (const { key } of batch) known.add(fileName(key))
  const found = readdirSync(directory, { recursive: true, withFileTypes: true })
  const strays = found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .filter((name) => !known.has(name))
  if (strays.length > 0)
    throw new Error(
      `all of the backup is there, and beside it ${counted(strays.length, 'file')} that nobody put there with it: ${strays.slice(0, NAMED).join(', ')}${strays.length > NAMED ? ' …' : ''}`,
    )
}

/** The first migration that this version does not know, or knows at another place. */
export const firstUnknownMigration = (migrations: readonly string[]): string | undefined =>
  migrations.find((name, index) => migrationNames[index] !== name)

/** @throws Error with one line for people when this version does not know all that the backup's version did */
export function refuseNewer({ migrations, product }: Manifest): void {
  const unknown = firstUnknownMigration(migrations)
  if (unknown !== undefined || migrations.length === 0)
    throw new Error(
      `the backup is of a newer Clinical eLog (${product}, with ${unknown ?? 'no migration'}): restore it with that version`,
    )
}
