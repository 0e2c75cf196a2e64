import { describe, expect, test } from 'vitest'
import { decimalText, sumOf } from '../../../shared/decimals.ts'
import { drawing } from '../../testing/drawing.ts'
import { roundedQuotient, summaryOf, type WeightedMarks, weightedTotal } from './figures.rules.ts'

const SEEDS = Array.from({ length: 300 }, (_, seed) => seed + 1)

/** The decimals of a fraction by long division, as one does it by hand; then the second one is rounded half up. */
function byHand(numerator: bigint, denominator: bigint): string {
  let rest = numerator % denominator
  let digits = ''
  for (let at = 0; at < 3; at += 1) {
    rest *= 10n
    digits += String(rest / denominator)
    rest %= denominator
  }
  const whole = numerator / denominator
  const hundredths = BigInt(`${whole}${digits.slice(0, 2)}`) + (Number(digits[2]) >= 5 ? 1n : 0n)
  const text = String(hundredths).padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}

/** A written decimal as whole hundredths, read from its text. */
const hundredths = (value: number) => BigInt(decimalText(value).replace('.', ''))

describe('a quotient is rounded once, half up', () => {
  test.each([
    [1n, 3n, 0.33],
    [2n, 3n, 0.67],
    [1n, 200n, 0.01],
    [1n, 201n, 0],
    [10_005n, 1_000n, 10.01],
    [0n, 7n, 0],
  ])('%s / %s is %s', (numerator, denominator, expected) => {
    expect(roundedQuotient(numerator, denominator)).toBe(expected)
  })

  test('as by hand', () => {
    for (const seed of SEEDS) {
      const draw = drawing(seed)
      const [numerator, denominator] = [BigInt(draw(10_000_000)), BigInt(draw(5_000) + 1)]
      expect(decimalText(roundedQuotient(numerator, denominator)), `${numerator} / ${denominator}`).toBe(
        byHand(numerator, denominator),
      )
    }
  })
})

describe('a weighted total', () => {
  const one = (fields: Partial<WeightedMarks>): WeightedMarks => ({
    id: 1,
    name: 'A',
    type: 'theory',
    total_marks: 100,
    weightage: 10,
    marks: 50,
    is_absent: false,
    ...fields,
  })

  test('is rounded once: three thirds of a point are one point', () => {
    const third = one({ marks: 1, total_marks: 3, weightage: 1 })
    const { points, out_of, percent, rows } = weightedTotal([third, third, third])
    expect([points, out_of, percent]).toEqual([1, 3, 33.33])
    expect(rows.map((row) => row.points)).toEqual([0.33, 0.33, 0.33])
  })

  test('counts 0 where no marks are given, and says of how many', () => {
    expect(weightedTotal([one({ marks: null }), one({ marks: 100 })])).toMatchObject({
      points: 10,
      out_of: 20,
      percent: 50,
      missing: 1,
    })
    expect(weightedTotal([])).toEqual({ rows: [], points: 0, out_of: 0, percent: null, missing: 0, absent: 0 })
  })

  test('rounds a half up that binary fractions would not', () => {
    expect(weightedTotal([one({ marks: 1.01, total_marks: 2, weightage: 1 })]).points).toBe(0.51)
    expect(weightedTotal([one({ marks: 0.1, weightage: 100 }), one({ marks: 0.2, weightage: 100 })]).points).toBe(0.3)
  })

  test('is what a plain recomputation over one denominator gives, in any order', () => {
    for (const seed of SEEDS) {
      const draw = drawing(seed)
      const weighted = Array.from({ length: draw(12) }, (_, id) => {
        const total = draw(20_000) + 1
        const marks = draw(5) ? draw(total + 1) / 100 : null
        return one({ id, total_marks: total / 100, marks, weightage: (draw(5_000) + 1) / 100 })
      })
      // All over the product of the totals, in hundredths.
      const below = weighted.reduce((product, { total_marks }) => product * hundredths(total_marks), 1n)
      const above = weighted.reduce(
        (sum, { marks, weightage, total_marks }) =>
          sum + (hundredths(marks ?? 0) * hundredths(weightage) * below) / hundredths(total_marks),
        0n,
      )
      const total = weightedTotal(weighted)
      expect(decimalText(total.points), JSON.stringify(weighted)).toBe(byHand(above, below * 100n))
      expect(weightedTotal(weighted.toReversed()).points).toBe(total.points)
      const outOf = weighted.reduce((sum, { weightage }) => sum + hundredths(weightage), 0n)
      expect(hundredths(total.out_of)).toBe(outOf)
      if (outOf > 0n) expect(decimalText(total.percent ?? -1)).toBe(byHand(above * 100n, below * outOf))
      expect(total.points).toBeLessThanOrEqual(total.out_of)
    }
  })
})

