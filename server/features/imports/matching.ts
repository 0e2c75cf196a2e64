import type { ColumnChoice } from '../../../shared/contract/import-answers.ts'
import type { ImportColumn, ImportKind } from '../../../shared/contract/imports.ts'
import { isWideField, wideFieldOf } from '../../../shared/wide-fields.ts'
import { invalid } from '../../core/errors.ts'
import { headingsNote, plainHeading, type ReadSheet, withoutRemarks } from '../../documents/sheets/lines.ts'
import { refusedFile } from '../../documents/sheets/read.ts'
import { type Column, type Matched, meaningOf } from './column.ts'
import { headingsOf, KEYS } from './columns.ts'
import { isRow, tells } from './content.ts'
import { departmentOfField, isGroupHeading } from './groups.ts'
import type { NamesByField } from './names.ts'
import { likeOwn } from './own-headings.ts'
import { takeWide, unsureColumns, wideNotes } from './wide.ts'

// Matches the columns of a file with the fields: as the sender says, else by heading, else by what stands in them.

const namesIn = (columns: readonly Matched[]) => columns.map(({ heading }) => `"${heading}"`)
const NAMED_MOST = 5

/** Says which columns mean the same. */
function rivalsText(rivals: readonly Matched[]): string {
  const [first, second] = rivals
  if (first && !second) return `The column "${first.heading}" does not say of which department its groups are`
  const isTwice = rivals.length === 2 && first?.heading === second?.heading
  if (isTwice) return `The column "${first?.heading}" is there twice`
  const more = rivals.length - NAMED_MOST
  const named = namesIn(rivals.slice(0, NAMED_MOST)).join(' and ') + (more > 0 ? ` and ${more} more` : '')
  return `The columns ${named} ${rivals.length === 2 ? 'both' : 'all'} mean ${first?.asks?.heading}`
}

/** The questions that only the sender can answer, by field. */
export function openQuestions(matched: readonly Matched[]): string[] {
  const asked = new Set(matched.flatMap(({ asks }) => asks ?? []))
  return [...asked].map((one) => {
    const rivals = matched.filter(({ asks }) => asks === one)
    return `${rivalsText(rivals)}. Say ${rivals.length === 1 ? 'so, or leave it out' : 'which one is read'}.`
  })
}

/** @throws 422 on `columns` for a column that the file lacks, an unknown field, and a field that is used twice */
function refuseWrongChoice(choice: ColumnChoice, columns: readonly Column[], count: number): void {
  const said = (message: string) => invalid({ columns: [message] })
  const fields = Object.values(choice).filter((field) => field !== null)
  const beyond = Object.keys(choice).find((index) => Number(index) >= count)
  if (beyond !== undefined) throw said(`The file has no column ${beyond}`)
  const unknown = fields.find((field) => columns.every((one) => one.field !== field))
  if (unknown !== undefined) throw said(`There is no field "${unknown}"`)
  const misplaced = Object.entries(choice).find(
    ([index, field]) => field !== null && isWideField(field) && field !== wideFieldOf(Number(index)),
  )
  if (misplaced) throw said(`Column ${misplaced[0]} can't be used as another column`)
  const twice = columns.find(({ field }) => fields.filter((one) => one === field).length > 1)
  if (twice) throw said(`Two columns are used as ${twice.heading}. Use one of them.`)
}

function chosen(matched: readonly Matched[], choice: ColumnChoice, columns: readonly Column[]): void {
  const byPlace = new Map(Object.entries(choice).map(([index, field]) => [Number(index), field]))
  for (const one of matched) {
    const field = byPlace.get(one.index)
    if (field === undefined) continue
    one.column = columns.find((column) => column.field === field)
    one.by = 'choice'
  }
}

/** So many values show what a column is. */
const TEXTS_LOOKED_AT = 200

function firstTexts(sheet: ReadSheet, index: number, most: number): string[] {
  const texts: string[] = []
  for (const { cells } of sheet.rows) {
    const text = (cells[index] ?? '').trim()
    if (text !== '') texts.push(text)
    if (texts.length === most) break
  }
  return texts
}

/** Those that nobody has decided about. */
const openOnes = (matched: readonly Matched[]) => matched.filter(({ by, asks }) => by === null && asks === undefined)

