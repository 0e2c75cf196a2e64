import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { open } from 'node:fs/promises'

interface Writing {
  /** A path at which there is no file yet. */
  path: string
  /** Hears of the bytes as they come; its error ends the archive. */
  wrote: (bytes: number, sum: number) => Promise<void>
}

interface Written {
  size: number
  sha256: Buffer
}

/** Adds a file to the archive, and resolves when its bytes are on their way to the disk. */
export type AddFile = (name: string, bytes: Buffer) => Promise<void>

/**
 * Writes a ZIP, file after file, and syncs it: of the archive only the file that is just added is in memory. PDFs are
 * packed already and go in as they are.
 */
export async function writeZip({ path, wrote }: Writing, fill: (add: AddFile) => Promise<void>): Promise<Written> {
  await using file = await open(path, 'wx', 0o600)
  // Read when an archive is written: its many parts take a start time.
  const { default: ZipStream } = await import('zip-stream')
  const zip = new ZipStream({ zlib: { level: 6 } })
  const hash = createHash('sha256')
  let size = 0
  const piped = (async () => {
    for await (const piece of zip as AsyncIterable<Buffer>) {
      size += piece.length
      hash.update(piece)
      await wrote(piece.length, size)
      await file.appendFile(piece)
    }
  })()
  const failed = piped.then(() => {
    throw new Error('The archive has ended before its last file')
  })
  // It is heard below, by what waits at that moment.
  failed.catch(() => undefined)

  const enter = (name: string, bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      const store = name.endsWith('.pdf')
      zip.entry(bytes, { name, date: new Date(), store }, (error) => (error ? reject(error) : resolve()))
    })
  const drained = async () => {
    if (zip.writableLength > zip.writableHighWaterMark) await once(zip, 'drain')
  }
  try {
    await fill(async (name, bytes) => {
      await Promise.race([enter(name, bytes).then(drained), failed])
    })
    zip.finalize()
    await piped
  } catch (error) {
    zip.destroy()
    await piped.catch(() => undefined)
    throw error
  }
  await file.sync()
  return { size, sha256: hash.digest() }
}
