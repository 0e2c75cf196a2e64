import { headed } from './headings.ts'
import { COLUMNS_MAX, type Line, type Lines, UnreadableSheet } from './lines.ts'
import { columnOf, lineOf } from './references.ts'

/** Generous for people: a file has 5,000 rows at most. */
const MERGED_MAX = 10_000

/** Titles stand in the first lines. */
const TITLES_WITHIN = 100

interface Merged {
  column: number
  from: number
  to: number
}

/**
 * Gathers the merged cells of a sheet. The value of one that reaches over several rows is that of each of these rows; one
 * that reaches over several columns may be a title of headings.
 */
export class Merging {
  readonly #merged: Merged[] = []
  readonly #across: { line: number; from: number; to: number }[] = []

  /** Takes a range as `D2:D41`; one of another form is no range. */
  add(range = ''): void {
    const [first = '', last = ''] = range.split(':')
    const [from, to] = [lineOf(first), lineOf(last)]
    if (from === to && from <= TITLES_WITHIN && this.#across.length < MERGED_MAX)
      this.#across.push({ line: from, from: columnOf(first), to: columnOf(last) })
    if (!(to > from)) return
    if (this.#merged.length >= MERGED_MAX) throw new UnreadableSheet('The sheet has too many merged cells')
    const column = columnOf(first)
    if (column <= COLUMNS_MAX) this.#merged.push({ column, from, to })
  }

  /** Puts the values into the rows below the headings; returns what people should know of it. */
  fill(lines: Lines): string[] {
    for (const { line, from, to } of this.#across) lines.spans.set(line, [...(lines.spans.get(line) ?? []), [from, to]])
    const { below = [] } = headed(lines) ?? {}
    const filled = this.#merged.filter((one) => fillOne(one, below, lines)).map(({ from }) => from)
    if (filled.length === 0) return []
    const first = Math.min(...filled)
    return [
      filled.length === 1
        ? `A merged cell, from line ${first} on, was read as the value of each of its rows.`
        : `Merged cells were read as the value of each of their rows: ${filled.length}, the first from line ${first} on.`,
    ]
  }
}

function fillOne({ column, from, to }: Merged, rows: readonly Line[], lines: Lines): boolean {
  const at = rows.findIndex(({ line }) => line === from)
  const text = rows[at]?.cells[column - 1] ?? ''
  if (text.trim() === '') return false
  let isFilled = false
  for (let index = at + 1; index < rows.length; index += 1) {
    const row = rows[index]
    if (!row || row.line > to) break
    if ((row.cells[column - 1] ?? '') !== '') continue
    lines.spend(text)
    while (row.cells.length < column - 1) row.cells.push('')
    row.cells[column - 1] = text
    isFilled = true
  }
  return isFilled
}
