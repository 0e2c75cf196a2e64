import { describe, expect, test } from 'vitest'
import { isBelowMinimum, preciseRate } from '../../../shared/attendance-rate.ts'
import { attendanceRate, mayMiss, recordOf } from './rules.ts'

const NO_RULES = { asked: null, is_based: false }

/** Every small case there is: it takes no luck to meet the one that is wrong. */
function eachRegister(check: (present: number, total: number) => void, most = 60): void {
  for (let total = 0; total <= most; total += 1)
    for (let present = 0; present <= total; present += 1) check(present, total)
}

/** Round half up in whole numbers alone. */
const wholePercent = (part: number, whole: number) => (200n * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole))

describe('the attendance rate', () => {
  test('is present of all, a whole percent, halves up, in every register of up to 60 sessions', () => {
    eachRegister((present, total) => {
      if (total > 0)
        expect(attendanceRate(present, total), `${present}/${total}`).toBe(Number(wholePercent(present, total)))
    })
  })

  test('is none without a session, and counts a leave as not attended', () => {
    expect(attendanceRate(0, 0)).toBeNull()
    const department = { id: 1, name: 'Medicine' }
    const record = recordOf({ department, present: 8, absent: 1, leave: 1, planned: 0, rules: NO_RULES }, 75)
    expect(record).toMatchObject({ total: 10, rate: 80, may_miss: 0 })
    expect(recordOf({ department, present: 0, absent: 0, leave: 0, planned: 0, rules: NO_RULES }, 75)).toEqual({
      department,
      present: 0,
      absent: 0,
      leave: 0,
      total: 0,
      rate: null,
      precise_rate: null,
      planned: 0,
      minimum: 75,
      may_miss: 0,
    })
  })

  test.each([
    [1, 200, 1],
    [1, 201, 0],
    [199, 200, 100],
    [1, 8, 13],
    [3, 8, 38],
    [2, 3, 67],
  ])('%i of %i is %i', (present, total, rate) => {
    expect(attendanceRate(present, total)).toBe(rate)
  })
})

describe('the rate beside a minimum', () => {
  test.each([
    [44, 59, 74.6],
    [3, 4, 75],
    [2, 3, 66.7],
    [1, 8, 12.5],
    // 74.96 % and 99.97 %: rounded they would reach what they are below.
    [2249, 3000, 74.9],
    [2999, 3000, 99.9],
    [2251, 3000, 75],
    [0, 7, 0],
    [7, 7, 100],
  ])('of %i of %i is %d', (present, total, rate) => {
    expect(preciseRate(present, total)).toBe(rate)
  })

  test('is below the minimum exactly when the share is, in every register of up to 400 sessions', () => {
    const wrong: string[] = []
    for (const minimum of [1, 50, 66, 75, 99, 100])
      eachRegister((present, total) => {
        const rate = preciseRate(present, total)
        if (rate === null) return
        const isBelow = BigInt(present) * 100n < BigInt(minimum) * BigInt(total)
        const isNear = Math.abs(rate - (100 * present) / total) < 0.1
        if (!isNear || rate < minimum !== isBelow || isBelowMinimum({ present, total }, minimum) !== isBelow)
          wrong.push(`${present}/${total}, at least ${minimum}: ${rate}`)
      }, 400)
    expect(wrong).toEqual([])
  })
})

/** Tries it out: misses one planned session after the other for as long as the share stays enough. */
function tryOut(present: number, total: number, planned: number, minimum: number): number {
  const isEnough = (missed: number) =>
    BigInt(present + planned - missed) * 100n >= BigInt(minimum) * BigInt(total + planned)
  let missed = 0
  while (missed < planned && isEnough(missed + 1)) missed += 1
  while (!isEnough(missed)) missed -= 1
  return missed
}

describe('what may still be missed', () => {
  test('is what trying it out gives, in every register of up to 20 sessions with up to 12 planned', () => {
    for (const minimum of [0, 1, 50, 66, 75, 80, 99, 100])
      for (let planned = 0; planned <= 12; planned += 1)
        eachRegister((present, total) => {
          const case_ = { present, total, planned, minimum }
          expect(mayMiss(case_), JSON.stringify(case_)).toBe(tryOut(present, total, planned, minimum))
        }, 20)
  })

  test('is never more than is planned, and negative by what is lacking', () => {
    expect(mayMiss({ present: 40, total: 40, planned: 3, minimum: 75 })).toBe(3)
    expect(mayMiss({ present: 30, total: 40, planned: 0, minimum: 75 })).toBe(0)
    expect(mayMiss({ present: 29, total: 40, planned: 0, minimum: 75 })).toBe(-1)
    expect(mayMiss({ present: 6, total: 10, planned: 10, minimum: 75 })).toBe(1)
    expect(mayMiss({ present: 0, total: 10, planned: 10, minimum: 75 })).toBe(-5)
  })
})
