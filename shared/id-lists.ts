import * as z from 'zod/mini'
import { ID_MAX } from './limits.ts'

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isInteger(one) && one > 0 && one <= ID_MAX)

function idsIn(text: string): number[] | undefined {
  if (text === '') return []
  try {
    const value: unknown = JSON.parse(text)
    return isIds(value) ? [...new Set(value)] : undefined
  } catch {
    return undefined
  }
}

/** An optional list of ids as text, as a form sends it: `[7, 9]`. Each counts once; none is an empty list. */
export const idListText = (name: string, most: number) =>
  z.optional(
    z.pipe(
      z
        .string(`${name} must be a JSON list of ids`)
        .check(z.refine((text) => idsIn(text) !== undefined, `${name} must be a JSON list of ids`)),
      z.pipe(
        z.transform((text: string) => idsIn(text) ?? []),
        z.array(z.int()).check(z.maxLength(most, `${name} are at most ${most}`)),
      ),
    ),
  )
