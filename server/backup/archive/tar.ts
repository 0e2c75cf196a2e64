import { once } from 'node:events'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { extract, pack } from 'tar-stream'

const PIECE_BYTES = 256 * 1024

/** A file with its bytes, exactly as many as its size; without them a folder. */
export interface Entry {
  name: string
  size: number
  pieces?: AsyncIterable<Buffer> | Iterable<Buffer>
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const unlessMissing = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

/** A file of a few bytes. */
export function smallFile(name: string, text: string): Entry {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, pieces: [bytes] }
}

/** The bytes of a file that may be written to meanwhile: so many, with zeros where it became shorter. */
async function* piecesOf(file: Awaited<ReturnType<typeof open>>, size: number): AsyncGenerator<Buffer> {
  let left = size
  try {
    while (left > 0) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(Math.min(PIECE_BYTES, left)))
      if (bytesRead === 0) break
      left -= bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
  for (; left > 0; left -= Math.min(PIECE_BYTES, left)) yield Buffer.alloc(Math.min(PIECE_BYTES, left))
}

/** A file as long as it is when it is opened. One that is gone is left out. */
export async function* fileAt(root: string, name: string): AsyncGenerator<Entry> {
  const found = await unlessMissing(stat(join(root, name)))
  const file = found && (await unlessMissing(open(join(root, name))))
  if (file) yield { name, size: found.size, pieces: piecesOf(file, found.size) }
}

/** All below a folder that is wanted; `isWanted` is asked with the path of each, folders end in a slash. */
export async function* folderAt(root: string, isWanted: (path: string) => boolean, folder = ''): AsyncGenerator<Entry> {
  const entries = (await unlessMissing(readdir(join(root, folder), { withFileTypes: true }))) ?? []
  for (const entry of entries) {
    const name = `${folder}${entry.name}`
    if (entry.isDirectory()) {
      yield { name: `${name}/`, size: 0 }
      if (isWanted(`${name}/`)) yield* folderAt(root, isWanted, `${name}/`)
    } else if (entry.isFile() && isWanted(name)) yield* fileAt(root, name)
  }
}

/** Packs entries as they come, so that tar itself unpacks them should this program be lost. */
export function packed(entries: AsyncIterable<Entry>): Readable {
  const tar = pack()

  async function write({ name, size, pieces }: Entry): Promise<void> {
    const { promise: done, resolve, reject } = Promise.withResolvers<void>()
    const told = (error?: Error | null) => (error ? reject(error) : resolve())
    const type = pieces ? 'file' : 'directory'
    const entry = tar.entry({ name, size, type, mode: pieces ? 0o600 : 0o700 }, told)
    // Told by `done` too, which is waited for.
    entry.on('error', () => undefined)
    for await (const piece of pieces ?? []) if (!entry.write(piece)) await Promise.race([once(entry, 'drain'), done])
    if (pieces) entry.end(undefined)
    await done
  }

  async function writeAll(): Promise<void> {
    for await (const entry of entries) await write(entry)
    tar.finalize()
  }
  writeAll().catch((error: Error) => tar.destroy(error))
  return Readable.from(tar, { objectMode: false })
}

const isSafe = (name: string) => !name.startsWith('/') && !name.split('/').includes('..')

/** Unpacks into an empty directory; everything is for its owner alone. */
export async function unpack(source: AsyncIterable<Buffer>, directory: string): Promise<void> {
  const tar = extract()
  const from = Readable.from(source, { objectMode: false })
  from.on('error', (error) => tar.destroy(error))
  from.pipe(tar)
  for await (const entry of tar) {
    const { name, type } = entry.header
    if (!isSafe(name) || (type !== 'file' && type !== 'directory'))
      throw new Error(`the copy of the database names ${name}`)
    if (type === 'directory') {
      await mkdir(join(directory, name), { mode: 0o700 })
      entry.resume()
      continue
    }
    const file = await open(join(directory, name), 'wx', 0o600)
    try {
      for await (const piece of entry as AsyncIterable<Buffer>) await file.writeFile(piece)
    } finally {
      await file.close()
    }
  }
}
