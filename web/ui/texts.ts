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
