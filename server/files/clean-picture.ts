import { crc32 } from 'node:zlib'
import { dump, load, TagValues } from 'piexif-ts'

/** A picture that is not written as its format says: what it tells of its maker cannot be found for sure. */
export class OddPicture extends Error {}

const { Orientation } = TagValues.ImageIFD
const { DateTimeOriginal } = TagValues.ExifIFD
const EXIF = 'Exif\0\0'

/** Returns EXIF data that tells only which way the picture is up and when it was taken; nothing if neither is told. */
function cleanExif(exif: Buffer): Buffer | undefined {
  try {
    const { '0th': image = {}, Exif: taken = {} } = load(exif.toString('latin1'))
    const [way, date] = [image[Orientation], taken[DateTimeOriginal]]
    if (way === undefined && date === undefined) return undefined
    const kept = {
      '0th': way === undefined ? {} : { [Orientation]: way },
      Exif: typeof date === 'string' && /^[\d: ]{19}$/.test(date) ? { [DateTimeOriginal]: date } : {},
    }
    return Buffer.from(dump(kept), 'latin1')
  } catch {
    throw new OddPicture('EXIF')
  }
}

const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef
/** Standing alone, without a length behind them. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
const [START, END, SCAN, COMMENT] = [0xd8, 0xd9, 0xda, 0xfe]

/** Tells whether what a program added is needed to draw the picture: its density, its colours. */
const isDrawnBy = (marker: number, body: Buffer) =>
  [
    [0xe0, 'JFIF\0'],
    [0xe2, 'ICC_PROFILE\0'],
    [0xee, 'Adobe'],
  ].some(([of, begins]) => marker === of && body.toString('latin1').startsWith(String(begins)))

/** Returns where the next marker stands behind the drawn lines from `at`. */
function endOfLines(bytes: Buffer, at: number): number {
  for (let next = bytes.indexOf(0xff, at); next >= 0; next = bytes.indexOf(0xff, next + 1)) {
    const marker = bytes[next + 1] ?? 0
    if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return next
  }
  return bytes.length
}

/** Returns a marker with what belongs to it; nothing when the file was cut off there. @throws OddPicture */
function segmentAt(bytes: Buffer, at: number, marker: number): Buffer | undefined {
  if (marker === END) return bytes.subarray(at, at + 2)
  if (isBare(marker)) {
    if ((marker === START) !== (at === 0)) throw new OddPicture('JPEG')
    return bytes.subarray(at, at + 2)
  }
  if (at + 4 > bytes.length) return undefined
  const end = at + 2 + bytes.readUInt16BE(at + 2)
  if (end < at + 4 || end > bytes.length) throw new OddPicture('JPEG')
  return bytes.subarray(at, marker === SCAN ? endOfLines(bytes, end) : end)
}

/** Returns what is kept of a segment: nothing, all of it, or EXIF data written anew. @throws OddPicture */
function cleanSegment(marker: number, segment: Buffer): Buffer[] {
  if (!isApplication(marker) && marker !== COMMENT) return [segment]
  const body = segment.subarray(4)
  if (marker !== 0xe1 || body.toString('latin1', 0, EXIF.length) !== EXIF)
    return isDrawnBy(marker, body) ? [segment] : []
  const exif = cleanExif(body)
  return exif ? [Buffer.from([0xff, marker, (exif.length + 2) >> 8, (exif.length + 2) & 0xff]), exif] : []
}

/**
 * A JPEG without what programs and people have written into it, and without what stands behind its end. Its picture
 * stays byte for byte. @throws OddPicture
 */
export function cleanJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  let at = 0
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) throw new OddPicture('JPEG')
    const marker = bytes[at + 1]
    if (marker === undefined) break
    if (marker === 0xff) {
      at += 1
      continue
    }
    const segment = segmentAt(bytes, at, marker)
    if (!segment) break
    kept.push(...cleanSegment(marker, segment))
    if (marker === END) break
    at += segment.length
  }
  return Buffer.concat(kept)
}

/** Chunks that are needed to draw a PNG, beside the critical ones. The frames of moving ones are among them. */
const DRAWN_BY = 'tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' ')
const SIGNATURE = 8
const isCritical = (type: string) => /^[A-Z]/.test(type)

function chunkOf(type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(data.length)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/** Returns a PNG cleaned in the same way. @throws OddPicture */
export function cleanPng(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, SIGNATURE)]
  for (let at = SIGNATURE; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > bytes.length) throw new OddPicture('PNG')
    if (type === 'eXIf') {
      const exif = cleanExif(Buffer.concat([Buffer.from(EXIF), bytes.subarray(at + 8, end - 4)]))
      if (exif) kept.push(chunkOf(type, exif.subarray(EXIF.length)))
    } else if (isCritical(type) || DRAWN_BY.includes(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(kept)
    at = end
  }
  throw new OddPicture('PNG')
}
