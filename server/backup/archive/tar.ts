import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

// The plain ustar format, so that tar itself unpacks it should this program be lost. No path of a cluster is longer than
// its 100 bytes, no file larger than its 8 GB.
const BLOCK = 512
const PIECE_BYTES = 256 * 1024

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`

function headerOf(name: string, size: number, isFolder: boolean): Buffer {
  if (Buffer.byteLength(name) > 99) throw new Error(`${name} is too long a name`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write(octal(isFolder ? 0o700 : 0o600, 8), 100)
  for (const at of [108, 116]) header.write(octal(0, 8), at)
  header.write(octal(size, 12), 124)
  header.write(octal(0, 12), 136)
  header.write('        ', 148)
  header.write(isFolder ? '5' : '0', 156)
  header.write('ustar\x0000', 257)
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
    148,
  )
  return header
}

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** A file of a few bytes. */
export function* smallFile(name: string, text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  yield headerOf(name, bytes.length, false)
  yield bytes
  yield padding(bytes.length)
}

/**
 * A file that may be written to meanwhile: as long as it was when it was opened, with zeros where it became shorter. One
 * that is gone is left out.
 */
export async function* fileAt(root: string, name: string): AsyncGenerator<Buffer> {
  const size = await stat(join(root, name)).then(
    (found) => found.size,
    (error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    },
  )
  if (size === undefined) return
  const file = await open(join(root, name)).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!file) return
  yield headerOf(name, size, false)
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
  yield padding(size)
}

/** All below a folder that is wanted; `isWanted` is asked with the path of each, folders end in a slash. */
export async function* folderAt(
  root: string,
  isWanted: (path: string) => boolean,
  folder = '',
): AsyncGenerator<Buffer> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    const name = `${folder}${entry.name}`
    if (entry.isDirectory()) {
      yield headerOf(`${name}/`, 0, true)
      if (isWanted(`${name}/`)) yield* folderAt(root, isWanted, `${name}/`)
    } else if (entry.isFile() && isWanted(name)) yield* fileAt(root, name)
  }
}

export const end = () => Buffer.alloc(2 * BLOCK)

const numberIn = (header: Buffer, from: number, to: number) =>
  Number.parseInt(header.toString('latin1', from, to).replace(/[\0 ]+$/, ''), 8)

const isSafe = (name: string) => !name.startsWith('/') && !name.split('/').includes('..')

/** Takes a stream apart into pieces of a wanted length. */
function reading(source: AsyncIterable<Buffer>) {
  const from = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return {
    /** At most so many bytes, at least one until the end. */
    async some(most: number): Promise<Buffer> {
      while (rest.length === 0) {
        const { value, done } = await from.next()
        if (done) return rest
        rest = value
      }
      const piece = rest.subarray(0, most)
      rest = rest.subarray(piece.length)
      return piece
    },
    async exactly(length: number): Promise<Buffer> {
      const pieces: Buffer[] = []
      for (let left = length; left > 0; ) {
        const piece = await this.some(left)
        if (piece.length === 0) throw new Error('the copy of the database ends too soon')
        pieces.push(piece)
        left -= piece.length
      }
      return Buffer.concat(pieces)
    },
  }
}

/** Unpacks into an empty directory; everything is for its owner alone. */
export async function unpack(source: AsyncIterable<Buffer>, directory: string): Promise<void> {
  const from = reading(source)
  for (;;) {
    const header = await from.exactly(BLOCK)
    if (header.every((byte) => byte === 0)) break
    const name = header.toString('utf8', 0, header.indexOf(0))
    if (!isSafe(name)) throw new Error(`the copy of the database names ${name}`)
    if (header[156] === '5'.charCodeAt(0)) {
      await mkdir(join(directory, name), { mode: 0o700 })
      continue
    }
    const size = numberIn(header, 124, 136)
    const file = await open(join(directory, name), 'wx', 0o600)
    try {
      for (let left = size; left > 0; ) {
        const piece = await from.some(left)
        if (piece.length === 0) throw new Error('the copy of the database ends too soon')
        await file.writeFile(piece)
        left -= piece.length
      }
    } finally {
      await file.close()
    }
    await from.exactly(padding(size).length)
  }
  while ((await from.some(PIECE_BYTES)).length > 0);
}
