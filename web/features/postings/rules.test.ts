import { expect, test } from 'vitest'
import { posting } from '../../testing/postings.ts'
import { placed, shortName } from './rules.ts'

test.each([
  ['Surgery', 'Surg'],
  ['General Surgery', 'GS'],
  ['Obstetrics and Gynaecology', 'OG'],
  ['ENT', 'ENT'],
])('%s is %s where there is little room', (name, short) => {
  expect(shortName(name)).toBe(short)
})

test('postings of a row are placed by weeks, in lanes where they share one', () => {
  const all = [
    posting({ id: 1, first_day: '2025-12-01', last_day: '2026-01-11' }),
    posting({ id: 2, first_day: '2026-01-12', last_day: '2026-01-20' }),
    posting({ id: 3, first_day: '2026-01-21', last_day: '2027-01-01' }),
  ]
  expect(placed(all, '2026-01-05').map(({ posting: { id }, ...place }) => [id, place])).toEqual([
    [1, { start: 0, end: 0, lane: 0 }],
    [2, { start: 1, end: 2, lane: 0 }],
    [3, { start: 2, end: 15, lane: 1 }],
  ])
})
