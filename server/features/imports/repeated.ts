import type { ImportKind } from '../../../shared/contract/imports.ts'
import { KEYS } from './columns.ts'
import type { FileRow } from './file-row.ts'

/** Returns what two rows have to share to be one: all that is read of them, to the letter. */
function sameness({ given }: FileRow): string {
  const entries = Object.entries(given)
  return JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Returns the rows without those that say the same as an earlier one.
 * @returns with them, for each line that repeats another, that one
 */
export function withoutRepeated(
  kind: ImportKind,
  rows: readonly FileRow[],
): { rows: FileRow[]; repeated: Map<number, number> } {
  const firsts = new Map<string, number>()
  const repeated = new Map<number, number>()
  const kept = rows.filter((row) => {
    if (!KEYS[kind].fields.some((field) => row.cells[field] !== undefined)) return true
    const same = sameness(row)
    const first = firsts.get(same)
    if (first === undefined) firsts.set(same, row.line)
    else repeated.set(row.line, first)
    return first === undefined
  })
  return { rows: kept, repeated }
}
