import { createHash } from 'node:crypto'
import { setImmediate as otherWork } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { ImportRow } from '../../../shared/contract/imports.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import { folded } from '../../../shared/folding.ts'
import { labelOf } from '../../../shared/labels.ts'
import { mayManage } from '../../../shared/permissions.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import type { Caller } from '../../core/caller.ts'
import { fieldErrors } from '../../core/field-errors.ts'
import type { Column } from './columns.ts'
import { isSamePhone, phoneOfFile } from './phones.ts'
import { type Errors, type FileRow, type Readings, told } from './rows.ts'

// The plan of an import, decided once for preview and import alike.

/** Somebody whom a row may be about. */
export interface Person {
  id: number
  userId: number
  updatedAt: string
  roles: string[]
  /** The stored values, by field. */
  values: Record<string, unknown>
}

export interface NamedRecord {
  id: number
  name: string
}

/** The differences between the plan of students and that of staff. */
export interface Kind<I extends Schema, C extends Schema> {
  columns: readonly Column[]
  input: I
  change: C
  caller: Caller
  /** The names that a column takes, by field. */
  options: Record<string, readonly NamedRecord[]>
  /** Finds the person of a row, and what is wrong about that. */
  match(cells: Record<string, string>): { person?: Person | undefined; errors: Errors }
  /** Returns what the house rules have against it; `given` holds what is new. */
  refusals(given: Record<string, unknown>, person: Person | undefined): Errors
}

export interface PlannedRow<I extends Schema, C extends Schema> {
  row: ImportRow
  create?: z.output<I>
  update?: { id: number; change: z.output<C> }
  /** When the person was last changed, as the plan read it. */
  readAt?: string
}

const GENDERS: Record<string, string> = { m: 'male', f: 'female' }

/** A cell as the schema wants it; what it cannot make out is left for the schema to refuse. */
function tidied(kind: Column['kind'], text: string): string {
  const word = text.toLowerCase()
  if (kind === 'gender') return GENDERS[word] ?? word
  return kind === 'status' ? word.replace(/[\s-]+/g, '_') : text
}

/** A number in another spelling than the stored one is the stored one. */
function phoneOf(text: string, stored: unknown): string | undefined {
  return typeof stored === 'string' && isSamePhone(stored, text) ? stored : phoneOfFile(text)
}

/** The first other line for each row that has the same key as another. */
function twins<T>(rows: readonly T[], keyOf: (row: T) => unknown, lineOf: (row: T) => number): Map<T, number> {
  const found = new Map<T, number>()
  const firsts = new Map<unknown, T>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === undefined) continue
    const first = firsts.get(key)
    if (!first) {
      firsts.set(key, row)
      continue
    }
    found.set(row, lineOf(first))
    if (!found.has(first)) found.set(first, lineOf(row))
  }
  return found
}

const lowered = (text: string | undefined) => text?.toLowerCase()

function readable(column: Column, value: unknown, options: readonly NamedRecord[] | undefined): string | null {
  if (value === null || value === undefined) return null
  if (options) return options.find(({ id }) => id === value)?.name ?? null
  if (column.kind === 'date') return writtenDay(String(value))
  return column.kind === 'gender' || column.kind === 'status' ? labelOf(String(value)) : String(value)
}

const isSame = (field: string, stored: unknown, given: unknown) =>
  field === 'email' ? lowered(String(stored)) === lowered(String(given)) : (stored ?? null) === (given ?? null)

/** The ids of the names in a column, by field. */
type IdsByName = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Returns a cell as the schema wants it, or why it is no value. */
function cellValue(
  { field, heading, kind }: Column,
  text: string,
  person: Person | undefined,
  byName: IdsByName,
): { value?: string | number; problem?: string } {
  const ids = byName.get(field)
  if (ids) {
    const value = ids.get(folded(text))
    return value === undefined ? { problem: `${heading} "${told(text)}" does not exist` } : { value }
  }
  if (kind !== 'phone') return { value: tidied(kind, text) }
  const value = phoneOf(text, person?.values.phone)
  return value === undefined ? { problem: 'Please enter a valid phone number' } : { value }
}

/** Returns a row's values for the schema, the errors of cells that are no value, and how its cells were read. */
function valuesOf(columns: readonly Column[], { cells, read }: FileRow, person: Person | undefined, byName: IdsByName) {
  const given: Record<string, unknown> = {}
  const wrong: Errors = {}
  const readings: Readings = { ...read }
  for (const column of columns) {
    const { field, heading, kind } = column
    const text = cells[field]
    if (text === undefined) continue
    const { value, problem } = cellValue(column, text, person, byName)
    if (problem !== undefined) wrong[field] = [problem]
    else given[field] = value
    if (kind === 'phone' && value !== undefined && value !== text && value !== person?.values.phone)
      readings[heading] = [told(text), String(value)]
  }
  return { given, wrong, readings }
}

/** A row with the person that it is about. */
type MatchedRow = FileRow & { person: Person | undefined; errors: Errors }

