import { describe, expect, test } from 'vitest'
import type { Base } from './base.ts'
import { coversOf, reachesOf, reachOf } from './cover.ts'
import { coverText, instantIn } from './instants.ts'
import { nextSegment, type Segment, segmentOf, storedName } from './names.ts'

const segmentName = (number: number, timeline = 1) =>
  `${timeline.toString(16).padStart(8, '0')}00000000${number.toString(16).padStart(8, '0')}`.toUpperCase()
const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 5, minute)).toISOString()

/** Segments that were finished a minute each, the first at its number. */
const segments = (...numbers: number[]): Segment[] =>
  numbers.map((number) => ({ name: segmentName(number), at: at(number), sum: 'a'.repeat(32) }))

const baseAt = (minute: number, timeline = 1) =>
  ({
    begun: at(minute),
    ended: at(minute + 1),
    first_segment: segmentName(minute, timeline),
    last_segment: segmentName(minute + 1, timeline),
  }) as Base

describe('what an archive covers', () => {
  test('begins where a base ended and goes as far as no segment is missing', () => {
    const reaches = reachesOf([baseAt(10), baseAt(20)], segments(10, 11, 12, 13, 15, 20, 21, 22))
    expect(coversOf(reaches)).toEqual([
      { from: at(11), to: at(13) },
      { from: at(21), to: at(22) },
    ])
    // Over the start of a base the log of an older one goes on.
    expect(coversOf(reachesOf([baseAt(10), baseAt(12)], segments(10, 11, 12, 13, 14)))).toEqual([
      { from: at(11), to: at(14) },
    ])
    // Without the segments of its own making a base is none.
    expect(reachesOf([baseAt(10)], segments(10))).toEqual([])
    expect(reachesOf([baseAt(10, 2)], segments(10, 11, 12))).toEqual([])
  })

  test('is reached from the newest base before the instant, with one segment more', () => {
    const reaches = reachesOf([baseAt(10), baseAt(14)], segments(10, 11, 12, 13, 14, 15, 16, 17, 18))
    const names = (instant: string) =>
      reachOf(reaches, instant)?.segments.map(({ name }) => Number(`0x${name.slice(-4)}`))
    expect(names(at(12))).toEqual([10, 11, 12, 13])
    expect(names(at(15))).toEqual([14, 15, 16])
    expect(names(at(18))).toEqual([14, 15, 16, 17, 18])
    expect(names(at(10))).toBeUndefined()
    expect(names(at(19))).toBeUndefined()
  })
})

test('segments follow each other over the end of a file number, and their names say when and what', () => {
  expect(nextSegment('0000000100000000000000FF')).toBe('000000010000000100000000')
  expect(nextSegment('00000001000000000000000A')).toBe('00000001000000000000000B')
  const segment = { name: segmentName(3), at: '2026-11-26T05:47:00.123Z', sum: 'b'.repeat(32) }
  expect(segmentOf(storedName(segment))).toEqual(segment)
  expect(segmentOf('notes.txt')).toBeUndefined()
})

test('a time is one of the college’s clock, and one that its clock has twice or never is refused', () => {
  expect(instantIn('2026-11-26 10:47', 'Asia/Karachi')).toBe('2026-11-26T05:47:00.000Z')
  expect(instantIn('2026-11-26T10:47:30', 'Asia/Karachi')).toBe('2026-11-26T05:47:30.000Z')
  expect(instantIn('2026-11-26T05:47:00.5Z', 'Asia/Karachi')).toBe('2026-11-26T05:47:00.500Z')
  expect(instantIn('latest', 'Asia/Karachi')).toBeUndefined()
  for (const hour of ['2026-03-29 02:30', '2026-10-25 02:30'])
    expect(() => instantIn(hour, 'Europe/Berlin')).toThrow('is no one time in Europe/Berlin')
  for (const wrong of ['', 'yesterday', '10:47', '2026-13-01 10:00', '2026-11-26 10:47 PST'])
    expect(() => instantIn(wrong, 'Asia/Karachi')).toThrow('is no time')
  expect(coverText([{ from: at(47), to: at(50) }], 'Asia/Karachi')).toBe(
    'it can restore from 2026-11-26 10:47:00 to 2026-11-26 10:50:00 (Asia/Karachi)',
  )
})
