import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { SealedBucket } from '../../offsite/bucket.ts'
import { FILES_LIST, fileName, MANIFEST, MANIFEST_SUM, type Manifest, manifestIn, tableFile } from '../manifest.ts'
import { numberText, progressOf } from '../progress.ts'
import { backupAt } from '../source.ts'
import { filesOf } from '../stored-files.ts'
import { type Sum, writeSummed } from '../writing.ts'
import { type Copy, fileIn, under } from './layout.ts'

/**
 * Reads the manifest of a copy.
 * @throws Error with one line for people, as when the key does not open it
 */
export async function manifestOfCopy(bucket: SealedBucket, copy: Copy): Promise<Manifest> {
  const [manifest, sum] = await textsOf(bucket, copy)
  return manifestIn(`${bucket.place}/${copy.name}`, manifest, sum)
}

const textsOf = (bucket: SealedBucket, copy: Copy) =>
  Promise.all(
    [MANIFEST, MANIFEST_SUM].map(async (name) => {
      const found = await bucket.get(`${under(copy)}${name}`)
      return found && text(found)
    }),
  )

/**
 * Fetches a copy into a new directory, which then is a backup as any other. Each thing is compared with its sum.
 * @throws Error with one line for people; then nothing is left of it
 */
export async function fetchCopy(
  bucket: SealedBucket,
  copy: Copy,
  directory: string,
  { say, signal }: { say(line: string): void; signal: AbortSignal },
): Promise<Manifest> {
  mkdirSync(directory, { mode: 0o700 })
  try {
    return await fill(bucket, copy, directory, { say, signal })
  } catch (error) {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    signal.throwIfAborted()
    throw error
  }
}

async function fill(
  bucket: SealedBucket,
  copy: Copy,
  directory: string,
  { say, signal }: { say(line: string): void; signal: AbortSignal },
): Promise<Manifest> {
  const [manifestText, sumText] = await textsOf(bucket, copy)
  const manifest = manifestIn(`${bucket.place}/${copy.name}`, manifestText, sumText)
  const options = { flag: 'wx', mode: 0o600 }
  await writeFile(join(directory, MANIFEST), manifestText ?? '', options)
  await writeFile(join(directory, MANIFEST_SUM), sumText ?? '', options)

  const fetch = async (name: string, to: string, noted: Sum) => {
    signal.throwIfAborted()
    const found = await bucket.get(name)
    if (!found) throw new Error(`the copy is not whole: ${name} is missing`)
    const path = join(directory, to)
    if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const { size, sha256 } = await writeSummed(path, found, { signal })
    if (size !== noted.size || sha256 !== noted.sha256) throw new Error(`the copy is damaged: ${name} is another`)
  }
  for (const table of manifest.tables)
    await fetch(`${under(copy)}${tableFile(table.name)}`, tableFile(table.name), table)
  for (const one of manifest.beside) await fetch(`${under(copy)}${one.name}`, one.name, one)
  await fetch(`${under(copy)}${FILES_LIST}`, FILES_LIST, manifest.files)
  const tell = progressOf(say)
  let count = 0
  for await (const batch of filesOf(backupAt(directory))) {
    await Promise.all(batch.map((file) => fetch(fileIn(copy, file.key, manifest.damaged), fileName(file.key), file)))
    count += batch.length
    tell(() => `  ${numberText(count)} of ${numberText(manifest.files.count)} files fetched`)
  }
  return manifest
}