/** Another line about the same, for the rows that have one. */
interface Twins {
  roll: Map<MatchedRow, number>
  email: Map<MatchedRow, number>
  person: Map<MatchedRow, number>
}

function addError(errors: Errors, field: string, ...messages: string[]): void {
  errors[field] = [...(errors[field] ?? []), ...messages]
}

function addFirstErrors(errors: Errors, more: Errors): void {
  for (const [field, messages] of Object.entries(more)) errors[field] ??= messages
}

function addTwinErrors(errors: Errors, row: MatchedRow, { roll, email, person }: Twins): void {
  if (roll.has(row)) addError(errors, 'roll_no', `Line ${roll.get(row)} has the same roll number`)
  if (email.has(row)) addError(errors, 'email', `Line ${email.get(row)} has the same email`)
  if (person.has(row) && !roll.has(row) && !email.has(row))
    addError(errors, 'email', `Line ${person.get(row)} is about the same person`)
}

/** Plans one row: what it adds or changes, and everything that is wrong with it. */
function planRow<I extends Schema, C extends Schema>(
  kind: Kind<I, C>,
  of: MatchedRow,
  byName: IdsByName,
  twinsOf: Twins,
): PlannedRow<I, C> {
  const { line, name, key, person } = of
  const errors: Errors = { ...of.errors }
  addTwinErrors(errors, of, twinsOf)
  const { given, wrong, readings } = valuesOf(kind.columns, of, person, byName)
  for (const [field, messages] of Object.entries(wrong)) addError(errors, field, ...messages)
  const parsed = z.safeParse(person ? kind.change : kind.input, given)
  const data: Record<string, unknown> = parsed.success ? { ...(parsed.data as object) } : given
  if (!parsed.success) addFirstErrors(errors, fieldErrors(parsed.error.issues))

  const changed = kind.columns.filter(
    ({ field }) => person && field in data && !isSame(field, person.values[field], data[field]),
  )
  const news = person ? Object.fromEntries(changed.map(({ field }) => [field, data[field]])) : data
  // A row that changes nothing may be about anybody: a file that was exported comes back with all its rows.
  if (!person || changed.length > 0) addFirstErrors(errors, kind.refusals(news, person))
  if (person && changed.length > 0 && !mayManage(kind.caller.roles, person.roles))
    addError(errors, 'email', 'You are not allowed to change this person')

  const row: ImportRow = { line, outcome: 'error', name, key, read: readings, changes: {}, errors }
  if (Object.keys(errors).length > 0) return { row }
  if (!person) return { row: { ...row, outcome: 'create' }, create: data as z.output<I> }
  if (changed.length === 0) return { row: { ...row, outcome: 'unchanged' } }
  return {
    row: { ...row, outcome: 'update', changes: changesOf(kind, changed, person, data) },
    update: { id: person.id, change: news as z.output<C> },
    readAt: person.updatedAt,
  }
}

/** Returns the changed values as people read them, by heading. */
const changesOf = (
  { options }: Kind<Schema, Schema>,
  changed: readonly Column[],
  person: Person,
  data: Record<string, unknown>,
): ImportRow['changes'] =>
  Object.fromEntries(
    changed.map((column) => {
      const { field, heading } = column
      const shown = (value: unknown) => readable(column, value, options[field])
      return [heading, [shown(person.values[field]), shown(data[field])]]
    }),
  )

const ROWS_AT_ONCE = 100

/** Plans every row of a file; the event loop gets its turn in between. */
export async function planRows<I extends Schema, C extends Schema>(
  kind: Kind<I, C>,
  rows: readonly FileRow[],
): Promise<PlannedRow<I, C>[]> {
  const byName: IdsByName = new Map(
    Object.entries(kind.options).map(([field, options]) => [
      field,
      new Map(options.map(({ id, name }) => [folded(name), id])),
    ]),
  )
  const matched = rows.map((row): MatchedRow => {
    const { person, errors } = kind.match(row.cells)
    return { ...row, person, errors: { ...errors, ...row.errors } }
  })
  const lineOf = ({ line }: MatchedRow) => line
  const twinsOf = {
    roll: twins(matched, ({ cells }) => lowered(cells.roll_no), lineOf),
    email: twins(matched, ({ cells }) => lowered(cells.email), lineOf),
    person: twins(matched, ({ person }) => person?.id, lineOf),
  }
  const planned: PlannedRow<I, C>[] = []
  for (const row of matched) {
    planned.push(planRow(kind, row, byName, twinsOf))
    if (planned.length % ROWS_AT_ONCE === 0) await otherWork()
  }
  return planned
}

/** Stands for a file and all that its import will do. */
export const digestOf = (file: { sha256: Buffer }, plan: readonly PlannedRow<Schema, Schema>[]) =>
  createHash('sha256')
    .update(file.sha256)
    .update(JSON.stringify(plan.map(({ row, create, update }) => [row, create, update])))
    .digest('base64url')
