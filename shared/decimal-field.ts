import * as z from 'zod/mini'
import { MARKS_MAX } from './limits.ts'

const WRITTEN = /^-?\d+(?:\.\d+)?$/

/** Says for each fineness the pattern of a number's text, and the refusal of a finer one. */
const FINE = {
  hundredths: { pattern: /^-?\d+(?:\.\d\d?)?$/, problem: 'must have at most two decimals' },
  whole: { pattern: /^-?\d+$/, problem: 'must be a whole number' },
}
type Fineness = keyof typeof FINE

/** A number from 0 as its text; an empty one for none. */
const numberAsText = (name: string, max: number, fine: Fineness) =>
  z.pipe(
    z.union([z.number(), z.string()], `${name} must be a number`),
    z.pipe(
      z.transform((value: number | string) => String(value).trim()),
      z.string().check(
        z.refine<string>((text) => text === '' || WRITTEN.test(text), {
          error: `${name} must be a number`,
          abort: true,
        }),
        z.refine<string>((text) => text === '' || !text.startsWith('-'), {
          error: `${name} must be at least 0`,
          abort: true,
        }),
        z.refine<string>((text) => text === '' || FINE[fine].pattern.test(text), {
          error: `${name} ${FINE[fine].problem}`,
          abort: true,
        }),
        z.refine<string>((text) => Number(text) <= max, `${name} must be at most ${max}`),
      ),
    ),
  )

const nullableNumber = (name: string, max: number, fine: Fineness) =>
  z.nullable(
    z.pipe(
      numberAsText(name, max, fine),
      z.transform((text: string) => (text === '' ? null : Number(text))),
    ),
  )

const positiveNumber = (name: string, max: number, fine: Fineness) =>
  z.pipe(
    numberAsText(name, max, fine),
    z.pipe(
      z.string().check(z.refine<string>((text) => Number(text) > 0, `${name} must be more than 0`)),
      z.transform(Number),
    ),
  )

/**
 * A number from 0 with at most two decimals, or null. A third decimal is refused, never rounded away; an empty one is
 * null.
 */
export const nullableDecimal = (name: string, max: number = MARKS_MAX) => nullableNumber(name, max, 'hundredths')

/** An optional number of that kind, typed or sent as a number. */
export const optionalDecimal = (name: string, max: number = MARKS_MAX) => z.optional(nullableDecimal(name, max))

/** A required number above 0 with at most two decimals. */
export const positiveDecimal = (name: string, max: number = MARKS_MAX) => positiveNumber(name, max, 'hundredths')

/** A whole number from 0, or null, typed or sent as a number. */
export const nullableWhole = (name: string, max: number = MARKS_MAX) => nullableNumber(name, max, 'whole')

/** A required whole number above 0, typed or sent as a number. */
export const positiveWhole = (name: string, max: number = MARKS_MAX) => positiveNumber(name, max, 'whole')
