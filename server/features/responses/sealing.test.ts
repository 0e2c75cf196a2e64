import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { TEXT_MAX } from '../../../shared/limits.ts'
import { pack, seal, shuffled, sizeOf, unpack, unseal } from './sealing.rules.ts'

const key = randomBytes(32)
const short = pack({ 1: 5 })
const any = (letters: string) =>
  Array.from({ length: TEXT_MAX }, () => letters[Math.floor(Math.random() * letters.length)]).join('')

test('what is sealed is opened with its key and for its survey alone', () => {
  const answers = { 1: 'Late, always', 22: ['Books', 'Rounds'], 3: 4.5, 4: false, 5: 'دیر سے' }
  const sealed = seal(pack(answers), 4096, 7, key)
  expect(JSON.parse(unpack(unseal(sealed, 7, key) ?? Buffer.of()))).toEqual(answers)
  expect(unseal(sealed, 8, key)).toBeUndefined()
  expect(unseal(sealed, 7, randomBytes(32))).toBeUndefined()
  for (const place of [0, 12, 28, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
    expect(unseal(changed, 7, key)).toBeUndefined()
  }
  for (const cut of [0, 5, 20, 28, 100]) expect(unseal(sealed.subarray(0, cut), 7, key)).toBeUndefined()
})

test('nothing of it can be read without the key, and twice the same is never the same', () => {
  const sealed = seal(pack({ 1: 'told by nobody' }), 4096, 7, key)
  expect(sealed.equals(seal(pack({ 1: 'told by nobody' }), 4096, 7, key))).toBe(false)
  expect(sealed.includes('told')).toBe(false)
  for (let place = 0; place < 64; place += 1) {
    let read = ''
    try {
      read = inflateRawSync(sealed.subarray(place)).toString()
    } catch {}
    expect(read).not.toContain('told')
  }
})

test('one rating takes as much room as a full page in any script; what is longer, twice as much', () => {
  const page = any('abcdefghijklmnopqrstuvwxyz ')
  // Its letters as often as in a text, some of them; in two bytes each.
  const urdu = any('ااااا یییی ککک ررر ووو ےے ہہ نن مم تت سس لل بدپگجشچحعف   ')
  const PADDED = 16_384
  for (const packed of [short, pack({ 1: page, 2: 5 }), pack({ 1: urdu, 2: 5 })])
    expect(sizeOf(packed, PADDED)).toBe(4096)
  const long = pack({ 1: page, 2: urdu })
  expect(sizeOf(long, PADDED)).toBe(8192)
  // A response that a script sends without padding takes no more room than was sent, rounded up.
  expect([sizeOf(short, 400), sizeOf(short, 0), sizeOf(long, 12_000)]).toEqual([512, 16, 8192])
  for (const packed of [short, long]) {
    const sealed = seal(packed, 8192, 1, key)
    expect([sealed.length, unseal(sealed, 1, key)?.length]).toEqual([8192 + 28, packed.length])
  }
})

test('every order comes as often as any other one', () => {
  const counts = new Map<string, number>()
  for (let n = 0; n < 6000; n += 1) {
    const order = shuffled([1, 2, 3]).join('')
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  expect(counts.size).toBe(6)
  // A thousand each; more than six times the usual distance from it never happens.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(180)
})
