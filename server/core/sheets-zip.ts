import { inflateRawSync } from 'node:zlib'

// Just enough of ZIP to take a few parts out of a workbook without trusting it. A library would read streams, check by
// check, in about as many lines; what bounds a hostile archive is zlib's own limit below.

interface Entry {
  method: number
  compressedSize: number
  headerAt: number
}

const END = Buffer.from('PK\x05\x06', 'latin1')
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const STORED = 0

/** The parts of an archive by name. @throws when it is broken */
export function openZip(bytes: Buffer): Map<string, Entry> {
  const end = bytes.lastIndexOf(END)
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error('Not an entry')
    const nameLength = bytes.readUInt16LE(at + 28)
    entries.set(bytes.toString('utf8', at + 46, at + 46 + nameLength).replace(/^\//, ''), {
      method: bytes.readUInt16LE(at + 10),
      compressedSize: bytes.readUInt32LE(at + 20),
      headerAt: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** One part, inflated to `most` bytes at most, whatever the archive says its size is. @throws beyond, or when broken */
export function inflated(bytes: Buffer, { method, compressedSize, headerAt }: Entry, most: number): Buffer {
  if (bytes.readUInt32LE(headerAt) !== LOCAL) throw new Error('Not a part')
  const from = headerAt + 30 + bytes.readUInt16LE(headerAt + 26) + bytes.readUInt16LE(headerAt + 28)
  const packed = bytes.subarray(from, from + compressedSize)
  return method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: most })
}
