import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { fromBufferPromise } from 'yauzl'
import ZipStream from 'zip-stream'

/** A file of a ZIP; `link` is what a symbolic link points to. */
export interface Unpacked {
  name: string
  bytes: Buffer
  link?: string
}

/** Returns the files of a ZIP, in their order. */
export async function unpack(zip: Buffer): Promise<Unpacked[]> {
  const files: Unpacked[] = []
  const opened = await fromBufferPromise(zip, { lazyEntries: true })
  for await (const entry of opened.eachEntry()) {
    const pieces: Buffer[] = []
    for await (const piece of await opened.openReadStreamPromise(entry)) pieces.push(piece)
    files.push({ name: entry.fileName, bytes: Buffer.concat(pieces) })
  }
  return files
}

/** Writes a ZIP of these files, as somebody would who has taken one apart. */
export async function repack(path: string, files: readonly Unpacked[]): Promise<void> {
  const zip = new ZipStream()
  const written = pipeline(zip, createWriteStream(path))
  for (const { name, bytes, link } of files)
    await new Promise<void>((resolve, reject) => {
      const kind = link === undefined ? {} : { type: 'symlink' as const, linkname: link }
      zip.entry(bytes, { name, ...kind }, (error) => (error ? reject(error) : resolve()))
    })
  zip.finalize()
  await written
}
