import { createHash } from 'node:crypto'
import { setImmediate as otherWork } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { ImportColumn, ImportRow, UnknownName } from '../../../shared/contract/imports.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import { fieldErrors } from '../../core/field-errors.ts'
import type { Column } from './column.ts'
import { type Errors, type FileRow, isEmpty, told } from './file-row.ts'
import type { Beside, Kind, PlannedRow, Stored } from './kinds.ts'
import { bodyOf, lackingOwn, valuesOfBody } from './own.ts'
import { type RowCheck, rowCheck } from './row-check.ts'
import { type IdsByName, idsByName, isSame, readable, valuesOf } from './values.ts'
import type { WideColumn } from './wide-facts.ts'

// The plan of an import, decided once for preview and import alike.

/** A row with the record that it is about. */
type MatchedRow<R extends Stored> = FileRow & { known: R | undefined; errors: Errors }

/** The first other line for each row that has the same key as another. */
function twins<T extends FileRow>(rows: readonly T[], keyOf: (row: T) => unknown): Map<T, number> {
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
    found.set(row, first.line)
    if (!found.has(first)) found.set(first, row.line)
  }
  return found
}

/** Finds the errors of a row that another row shares a value or the record with, besides what is wrong with it by itself. */
type FindTwins<R extends Stored> = (row: MatchedRow<R>, faults: Errors) => Errors

/** A value that is none is not shared: of two rows with one wrong email, neither is told to differ from the other. */
function twinErrorsOf<R extends Stored>(
  { uniques, same }: Pick<Kind<Schema, Schema, R>, 'uniques' | 'same'>,
  rows: readonly MatchedRow<R>[],
): FindTwins<R> {
  const shared = uniques.map((unique) => ({ ...unique, lines: twins(rows, ({ cells }) => unique.keyOf(cells)) }))
  const records = twins(rows, ({ known }) => known?.id)
  if (records.size === 0 && shared.every(({ lines }) => lines.size === 0)) return () => NO_ERRORS
  return (row, faults) => {
    const found = shared.filter(({ field, lines }) => lines.has(row) && !(field in faults))
    if (found.length > 0)
      return Object.fromEntries(
        found.map(({ field, noun, lines }) => [field, [`Line ${lines.get(row)} has the same ${noun}`]]),
      )
    return records.has(row) ? { [same.field]: [`Line ${records.get(row)} is about the same ${same.noun}`] } : {}
  }
}

function addErrors(errors: Errors, more: Errors): void {
  for (const field in more) errors[field] = [...(errors[field] ?? []), ...(more[field] ?? [])]
}

function addFirstErrors(errors: Errors, more: Errors): void {
  for (const field in more) errors[field] ??= more[field] ?? []
}

const NO_ERRORS: Errors = {}

/** The facts of a whole file by which each of its rows is planned. */
interface FileFacts<I extends Schema, C extends Schema, R extends Stored> {
  byName: IdsByName
  findTwins: FindTwins<R>
  checkInput: RowCheck<I>
  checkChange: RowCheck<C>
}

/** Plans one row: what it adds or changes, and everything that is wrong with it. */
function planRow<I extends Schema, C extends Schema, R extends Stored>(
  kind: Kind<I, C, R>,
  of: MatchedRow<R>,
  { byName, findTwins, checkInput, checkChange }: FileFacts<I, C, R>,
): PlannedRow<I, C> {
  const { line, name, key, known } = of
  const errors: Errors = { ...of.errors }
  const { given, wrong, readings, lacks } = valuesOf(kind.columns, of, known, byName, kind.oneOf)
  const parsed = known ? checkChange(bodyOf(given)) : checkInput({ ...bodyOf(given), ...kind.besides?.(given, of) })
  const data: Record<string, unknown> = parsed.success ? valuesOfBody(parsed.data as Record<string, unknown>) : given
  const faults = parsed.success ? wrong : { ...fieldErrors(parsed.error.issues), ...wrong }
  addErrors(errors, findTwins(of, faults))
  addErrors(errors, wrong)
  addFirstErrors(errors, faults)
  if (!known) addFirstErrors(errors, lackingOwn(kind.columns, of.given))

  const beside = kind.beside?.(of.cells, data, known) ?? NOTHING_BESIDE
  addFirstErrors(errors, beside.errors)
  const changed = known
    ? kind.columns.filter(({ field }) => field in data && !isSame(field, known.values[field], data[field]))
    : []
  const news = known ? Object.fromEntries(changed.map(({ field }) => [field, data[field]])) : data
  // A row that changes nothing may be about any record: a file that was exported comes back with all its rows.
  if (!known || changed.length > 0) addFirstErrors(errors, kind.refusals(news, known))
  if (known && changed.length > 0) addErrors(errors, kind.changeProblems(known))

  const values = { ...shownValues(kind, of, data, errors), ...beside.values }
  const row: ImportRow = { line, outcome: 'error', name, key, values, read: readings, changes: {}, errors }
  const planned = { lacks: [...lacks, ...beside.lacks], groupIds: beside.groupIds }
  if (!isEmpty(errors)) return { row, lacks: planned.lacks, offers: beside.offers }
  if (!known) return { ...planned, row: { ...row, outcome: 'create' }, create: bodyOf(data) as z.output<I> }
  const changes = { ...changesOf(kind, changed, known, data), ...beside.changes }
  if (isEmpty(changes)) return { ...planned, row: { ...row, outcome: 'unchanged' } }
  return {
    ...planned,
    row: { ...row, outcome: 'update', changes },
    update: { id: known.id, change: bodyOf(news) as z.output<C> },
    before: formerOf(changed, known) as z.output<C>,
    readAt: known.updatedAt,
  }
}

