import { basename, join } from 'node:path'
import type { SealedBucket } from '../../offsite/bucket.ts'
import { bytesOf, FILES_LIST, fileName, MANIFEST, MANIFEST_SUM, type Manifest, tableFile } from '../manifest.ts'
import { numberText, progressOf } from '../progress.ts'
import { backupAt } from '../source.ts'
import { filesOf } from '../stored-files.ts'
import { fileIn, filesUnder, under } from './layout.ts'

export interface Sending {
  bucket: SealedBucket
  /** Names the keys to which the bucket seals. */
  keys: string
  /** The directory of a whole backup, and its manifest. */
  path: string
  manifest: Manifest
  signal: AbortSignal
  say(line: string): void
}

export interface SentCopy {
  taken_at: string
  /** The size of the backup. */
  bytes: number
  /** The bytes that were sent for it. */
  sent_bytes: number
}

async function namesBelow(bucket: SealedBucket, place: string): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { name } of bucket.list(place)) names.add(name)
  return names
}

/**
 * Copies a backup into the bucket: what is there already is not sent again, be it a file of a former backup or what came
 * there before this copy was cut off. Its last object makes it whole.
 * @throws Error with one line for people; then it is no copy yet
 */
export async function sendBackup({ bucket, keys, path, manifest, signal, say }: Sending): Promise<SentCopy> {
  const copy = { installation: manifest.installation, keys, name: basename(path) }
  const there = await namesBelow(bucket, under(copy))
  const filesThere = await namesBelow(bucket, filesUnder(copy))
  let sent = 0
  const put = async (name: string, from: string) => {
    signal.throwIfAborted()
    if (there.has(name) || filesThere.has(name)) return
    const bytes = await bucket.put(name, { path: join(path, from) })
    sent += bytes
  }

  const tell = progressOf(say)
  let count = 0
  for await (const batch of filesOf(backupAt(path))) {
    await Promise.all(batch.map(({ key }) => put(fileIn(copy, key, manifest.damaged), fileName(key))))
    count += batch.length
    tell(() => `  ${numberText(count)} of ${numberText(manifest.files.count)} files are there`)
  }
  const things = [
    ...manifest.tables.map(({ name }) => tableFile(name)),
    ...manifest.beside.map(({ name }) => name),
    FILES_LIST,
    MANIFEST,
    MANIFEST_SUM,
  ]
  for (const thing of things) await put(`${under(copy)}${thing}`, thing)
  return { taken_at: manifest.taken_at, bytes: bytesOf(manifest), sent_bytes: sent }
}
