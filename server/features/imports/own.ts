import type { ImportKind } from '../../../shared/contract/imports.ts'
import type { OwnField } from '../../../shared/contract/own-fields.ts'
import { folded } from '../../../shared/folding.ts'
import { checkOwnValue, ownKey } from '../../../shared/own-values.ts'
import { mayManage } from '../../../shared/permissions.ts'
import type { Caller } from '../../core/caller.ts'
import type { Db } from '../../db/types.ts'
import { activeFields } from '../own-fields/reads.ts'
import { findOwnValues } from '../own-fields/values.reads.ts'
import type { Column } from './column.ts'
import type { Errors, FileRow } from './file-row.ts'
import type { Unique } from './kinds.ts'
import { asciiOf } from './written.ts'

// The fields that a college has added are columns, too: `own.7` is the one with the id 7.

const ENTITIES: Partial<Record<ImportKind, OwnField['entity']>> = { students: 'student', staff: 'staff' }
const PREFIX = 'own.'

const columnOf = (own: OwnField): Column => ({
  field: `${PREFIX}${own.id}`,
  heading: own.name,
  kind: own.kind === 'day' ? 'date' : 'text',
  also: [],
  perhaps: [],
  own,
})

/** Reads the columns that own fields add to an import. */
export async function ownColumns(db: Db, kind: ImportKind): Promise<Column[]> {
  const entity = ENTITIES[kind]
  if (!entity) return []
  const fields = await activeFields(db, entity)
  return fields.toSorted((one, other) => one.position - other.position).map(columnOf)
}

/** Returns a cell as it is stored, or why it is no value. An option may be written otherwise. */
export function ownCell(own: OwnField, text: string): { value?: unknown; problem?: string } {
  if (own.kind === 'number') return checkOwnValue(own, asciiOf(text))
  const option = own.options.find((one) => folded(one) === folded(text))
  return checkOwnValue(own, option ?? text)
}

/** Says what a template's column takes, by heading. */
export const ownHelp = (columns: readonly Column[]): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(({ heading, own }) => {
      if (!own) return []
      const takes = {
        text: 'A line of text',
        number: 'A number',
        day: 'A date, best as YYYY-MM-DD',
        choice: `One of: ${own.options.join(', ')}`,
      }[own.kind]
      return [
        [
          heading,
          [takes, own.is_required && 'required for a new one', own.is_unique && 'no two alike']
            .filter(Boolean)
            .join('; '),
        ],
      ]
    }),
  )

/** Makes a body of the values by field: those of own fields stand in `own`. */
export function bodyOf(values: Record<string, unknown>): Record<string, unknown> {
  if (!Object.keys(values).some((field) => field.startsWith(PREFIX))) return values
  const entries = Object.entries(values)
  const own = entries.filter(([field]) => field.startsWith(PREFIX))
  return {
    ...Object.fromEntries(entries.filter(([field]) => !field.startsWith(PREFIX))),
    own: Object.fromEntries(own.map(([field, value]) => [field.slice(PREFIX.length), value])),
  }
}

/** Makes values by field of a body. */
export function valuesOfBody(body: Record<string, unknown>): Record<string, unknown> {
  if (body.own === undefined) return body
  const { own, ...values } = body
  return {
    ...values,
    ...Object.fromEntries(Object.entries(own ?? {}).map(([id, value]) => [`${PREFIX}${id}`, value])),
  }
}

/** Says which required fields a new record lacks. */
export function lackingOwn(columns: readonly Column[], given: Record<string, unknown>): Errors {
  const errors: Errors = {}
  for (const { field, own } of columns)
    if (own?.is_required && given[field] === undefined) errors[field] = [`${own.name} is required`]
  return errors
}

const keyOf = ({ field, own }: Column, cells: Record<string, string>): string | undefined => {
  const text = cells[field]
  const value = text === undefined || !own ? undefined : ownCell(own, text).value
  return typeof value === 'string' && own ? ownKey(own, value) : undefined
}

interface KnownPerson {
  id: number | null
  roles: readonly string[]
}

/** The own fields of an import with what is stored of them; one statement, however many rows the file has. */
export interface OwnPlan {
  columns: readonly Column[]
  uniques: readonly Unique[]
  /** The stored values of a person, by field. */
  valuesOf(person: KnownPerson): Record<string, string>
  /** Says which new values another record has. */
  taken(given: Record<string, unknown>, knownId: number | undefined): Errors
}

export async function readOwnPlan(
  db: Db,
  caller: Caller,
  kind: 'students' | 'staff',
  rows: readonly FileRow[],
  people: readonly KnownPerson[],
): Promise<OwnPlan> {
  const columns = await ownColumns(db, kind)
  const unique = columns.filter(({ own }) => own?.is_unique)
  const keys = unique.flatMap((column) => rows.flatMap(({ cells }) => keyOf(column, cells) ?? []))
  const ids = people.flatMap(({ id }) => id ?? [])
  const stored =
    columns.length > 0 ? await findOwnValues(db, kind === 'students' ? 'student' : 'staff', { ids, keys }) : []
  const byRecord = Map.groupBy(stored, ({ record_id }) => record_id)
  const holders = new Map(stored.map((row) => [`${PREFIX}${row.field_id} ${row.value_key}`, row.record_id]))
  return {
    columns,
    uniques: unique.map((column) => ({
      field: column.field,
      noun: column.heading,
      keyOf: (cells) => keyOf(column, cells),
    })),
    // By "unchanged" a sender who may not change a person would be told what is stored.
    valuesOf: ({ id, roles }) =>
      Object.fromEntries(
        (id !== null && mayManage(caller.roles, roles) ? (byRecord.get(id) ?? []) : []).map((row) => [
          `${PREFIX}${row.field_id}`,
          row.value,
        ]),
      ),
    taken: (given, knownId) =>
      Object.fromEntries(
        unique.flatMap(({ field, heading, own }) => {
          const holder = own && typeof given[field] === 'string' && holders.get(`${field} ${ownKey(own, given[field])}`)
          return holder && holder !== knownId ? [[field, [`${heading} is already in use`]]] : []
        }),
      ),
  }
}
