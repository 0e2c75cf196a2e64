import * as z from 'zod/mini'
import { MARKS_MAX } from './limits.ts'

const WRITTEN = /^-?\d+(?:\.\d+)?$/
const TWO_DECIMALS = /^-?\d+(?:\.\d\d?)?$/

/** A number from 0 with at most two decimals, as its text; an empty one for none. */
const decimalAsText = (name: string, max: number) =>
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
        z.refine<string>((text) => text === '' || TWO_DECIMALS.test(text), {
          error: `${name} must have at most two decimals`,
          abort: true,
        }),
        z.refine<string>((text) => Number(text) <= max, `${name} must be at most ${max}`),
      ),
    ),
  )

/**
 * A number from 0 with at most two decimals, or null. A third decimal is refused, never rounded away; an empty one is
 * null.
 */
export const nullableDecimal = (name: string, max: number = MARKS_MAX) =>
  z.nullable(
    z.pipe(
      decimalAsText(name, max),
      z.transform((text: string) => (text === '' ? null : Number(text))),
    ),
  )

/** An optional number of that kind, typed or sent as a number. */
export const optionalDecimal = (name: string, max: number = MARKS_MAX) => z.optional(nullableDecimal(name, max))

/** A required number above 0 with at most two decimals. */
export const positiveDecimal = (name: string, max: number = MARKS_MAX) =>
  z.pipe(
    decimalAsText(name, max),
    z.pipe(
      z.string().check(z.refine<string>((text) => Number(text) > 0, `${name} must be more than 0`)),
      z.transform(Number),
    ),
  )
