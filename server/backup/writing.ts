import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'

export interface Sum {
  size: number
  sha256: string
}

/** Counts and hashes what goes through it. */
function summing(tell?: (size: number) => void) {
  const hash = createHash('sha256')
  let size = 0
  const through = async function* (source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      hash.update(piece)
      size += piece.length
      tell?.(size)
      yield piece
    }
  }
  return { through, sum: (): Sum => ({ size, sha256: hash.digest('hex') }) }
}

interface Writing {
  signal: AbortSignal
  packing?: Transform
  /** Called with how many bytes were written. */
  tell?(size: number): void
}

/** Writes a new file, for its owner alone and synced; the sum is of what is in it. */
export async function writeSummed(path: string, source: Readable, { signal, packing, tell }: Writing): Promise<Sum> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const { through, sum } = summing(tell)
  if (packing) await pipeline(source, packing, through, target, { signal })
  else await pipeline(source, through, target, { signal })
  return sum()
}

/** Reads something to its end; the sum is of what came. */
export async function sumOf(source: Readable): Promise<Sum> {
  const { through, sum } = summing()
  for await (const _ of through(source));
  return sum()
}

/** Reads a file to its end; the sum is of what is in it. */
export const readSummed = (path: string): Promise<Sum> => sumOf(createReadStream(path, { highWaterMark: 256 * 1024 }))

/** Leads something into what takes its bytes; the sum is of what came. */
export async function passSummed(source: Readable, target: Writable): Promise<Sum> {
  const { through, sum } = summing()
  await pipeline(source, through, target)
  return sum()
}

/** Unpacks something into what takes its bytes; the sum is of what came packed. */
export async function unpackSummed(source: Readable, target: Writable): Promise<Sum> {
  const { through, sum } = summing()
  await pipeline(source, through, createZstdDecompress(), target)
  return sum()
}

export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
