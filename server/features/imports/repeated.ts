import type { ImportKind } from '../../../shared/contract/imports.ts'
import { KEYS } from './columns.ts'
import type { FileRow } from './file-row.ts'

/** Returns what two rows have to share to be one: all that is read of them in these fields, to the letter. */
function sameness({ given }: FileRow, fields: readonly string[]): string {
  let same = ''
  for (const field of fields) {
    const text = given[field]
    same += text === undefined ? '-' : `${text.length}:${text}`
  }
  return same
}

/** Returns the rows of which another one has the same key, the first of these fields that is there. */
function sharing(rows: readonly FileRow[], keys: readonly string[]): Set<FileRow> {
  const firsts = new Map<string, FileRow>()
  const found = new Set<FileRow>()
  for (const row of rows) {
    const field = keys.find((one) => row.cells[one] !== undefined)
    const key = row.cells[field ?? '']
    if (key === undefined) continue
    const first = firsts.get(key)
    if (first) found.add(first).add(row)
    else firsts.set(key, row)
  }
  return found
}

/**
 * Returns the rows without those that say the same as an earlier one.
 * @returns with them, for each line that repeats another, that one
 */
export function withoutRepeated(
  kind: ImportKind,
  rows: readonly FileRow[],
): { rows: FileRow[]; repeated: Map<number, number> } {
  // Only rows that share a key can be the same.
  const perhaps = sharing(rows, KEYS[kind].fields)
  const fields = [...new Set([...perhaps].flatMap(({ given }) => Object.keys(given)))]
  const firsts = new Map<string, number>()
  const repeated = new Map<number, number>()
  const kept = rows.filter((row) => {
    if (!perhaps.has(row)) return true
    const same = sameness(row, fields)
    const first = firsts.get(same)
    if (first === undefined) firsts.set(same, row.line)
    else repeated.set(row.line, first)
    return first === undefined
  })
  return { rows: kept, repeated }
}
