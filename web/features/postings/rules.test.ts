import { expect, test } from 'vitest'
import { placed } from '../../../shared/plan-grid.ts'
import { rotated } from '../../../shared/rotation.ts'
import { posting } from '../../testing/postings.ts'
import { togetherIn, turnsOf } from './rotation.rules.ts'

test('postings of a row are placed by days: those that follow each other on one line, those of one day below', () => {
  const all = [
    posting({ id: 1, first_day: '2025-12-01', last_day: '2026-01-11' }),
    posting({ id: 2, first_day: '2026-01-12', last_day: '2026-01-20' }),
    posting({ id: 3, first_day: '2026-01-21', last_day: '2026-02-03' }),
    posting({ id: 4, first_day: '2026-02-03', last_day: '2027-01-01' }),
  ]
  expect(placed(all, '2026-01-05').map(({ posting: { id }, ...place }) => [id, place])).toEqual([
    [1, { start: 0, end: 6, lane: 0 }],
    [2, { start: 7, end: 15, lane: 0 }],
    [3, { start: 16, end: 29, lane: 0 }],
    [4, { start: 29, end: 111, lane: 1 }],
  ])
})

test('rows that go through the departments together are found', () => {
  const departments = ['Medicine', 'Surgery', 'Paediatrics'].map((name, id) => ({ id, name }))
  const planned = rotated({ rows: ['A', 'B', 'C', 'D'], departments, first_day: '2026-01-05', weeks: 2 }).map(
    ({ row: name, ...rest }) => ({ ...rest, name, group_id: 1, problem: null, clashes: [] }),
  )
  expect(togetherIn(turnsOf(planned))).toEqual([['A', 'D']])
  expect(togetherIn(turnsOf(planned.slice(0, 9)))).toEqual([])
})
