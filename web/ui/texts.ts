type Typed = string | number | null | undefined

/** What a field shows of a value; nothing of none. */
export const textOf = (value: Typed) => String(value ?? '')

/** The same for several fields of a record, or empty ones for a new record. */
export function textsOf<Name extends string>(
  record: { readonly [name in Name]: Typed } | undefined,
  names: readonly Name[],
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(record?.[name])])) as Record<Name, string>
}

/** The same of a choice, whose words stay known. */
export const choiceOf = <Word extends string>(value: Word | null | undefined): Word | '' => value ?? ''

/** Ids that were chosen; no choice is 0, which the contract calls missing. */
export const numbersOf = <Name extends string>(values: { readonly [name in Name]: string }, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, Number(values[name])])) as Record<Name, number>

/** The first of the digits that an Arabic and an Urdu keyboard write. */
const ZEROS = [0x0660, 0x06f0]
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

/** A number as the server reads it: "12,5", "۱۲٫۵", "12." and ".5" are numbers to people. */
export const plainNumber = (typed: string) =>
  typed
    .trim()
    .replace(DIGITS, (digit) =>
      String(digit.charCodeAt(0) - Math.max(...ZEROS.filter((zero) => zero <= digit.charCodeAt(0)))),
    )
    .replace(/[,\u060c\u066b]/g, '.')
    .replace(/^\./, '0.')
    .replace(/\.$/, '')
