import * as z from 'zod/mini'
import { CONTROL_IN_LINE, CONTROL_IN_TEXT, hides, VISIBLE } from './characters.ts'
import { collegeToday } from './college-clock.ts'
import { looksLikeEmail, withAsciiDomain } from './email-address.ts'
import { ID_MAX, LINE_MAX, ROLL_NUMBER_PATTERN, TEXT_MAX } from './limits.ts'
import { isDay } from './written-day.ts'

const UNREADABLE = 'contains characters that cannot be stored'
const UNSEEN = 'contains hidden characters, as copied text sometimes does. Please type it by hand'

const clean = (name: string, control: RegExp) =>
  z.refine<string>((value) => value.isWellFormed() && !control.test(value), `${name} ${UNREADABLE}`)

/** Comes before any trimming, which would take such a character for a space. */
const nothingHidden = (name: string) => z.refine<string>((value) => !hides(value), `${name} ${UNSEEN}`)

const short = (name: string, max: number) => z.maxLength(max, `${name} must be at most ${max} characters`)

/** Composes letters, so that two names that look the same are the same. */
const composed = z.overwrite<string>((value) => value.normalize('NFC'))

/** A required single line; `name` opens its messages: `'Department name'` → "Department name is required". */
export const line = (name: string, max = LINE_MAX) =>
  z.string(`${name} is required`).check(
    // A name of invisible characters alone counts as missing, which the check below tells.
    z.refine<string>((value) => !hides(value) || !VISIBLE.test(value), `${name} ${UNSEEN}`),
    composed,
    z.trim(),
    // Does not end the checks, so that problems between the fields are told too.
    z.minLength(1, `${name} is required`),
    short(name, max),
    clean(name, CONTROL_IN_LINE),
    z.refine<string>(
      (value) => value === '' || VISIBLE.test(value) || CONTROL_IN_LINE.test(value) || !value.isWellFormed(),
      `${name} is required`,
    ),
  )

export const emptyAsNull = z.transform((value: string | null) => (value === '' ? null : value))

/** An optional single line: a missing one keeps the stored value, an empty one is stored as null. */
export const optionalLine = (name: string, max = LINE_MAX) =>
  z.optional(
    z.pipe(
      z.nullable(
        z
          .string(`${name} must be text`)
          .check(nothingHidden(name), z.trim(), short(name, max), clean(name, CONTROL_IN_LINE)),
      ),
      emptyAsNull,
    ),
  )

/** An optional text of several lines (newline and tab allowed). */
export const optionalText = (name: string, max = TEXT_MAX) =>
  z.optional(
    z.pipe(
      z.nullable(
        z.string(`${name} must be text`).check(
          z.overwrite((value) => value.replaceAll('\r\n', '\n')),
          z.trim(),
          short(name, max),
          clean(name, CONTROL_IN_TEXT),
          // A text in which nothing is seen is none.
          z.overwrite((value) => (VISIBLE.test(value) || CONTROL_IN_TEXT.test(value) ? value : '')),
        ),
      ),
      emptyAsNull,
    ),
  )

export const NO_EMAIL = 'Please enter a valid email address'

/** A required email; `required` is the text of a missing one, which differs from form to form. */
export const email = (required: string) =>
  z.string(required).check(
    z.refine<string>((value) => !hides(value), { error: NO_EMAIL, abort: true }),
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    z.overwrite(withAsciiDomain),
    z.refine(looksLikeEmail, NO_EMAIL),
  )

/** An optional line of a pattern; `text` refuses other lines. */
export const optionalPattern = (pattern: RegExp, text: string, tidy: (value: string) => string) =>
  z.optional(
    z.pipe(
      z.nullable(
        z.string(text).check(
          z.trim(),
          z.overwrite(tidy),
          z.refine<string>((value) => value === '' || pattern.test(value), text),
        ),
      ),
      emptyAsNull,
    ),
  )

/** An optional roll number, kept in capitals. */
export const optionalRollNumber = optionalPattern(
  ROLL_NUMBER_PATTERN,
  'Please enter a valid roll number (e.g., MBBS-22001)',
  (value) => value.toUpperCase(),
)

/** A required id in a body; `name` opens its messages: `'Department'` → "Department is required". */
export const idField = (name: string, missing = `${name} is required`) =>
  z.int(missing).check(z.positive(missing), z.maximum(ID_MAX, `${name} does not exist`))

