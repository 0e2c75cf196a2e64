import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type pg from 'pg'
import { numberText, progressOf, sizeText } from '../backup/progress.ts'
import { batchesOf, linesOf } from '../backup/stored-files.ts'
import { installationIn, listFiles } from '../backup/tables.ts'
import { type Sum, sumOf, writeSummed } from '../backup/writing.ts'
import type { FileStore } from '../files/files.ts'

export interface MovedFiles {
  count: number
  bytes: number
  /** Keys of files that rows name and that are nowhere, or are other ones than when they were uploaded. */
  missing: string[]
  damaged: string[]
}

interface Moving {
  /** The data directory's own. */
  from: FileStore
  /** The bucket that the files go to, unless they stay. */
  to?: FileStore | undefined
  say(line: string): void
}

const { signal } = new AbortController()

/** @throws Error with one line for people when the bucket is of another college */
async function refuseOthers(installation: string, to: FileStore): Promise<void> {
  const marked = await to.readInstallation()
  if (marked === installation) return
  const inUse = (what: string) => new Error(`the place is in use: there is ${what}. Move into an empty one`)
  if (marked !== undefined) throw inUse(to.installationPlace)
  for await (const { key } of to.keptFiles()) throw inUse(`the file ${key}`)
}

/** The files' own texts: whose they are, and the key of the sealed responses. */
async function moveTexts(installation: string, { from, to }: Moving): Promise<void> {
  if (!to) return
  await refuseOthers(installation, to)
  await to.writeInstallation(installation)
  const key = await from.readResponsesKey()
  const there = await to.readResponsesKey()
  if (key === undefined || key === there) return
  if (there !== undefined) throw new Error(`${to.responsesKeyPlace} is another one than ${from.responsesKeyPlace}`)
  await to.writeResponsesKey(key)
}

/**
 * Moves a file. A file that is there already stays, be it from a move that was cut off or from former use of the
 * bucket.
 */
async function moveFile(key: string, sha256: string, { from, to }: Moving): Promise<Sum | undefined> {
  const stored = await (to ?? from).read(key)
  const found = stored && (await sumOf(stored))
  if (!to || found?.sha256 === sha256) return found
  const temporaryPath = await to.temporaryPath()
  try {
    const source = await from.read(key)
    if (!source) return found
    const sum = await writeSummed(temporaryPath, source, { signal })
    await to.keepAs(temporaryPath, key)
    const again = await to.read(key)
    if (!again || (await sumOf(again)).sha256 !== sum.sha256)
      throw new Error(`the file ${key} is not in the bucket as it was here`)
    return sum
  } finally {
    await rm(temporaryPath, { force: true })
  }
}

/**
 * Moves every file that a row names to where it will lie, reads it again there, and compares it with the SHA-256 of its row.
 * Files that stay are read and compared too. Nothing is removed from where they come from.
 * @throws Error with one line for people
 */
export async function moveFiles(client: pg.Client, moving: Moving): Promise<MovedFiles> {
  const installation = await installationIn(client)
  if (!installation) throw new Error('there is nothing to move yet: no server has run on this database')
  await moveTexts(installation, moving)
  const wanted = await moving.from.temporaryPath()
  try {
    await listFiles(client, wanted, signal)
    const tell = progressOf(moving.say)
    const moved: MovedFiles = { count: 0, bytes: 0, missing: [], damaged: [] }
    for await (const batch of batchesOf(linesOf(createReadStream(wanted), wanted))) {
      const sums = await Promise.all(
        batch.map(async ([key = '', sha256 = '']) => ({ key, sha256, sum: await moveFile(key, sha256, moving) })),
      )
      for (const { key, sha256, sum } of sums) {
        if (!sum) {
          moved.missing.push(key)
          continue
        }
        if (sum.sha256 !== sha256) moved.damaged.push(key)
        moved.count += 1
        moved.bytes += sum.size
      }
      tell(() => `  ${numberText(moved.count)} files, ${sizeText(moved.bytes)}`)
    }
    return moved
  } finally {
    await rm(wanted, { force: true })
  }
}
