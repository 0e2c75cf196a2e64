import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { textOfPdf } from '../../testing/pdf.ts'
import { makeReport } from './pdf.ts'
import { pixelsOfPng, pngOf, smaller } from './png.ts'

function chunk(name: string, data: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(name), data, Buffer.alloc(4)])
  whole.writeUInt32BE(data.length)
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4)
  return whole
}

/** A PNG of two by two pixels, by its type, bits and rows, of which each begins with how it is filtered. */
function twoByTwo(
  type: number,
  depth: number,
  rows: number[],
  more: Record<string, number[]> = {},
  interlaced = 0,
): Buffer {
  const head = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, depth, type, 0, 0, interlaced])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...Object.entries(more).map(([name, data]) => chunk(name, Buffer.from(data))),
    chunk('IDAT', deflateSync(Buffer.from(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
/** The frame of a grey pixel and its lines, which nobody decodes here. */
const JPEG = Buffer.from('ffd8ffc0000b080001000101011100ffda0008010100003f001234ffd9', 'hex')
const W = [255, 255, 255]
const RED = [255, 0, 0]

test.each<[string, Buffer, number[][]]>([
  ['grey of one bit', twoByTwo(0, 1, [0, 0x40, 0, 0x80]), [[0, 0, 0], W, W, [0, 0, 0]]],
  [
    'grey of sixteen',
    twoByTwo(0, 16, [0, 128, 128, 0, 0, 0, 255, 255, 0, 0]),
    [[128, 128, 128], [0, 0, 0], W, [0, 0, 0]],
  ],
  ['grey of which one is clear', twoByTwo(0, 8, [0, 7, 9, 0, 7, 9], { tRNS: [0, 7] }), [W, [9, 9, 9], W, [9, 9, 9]]],
  [
    'colours, as sums of the left',
    twoByTwo(2, 8, [1, 255, 0, 0, 0, 0, 0, 1, 255, 0, 0, 0, 0, 0]),
    [RED, RED, RED, RED],
  ],
  ['colours, as sums of above', twoByTwo(2, 8, [0, ...RED, ...W, 2, 0, 0, 0, 0, 0, 0]), [RED, W, RED, W]],
  [
    'colours, by the mean',
    twoByTwo(2, 8, [0, 10, 10, 10, 20, 20, 20, 3, 5, 5, 5, 5, 5, 5]),
    [
      [10, 10, 10],
      [20, 20, 20],
      [10, 10, 10],
      [20, 20, 20],
    ],
  ],
  [
    'colours, by Paeth',
    twoByTwo(2, 8, [0, 10, 10, 10, 20, 20, 20, 4, 0, 0, 0, 0, 0, 0]),
    [
      [10, 10, 10],
      [20, 20, 20],
      [10, 10, 10],
      [20, 20, 20],
    ],
  ],
  [
    'a palette of two bits, in part clear',
    twoByTwo(3, 2, [0, 0x10, 0, 0x40], { PLTE: [255, 0, 0, 0, 0, 0], tRNS: [255, 0] }),
    [RED, W, W, RED],
  ],
  ['grey that is half clear', twoByTwo(4, 8, [0, 0, 255, 0, 0, 0, 0, 255, 0, 0]), [[0, 0, 0], W, [0, 0, 0], W]],
  [
    'colours that are half clear',
    twoByTwo(6, 8, [0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 51, 0, 0, 0, 255]),
    [RED, W, [204, 204, 204], [0, 0, 0]],
  ],
  [
    'colours in passes',
    twoByTwo(2, 8, [0, ...RED, 0, 0, 0, 0, 0, ...W, 0, 0, 0], {}, 1),
    [RED, [0, 0, 0], W, [0, 0, 0]],
  ],
])('%s', (_, png, expected) => {
  const { width, height, rgb } = pixelsOfPng(png, 2000)
  expect([width, height, [...rgb]]).toEqual([2, 2, expected.flat()])
})

test('what cannot be drawn as a whole is refused', () => {
  const right = twoByTwo(2, 8, [0, ...RED, ...W, 0, ...RED, ...W])
  expect(pixelsOfPng(right, 2).width).toBe(2)
  expect(() => pixelsOfPng(right, 1)).toThrow('Size')
  for (const wrong of [
    right.subarray(0, -12),
    Buffer.concat([Buffer.from('x'), right]),
    twoByTwo(2, 8, [0, ...RED]),
    twoByTwo(2, 8, [9, ...RED, ...W, 0, ...RED, ...W]),
    twoByTwo(2, 8, [...Array.from({ length: 5000 }, () => 0)]),
    twoByTwo(2, 4, [0, 0]),
    twoByTwo(3, 8, [0, 0, 0, 0, 0, 0]),
    twoByTwo(2, 8, [0, ...RED, ...W, 0, ...RED, ...W], {}, 2),
  ])
    expect(() => pixelsOfPng(wrong, 2000)).toThrow()
})

test('a picture is made smaller by the mean of its pixels, and written so that it is read again', () => {
  const small = smaller({ width: 3, height: 2, rgb: Uint8Array.from([...RED, ...W, ...RED, ...RED, ...W, ...W]) }, 2)
  expect([small.width, small.height, [...small.rgb]]).toEqual([2, 1, [255, 128, 128, 255, 128, 128]])
  expect(pixelsOfPng(pngOf(small), 2)).toEqual(small)
})

test('a logo that cannot be drawn is left out of a paper, and one that can stands before the name', async () => {
  const report = { college: 'Test College', title: 'Some Paper', date: '7 Mar 2026', facts: [], parts: [] }
  const withLogo = (bytes: Buffer, digest: string) => ({ ...report, logo: { bytes: new Uint8Array(bytes), digest } })
  const right = twoByTwo(6, 8, [0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 51, 0, 0, 0, 255])
  const startOf = (bytes: Buffer) => textOfPdf(bytes)[0]?.[0]
  for (const wrong of [right.subarray(0, 40), Buffer.alloc(0), Buffer.from('ffd8ffe0', 'hex'), Buffer.from('nothing')])
    expect(startOf(await makeReport(withLogo(wrong, 'a')))).toEqual(startOf(await makeReport(report)))
  const pdf = await makeReport(withLogo(right, 'b'), { ...withLogo(right, 'b'), isLetter: true })
  expect(startOf(pdf)?.text).toBe('Test College')
  const jpeg = await makeReport(withLogo(JPEG, 'c'))
  expect([startOf(jpeg)?.text, jpeg.includes('/DCTDecode')]).toEqual(['Test College', true])
  // Both reports draw the one copy.
  expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1)
})
