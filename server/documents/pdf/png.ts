import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

/** Pixels in rows from the top, three bytes each: red, green and blue, on white. */
export interface Pixels {
  width: number
  height: number
  rgb: Uint8Array
}

const SIGNATURE_BYTES = 8
/** The samples of a pixel, by the type of the picture. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Four samples of sixteen bits, which is the most that a pixel takes. */
const PIXEL_BYTES = 8
/** The rows of all passes have a byte each before their pixels: fewer than two for a row of the whole. */
const PASSES = 2

/**
 * Refuses a picture whose sides or unpacked bytes are more than `mostSide` allows, before the library unpacks it, and
 * one of too few bytes, whose rest the library would draw black.
 * @throws Error for those
 */
function refuseWrongSize(bytes: Buffer, mostSide: number): void {
  const packed: Buffer[] = []
  for (let at = SIGNATURE_BYTES, name = ''; name !== 'IEND'; ) {
    const length = bytes.readUInt32BE(at)
    name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') packed.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const head = bytes.subarray(SIGNATURE_BYTES + 8)
  const [width, height, depth, type] = [
    head.readUInt32BE(0),
    head.readUInt32BE(4),
    head.readUInt8(8),
    head.readUInt8(9),
  ]
  if (Math.min(width, height) < 1 || Math.max(width, height) > mostSide) throw new Error('Size')
  const most = height * (width * PIXEL_BYTES + PASSES) + PIXEL_BYTES
  const least = height * (1 + Math.ceil((width * depth * (SAMPLES[type] ?? 1)) / 8))
  if (inflateSync(Buffer.concat(packed), { maxOutputLength: most }).length < least) throw new Error('Cut off')
}

/** Returns the pixels of a PNG. @throws Error when it cannot be drawn as a whole, or has a longer side */
export function pixelsOfPng(bytes: Buffer, mostSide: number): Pixels {
  refuseWrongSize(bytes, mostSide)
  const { width, height, data } = PNG.sync.read(bytes)
  const rgb = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const alpha = (data[pixel * 4 + 3] ?? 255) / 255
    for (let part = 0; part < 3; part += 1)
      rgb[pixel * 3 + part] = Math.round(255 + ((data[pixel * 4 + part] ?? 255) - 255) * alpha)
  }
  return { width, height, rgb }
}

/** Makes a picture smaller by a whole number: each pixel is the mean of those in its place. */
export function smaller({ width, height, rgb }: Pixels, by: number): Pixels {
  const [columns, rows] = [Math.ceil(width / by), Math.ceil(height / by)]
  const small = new Uint8Array(columns * rows * 3)
  for (let index = 0; index < small.length; index += 1) {
    const [part, column, row] = [index % 3, Math.floor(index / 3) % columns, Math.floor(index / 3 / columns)]
    let [sum, count] = [0, 0]
    for (let y = row * by; y < Math.min(height, (row + 1) * by); y += 1)
      for (let x = column * by; x < Math.min(width, (column + 1) * by); x += 1) {
        sum += rgb[(y * width + x) * 3 + part] ?? 0
        count += 1
      }
    small[index] = Math.round(sum / count)
  }
  return { width: columns, height: rows, rgb: small }
}

/** Writes pixels as a plain PNG. */
export function pngOf({ width, height, rgb }: Pixels): Buffer {
  const picture = Object.assign(new PNG({ width, height }), { data: Buffer.from(rgb) })
  return PNG.sync.write(picture, { inputColorType: 2, colorType: 2, inputHasAlpha: false })
}