function take(candidates: readonly Matched[], column: Column, by: 'heading' | 'content'): void {
  const [only, ...rivals] = candidates
  if (!only) return
  if (rivals.length === 0) Object.assign(only, { column, by })
  else if (by === 'heading') for (const one of candidates) one.asks = column
}

/** People of whom a title may say that the columns below are theirs. */
const OTHER_PEOPLE =
  /father|mother|parent|guardian|husband|spouse|emergency|relative|kin|supervisor|sponsor|referee|والد|سرپرست/

/** Matches brackets that say only that the cells are the student's. */
const OF_STUDENT = /\((?:of )?(?:the )?students?\)/gi

/**
 * Returns a heading in its plain form. A sign at its end is the word "No" where that makes it a known one, as "Staff #";
 * "(Student)" behind it says nothing there. An own field of that name comes first.
 */
function plainIn(heading: string, known: readonly Column[]): string {
  const plain = plainHeading(heading)
  const short = withoutRemarks(heading).replace(OF_STUDENT, '').trimEnd()
  const others = [short.replace(/#$/, ' No'), short].map(plainHeading).filter((one) => one !== plain)
  if (others.length === 0) return plain
  const own = known.filter((column) => column.own)
  const isOf = (columns: readonly Column[]) => (one: string) => columns.some((it) => meaningOf(it, one) !== undefined)
  return [plain, ...others].find(isOf(own)) ?? others.find(isOf(known)) ?? plain
}

/** Returns a column's heading, with its title where that tells more: whose it is, or which of two; and by what it is known. */
function headingIn(
  { columns, titles }: ReadSheet,
  index: number,
  known: readonly Column[],
  plainOnes: readonly string[],
) {
  const [own = '', title = '', plain = ''] = [columns[index], titles[index], plainOnes[index]]
  if (title === '') return { heading: own, plain }
  const both = `${title} ${own}`
  const plainBoth = plainIn(both, known)
  const isKnown = known.some((column) => meaningOf(column, plainBoth) !== undefined)
  const isTwice = plainOnes.some((other, at) => at !== index && other === plain)
  if (isKnown || OTHER_PEOPLE.test(plainHeading(title))) return { heading: both, plain: plainBoth }
  return { heading: isTwice ? both : own, plain }
}

/**
 * Matches the columns of a file.
 * @param names the names that columns take, by which a column is known that has no known heading
 * @throws 422 on `columns` for a wrong choice, on `file` when the records can't be found by any of its columns
 */
export function matchColumns(
  kind: ImportKind,
  sheet: ReadSheet,
  all: readonly Column[],
  choice: ColumnChoice | undefined,
  names: NamesByField,
): Matched[] {
  // A heading may be the name of an own field and another word for a common one.
  const columns = [...all.filter(({ own }) => own), ...all.filter(({ own }) => !own)]
  const plainOnes = sheet.columns.map((heading) => plainIn(heading, columns))
  const headings = sheet.columns.map((_, index) => headingIn(sheet, index, columns, plainOnes))
  const matched = headings.map(
    ({ heading }, index): Matched => ({ index, heading, column: undefined, by: null, asks: undefined }),
  )
  if (choice) {
    refuseWrongChoice(choice, columns, matched.length)
    chosen(matched, choice, columns)
  }
  const isFree = (column: Column) => matched.every((one) => one.column !== column && one.asks !== column)
  const plain = headings.map(({ plain }) => plain)
  for (const how of ['sure', 'perhaps'])
    for (const column of columns.filter(isFree)) {
      const meant = openOnes(matched).filter(({ index }) => meaningOf(column, plain[index] ?? '') === how)
      take(meant, column, 'heading')
    }
  takeLikeOwn(columns, matched, isFree)
  const free = columns.filter((column) => !isWideField(column.field) && isFree(column))
  const unknown = openOnes(matched).map((one) => ({ one, texts: firstTexts(sheet, one.index, TEXTS_LOOKED_AT) }))
  for (const column of free) {
    const told = unknown.filter(
      ({ one, texts }) => !one.by && tells(kind, column, plain[one.index] ?? '', texts, names),
    )
    take(
      told.map(({ one }) => one),
      column,
      'content',
    )
  }
  takeWide(kind, matched, columns, (index) => firstTexts(sheet, index, TEXTS_LOOKED_AT))
  askDepartment(columns.filter(isFree), matched, plain)
  if (!choice) refuseUnmatched(kind, sheet, matched)
  return matched
}

/** Takes columns for own fields whose names say nearly what their headings say, where that is one field and no other. */
function takeLikeOwn(columns: readonly Column[], matched: readonly Matched[], isFree: (column: Column) => boolean) {
  const open = openOnes(matched).filter(({ heading }) =>
    columns.every((one) => meaningOf(one, plainHeading(heading)) === undefined),
  )
  const meant = new Map(open.map((one) => [one, likeOwn(one.heading, columns)]))
  for (const column of new Set(meant.values()))
    if (column && isFree(column))
      take(
        open.filter((one) => meant.get(one) === column),
        column,
        'heading',
      )
}

/** Takes a column "Group" for the groups of the only department, or asks of which it says the groups. */
function askDepartment(free: readonly Column[], matched: readonly Matched[], plain: readonly string[]): void {
  const [first, ...others] = free.filter(({ field }) => departmentOfField(field) !== undefined)
  const [one, ...more] = openOnes(matched).filter(({ index }) => isGroupHeading(plain[index] ?? ''))
  if (!first || !one) return
  if (others.length === 0 && more.length === 0) Object.assign(one, { column: first, by: 'heading' })
  else for (const each of [one, ...more]) each.asks = first
}

const knownOnes = (matched: readonly Matched[]) => matched.filter(({ by, asks }) => by === 'heading' || asks)
const lineNote = (kind: ImportKind, { line, columns }: ReadSheet) =>
  headingsNote(line, columns, new Set(headingsOf(kind)))

/** Refuses a file whose headings are a row, or without a column that its records are found by, if no other may be it. */
function refuseUnmatched(kind: ImportKind, sheet: ReadSheet, matched: readonly Matched[]): void {
  const known = knownOnes(matched).length
  const isHeadless = known === 0 && isRow(sheet.columns)
  const mayBe = known > 0 && known < matched.length
  if (isHeadless || (lacksKey(kind, matched) && !mayBe))
    throw refusedFile(KEYS[kind].missing, lineNote(kind, sheet), ...sheet.notes)
}

/** Says which columns were taken for something by what stands in them. */
export function contentNotes(kind: ImportKind, sheet: ReadSheet, matched: readonly Matched[]): string[] {
  const guessed = matched.filter(({ by, column }) => by === 'content' && !isWideField(column?.field ?? ''))
  const told = guessed.map(
    ({ index, heading, column }) =>
      `${heading === '' ? `Column ${index + 1}, which has no heading,` : `The column "${heading}"`} was taken for ${column?.heading} by what stands in it.`,
  )
  const all = [...told, ...wideNotes(kind, matched)]
  return all.length > 0 && knownOnes(matched).length === 0 ? [lineNote(kind, sheet), ...all] : all
}

/** Returns whether no column is there, or asked about, by which the records are found. */
export const lacksKey = (kind: ImportKind, matched: readonly Matched[]) =>
  !KEYS[kind].fields.some((field) => matched.some(({ column, asks }) => (column ?? asks)?.field === field))

const SAMPLES = 3
const SAMPLE_MAX = 80

function samplesOf(sheet: ReadSheet, index: number): string[] {
  const texts = firstTexts(sheet, index, TEXTS_LOOKED_AT).map((text) => text.slice(0, SAMPLE_MAX).toWellFormed())
  return [...new Set(texts)].slice(0, SAMPLES)
}

/** The columns of the file that are not read, and that may have marks or entries all the same. */
export const unsureOnes = (kind: ImportKind, sheet: ReadSheet, matched: readonly Matched[]) =>
  unsureColumns(kind, matched, (index) => firstTexts(sheet, index, TEXTS_LOOKED_AT))

/** The columns of the file as the preview tells them. */
export const toldColumns = (sheet: ReadSheet, matched: readonly Matched[]): ImportColumn[] =>
  matched.map(({ index, heading, column, by, asks }) => ({
    index,
    heading,
    field: column?.field ?? null,
    by,
    asks: asks?.field ?? null,
    samples: samplesOf(sheet, index),
  }))
