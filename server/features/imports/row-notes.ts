import type { ImportKind } from '../../../shared/contract/imports.ts'
import { plainHeading, type ReadSheet, type SheetRow } from '../../documents/sheets/lines.ts'
import { type Matched, meaningOf } from './column.ts'
import { type FileRow, told } from './file-row.ts'
import { ROLL_NUMBER } from './student-columns.ts'

// The notes on lines of a file that are not read, or not whole.

/** Names some lines: "Line 2 has", "3 lines, the first of them line 2, have". */
const linesHave = ([first, ...more]: readonly number[]) =>
  more.length === 0 ? `Line ${first} has` : `${more.length + 1} lines, the first of them line ${first}, have`

/** Says that there is text in columns that are not read: without a heading, or all that a line has. */
export function unreadNotes(
  sheet: ReadSheet,
  matched: readonly Matched[],
  isEmpty: (row: SheetRow) => boolean,
): string[] {
  const unheaded = matched.filter(({ heading, column }) => heading === '' && !column).map(({ index }) => index)
  const hasUnheaded = ({ cells, hasMore }: SheetRow) =>
    !hasMore && unheaded.some((index) => (cells[index] ?? '').trim() !== '')
  const linesOf = (is: (row: SheetRow) => boolean) => sheet.rows.filter(is).map(({ line }) => line)
  const [beside, empty] = [linesOf(hasUnheaded), linesOf(isEmpty)]
  return [
    ...(beside.length > 0 ? [`${linesHave(beside)} text in a column without a heading. It is not read.`] : []),
    ...(empty.length > 0 ? [`${linesHave(empty)} no text in any column that is read.`] : []),
  ]
}

/** Says of a file of groups that names students where these are put into groups. */
export function memberNotes(kind: ImportKind, matched: readonly Matched[]): string[] {
  if (kind !== 'groups') return []
  const members = matched.find(({ heading, column }) => !column && meaningOf(ROLL_NUMBER, plainHeading(heading)))
  if (!members) return []
  return [
    `The students in the column "${told(members.heading)}" are put into no group here. A file of students does that, with a column as "Group in Medicine".`,
  ]
}

/** Says that rows were left out as their reader wished. */
export function leftOutNotes(lines: readonly number[]): string[] {
  const [first, ...more] = lines
  if (first === undefined) return []
  return [
    more.length === 0 ? `Line ${first} is left out.` : `${lines.length} lines are left out: ${told(lines.join(', '))}.`,
  ]
}

const NAMED_MOST = 5

/** Names the first of several: "a, b and 3 more". */
const someOf = (names: readonly string[]) =>
  names.slice(0, NAMED_MOST).join(', ') + (names.length > NAMED_MOST ? ` and ${names.length - NAMED_MOST} more` : '')

const TEXT_SHOWN = 40

/** Says which lines were taken for the totals and signatures below a table. */
export function closingNotes(closing: ReadonlyMap<number, string>): string[] {
  if (closing.size === 0) return []
  const lines = [...closing].map(([line, text]) => `line ${line} ("${text.slice(0, TEXT_SHOWN).toWellFormed()}")`)
  return [`Left out, as lines that close the table: ${someOf(lines)}.`]
}

/** Says which lines were left out since another one says the same. */
export function repeatedNotes(repeated: ReadonlyMap<number, number>): string[] {
  const [[line, first] = [], ...more] = repeated
  if (line === undefined) return []
  if (more.length === 0) return [`Line ${line} says the same as line ${first}, and is left out.`]
  const lines = [...repeated].map(([one, other]) => `line ${one} (as line ${other})`)
  return [`${repeated.size} lines say the same as an earlier one, and are left out: ${someOf(lines)}.`]
}

/** Matches what stands between the name of a person and that of a parent or husband. */
const OF_PARENT = /[\s(](?:[sdw]\s?[/\\.]\s?o\b|(?:son|daughter|wife) of\b)/i

/** Says that names have a second one in them: nobody can tell where in the college's lists it should stand. */
export function parentNotes(rows: readonly FileRow[]): string[] {
  const found = rows.filter(({ cells }) => OF_PARENT.test(cells.name ?? ''))
  const [first] = found
  if (!first) return []
  const name = first.name.slice(0, TEXT_SHOWN).toWellFormed()
  return [
    `Names with a parent's or husband's in them are stored so: ${found.length}, the first in line ${first.line} ("${name}").`,
  ]
}
