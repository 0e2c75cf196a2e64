import { folded } from '../../../shared/folding.ts'
import { labelOf } from '../../../shared/labels.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import type { CellKind, Column } from './columns.ts'
import type { NamedRecord, Stored } from './kinds.ts'
import { isSamePhone, phoneOfFile } from './phones.ts'
import { type Errors, type FileRow, type Readings, told } from './rows.ts'

// The values of a row's cells: as the contract's schema wants them, and as people read them.

/** The ids of the names in a column, by field. */
export type IdsByName = ReadonlyMap<string, ReadonlyMap<string, number>>

export const idsByName = (options: Record<string, readonly NamedRecord[]>): IdsByName =>
  new Map(
    Object.entries(options).map(([field, named]) => [field, new Map(named.map(({ id, name }) => [folded(name), id]))]),
  )

/** The meaning of a cell by its kind; what `value` cannot make out it leaves for the schema to refuse. */
interface Meaning {
  value(text: string): string
  shown(value: string): string
}

const GENDERS: Record<string, string> = { m: 'male', f: 'female' }

const asItIs = (text: string) => text
const TEXT: Meaning = { value: asItIs, shown: asItIs }

const MEANINGS: Record<CellKind, Meaning> = {
  text: TEXT,
  person: TEXT,
  name: TEXT,
  phone: TEXT,
  date: { value: asItIs, shown: writtenDay },
  gender: { value: (text) => GENDERS[text.toLowerCase()] ?? text.toLowerCase(), shown: labelOf },
  status: { value: (text) => text.toLowerCase().replace(/[\s-]+/g, '_'), shown: labelOf },
}

/** A number in another spelling than the stored one is the stored one. */
function phoneOf(text: string, stored: unknown): string | undefined {
  return typeof stored === 'string' && isSamePhone(stored, text) ? stored : phoneOfFile(text)
}

/** Returns a cell as the schema wants it, or why it is no value. */
function cellValue(
  { field, heading, kind }: Column,
  text: string,
  known: Stored | undefined,
  byName: IdsByName,
): { value?: unknown; problem?: string } {
  const ids = byName.get(field)
  if (ids) {
    const value = ids.get(folded(text))
    return value === undefined ? { problem: `${heading} "${told(text)}" does not exist` } : { value }
  }
  if (kind !== 'phone') return { value: MEANINGS[kind].value(text) }
  const value = phoneOf(text, known?.values.phone)
  return value === undefined ? { problem: 'Please enter a valid phone number' } : { value }
}

/** Returns a row's values for the schema, the errors of cells that are no value, and how its cells were read. */
export function valuesOf(
  columns: readonly Column[],
  { cells, read }: FileRow,
  known: Stored | undefined,
  byName: IdsByName,
) {
  const given: Record<string, unknown> = {}
  const wrong: Errors = {}
  const readings: Readings = { ...read }
  for (const column of columns) {
    const { field, heading, kind } = column
    const text = cells[field]
    if (text === undefined) continue
    const { value, problem } = cellValue(column, text, known, byName)
    if (problem !== undefined) wrong[field] = [problem]
    else given[field] = value
    if (kind === 'phone' && value !== undefined && value !== text && value !== known?.values.phone)
      readings[heading] = [told(text), String(value)]
  }
  return { given, wrong, readings }
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