/** Returns the stored values of what is changed, as the change that brings them back. */
function formerOf(changed: readonly Column[], { values }: Stored): Record<string, unknown> {
  const former = Object.fromEntries(changed.map(({ field }) => [field, values[field] ?? null]))
  if (!('email' in former) || former.email !== null) return bodyOf(former)
  const { email: _, ...others } = former
  return bodyOf({ ...others, without_email: true })
}

const NOTHING_BESIDE: Beside = { errors: {}, values: {}, changes: {}, lacks: [], groupIds: [], offers: {} }

/** Returns the values of a row as they will be stored, and wrong ones as they stand in the file. */
function shownValues(
  { columns, options }: Pick<Kind<Schema, Schema, Stored>, 'columns' | 'options'>,
  { cells, given }: FileRow,
  data: Record<string, unknown>,
  errors: Errors,
): ImportRow['values'] {
  const values: ImportRow['values'] = {}
  for (const column of columns) {
    const { field } = column
    const written = given[field] ?? cells[field]
    if (written === undefined) continue
    const stored = field in errors ? null : readable(column, data[field], options[field])
    values[field] = told(stored ?? written)
  }
  return values
}

/** Returns the changed values as people read them, by heading. */
const changesOf = (
  { options }: Pick<Kind<Schema, Schema, Stored>, 'options'>,
  changed: readonly Column[],
  known: Stored,
  data: Record<string, unknown>,
): ImportRow['changes'] =>
  Object.fromEntries(
    changed.map((column) => {
      const { field, heading } = column
      const shown = (value: unknown) => readable(column, value, options[field])
      return [heading, [shown(known.values[field]), shown(data[field])]]
    }),
  )

const ROWS_AT_ONCE = 100

/** Plans every row of a file; the event loop gets its turn in between. */
export async function planRows<I extends Schema, C extends Schema, R extends Stored>(
  kind: Kind<I, C, R>,
  rows: readonly FileRow[],
): Promise<PlannedRow<I, C>[]> {
  const byName = idsByName(kind.options)
  const matched = rows.map((row): MatchedRow<R> => {
    const { known, errors } = kind.match(row.cells)
    return { ...row, known, errors: isEmpty(errors) ? row.errors : { ...errors, ...row.errors } }
  })
  using checkInput = rowCheck(kind.input)
  using checkChange = rowCheck(kind.change)
  const facts = { byName, findTwins: twinErrorsOf(kind, matched), checkInput, checkChange }
  const planned: PlannedRow<I, C>[] = []
  for (const row of matched) {
    planned.push(planRow(kind, row, facts))
    if (planned.length % ROWS_AT_ONCE === 0) await otherWork()
  }
  return planned
}

/** Returns all that the import will do for a row. The values that a record gets say what its row shows, too. */
function effectOf({ row, create, update, groupIds, counts }: PlannedRow<Schema, Schema>): unknown[] {
  const record = create ?? update
  return record === undefined ? [row, counts] : [row.line, row.outcome, row.changes, record, groupIds]
}

/** Stands for a file, what its columns were taken for, the names that are made, and all that its import will do. */
export const digestOf = (
  file: { sha256: Buffer },
  { file_columns, wide }: { file_columns: readonly ImportColumn[]; wide: readonly WideColumn[] },
  made: readonly UnknownName[],
  plan: readonly PlannedRow<Schema, Schema>[],
) =>
  createHash('sha256')
    .update(file.sha256)
    .update(JSON.stringify([file_columns.map(({ field }) => field), wide.map(({ index: _, ...facts }) => facts)]))
    .update(JSON.stringify([made, plan.map(effectOf)]))
    .digest('base64url')
