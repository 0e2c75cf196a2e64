import { COLUMNS_MAX, type Lines, UnreadableSheet } from './lines.ts'
import { columnOf, lineOf } from './references.ts'

/** Generous for people: a file has 5,000 rows at most. */
const MERGED_MAX = 10_000

interface Merged {
  column: number
  from: number
  to: number
}

/** Gathers the cells of a sheet that reach over several rows: their value is that of each of these rows. */
export class Merging {
  readonly #merged: Merged[] = []

  /** Takes a range as `D2:D41`; one within a row says nothing about its columns, and one of another form is no range. */
  add(range = ''): void {
    const [first = '', last = ''] = range.split(':')
    const [from, to] = [lineOf(first), lineOf(last)]
    if (!(to > from)) return
    if (this.#merged.length >= MERGED_MAX) throw new UnreadableSheet('The sheet has too many merged cells')
    const column = columnOf(first)
    if (column <= COLUMNS_MAX) this.#merged.push({ column, from, to })
  }

  /** Puts the values into the rows below the headings; returns what people should know of it. */
  fill(lines: Lines): string[] {
    const [heading, ...rows] = lines.fromHeading()
    if (!heading) return []
    const filled = this.#merged.filter((one) => fillOne(one, rows, lines)).map(({ from }) => from)
    if (filled.length === 0) return []
    const first = Math.min(...filled)
    return [
      filled.length === 1
        ? `A merged cell, from line ${first} on, was read as the value of each of its rows.`
        : `Merged cells were read as the value of each of their rows: ${filled.length}, the first from line ${first} on.`,
    ]
  }
}

function fillOne({ column, from, to }: Merged, rows: ReturnType<Lines['fromHeading']>, lines: Lines): boolean {
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
