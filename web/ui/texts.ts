type Typed = string | number | null | undefined

/** Returns a field's text for a value; an empty one for none. */
export const textOf = (value: Typed) => String(value ?? '')

/** Returns the texts of several fields of a record, or empty ones for a new record. */
export function textsOf<Name extends string>(
  record: { readonly [name in Name]: Typed } | undefined,
  names: readonly Name[],
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(record?.[name])])) as Record<Name, string>
}

/** Separates the parts of a line. It keeps to the part before it, so that no line begins with it. */
export const DOT = '\u00a0· '

/** Joins the parts of a line that there are. */
export const dotted = (parts: readonly (string | number | false | null | undefined)[]) =>
  parts.filter(Boolean).join(DOT)

/** Returns a choice's word, typed as one, or an empty text. */
export const choiceOf = <Word extends string>(value: Word | null | undefined): Word | '' => value ?? ''

/** Returns chosen ids as numbers; no choice is 0, which the contract calls missing. */
export const numbersOf = <Name extends string>(values: { readonly [name in Name]: string }, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, Number(values[name])])) as Record<Name, number>

/** The code points of the digit 0, as Arabic and Urdu keyboards type it. */
const ZEROS = [0x0660, 0x06f0]
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

/** Writes a number as the server reads it: people also type "12,5", "۱۲٫۵", "12." and ".5". */
export const plainNumber = (typed: string) =>
  typed
    .trim()
    .replace(DIGITS, (digit) =>
      String(digit.charCodeAt(0) - Math.max(...ZEROS.filter((zero) => zero <= digit.charCodeAt(0)))),
    )
    .replace(/[,\u060c\u066b]/g, '.')
    .replace(/^\./, '0.')
    .replace(/\.$/, '')