/** An id as text; `name` opens its messages. */
export const idText = (name: string) =>
  z.pipe(
    z
      .string(`${name} is required`)
      .check(
        z.minLength(1, { error: `${name} is required`, abort: true }),
        z.regex(/^[1-9]\d{0,9}$/, `${name} does not exist`),
      ),
    z.pipe(z.transform(Number), z.int().check(z.maximum(ID_MAX, `${name} does not exist`))),
  )

/** An optional id as text, as a form sends it; an empty one means none. */
export const optionalIdText = (name: string) =>
  z.optional(
    z.pipe(
      z.string(`${name} does not exist`).check(z.regex(/^(?:[1-9]\d{0,9})?$/, `${name} does not exist`)),
      z.pipe(
        z.transform((value: string) => (value === '' ? null : Number(value))),
        z.nullable(z.int().check(z.maximum(ID_MAX, `${name} does not exist`))),
      ),
    ),
  )

/** An id in an address. A text that is no id names nothing, so the server answers 404. */
export const idParam = idText('Record')

/** A positive whole number in a query. */
export const wholeNumberQuery = (name: string, max: number) =>
  z.pipe(
    z
      .string(`${name} must be a whole number`)
      .check(z.regex(/^[1-9]\d{0,9}$/, `${name} must be a whole number from 1 to ${max}`)),
    z.pipe(z.transform(Number), z.int().check(z.maximum(max, `${name} must be a whole number from 1 to ${max}`))),
  )

/** Ids that a list can be narrowed by. */
export const idFilters = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.optional(wholeNumberQuery(name, ID_MAX))])) as Record<
    Name,
    z.ZodMiniOptional<ReturnType<typeof wholeNumberQuery>>
  >

/** An optional day, `YYYY-MM-DD`. */
export const optionalDate = (name: string) =>
  z.optional(
    z.pipe(
      z.nullable(
        z.string(`${name} must be a date`).check(
          z.trim(),
          z.refine<string>((value) => value === '' || isDay(value), `${name} must be a valid date (YYYY-MM-DD)`),
        ),
      ),
      emptyAsNull,
    ),
  )

/** A required day, `YYYY-MM-DD`. */
export const requiredDate = (name: string) =>
  z
    .string(`${name} is required`)
    .check(
      z.trim(),
      z.minLength(1, { error: `${name} is required`, abort: true }),
      z.refine(isDay, `${name} must be a valid date (YYYY-MM-DD)`),
    )

/** An optional day before the college's present day. */
export const optionalPastDate = (name: string) =>
  optionalDate(name).check(
    z.refine((value) => typeof value !== 'string' || value < collegeToday(), 'Date must be in the past'),
  )

/** An optional id in a body; null means none. */
export const optionalId = (name: string) =>
  z.optional(
    z.nullable(
      z
        .int(`${name} does not exist`)
        .check(z.positive(`${name} does not exist`), z.maximum(ID_MAX, `${name} does not exist`)),
    ),
  )

/** An optional short text that is not stored as a person's text: a filter, a key. */
export const optionalWord = (name: string, max: number) =>
  z.optional(
    z
      .string(`${name} must be text`)
      .check(nothingHidden(name), z.trim(), short(name, max), clean(name, CONTROL_IN_LINE)),
  )

/** The search text in a query. */
export const searchText = optionalWord('q', LINE_MAX)

/** A word of a fixed list, or none: an empty one is stored as null. */
export const optionalChoice = <const T extends readonly string[]>(name: string, words: T) =>
  z.optional(
    z.pipe(
      z.nullable(z.enum(['', ...words] as const, `${name} must be one of: ${words.join(', ')}`)),
      z.transform((value) => (value === '' ? null : (value as T[number] | null))),
    ),
  )

/** A word of a fixed list. */
export const choice = <const T extends readonly string[]>(name: string, words: T) =>
  z.enum(words, {
    error: ({ input }) =>
      (input ?? '') === '' ? `${name} is required` : `${name} must be one of: ${words.join(', ')}`,
  })

/** The version that was read. A PUT that carries it is refused when the record has changed since. */
export const readAt = {
  updated_at: z.optional(z.string('updated_at must be the value that was read').check(z.maxLength(40))),
}

/** Checks an optional text where it is given. */
export const orNothing = (isRight: (text: string) => boolean, message: string) =>
  z.refine<string | null | undefined>((text) => typeof text !== 'string' || isRight(text), message)
