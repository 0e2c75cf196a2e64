import * as z from 'zod/mini'
import { CONTROL_IN_LINE, hides } from './characters.ts'
import type { OwnField } from './contract/own-fields.ts'
import { folded } from './folding.ts'
import { OWN_FIELDS_MAX, OWN_VALUE_MAX } from './limits.ts'
import { isDay } from './written-day.ts'

/** The values of own fields in a record: the id of the field → the value, of those that have one and are shown. */
export const ownValues = z.optional(z.record(z.string(), z.string()))

const FIELD_ID = /^[1-9]\d{0,9}$/

/** The values to be written. A field left out stays as it is; null or an empty text takes its value away. */
export const ownInput = z.optional(
  z
    .record(
      z.string().check(z.regex(FIELD_ID, 'Own field does not exist')),
      z.nullable(z.string('The value of an own field must be text').check(z.maxLength(2_000, 'The value is too long'))),
      'own must be an object of values by own field',
    )
    .check(z.refine((given) => Object.keys(given).length <= 2 * OWN_FIELDS_MAX, 'There are too many own fields')),
)

const NUMBER = /^-?\d{1,12}(?:\.\d{1,4})?$/

/** Writes a number in one way: "007.50" is "7.5". */
function plainNumber(text: string): string {
  const [, sign = '', whole = '', part = ''] = /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(text) ?? []
  const number = part === '' ? whole : `${whole}.${part}`
  return /^[0.]+$/.test(number) ? number : `${sign}${number}`
}

/** Matches digits with dashes and spaces between them, as identity cards have them. */
const DASHED = /^\d[\d ‐‑‒–—−-]*$/

/**
 * Returns what two values of a unique field are compared by: "35202-1234567-1" and "3520212345671" are the same. The
 * database has the same as a column of its own.
 */
export function ownKey({ kind }: Pick<OwnField, 'kind'>, value: string): string {
  const text = folded(value)
  return kind === 'text' && DASHED.test(text) ? text.replace(/\D/g, '') : text
}

/** The place of hidden characters, and the number of those that are shown. */
const HIDDEN = '••••'
const SHOWN = 4

type Ruled = Pick<OwnField, 'name' | 'kind' | 'options' | 'is_required'>

const textProblem = (name: string, text: string): string | undefined => {
  if (hides(text)) return `${name} contains hidden characters, as copied text sometimes does. Please type it by hand`
  if (!text.isWellFormed() || CONTROL_IN_LINE.test(text)) return `${name} contains characters that cannot be stored`
  return text.length > OWN_VALUE_MAX ? `${name} must be at most ${OWN_VALUE_MAX} characters` : undefined
}

/** Returns the value as it is stored, or what is wrong with it. An empty one is null. */
export function checkOwnValue(field: Ruled, given: string | null): { value: string | null } | { problem: string } {
  const { name, kind, options, is_required } = field
  const text = (given ?? '').normalize('NFC').trim()
  const wrong = textProblem(name, text)
  if (wrong) return { problem: wrong }
  // A copy of what somebody was shown who may not see the value would take its place.
  if (text.startsWith(HIDDEN)) return { problem: `${name} is hidden here. Write the whole value, or leave it as it is` }
  if (text === '') return is_required ? { problem: `${name} is required` } : { value: null }
  if (kind === 'number')
    return NUMBER.test(text)
      ? { value: plainNumber(text) }
      : { problem: `${name} must be a number, such as 12 or 12.5` }
  if (kind === 'day') return isDay(text) ? { value: text } : { problem: `${name} must be a valid date (YYYY-MM-DD)` }
  if (kind === 'choice' && !options.includes(text)) return { problem: `${name} must be one of: ${options.join(', ')}` }
  return { value: text }
}

/** Hides a value but for its last four characters; of a short one, of which these would be half, everything. */
export function masked(value: string): string {
  const letters = [...value]
  return letters.length > 2 * SHOWN ? HIDDEN + letters.slice(-SHOWN).join('') : HIDDEN
}
