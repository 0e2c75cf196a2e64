import { statSync } from 'node:fs'
import { join } from 'node:path'
import { counted } from '../../shared/labels.ts'
import { migrationNames } from '../db/migrate.ts'
import { FILES_LIST, type Manifest, readManifest, tableFile } from './manifest.ts'
import { numberText, progressOf, sizeText } from './progress.ts'
import { filesOf } from './stored-files.ts'
import { readSummed, type Sum } from './writing.ts'

/** @throws Error with one line for people when the file is not the one that was backed up */
async function refuseOther(path: string, noted: Sum): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new Error(`the backup is not whole: ${path} is missing`)
  const { size, sha256 } = found.size === noted.size ? await readSummed(path) : { size: found.size, sha256: '' }
  if (size !== noted.size || sha256 !== noted.sha256) throw new Error(`the backup is damaged: ${path} was changed`)
}

/**
 * Reads a whole backup and compares all of it with its sums.
 * @throws Error with one line for people
 */
export async function verifyBackup(backup: string, say: (line: string) => void): Promise<Manifest> {
  const manifest = readManifest(backup)
  for (const table of manifest.tables) await refuseOther(join(backup, tableFile(table.name)), table)
  for (const one of manifest.beside) await refuseOther(join(backup, one.name), one)
  await refuseOther(join(backup, FILES_LIST), manifest.files)
  const tell = progressOf(say)
  let count = 0
  for await (const batch of filesOf(backup)) {
    await Promise.all(batch.map((file) => refuseOther(file.path, file)))
    count += batch.length
    tell(() => `  ${numberText(count)} of ${numberText(manifest.files.count)} files verified`)
  }
  if (count !== manifest.files.count) throw new Error(`the backup is damaged: ${join(backup, FILES_LIST)} is too short`)
  const { tables, files } = manifest
  say(`Verified: ${counted(tables.length, 'table')}, ${counted(count, 'file')} of ${sizeText(files.bytes)}.`)
  return manifest
}

/** The first migration that this version does not know, or knows at another place. */
export const unknownIn = (migrations: readonly string[]): string | undefined =>
  migrations.find((name, index) => migrationNames[index] !== name)

/** @throws Error with one line for people when this version does not know all that the backup's version did */
export function refuseNewer({ migrations, product }: Manifest): void {
  const unknown = unknownIn(migrations)
  if (unknown !== undefined || migrations.length === 0)
    throw new Error(
      `the backup is of a newer Clinical eLog (${product}, with ${unknown ?? 'no migration'}): restore it with that version`,
    )
}
