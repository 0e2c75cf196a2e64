import { describe, expect, test } from 'vitest'
import { accountedPercentage, attendedPercentage } from './rules.ts'

/** Computes it by whole numbers alone: the largest percentage whose half step below is not above the part. */
function recomputed(part: number, total: number): number {
  if (total === 0) return 0
  let percent = 0
  while ((2 * percent + 1) * total <= 200 * part) percent += 1
  return percent
}

describe('8 present, 1 absent and 1 leave', () => {
  const counts = { present: 8, absent: 1, leave: 1 }
  test('are 80 % of one student, for whom a leave is not attended', () => expect(attendedPercentage(counts)).toBe(80))
  test('are 90 % in the totals, where a leave is accounted for', () => expect(accountedPercentage(counts)).toBe(90))
})

test('without a session both are 0', () => {
  const none = { present: 0, absent: 0, leave: 0 }
  expect([attendedPercentage(none), accountedPercentage(none)]).toEqual([0, 0])
})

test('a half is rounded up, and what is just below it is not', () => {
  expect(attendedPercentage({ present: 57, absent: 143, leave: 0 })).toBe(29)
  expect(attendedPercentage({ present: 1, absent: 200, leave: 0 })).toBe(0)
  expect(accountedPercentage({ present: 0, absent: 199, leave: 1 })).toBe(1)
})

test('whatever the counts, both are what whole numbers say', () => {
  for (let total = 0; total <= 40; total += 1)
    for (let present = 0; present <= total; present += 1)
      for (let leave = 0; leave <= total - present; leave += 1) {
        const counts = { present, leave, absent: total - present - leave }
        expect(attendedPercentage(counts)).toBe(recomputed(present, total))
        expect(accountedPercentage(counts)).toBe(recomputed(present + leave, total))
      }
})
