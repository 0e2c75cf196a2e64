import { createReadStream, lstatSync, mkdirSync } from 'node:fs'
import { link, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { isKey } from '../files/files.ts'
import { FILES_LIST, fileName, type Manifest } from './manifest.ts'
import { numberText, progressOf, sizeText } from './progress.ts'
import type { Source } from './source.ts'
import { readSummed, type Sum, syncDirectory, writeSummed } from './writing.ts'

/** Files that are copied at once: a bucket answers each after some milliseconds. */
const AT_ONCE = 8

/** A file as it stands in a list: its key and what was noted of it. */
export async function* linesOf(list: Readable, path: string): AsyncGenerator<string[]> {
  const partsOf = (line: string) => {
    const parts = line.split('\t')
    if (!isKey(parts[0] ?? '')) throw new Error(`${path} has a line that names no file`)
    return parts
  }
  let begun = ''
  for await (const piece of list.setEncoding('utf8')) {
    const lines = `${begun}${piece}`.split('\n')
    begun = lines.pop() ?? ''
    for (const line of lines) yield partsOf(line)
  }
  if (begun !== '') yield partsOf(begun)
}

export async function* batchesOf<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const one of all) {
    if (batch.push(one) < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

interface Copying {
  college: Source
  /** The backup that is being made. */
  directory: string
  /** The keys and sums that are wanted, as `listFiles` writes them. */
  wanted: string
  /** The backup before, if there is one in the same place. */
  former: string | undefined
  signal: AbortSignal
  say(line: string): void
}

const fileOf = (backup: string, key: string) => join(backup, fileName(key))

/** Our own: nobody else may write to it. */
function isOurs(path: string): boolean {
  const found = lstatSync(path)
  return found.isFile() && found.uid === process.geteuid?.()
}

type FileCopy = { sum: Sum | undefined; isLinked: boolean }

async function copyFile(
  key: string,
  sha256: string,
  { college, directory, former, signal }: Copying,
): Promise<FileCopy> {
  const path = fileOf(directory, key)
  if (former) {
    // Kept once for both backups, since no file ever changes. It is read all the same, lest a bad disk spoils every backup.
    const isLinked = await link(fileOf(former, key), path).then(
      () => true,
      () => false,
    )
    if (isLinked) {
      const sum = isOurs(path) ? await readSummed(path) : undefined
      if (sum?.sha256 === sha256) return { sum, isLinked }
      await rm(path)
    }
  }
  const source = await college.read(fileName(key))
  return { sum: source && (await writeSummed(path, source, { signal })), isLinked: false }
}

/** Copies the files that the list names, and writes the backup's own list of them. */
export async function copyFiles(copying: Copying): Promise<Pick<Manifest, 'files' | 'missing' | 'damaged'>> {
  const { directory, wanted, signal, say } = copying
  const tell = progressOf(say)
  const missing: string[] = []
  const damaged: string[] = []
  const folders = new Set<string>()
  let count = 0
  let bytes = 0
  let linked = 0
  const list = await open(join(directory, FILES_LIST), 'wx', 0o600)
  try {
    for await (const batch of batchesOf(linesOf(createReadStream(wanted), wanted))) {
      signal.throwIfAborted()
      const copied = await Promise.all(
        batch.map(async ([key = '', sha256 = '']) => {
          const folder = dirname(fileOf(directory, key))
          if (!folders.has(folder)) mkdirSync(folder, { mode: 0o700 })
          folders.add(folder)
          return { key, sha256, ...(await copyFile(key, sha256, copying)) }
        }),
      )
      let lines = ''
      for (const { key, sha256, sum, isLinked } of copied) {
        if (!sum) {
          missing.push(key)
          continue
        }
        if (sum.sha256 !== sha256) damaged.push(key)
        lines += `${key}\t${sum.size}\t${sum.sha256}\n`
        count += 1
        bytes += sum.size
        if (isLinked) linked += 1
      }
      await list.appendFile(lines)
      tell(() => `  ${numberText(count)} files, ${sizeText(bytes)}`)
    }
    await list.sync()
  } finally {
    await list.close()
  }
  for (const folder of [...folders, join(directory, 'files')]) await syncDirectory(folder)
  const same = linked > 0 ? `, ${numberText(linked)} of them kept once for this backup and the one before` : ''
  say(`Files: ${numberText(count)}, ${sizeText(bytes)}${same}.`)
  return { files: { count, bytes, ...(await readSummed(join(directory, FILES_LIST))) }, missing, damaged }
}

interface ListedFile extends Sum {
  key: string
}

/** Reads the backup's own list of files. */
export async function* filesOf(backup: Source): AsyncGenerator<ListedFile[]> {
  const path = join(backup.place, FILES_LIST)
  const list = await backup.read(FILES_LIST)
  if (!list) throw new Error(`the backup is not whole: ${path} is missing`)
  for await (const batch of batchesOf(linesOf(list, path)))
    yield batch.map(([key = '', size, sha256 = '']) => ({ key, size: Number(size), sha256 }))
}
