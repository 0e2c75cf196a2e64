import type { ImportKind, ImportPreview } from '../../../shared/contract/imports.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { FileRow } from './file-row.ts'
import type { Done } from './history.reads.ts'
import type { KeptRow } from './history.writes.ts'
import type { RowsKind, SetRow } from './kinds.ts'
import type { NewRecord } from './new-names.ts'
import type { Problems } from './problems.ts'
import type { WideColumn } from './wide-facts.ts'

/** Plans the rows of a file, for its preview and its import alike. */
export interface Planner<P> {
  /** @throws 422 on `file` for more records than one file may have */
  plan(db: Db, rows: readonly FileRow[], news: readonly NewRecord[], wide: readonly WideColumn[]): Promise<P[]>
}

/** The work of an import with several records a row: plans its rows, writes them in sets as their screen does, and undoes that. */
export interface SetJob extends Planner<SetRow<unknown>> {
  kind: Exclude<ImportKind, RowsKind>
  accountsOf: null
  /** Says what the plan took for granted, and what it changes besides its rows. */
  notes(
    db: Db,
    rows: readonly FileRow[],
    wide: readonly WideColumn[],
    plan: readonly SetRow<unknown>[],
  ): Promise<string[]>
  /** Says what the records that are made lack. */
  missing(plan: readonly SetRow<unknown>[]): ImportPreview['missing']
  write(tx: Tx, plan: readonly SetRow<unknown>[], onWritten: (count: number) => void): Promise<KeptRow[]>
  /** Names what was made for the rows, of what was written. */
  madeOf(rows: readonly KeptRow[]): { noun: string; name: string }[]
  undo(tx: Tx, done: readonly Done[], problems: Problems): Promise<void>
}

/** Returns the names of what was made for the rows, each once. */
export const madeNames = (rows: readonly KeptRow[]): string[] => [
  ...new Set(rows.filter(({ line }) => line === 0).map(({ name }) => name)),
]
