import { folded } from '../../../shared/folding.ts'
import { DEPARTMENT_TYPES, LEVEL_WORDS, LEVELS, labelOf, PERSON_GENDERS, wordOf } from '../../../shared/labels.ts'
import { YEARS } from '../../../shared/limits.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import type { CellKind, Column } from './column.ts'
import { type Errors, type FileRow, type Readings, told } from './file-row.ts'
import { genderOf } from './genders.ts'
import type { Lack, Stored } from './kinds.ts'
import type { NamedRecord } from './names.ts'
import { ownCell } from './own.ts'
import { isSamePhone, phoneOfFile } from './phones.ts'
import { asciiOf } from './written.ts'

// The values of a row's cells: as the contract's schema wants them, and as people read them.

/** The ids of the names in a column, by field. */
export type IdsByName = ReadonlyMap<string, ReadonlyMap<string, number>>

export const idsByName = (options: Record<string, readonly NamedRecord[]>): IdsByName =>
  new Map(
    Object.entries(options).map(([field, named]) => [
      field,
      new Map(named.flatMap(({ id, name, also = [] }) => [name, ...also].map((word) => [folded(word), id]))),
    ]),
  )

/** The meaning of a cell by its kind. */
interface Meaning {
  /** Returns a cell as the schema wants it; one that means nothing as it is, or no answer. */
  value(text: string): unknown
  /** The error of a cell for which there is no answer. */
  problem?: string
  shown(value: string): string
}

const asItIs = (text: string) => text
const TEXT: Meaning = { value: asItIs, shown: asItIs }

const NUMBER = /^-?\d{1,9}(?:\.\d{1,9})?$/
const numberOf = (text: string) => (NUMBER.test(asciiOf(text)) ? Number(asciiOf(text)) : text)

/** A level by the word that is stored, and by the one that people read. */
const LEVEL_OF = new Map(LEVELS.flatMap((level) => [level, LEVEL_WORDS[level]].map((word) => [folded(word), level])))
/** A year by its name, and by its number. */
const YEAR_OF = new Map(YEARS.flatMap((year, index) => [year, String(index + 1)].map((word) => [folded(word), year])))
const IS_YES = new Map([
  ...['yes', 'y', 'true', '1'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0'].map((word) => [word, false] as const),
])
const oneOf = (words: ReadonlyMap<string, string>) => (text: string) => words.get(folded(text)) ?? text

/** "Non Academic" and "nonacademic" are one word. */
const typeOf = (text: string) =>
  DEPARTMENT_TYPES.find((type) => lettersOf(type) === lettersOf(text)) ?? text.toLowerCase()
const lettersOf = (text: string) => folded(text).replace(/[^a-z]/g, '')

const GENDER_LABELS = new Map<string, string>(PERSON_GENDERS.map((gender) => [gender, labelOf(gender)]))

const MEANINGS: Record<CellKind, Meaning> = {
  text: TEXT,
  person: TEXT,
  name: TEXT,
  phone: { ...TEXT, problem: 'Please enter a valid phone number' },
  date: { value: asItIs, shown: writtenDay },
  gender: { value: genderOf, shown: (gender) => GENDER_LABELS.get(gender) ?? labelOf(gender) },
  status: { value: (text) => text.toLowerCase().replace(/[\s-]+/g, '_'), shown: labelOf },
  level: { value: oneOf(LEVEL_OF), shown: (level) => wordOf(LEVEL_WORDS, level) },
  year: { value: oneOf(YEAR_OF), shown: asItIs },
  number: { value: numberOf, shown: asItIs },
  percent: { value: (text) => numberOf(text.replace(/\s*%$/, '')), shown: (share) => `${share}%` },
  'department-type': { value: typeOf, shown: labelOf },
  type: { value: (text) => text.toLowerCase(), shown: labelOf },
  mark: TEXT,
  entry: TEXT,
  'yes-no': {
    value: (text) => IS_YES.get(folded(text)),
    problem: 'Write yes or no',
    shown: (value) => (value === 'true' ? 'Yes' : 'No'),
  },
}

/** A number in another spelling than the stored one is the stored one. */
function phoneOf(text: string, stored: unknown): string | undefined {
  return typeof stored === 'string' && isSamePhone(stored, text) ? stored : phoneOfFile(text)
}

/** Returns a cell as the schema wants it, or why it is no value. */
function cellValue(
  { field, heading, kind, own }: Column,
  text: string,
  known: Stored | undefined,
  byName: IdsByName,
  oneOf: string | undefined,
): { value?: unknown; problem?: string; lacks?: string } {
  if (own) return ownCell(own, text)
  const ids = byName.get(field)
  if (ids) {
    const value = ids.get(folded(text))
    if (value !== undefined) return { value }
    const problem = `${heading} "${told(text)}" does not exist`
    return { problem: oneOf === undefined ? problem : `${problem}. ${oneOf}`, lacks: text }
  }
  const meaning = MEANINGS[kind]
  const value = kind === 'phone' ? phoneOf(text, known?.values.phone) : meaning.value(text)
  return value === undefined && meaning.problem !== undefined ? { problem: meaning.problem } : { value }
}

/** Returns a row's values for the schema, the errors of cells that are no value, how its cells were read, and names that no record has. */
export function valuesOf(
  columns: readonly Column[],
  { cells, read }: FileRow,
  known: Stored | undefined,
  byName: IdsByName,
  oneOf: Record<string, string> = {},
) {
  const given: Record<string, unknown> = {}
  const wrong: Errors = {}
  const readings: Readings = { ...read }
  const lacks: Lack[] = []
  for (const column of columns) {
    const { field, heading, kind } = column
    const text = cells[field]
    if (text === undefined) continue
    const { value, problem, lacks: name } = cellValue(column, text, known, byName, oneOf[field])
    if (name !== undefined) lacks.push({ field, name: told(name) })
    if (problem !== undefined) wrong[field] = [problem]
    else given[field] = value
    if (kind === 'phone' && value !== undefined && value !== text && value !== known?.values.phone)
      readings[heading] = [told(text), String(value)]
  }
  return { given, wrong, readings, lacks }
}

/** Returns a value as people read it. */
export function readable(column: Column, value: unknown, options: readonly NamedRecord[] | undefined): string | null {
  if (value === null || value === undefined) return null
  if (options) return options.find(({ id }) => id === value)?.name ?? null
  return MEANINGS[column.kind].shown(String(value))
}

const lowered = (value: unknown) => String(value).toLowerCase()

/** Returns whether a value is the stored one. */
export const isSame = (field: string, stored: unknown, given: unknown) =>
  field === 'email' ? lowered(stored) === lowered(given) : (stored ?? null) === (given ?? null)
