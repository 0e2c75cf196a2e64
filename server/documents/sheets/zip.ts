import { type Entry, fromBufferPromise } from 'yauzl'

/**
 * Opens an archive without trusting it.
 * @param most the bytes that all parts that are taken out may come to, whatever the archive says about their sizes
 * @returns what takes out a part by its name. It throws when the archive is broken or the parts are too large.
 */
export async function openZip(bytes: Buffer, most: number): Promise<(name: string) => Promise<Buffer | undefined>> {
  // The library would refuse names and sizes that programs do write; the names here are only looked up.
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false, validateEntrySizes: false })
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(String(entry.fileName).replace(/^\//, ''), entry)
  let left = most
  return async (name) => {
    const entry = entries.get(name)
    if (!entry) return undefined
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      left -= piece.length
      if (left < 0) throw new Error('Too large')
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }
}
