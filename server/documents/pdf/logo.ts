import { LOGO_MAX_SIDE } from '../../../shared/limits.ts'
import { pixelsOfPng, pngOf, smaller } from './png.ts'

/** The picture that heads the college's papers: a PNG or a JPEG, and its SHA-256 in hex. */
export interface Logo {
  bytes: Uint8Array
  digest: string
}

/** A printer shows no more of a picture of this height on paper. */
const PRINTED = 240

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xc2

/** @throws Error for a frame of colours or sides that are not drawn */
function refuseOddFrame(frame: Buffer): void {
  const [bits, channels] = [frame[4], frame[9] ?? 0]
  const sides = [frame.readUInt16BE(5), frame.readUInt16BE(7)]
  if (bits !== 8 || ![1, 3, 4].includes(channels)) throw new Error('Colours')
  if (!sides.every((side) => side >= 1 && side <= LOGO_MAX_SIDE)) throw new Error('Size')
}

const START_OF_LINES = 0xda
const END_OF_PICTURE = Buffer.from([0xff, 0xd9])

/** Returns a JPEG that has all its parts, from the first to the last; its lines themselves are not decoded. @throws Error */
function wholeJpeg(bytes: Buffer): Buffer {
  let hasFrame = false
  let at = 2
  while (bytes[at + 1] !== START_OF_LINES) {
    const segment = bytes.subarray(at, at + 2 + bytes.readUInt16BE(at + 2))
    if (segment[0] !== 0xff || at + segment.length >= bytes.length) throw new Error('Cut off')
    if (isFrame(segment[1] ?? 0)) {
      refuseOddFrame(segment)
      hasFrame = true
    }
    at += segment.length
  }
  const from = at + 2 + bytes.readUInt16BE(at + 2)
  if (!hasFrame || bytes[at] !== 0xff || bytes.indexOf(END_OF_PICTURE, from) <= from) throw new Error('Cut off')
  return bytes
}

let last: { digest: string; printed: Buffer } | undefined

/** The same of the college's logo, which each process prepares once. @throws Error for one that cannot be drawn */
export function preparedLogo({ bytes, digest }: Logo): Buffer {
  if (last?.digest !== digest) last = { digest, printed: printedLogo(bytes) }
  return last.printed
}

/** Returns a picture as it is put on paper: a PNG no larger than is printed, or the JPEG. @throws Error for one that cannot be drawn */
export function printedLogo(given: Uint8Array): Buffer {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return wholeJpeg(bytes)
  const pixels = pixelsOfPng(bytes, LOGO_MAX_SIDE)
  const by = Math.floor(Math.max(pixels.height / PRINTED, pixels.width / (PRINTED * 4), 1))
  return pngOf(by > 1 ? smaller(pixels, by) : pixels)
}
