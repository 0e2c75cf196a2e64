import type { ImportKind } from '../../../shared/contract/imports.ts'
import type { ReadSheet, SheetRow } from '../../documents/sheets/lines.ts'
import type { Matched } from './column.ts'
import { KEYS } from './columns.ts'

// The lines below a table that are none of its records: totals, averages, and who has prepared it.

const OF_TOTALS =
  'total|average|mean|sum|maximum|minimum|highest|lowest|strength|passed|failed|appeared|present|absent|percentage'
const TOTAL = new RegExp(
  `^(?:(?:grand|sub|class|overall|group|batch|(?:no|number) of) )*(?:(?:${OF_TOTALS})s?|avg|max|min|%)(?: (?:${OF_TOTALS}|no|number|of|the|in|marks?|scores?|obtained|students?|class|days?|sessions?|leave|count|age|%))*$`,
)
const URDU_TOTALS = new Set(['کل', 'میزان', 'مجموعہ', 'کل میزان', 'اوسط'])
const SIGN_OFF =
  /^(?:(?:prepared|checked|verified|compiled|signed|approved|countersigned|submitted|entered|typed|certified|issued|printed)(?: and \p{L}+)? by(?: |$)|signatures?(?: |$)|note(?: |$))/u

/** The words of a cell: "Total : 45" is "total". */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}%]+/gu, ' ')
    .trim()

const isTotal = (text: string) => TOTAL.test(wordsOf(text)) || URDU_TOTALS.has(wordsOf(text))
const isSignOff = (text: string) => SIGN_OFF.test(wordsOf(text))

/** The fields that tell of whom, or of what, a row is. */
const NAMING = ['roll_no', 'staff_no', 'code', 'email', 'name']

/** A text by which somebody could be found: other texts stand in such a column by mistake. */
const isKeyText = (text: string) => /[\p{N}@]/u.test(text)

/** Fields whose value may be a bare number. */
const NUMBERED = ['staff_no', 'code']
const isCount = (text: string) => /^\d{1,5}(?:\.\d+)?$/.test(text)

/**
 * Finds the lines that close a table, below the last row with a key: they begin with the word for a total or with who
 * has signed, and tell of nobody.
 * @returns the beginning of each, by its line
 */
export function closingLines(kind: ImportKind, { rows }: ReadSheet, matched: readonly Matched[]): Map<number, string> {
  const keys = KEYS[kind].fields
  const naming = matched.filter(({ column }) => NAMING.includes(column?.field ?? ''))
  const textAt = ({ cells }: SheetRow, index: number) => (cells[index] ?? '').trim()
  const firstOf = ({ cells }: SheetRow) => cells.find((cell) => cell.trim() !== '')?.trim() ?? ''

  /** Tells whether a row may be a record. */
  function isOfSomebody(row: SheetRow, isSigned: boolean): boolean {
    return naming.some(({ index, column }) => {
      const [text, field] = [textAt(row, index), column?.field ?? '']
      if (!NUMBERED.includes(field) && isCount(text) && isTotal(firstOf(row))) return false
      if (text === '' || isTotal(text) || isSignOff(text)) return false
      const isKey = keys.includes(field) && (field === 'name' || isKeyText(text))
      return isKey || !isSigned
    })
  }

  /** Returns the text by which a line closes the table. */
  function closingText(row: SheetRow): string | undefined {
    const texts = [firstOf(row), ...naming.map(({ index }) => textAt(row, index))]
    const signed = texts.find(isSignOff)
    const found = signed ?? texts.find(isTotal)
    return found !== undefined && !isOfSomebody(row, signed !== undefined) ? found : undefined
  }

  const last = rows.findLastIndex((row) => isOfSomebody(row, true))
  const below = last < 0 ? [] : rows.slice(last + 1)
  return new Map(
    below.flatMap((row): [number, string][] => {
      const text = closingText(row)
      return text === undefined ? [] : [[row.line, text]]
    }),
  )
}
