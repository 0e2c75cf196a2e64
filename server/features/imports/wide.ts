import type { ImportColumn, ImportKind } from '../../../shared/contract/imports.ts'
import { isWideField, wideFieldOf } from '../../../shared/wide-fields.ts'
import { plainHeading, type ReadSheet } from '../../documents/sheets/lines.ts'
import type { Column, Matched } from './column.ts'
import { type DayCell, isDayText } from './days.ts'
import { entryOf } from './entry-words.ts'
import { told } from './file-row.ts'
import { isGreatestWord, isMarkText } from './marks.ts'

// Files with a row for each student and a column for each assessment: what stands in the heading is a value of every cell.

interface Wide {
  /** Put before the heading in the choice of what a column is used as. */
  of: string
  /** The fields of the other form of such a file: where one is there, no column is taken for a wide one. */
  instead: readonly string[]
  /** Returns whether such a value may stand in a cell. */
  isValue(text: string): boolean
  /** Returns whether such a column may have this heading. */
  isHeading(text: string): boolean
  /** Says which columns were taken so. */
  note(headings: string): string
}

const WIDE: Partial<Record<ImportKind, Wide>> = {
  results: {
    of: 'Marks of',
    instead: ['assessment_id', 'marks'],
    isValue: isMarkText,
    isHeading: (text) => !NO_VALUE.test(plainHeading(text)),
    note: (headings) => `Taken for marks, each column for the assessment in its heading: ${headings}.`,
  },
  attendance: {
    of: 'Attendance on',
    instead: ['activity_date', 'status'],
    isValue: (text) => entryOf(text) !== undefined,
    isHeading: isDayText,
    note: (headings) => `Taken for attendance, each column for the day in its heading: ${headings}.`,
  },
}

/** Returns a column for each of the file, in which it may be used so; none for a kind without such files. */
export function wideColumns(kind: ImportKind, sheet: ReadSheet): Column[] {
  const wide = WIDE[kind]
  if (!wide) return []
  return sheet.columns.flatMap((heading, index): Column[] =>
    heading === ''
      ? []
      : [
          {
            field: wideFieldOf(index),
            heading: `${wide.of} ${told(heading)}`,
            kind: wide.of === 'Marks of' ? 'mark' : 'entry',
            also: [],
            perhaps: [],
          },
        ],
  )
}

/** Returns the columns that are offered for a file: wide ones for none of the other form. */
export function offeredColumns(kind: ImportKind, columns: readonly Column[], matched: readonly Matched[]): Column[] {
  const isOther = matched.some(({ column }) => WIDE[kind]?.instead.includes(column?.field ?? ''))
  const used = matched.map(({ column }) => column)
  return columns.filter((one) => !isOther || !isWideField(one.field) || used.includes(one))
}

/** Headings of numbers that are of the row, of all columns together, or of somebody else. */
const NO_VALUE =
  /^(?:(?:s|sr|ser|serial)?(?:no|num|number|nr)?|(?:column|col|field|unnamed|f|c)\d{0,3}|age|year|batch|class|sum|mean|grade|position|rank|c?gpa|c?nic|cell|contact|نمبرشمار)$|total|average|percent|^(?:phone|mobile|cell|contact)|(?:phone|mobile)(?:no|number)?$|father|guardian|registration|regno/

/** The share of a column's values that have to be such: a clerk's file has slips. */
const ENOUGH = 0.9

/**
 * Takes the columns of a file for wide ones that nobody has decided about and in which such values stand, if the file is
 * not of the other form.
 * @param textsOf the first values of a column that are not empty
 */
export function takeWide(
  kind: ImportKind,
  matched: readonly Matched[],
  columns: readonly Column[],
  textsOf: (index: number) => readonly string[],
): void {
  const wide = WIDE[kind]
  if (!wide || matched.some(({ column, asks }) => wide.instead.includes((column ?? asks)?.field ?? ''))) return
  for (const one of matched) {
    const column = columns.find(({ field }) => field === wideFieldOf(one.index))
    if (one.by !== null || one.asks || !column || !wide.isHeading(one.heading)) continue
    const texts = textsOf(one.index)
    if (texts.length === 0 || texts.filter((text) => wide.isValue(text)).length < texts.length * ENOUGH) continue
    one.column = column
    one.by = 'content'
  }
}

/**
 * Returns a sheet in which a word as "Max" above the students stands in the column of the roll numbers, where its writer
 * has put it into one that is not read.
 */
export function withGreatestWord(sheet: ReadSheet, matched: readonly Matched[]): ReadSheet {
  const at = matched.find(({ column }) => column?.field === 'roll_no')?.index
  if (at === undefined || !matched.some(({ column }) => column && isWideField(column.field))) return sheet
  const unread = matched.filter(({ column }) => !column).map(({ index }) => index)
  const rows = sheet.rows.map((row, place) => {
    const word = unread.map((index) => row.cells[index] ?? '').find(isGreatestWord)
    if (place > 1 || word === undefined || (row.cells[at] ?? '').trim() !== '') return row
    return { ...row, cells: row.cells.with(at, word) }
  })
  return { ...sheet, rows }
}

/** Says in one line which columns were taken for wide ones by what stands in them. */
export function wideNotes(kind: ImportKind, matched: readonly Matched[]): string[] {
  const taken = matched.filter(({ by, column }) => by === 'content' && column && isWideField(column.field))
  const note = WIDE[kind]?.note
  return note && taken.length > 0 ? [note(told(taken.map(({ heading }) => heading).join(', ')))] : []
}

/** A wide column of the file, and its heading. */
export interface WideColumn {
  field: string
  heading: string
}

export const wideOnes = (columns: readonly ImportColumn[]): WideColumn[] =>
  columns.flatMap(({ field, heading }) => (field !== null && isWideField(field) ? [{ field, heading }] : []))

/** The days in the headings of wide columns; none for a kind without such. */
export const headingDays = (kind: ImportKind, line: number, matched: readonly Matched[]): DayCell[] =>
  kind === 'attendance'
    ? matched.flatMap(({ column, heading }) =>
        column && isWideField(column.field) ? [{ line, field: column.field, text: heading }] : [],
      )
    : []

/** The name of a wide column's field, as `wideColumns` has it. */
export const wideHeading = (kind: ImportKind, heading: string) => `${WIDE[kind]?.of} ${told(heading)}`