describe('a summary', () => {
  const of = (students: number, marks: number[], absent = 0) => ({ students, absent, marks })

  test('of no marks has no figures', () => {
    expect(summaryOf({ total_marks: null, passing_marks: 50 }, of(3, []))).toMatchObject({
      students: 3,
      marked: 0,
      total_marks: 100,
      mean: null,
      median: null,
      lowest: null,
      highest: null,
      passed: 0,
      pass_rate: null,
    })
  })

  test('of a few, by hand', () => {
    const { steps, ...figures } = summaryOf({ total_marks: 20, passing_marks: 10 }, of(5, [20, 9.99, 10, 0], 1))
    expect(figures).toEqual({
      students: 5,
      marked: 4,
      absent: 1,
      total_marks: 20,
      passing_marks: 10,
      mean: 10,
      median: 10,
      lowest: 0,
      highest: 20,
      passed: 2,
      pass_rate: 50,
    })
    expect(steps.map(({ count }) => count)).toEqual([1, 0, 0, 0, 1, 1, 0, 0, 0, 1])
    expect([steps[0], steps[9]]).toEqual([
      { from: 0, to: 2, count: 1 },
      { from: 18, to: 20, count: 1 },
    ])
    expect(summaryOf({ total_marks: 0, passing_marks: null }, of(1, [0]))).toMatchObject({
      passed: null,
      pass_rate: null,
    })
    expect(summaryOf({ total_marks: 0, passing_marks: null }, of(1, [0])).steps.at(-1)).toEqual({
      from: 0,
      to: 0,
      count: 1,
    })
  })

  test('is what a plain recomputation gives', () => {
    for (const seed of SEEDS) {
      const draw = drawing(seed)
      const total = draw(10_000) + 1
      const passing = draw(total + 1)
      const marks = Array.from({ length: draw(80) + 1 }, () => draw(total + 1))
      const given = marks.map((one) => one / 100)
      const bounds = { total_marks: total / 100, passing_marks: passing / 100 }
      const { mean, median, pass_rate, steps, lowest, highest } = summaryOf(bounds, of(80, given))
      const count = BigInt(marks.length)
      const sum = marks.reduce((all, one) => all + BigInt(one), 0n)
      expect(sumOf(given)).toBe(Number(sum) / 100)
      expect(decimalText(mean ?? -1)).toBe(byHand(sum, count * 100n))
      // Those in the middle: as many below as above.
      const sorted = marks.toSorted((a, b) => a - b)
      while (sorted.length > 2) {
        sorted.pop()
        sorted.shift()
      }
      const middle = sorted.reduce((all, one) => all + BigInt(one), 0n)
      expect(decimalText(median ?? -1)).toBe(byHand(middle, BigInt(sorted.length) * 100n))
      const passed = marks.filter((one) => one >= passing).length
      expect(decimalText(pass_rate ?? -1)).toBe(byHand(BigInt(passed) * 100n, count))
      expect([lowest, highest]).toEqual([Math.min(...given), Math.max(...given)])
      // In whole tenths of hundredths, so that each bound is exact.
      const expected = Array.from(
        { length: 10 },
        (_, step) =>
          marks.filter((one) => one * 10 >= total * step && (step === 9 || one * 10 < total * (step + 1))).length,
      )
      expect(steps.map((step) => step.count)).toEqual(expected)
      expect(expected.reduce((all, one) => all + one, 0)).toBe(marks.length)
    }
  })
})
