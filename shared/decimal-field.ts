import * as z from 'zod/mini'
import { MARKS_MAX } from './limits.ts'

const WRITTEN = /^-?\d+(?:\.\d+)?$/
const TWO_DECIMALS = /^-?\d+(?:\.\d\d?)?$/

/**
 * An optional number from 0 with at most two decimals, typed or sent as a number. A third decimal is refused, never
 * rounded away; an empty one is stored as null.
 */
export const optionalDecimal = (name: string, max: number = MARKS_MAX) =>
  z.optional(
    z.nullable(
      z.pipe(
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
        ),
        z.transform((text: string) => (text === '' ? null : Number(text))),
      ),
    ),
  )
