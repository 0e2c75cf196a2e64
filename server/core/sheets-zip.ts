import { inflateRawSync } from 'node:zlib'

// Just enough of ZIP to take a few parts out of a workbook without trusting it, and to put them into a new one.

interface Entry {
  method: number
  compressedSize: number
  headerAt: number
}

const END = { signature: Buffer.from('PK\x05\x06', 'latin1'), size: 22 }
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50

/** The parts of an archive by name. @throws when it is broken */
export function openZip(bytes: Buffer): Map<string, Entry> {
  const end = bytes.lastIndexOf(END.signature)
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
  return method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: most })
}

/** An archive of these parts, not packed, with no checksums: to be read at once in the same process. */
export function zipOf(parts: Record<string, Buffer>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(LOCAL, 0)
    local.writeUInt32LE(content.length, 18)
    local.writeUInt32LE(content.length, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(ENTRY, 0)
    entry.writeUInt32LE(content.length, 20)
    entry.writeUInt32LE(content.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    bodies.push(local, Buffer.from(name), content)
    directory.push(entry, Buffer.from(name))
    at += local.length + name.length + content.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(END.size)
  END.signature.copy(end)
  end.writeUInt16LE(bodies.length / 3, 8)
  end.writeUInt16LE(bodies.length / 3, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, listed, end])
}
