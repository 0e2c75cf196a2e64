import type { ImportKind, ImportPreview } from '../../../shared/contract/imports.ts'
import { isWideField, wideFieldOf } from '../../../shared/wide-fields.ts'
import { plainHeading, type ReadSheet } from '../../documents/sheets/lines.ts'
import type { Column, Matched } from './column.ts'
import { isDayText } from './days.ts'
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
  /** Returns whether a value was perhaps meant to be such. */
  isLike(text: string): boolean
  /** Returns whether a heading alone says that such values stand below. */
  isHeading(text: string): boolean
  /** Returns whether values can make such a column of it, whatever its heading. */
  byValues: boolean
  /** Says which columns were taken so. */
  note(headings: string): string
}

const WIDE: Partial<Record<ImportKind, Wide>> = {
  results: {
    of: 'Marks of',
    instead: ['assessment_id', 'marks'],
    isValue: isMarkText,
    isLike: (text) => MARK_LIKE.test(text),
    isHeading: (text) => MARK_HEADING.test(text.toLowerCase()),
    byValues: true,
    note: (headings) => `Taken for marks, each column for the assessment in its heading: ${headings}.`,
  },
  attendance: {
    of: 'Attendance on',
    instead: ['activity_date', 'status'],
    isValue: (text) => entryOf(text) !== undefined,
    isLike: (text) => /^\p{L}/u.test(text) && entryOf(text) !== undefined,
    isHeading: isDayText,
    byValues: false,
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

/** Matches marks in the ways in which clerks write them: "12", "12/20", "60%", "12 marks". */
const MARK_LIKE = /^\d{1,4}(?:[.,]\d+)?\s*(?:\/\s*\d+(?:\.\d+)?|%|\*|marks?)?$/i
/** Words of headings that have marks below: "Mid Term", "OSPE 40", "Send-up /100". */
const MARK_HEADING =
  /\b(?:tests?|exams?|examination|ospe|osce|viva|quiz|mcqs?|seqs?|saqs?|bcqs?|marks?|scores?|term|mid[- ]?term|send[- ]?up|pre[- ]?prof|prof|paper|practical|theory|assignment|assessment|spotting)\b|\/\s*\d+\b|\(\s*\d+(?:\s*marks?)?\s*\)|out of \d/

/** The share of a column's values that tells what it is by itself, and the one that does where numbers are among them. */
const [NEARLY_ALL, MOST] = [0.9, 0.5]

/** Returns whether a column holds the values of a kind: its heading says so, or most of its values are such. */
function isWideColumn({ isValue, isLike, isHeading, byValues }: Wide, heading: string, texts: readonly string[]) {
  if (texts.length === 0) return false
  if (isHeading(heading) && (!byValues || texts.some(isLike))) return true
  const share = texts.filter(isValue).length / texts.length
  return byValues && (share >= NEARLY_ALL || (share > MOST && texts.some(isLike)))
}

/** The columns of a file that may still be wide ones; none where it is of the other form. */
function openColumns(wide: Wide, matched: readonly Matched[]): Matched[] {
  if (matched.some(({ column, asks }) => wide.instead.includes((column ?? asks)?.field ?? ''))) return []
  return matched.filter(
    ({ by, asks, heading }) => by === null && !asks && heading !== '' && !NO_VALUE.test(plainHeading(heading)),
  )
}

/**
 * Takes the columns of a file for wide ones that nobody has decided about, if the file is not of the other form. A cell
 * with something else is then an error in its place, and no reason to leave out the column.
 * @param textsOf the first values of a column that are not empty
 */
export function takeWide(
  kind: ImportKind,
  matched: readonly Matched[],
  columns: readonly Column[],
  textsOf: (index: number) => readonly string[],
): void {
  const wide = WIDE[kind]
  if (!wide) return
  for (const one of openColumns(wide, matched)) {
    const column = columns.find(({ field }) => field === wideFieldOf(one.index))
    if (!column || !isWideColumn(wide, one.heading, textsOf(one.index))) continue
    one.column = column
    one.by = 'content'
  }
}

/** Returns the columns that were not taken for wide ones, though some of their values are like such. */
export function unsureColumns(
  kind: ImportKind,
  matched: readonly Matched[],
  textsOf: (index: number) => readonly string[],
): ImportPreview['unsure_columns'] {
  const wide = WIDE[kind]
  if (!wide) return []
  return openColumns(wide, matched).flatMap(({ index, heading }) => {
    const texts = textsOf(index)
    if (!texts.some(wide.isLike)) return []
    const other = texts.find((text) => !wide.isValue(text)) ?? texts[0] ?? ''
    return [
      { index, heading: told(heading), field: wideFieldOf(index), sample: other.slice(0, SAMPLE_MAX).toWellFormed() },
    ]
  })
}

const SAMPLE_MAX = 80

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

/** The name of a wide column's field, as `wideColumns` has it. */
export const wideHeading = (kind: ImportKind, heading: string) => `${WIDE[kind]?.of} ${told(heading)}`
