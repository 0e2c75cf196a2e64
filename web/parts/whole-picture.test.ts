import { expect, test } from 'vitest'
import { isWholePicture } from './whole-picture.ts'

const scan = [0xff, 0xda, 0x00, 0x04, 1, 2, 7, 7, 7]
const jpeg = (...parts: number[][]) => Uint8Array.from([0xff, 0xd8, ...parts.flat()])
const end = [0xff, 0xd9]
/** A part of a JPEG with a small picture in it, which has an end of its own. */
const small = [0xff, 0xe1, 0x00, 0x06, 0xff, 0xd8, 0xff, 0xd9]
const chunk = (name: string, ...content: number[]) => [
  ...[0, 0, 0, content.length],
  ...Buffer.from(name),
  ...content,
  ...[0, 0, 0, 0],
]
const png = (...chunks: number[][]) =>
  Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...chunks.flat()])

test.each<[string, Uint8Array, boolean]>([
  ['a JPEG', jpeg(scan, end), true],
  ['a JPEG with a small picture', jpeg(small, scan, end), true],
  ['a JPEG with data behind its end', jpeg(scan, end, [1, 2, 3]), true],
  ['a JPEG that fills up between its parts', jpeg([0xff], small, scan, end), true],
  ['a JPEG that breaks off', jpeg(scan), false],
  ['a JPEG that breaks off and has a small picture', jpeg(small, scan), false],
  ['a JPEG that breaks off within its first part', jpeg(small.slice(0, 5)), false],
  ['a PNG', png(chunk('IHDR', 1, 2), chunk('IDAT', 3), chunk('IEND')), true],
  ['a PNG that breaks off', png(chunk('IHDR', 1, 2), chunk('IDAT', 3)), false],
  ['a PNG that breaks off within a part', png(chunk('IHDR', 1, 2).slice(0, 10)), false],
  ['another picture', Uint8Array.from([1, 2, 3]), true],
])('%s: is it whole', (_name, bytes, isWhole) => {
  expect(isWholePicture(bytes)).toBe(isWhole)
})
