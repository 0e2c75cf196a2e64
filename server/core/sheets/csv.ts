import { CsvError, parse } from 'csv-parse/sync'
import { Lines, UnreadableSheet } from './lines.ts'

function decoded(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableSheet('The file is not UTF-8 text. Save it as "CSV UTF-8" or XLSX.')
  }
}

/** Headings of 200 columns fit in here many times. */
const HEADINGS_LOOKED_AT = 100_000

/** What separates the headings: the one of these that is there most often. */
function separatorOf(text: string): string {
  const heading = /[^\r\n]+/.exec(text.slice(0, HEADINGS_LOOKED_AT))?.[0].replace(/"[^"]*"/g, '') ?? ''
  const count = (separator: string) => heading.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** The lines of a CSV file that have text, counted as a spreadsheet counts them: a line may hold line breaks. */
export function csvLines(bytes: Buffer): Lines {
  const text = decoded(bytes)
  const lines = new Lines()
  let line = 0
  try {
    parse(text, {
      delimiter: separatorOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      on_record: (cells: string[]) => {
        line += 1
        lines.add(line, cells)
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new UnreadableSheet('A quotation mark in the file is not closed. Save it again as XLSX or CSV.')
    throw error
  }
  return lines
}
