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
