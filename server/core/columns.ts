import type { Tables } from '../db/types.ts'

/** Returns the columns of a table that a record shows under their own names: all of its fields but these others. */
export const columnsOf = <T extends keyof Tables, Field extends string, Other extends Field>(
  table: T,
  { shape }: { shape: Record<Field, unknown> },
  ...others: Other[]
) => {
  const fields = Object.keys(shape).filter((field) => !(others as string[]).includes(field))
  return fields.map((field) => `${table}.${field}`) as `${T}.${Exclude<Field, Other>}`[]
}
