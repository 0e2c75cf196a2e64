import { LINE_MAX } from '../../../shared/limits.ts'

export type Errors = Record<string, string[]>

/** Heading → the cell as it stands in the file and as it was read, where these differ. */
export type Readings = Record<string, [string, string]>

export interface FileRow {
  line: number
  /** The cells that can be read by field, trimmed, days as `YYYY-MM-DD`; empty ones are left out. */
  cells: Record<string, string>
  /** All cells by field as they stand in the file. */
  given: Record<string, string>
  /** Name and key as they stand in the file, to find the row again. */
  name: string
  key: string
  errors: Errors
  read: Readings
}

/** A cell may hold far more than people need to find it again. */
export const told = (text: string) => text.slice(0, LINE_MAX).toWellFormed()

/** Says what is wrong with a field, of which nothing is said yet. */
export function blame(errors: Errors, field: string, problem: string | undefined): void {
  if (problem !== undefined) errors[field] ??= [problem]
}

/** Makes no list of the keys: of most rows, most records have none. */
export function isEmpty(record: object): boolean {
  for (const _ in record) return false
  return true
}
