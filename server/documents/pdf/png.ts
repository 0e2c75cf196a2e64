import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** Pixels in rows from the top, three bytes each: red, green and blue, on white. */
export interface Pixels {
  width: number
  height: number
  rgb: Uint8Array
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** The samples of a pixel, and the bits that each may have, by the type of the picture. */
const TYPES: Record<number, { samples: number; depths: readonly number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}

/** Passes over the pixels: the first column and row of each, and its steps. */
type Pass = readonly [x: number, y: number, dx: number, dy: number]
const WHOLE: readonly Pass[] = [[0, 0, 1, 1]]
const INTERLACED: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]

interface Parts {
  width: number
  height: number
  depth: number
  type: number
  passes: readonly Pass[]
  palette: Buffer
  transparent: Buffer | undefined
  packed: Buffer
}

/** @throws Error when the file is cut off, damaged, or not written as its format says */
function partsOf(bytes: Buffer, mostSide: number): Parts {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) throw new Error('No PNG')
  const chunks = new Map<string, Buffer[]>()
  for (let at = 8; !chunks.has('IEND'); ) {
    const length = bytes.readUInt32BE(at)
    const end = at + 8 + length
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) throw new Error(`Damaged: ${name}`)
    chunks.set(name, [...(chunks.get(name) ?? []), bytes.subarray(at + 8, end)])
    at = end + 4
  }
  const head = chunks.get('IHDR')?.[0] ?? Buffer.alloc(0)
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const [depth = 0, type = 0, , , interlaced = 0] = head.subarray(8)
  if (Math.min(width, height) < 1 || Math.max(width, height) > mostSide) throw new Error('Size')
  if (!TYPES[type]?.depths.includes(depth) || interlaced > 1) throw new Error('Type')
  const palette = chunks.get('PLTE')?.[0] ?? Buffer.alloc(0)
  if (type === 3 && palette.length < 3) throw new Error('Palette')
  const passes = interlaced === 1 ? INTERLACED : WHOLE
  const packed = Buffer.concat(chunks.get('IDAT') ?? [])
  return { width, height, depth, type, passes, palette, transparent: chunks.get('tRNS')?.[0], packed }
}

function paeth(left: number, above: number, corner: number): number {
  const sum = left + above - corner
  const [toLeft, toAbove, toCorner] = [Math.abs(sum - left), Math.abs(sum - above), Math.abs(sum - corner)]
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

/** Puts back the bytes of a row, each of which is told by its difference from others. @throws Error for an unknown way */
function unfilter(filter: number, row: Buffer, before: Buffer, size: number): void {
  if (filter > 4) throw new Error('Filter')
  for (let at = 0; filter > 0 && at < row.length; at += 1) {
    const left = at < size ? 0 : (row[at - size] ?? 0)
    const above = before[at] ?? 0
    const corner = at < size ? 0 : (before[at - size] ?? 0)
    const guess = [0, left, above, (left + above) >> 1, filter === 4 ? paeth(left, above, corner) : 0][filter] ?? 0
    row[at] = ((row[at] ?? 0) + guess) & 255
  }
}

/** Returns what reads a sample of a row, by its number. */
function samplesOf(row: Buffer, depth: number): (index: number) => number {
  if (depth === 8) return (index) => row[index] ?? 0
  if (depth === 16) return (index) => row.readUInt16BE(index * 2)
  const each = 8 / depth
  return (index) => ((row[Math.floor(index / each)] ?? 0) >> (8 - depth * ((index % each) + 1))) & ((1 << depth) - 1)
}

type Sample = (part: number) => number

/** Returns how much of a pixel is seen, from 0 to 1. */
function alphaOf({ depth, type, transparent }: Parts, sample: Sample): number {
  if (type === 4 || type === 6) return sample(type === 4 ? 1 : 3) / ((1 << depth) - 1)
  if (!transparent) return 1
  if (type === 3) return (transparent[sample(0)] ?? 255) / 255
  const parts = type === 0 ? 1 : 3
  if (transparent.length < 2 * parts) return 1
  for (let part = 0; part < parts; part += 1) if (sample(part) !== transparent.readUInt16BE(2 * part)) return 1
  return 0
}

/** Returns red, green or blue of a pixel, from 0 to 255. */
function colourOf({ depth, type, palette }: Parts, sample: Sample, part: number): number {
  if (type === 3) return palette[sample(0) * 3 + part] ?? 0
  return (sample(type === 0 || type === 4 ? 0 : part) * 255) / ((1 << depth) - 1)
}

/** Returns what writes the colour of a pixel on white into `rgb`. */
function painter(parts: Parts, rgb: Uint8Array) {
  const samples = TYPES[parts.type]?.samples ?? 1
  return (read: (index: number) => number, x: number, to: number) => {
    const sample = (part: number) => read(x * samples + part)
    const alpha = alphaOf(parts, sample)
    for (let part = 0; part < 3; part += 1)
      rgb[to + part] = Math.round(255 + (colourOf(parts, sample, part) - 255) * alpha)
  }
}

/** Returns the pixels of a PNG. @throws Error when it cannot be drawn as a whole, or has a longer side */
export function pixelsOfPng(bytes: Buffer, mostSide: number): Pixels {
  const parts = partsOf(bytes, mostSide)
  const { width, height, depth, type, packed } = parts
  const bits = (TYPES[type]?.samples ?? 1) * depth
  const passes = parts.passes.map(([x, y, dx, dy]) => {
    const columns = Math.max(0, Math.ceil((width - x) / dx))
    const rows = columns === 0 ? 0 : Math.max(0, Math.ceil((height - y) / dy))
    return { x, y, dx, dy, columns, rows, bytes: Math.ceil((columns * bits) / 8) }
  })
  const length = passes.reduce((sum, pass) => sum + pass.rows * (1 + pass.bytes), 0)
  const data = inflateSync(packed, { maxOutputLength: length })
  if (data.length < length) throw new Error('Cut off')
  const rgb = new Uint8Array(width * height * 3)
  const paint = painter(parts, rgb)
  let at = 0
  for (const pass of passes) {
    let before = Buffer.alloc(pass.bytes)
    for (let n = 0; n < pass.rows; n += 1) {
      const row = data.subarray(at + 1, at + 1 + pass.bytes)
      unfilter(data[at] ?? 0, row, before, Math.max(1, bits / 8))
      const read = samplesOf(row, depth)
      const line = (pass.y + n * pass.dy) * width
      for (let column = 0; column < pass.columns; column += 1)
        paint(read, column, (line + pass.x + column * pass.dx) * 3)
      before = row
      at += 1 + pass.bytes
    }
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

function chunkOf(name: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(name), data, Buffer.alloc(4)])
  chunk.writeUInt32BE(data.length)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

/** Writes pixels as a plain PNG. */
export function pngOf({ width, height, rgb }: Pixels): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const rows = Buffer.alloc(height * (width * 3 + 1))
  for (let row = 0; row < height; row += 1)
    rows.set(rgb.subarray(row * width * 3, (row + 1) * width * 3), row * (width * 3 + 1) + 1)
  return Buffer.concat([
    SIGNATURE,
    chunkOf('IHDR', head),
    chunkOf('IDAT', deflateSync(rows)),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}
