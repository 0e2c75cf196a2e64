import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 320
const HEIGHT = 200
const MARGIN = 20
const WHITE = [255, 255, 255]
const GREY = [120, 130, 140]
const BLUES = [
  [34, 107, 179],
  [122, 170, 216],
]

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A small bar chart as PNG; `values` are from 0 to 1. */
export function makePicture(values: readonly number[]): Buffer {
  const step = (WIDTH - 2 * MARGIN) / values.length
  const colourAt = (x: number, y: number): number[] => {
    const floor = HEIGHT - MARGIN
    if ((x === MARGIN && y >= MARGIN && y <= floor) || (y === floor && x >= MARGIN && x <= WIDTH - MARGIN)) return GREY
    const place = (x - MARGIN) / step
    const bar = Math.floor(place)
    const height = (values[bar] ?? 0) * (HEIGHT - 2 * MARGIN)
    const isBar = bar >= 0 && place - bar > 0.15 && place - bar < 0.85 && y < floor && y >= floor - height
    return isBar ? (BLUES[bar % 2] ?? GREY) : WHITE
  }
  const rows = Array.from({ length: HEIGHT }, (_, y) => [
    // Each row begins with its filter: none.
    0,
    ...Array.from({ length: WIDTH }, (_, x) => colourAt(x, y)).flat(),
  ])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  // Eight bits of each of three colours.
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
