import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { optionalDecimal } from './decimal-field.ts'
import { decimalText, hundredthsOf, sumOf } from './decimals.ts'
import { MARKS_MAX } from './limits.ts'

const Input = z.object({ marks: optionalDecimal('Marks') })

/** Returns the parsed value, or the message. */
function read(marks: unknown): unknown {
  const parsed = z.safeParse(Input, { marks })
  return parsed.success ? parsed.data.marks : parsed.error.issues.map(({ message }) => message).join(' ')
}

/** The numbers of two decimals, in hundredths and in steps, so that the test is quick. */
const ALL = Array.from({ length: Math.floor((MARKS_MAX * 100) / 7) + 1 }, (_, n) => n * 7)

describe('a number of two decimals', () => {
  test('is the one that was typed, sent or added, however often it is written and read', () => {
    for (const hundredths of ALL) {
      const typed = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
      const value = read(typed)
      if (value !== Number(typed) || hundredthsOf(value) !== hundredths || decimalText(value) !== typed)
        throw new Error(`${typed} is read as ${value}, ${hundredthsOf(Number(value))} hundredths`)
      if (read(JSON.parse(JSON.stringify(value))) !== value) throw new Error(`${typed} is not sent as it is`)
    }
  })

  test('adds up exactly, where binary fractions do not', () => {
    expect(sumOf([0.1, 0.2])).toBe(0.3)
    expect(decimalText(sumOf([0.1, 0.2]))).toBe('0.30')
    let state = 7
    const draw = () => {
      state = (state * 48_271) % 2_147_483_647
      return state % (MARKS_MAX * 100)
    }
    for (let turn = 0; turn < 300; turn += 1) {
      const parts = Array.from({ length: 40 }, draw)
      const exact = parts.reduce((sum, part) => sum + BigInt(part), 0n)
      expect(sumOf(parts.map((part) => part / 100))).toBe(Number(exact) / 100)
    }
  })

  test.each([
    ['', null],
    ['  ', null],
    [null, null],
    [undefined, undefined],
    [' 7.5 ', 7.5],
    ['007.50', 7.5],
    [0, 0],
    [-0, 0],
    [MARKS_MAX, MARKS_MAX],
    ['12.345', 'Marks must have at most two decimals'],
    ['12.340', 'Marks must have at most two decimals'],
    [0.1 + 0.2, 'Marks must have at most two decimals'],
    [1e-7, 'Marks must be a number'],
    [1e21, 'Marks must be a number'],
    [Number.NaN, 'Marks must be a number'],
    [Number.POSITIVE_INFINITY, 'Marks must be a number'],
    ['1e2', 'Marks must be a number'],
    ['1,5', 'Marks must be a number'],
    ['.5', 'Marks must be a number'],
    ['+5', 'Marks must be a number'],
    ['٥', 'Marks must be a number'],
    [true, 'Marks must be a number'],
    [{}, 'Marks must be a number'],
    [-0.01, 'Marks must be at least 0'],
    ['-3', 'Marks must be at least 0'],
    [10_000.01, 'Marks must be at most 10000'],
    ['9'.repeat(400), 'Marks must be at most 10000'],
  ])('of %o: %o', (given, expected) => {
    expect(read(given)).toBe(expected)
  })
})
