import type * as z from 'zod/mini'
import type { ImportKind, ImportRow } from '../../../shared/contract/imports.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import type { Column } from './column.ts'
import type { Errors, FileRow } from './file-row.ts'
import type { NamedRecord } from './names.ts'

/** The kinds of import whose rows are one record each. */
export type RowsKind = Exclude<ImportKind, 'results' | 'attendance'>

/** A stored record that a row may be about. */
export interface Stored {
  id: number
  updatedAt: string
  /** The stored values, by field. */
  values: Record<string, unknown>
}

export type Cells = Record<string, string>

/** A value that no two rows of a file may share. */
export interface Unique {
  field: string
  /** Its name in the error of a row that shares it. */
  noun: string
  /** Returns what is compared; nothing for a row without the value. */
  keyOf(cells: Cells): string | undefined
}

/** The differences between the plans of the kinds of import. */
export interface Kind<I extends Schema, C extends Schema, R extends Stored> {
  columns: readonly Column[]
  input: I
  change: C
  /** The names that a column takes, by field. */
  options: Record<string, readonly NamedRecord[]>
  /** Said of a name that does not exist, by field: what may be written. */
  oneOf?: Record<string, string>
  uniques: readonly Unique[]
  /** The noun of a record, and the field that is blamed when rows are about the same one though they share nothing. */
  same: { field: string; noun: string }
  /** Finds the record of a row, and what is wrong about that. */
  match(cells: Cells): { known?: R | undefined; errors: Errors }
  /** Returns what is said of a new record besides what its row gives. */
  besides?(given: Record<string, unknown>, row: FileRow): Record<string, unknown>
  /** Returns what the house rules have against it; `given` holds what is new. */
  refusals(given: Record<string, unknown>, known: R | undefined): Errors
  /** Returns why nothing of this record may be changed. */
  changeProblems(known: R): Errors
  /** Plans what a row says beside its record. */
  beside?(cells: Cells, data: Record<string, unknown>, known: R | undefined): Beside
}

/** A name that a row has and no record. */
export interface Lack {
  field: string
  name: string
  /** The name of the batch of a group. */
  within?: string
}

/** The part of a row's plan that its record does not hold itself. */
export interface Beside {
  errors: Errors
  values: Record<string, string>
  /** Heading → [stored, in the file], as people read them. */
  changes: ImportRow['changes']
  lacks: Lack[]
  /** The groups to join. */
  groupIds: number[]
  offers: Offers
}

/** The names that may be meant by a wrong one, by its field, where they differ from row to row. */
export type Offers = Record<string, readonly string[]>

export interface PlannedRow<I extends Schema, C extends Schema> {
  row: ImportRow
  create?: z.output<I>
  update?: { id: number; change: z.output<C> }
  /** The stored values of the fields that the update changes. */
  before?: z.output<C>
  /** When the record was last changed, as the plan read it. */
  readAt?: string
  /** The groups to join, by a row that is not wrong. */
  groupIds?: number[]
  lacks: Lack[]
  offers?: Offers
  /** The records of a row of which several come, by what becomes of them. */
  counts?: Record<'create' | 'update' | 'unchanged', number>
  /** The ids that stand for names which are made for such a row. */
  newIds?: number[]
}

/** The plan of a row of which several records come; they are written in sets. */
export interface SetRow<T> extends PlannedRow<Schema, Schema> {
  items: readonly T[]
  counts: NonNullable<PlannedRow<Schema, Schema>['counts']>
  newIds: number[]
}
