import { withoutApostrophe } from '../../../shared/formulas.ts'
import { IMPORT_ROWS_MAX } from '../../../shared/limits.ts'
import {
  COLUMNS_MAX,
  HEADING_MAX,
  HEADING_WITHIN,
  headingsNote,
  knownIn,
  type Line,
  type Lines,
  NO_ROWS,
  plainHeading,
  type ReadSheet,
  shownText,
  tooLongHeading,
  tooManyRows,
  UnreadableSheet,
} from './lines.ts'

// Finds the headings of a sheet: in one line, or in two, with a title over several columns ("Contact" over "Phone" and
// "Email") or words that go on below ("Roll" and "Number").

interface Headings {
  /** The place of their first line, from 0. */
  at: number
  /** Their lines: one or two. */
  count: number
  cells: string[]
  /** The title over each column; empty for a column without one. */
  titles: string[]
}

type Spans = Lines['spans']

const textAt = ({ cells }: Line, column: number) => (cells[column] ?? '').trim()
const cellsIn = (...lines: Line[]) => Math.min(COLUMNS_MAX, Math.max(...lines.map(({ cells }) => cells.length)))

/** Returns the title over each column, as far as its merged cell reaches, or the empty cells beside it. */
function titlesOf(upper: Line, lower: Line, spans: Spans): string[] {
  const merged = spans.get(upper.line)
  const titles = Array.from({ length: cellsIn(upper, lower) }, () => '')
  let from = -1
  for (const column of titles.keys()) {
    if (textAt(upper, column) !== '') from = column
    const span = merged?.find(([first, last]) => first <= column + 1 && column + 1 <= last)
    const start = merged ? (span?.[0] ?? 0) - 1 : from
    if (start >= 0) titles[column] = textAt(upper, start)
  }
  const starts = upper.cells.flatMap((cell, column) => (cell.trim() === '' ? [] : column))
  // A single text at the beginning is the title of the table.
  if (starts.length < 2 && starts[0] === 0) return titles.map(() => '')
  const isShared = (column: number) =>
    titles.some((title, other) => other !== column && title === titles[column] && textAt(lower, other) !== '')
  return titles.map((title, column) => (textAt(lower, column) !== '' && isShared(column) ? title : ''))
}

/** Reads two lines as headings, and counts the known ones. */
function joined(upper: Line, lower: Line, known: ReadonlySet<string>, spans: Spans) {
  const titles = titlesOf(upper, lower, spans)
  const isKnown = (text: string) => known.has(plainHeading(text))
  let count = 0
  let hasTitled = false
  const cells = titles.map((title, column) => {
    const [above, below] = [textAt(upper, column), textAt(lower, column)]
    const isTitled = title !== '' && (isKnown(below) || isKnown(`${title} ${below}`))
    const text = title === '' ? `${above} ${below}`.trim() : below
    if (isTitled || isKnown(text)) count += 1
    hasTitled ||= isTitled
    return text
  })
  return { count, hasTitled, cells, titles }
}

/** Returns the headings: the line, or the two lines, with the most known ones; the first line where none is known. */
function findHeadings(taken: readonly Line[], known: ReadonlySet<string>, spans: Spans): Headings | undefined {
  const first = taken.slice(0, HEADING_WITHIN)
  const counts = first.map(({ cells }) => knownIn(cells, known))
  const most = Math.max(...counts)
  const at = Math.max(0, counts.indexOf(most))
  const single = first[at]
  if (!single) return undefined
  const pairs = first.flatMap((upper, index) => {
    const lower = taken[index + 1]
    return lower?.line === upper.line + 1 ? [{ at: index, ...joined(upper, lower, known, spans) }] : []
  })
  // As many are known in one line; but titles say whose they are.
  const isBetter = (pair: (typeof pairs)[number]) =>
    pair.count > most || (pair.count === most && pair.hasTitled && [at - 1, at].includes(pair.at))
  const [best] = pairs.filter(isBetter).toSorted((one, other) => other.count - one.count)
  if (best) return { at: best.at, count: 2, cells: best.cells, titles: best.titles }
  return { at, count: 1, cells: single.cells, titles: [] }
}

/** Returns the headings of a sheet's lines as one line, with their titles, the lines above and the rows below. */
export function headed(lines: Lines) {
  const found = findHeadings(lines.taken, lines.known, lines.spans)
  const first = found && lines.taken[found.at]
  if (!found || !first) return undefined
  return {
    heading: { line: first.line, cells: found.cells },
    isDouble: found.count === 2,
    titles: found.titles,
    above: lines.taken.slice(0, found.at),
    below: lines.taken.slice(found.at + found.count),
  }
}

function titleNote({ heading: { line }, isDouble, above }: NonNullable<ReturnType<typeof headed>>): string[] {
  if (above.length === 0 && !isDouble) return []
  const taken = isDouble
    ? `Lines ${line} and ${line + 1} were taken for the headings, one over the other.`
    : `Line ${line} was taken for the headings.`
  const texts = above.map(({ cells }) => shownText(cells, ' '))
  return [texts.length > 0 ? `${taken} Not read, above ${isDouble ? 'them' : 'it'}: ${texts.join(', ')}` : taken]
}

/** Counts the columns that have a heading, or text below without one. Cells that have shifted are no column. */
function widthOf({ cells }: Line, below: readonly Line[], isShifting: boolean): number {
  const widths = [{ cells }, ...below].map((line) => line.cells.findLastIndex((cell) => cell.trim() !== '') + 1)
  const width = widths.reduce((most, one) => Math.max(most, one), 0)
  return isShifting ? Math.min(width, cells.length) : width
}

/**
 * Returns the headings and rows of a sheet's lines.
 * @throws UnreadableSheet when there are none
 */
export function sheetOf(lines: Lines): ReadSheet {
  const found = headed(lines)
  if (!found) throw new UnreadableSheet(NO_ROWS, ...lines.notes)
  const { heading, below, titles } = found
  const { line, cells } = heading
  if (below.length === 0) throw new UnreadableSheet(NO_ROWS, ...lines.notes, headingsNote(line, cells, lines.known))
  if (below.length > IMPORT_ROWS_MAX) throw tooManyRows()
  const width = widthOf(heading, below, lines.isShifting)
  const columns = Array.from({ length: width }, (_, index) => (cells[index] ?? '').trim())
  if (columns.some((column) => column.length > HEADING_MAX)) throw tooLongHeading()
  const rows = below.map(({ line, cells }) => ({
    line,
    cells: columns.map((_, index) => withoutApostrophe(cells[index] ?? '')),
    hasMore: lines.isShifting && cells.slice(heading.cells.length).some((cell) => cell.trim() !== ''),
  }))
  return {
    line: heading.line,
    columns,
    titles: columns.map((_, index) => titles[index] ?? ''),
    rows,
    notes: [...lines.notes, ...titleNote(found)],
    is1904: lines.is1904,
  }
}
