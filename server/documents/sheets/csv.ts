import { CsvError, parse } from 'csv-parse/sync'
import { textOf } from './encoding.ts'
import { headed } from './headings.ts'
import { COLUMNS_MAX, HEADING_WITHIN, knownIn, Lines, UnreadableSheet } from './lines.ts'

/** The characters searched for the separator: many times the headings of 200 columns. */
const HEADINGS_LOOKED_AT = 100_000

/** The separators, the more common one first. */
const SEPARATORS = [',', ';', '\t', '|']

/** A first line with which a file names its separator, as spreadsheet programs take it: it is none of the rows. */
const NAMED = /^"?sep=([^"\r\n])"?(?:\r\n|\n|\r)/i

/** The separator by which the most headings are known; where none is, the one that is most often in the first line. */
function separatorOf(text: string, known: ReadonlySet<string>): string {
  const lines = text
    .slice(0, HEADINGS_LOOKED_AT)
    .split(/[\r\n]+/)
    .filter((line) => line !== '')
    .slice(0, HEADING_WITHIN)
  const heading = (lines[0] ?? '').replace(/"[^"]*"/g, '')
  const scores = SEPARATORS.map((separator) => ({
    separator,
    headings: Math.max(0, ...lines.map((line) => knownIn(line.split(separator), known))),
    cells: heading.split(separator).length,
  }))
  const [best] = scores.toSorted((a, b) => b.headings - a.headings || b.cells - a.cells)
  return best?.separator ?? ','
}

const openQuote = (line: number) =>
  new UnreadableSheet(
    `Line ${line}: a quotation mark (") opens here and takes in the rows below. Remove it, or save the file again as XLSX.`,
  )

const lineBreaks = (cell: string) => cell.split(/\r\n|\n|\r/)

/** An email or a roll number, which people are known by. */
const hasKey = (cells: readonly string[]) =>
  cells.length > 1 && cells.some((cell) => /^\S+@\S+\.\S+$|^[A-Z]+-\d+$/i.test(cell.trim()))

/** Returns whether the second or a later line of a cell is a row. A line of an address may have few cells by chance. */
const isRow = (cells: readonly string[], columns: number) => cells.length === columns && (columns > 3 || hasKey(cells))

/**
 * Refuses a cell of several lines that are rows: a quotation mark opened before them and was closed by chance.
 * @param columns how many cells the heading has
 */
function refuseTakenIn(line: number, cells: readonly string[], columns: number, separator: string): void {
  const wide = cells.filter((cell) => /[\r\n]/.test(cell))
  if (wide.length === 0) return
  const below = wide.flatMap((cell) => lineBreaks(cell).slice(1)).map((one) => one.split(separator))
  const separators = cells.length - 1 + wide.reduce((sum, cell) => sum + cell.split(separator).length - 1, 0)
  const isWholeRows = columns > 3 && separators === (below.length + 1) * (columns - 1)
  const isShort = cells.length < columns && (isWholeRows || below.some(hasKey))
  if (isShort || cells.length > columns || below.some((one) => isRow(one, columns))) throw openQuote(line)
}

/** Headings have no separator in their second line. */
function refuseWideHeadings(line: number, cells: readonly string[], separator: string): void {
  if (cells.some((cell) => lineBreaks(cell).slice(1).join('').includes(separator))) throw openQuote(line)
}

const LINE_BREAK = /\r\n|\n|\r/g

/**
 * Takes the lines before the one with the first quotation mark: each ends where it seems to, and so does each cell. That is
 * most of most files, and the library, which looks at every letter, takes long in a thread that has just begun.
 * @returns the rest of the text
 */
function takePlain(text: string, separator: string, take: (cells: string[]) => void): string {
  const quote = text.indexOf('"')
  const plain = quote < 0 ? text : text.slice(0, quote)
  let from = 0
  LINE_BREAK.lastIndex = 0
  while (LINE_BREAK.test(plain)) {
    const next = LINE_BREAK.lastIndex
    const isTwo = plain[next - 1] === '\n' && next - 2 >= from && plain[next - 2] === '\r'
    take(plain.slice(from, isTwo ? next - 2 : next - 1).split(separator, COLUMNS_MAX + 1))
    from = next
  }
  if (quote >= 0) return text.slice(from)
  if (from < text.length) take(text.slice(from).split(separator, COLUMNS_MAX + 1))
  return ''
}

/**
 * Returns the lines of a CSV file that have text, counted as a spreadsheet counts them: a line may hold line breaks.
 * @param known the headings that the reader knows, by `plainHeading`
 */
export function csvLines(bytes: Buffer, known: ReadonlySet<string>): Lines {
  const { text: whole, isGuessed } = textOf(bytes)
  const named = NAMED.exec(whole)
  const text = whole.slice(named?.[0].length ?? 0)
  const separator = named?.[1] ?? separatorOf(text, known)
  const lines = new Lines(known)
  if (isGuessed) lines.notes.push('The file does not say how its letters are written. It was read as UTF-16.')
  let line = 0
  const take = (cells: string[]) => {
    line += 1
    lines.add(line, cells)
  }
  const rest = takePlain(text, separator, take)
  try {
    parse(rest, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      on_record: (cells: string[]) => {
        take(cells)
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') throw openQuote(line + 1)
    throw error
  }
  const { heading, below = [] } = headed(lines) ?? {}
  if (heading) refuseWideHeadings(heading.line, heading.cells, separator)
  // Without a quotation mark no cell has a line break.
  for (const row of rest === '' ? [] : below) refuseTakenIn(row.line, row.cells, heading?.cells.length ?? 0, separator)
  lines.isShifting = true
  return lines
}
