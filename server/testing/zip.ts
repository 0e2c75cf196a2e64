import { deflateRawSync } from 'node:zlib'

/** A part of an archive: what is in it, and what the archive says about it where that is to differ. */
interface ZipPart {
  content: Buffer | string
  /** The bytes that stand in the archive; packed `content` unless a test gives them. */
  packed?: Buffer
  method?: number
  size?: number
}

type Part = Buffer | string | ZipPart

/** An archive of these parts, packed, with no checksums. */
export function zipOf(parts: Record<string, Part>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, given] of Object.entries(parts)) {
    const part: ZipPart = typeof given === 'string' || Buffer.isBuffer(given) ? { content: given } : given
    const packed = part.packed ?? deflateRawSync(part.content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(part.method ?? 8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(part.size ?? Buffer.byteLength(part.content), 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    bodies.push(local, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += local.length + name.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(bodies.length / 3, 8)
  end.writeUInt16LE(bodies.length / 3, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, listed, end])
}

/** A workbook of one sheet with this XML; `more` adds parts or takes the place of these. */
export const workbookOf = (sheet: Part, more: Record<string, Part> = {}): Buffer =>
  zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  })
