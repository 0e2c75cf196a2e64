import { sql } from 'kysely'
import type { Db } from '../db/types.ts'

/** A row as a reader of the database finds it: its place, its transactions, and its content. */
export interface Row {
  place: string
  xmin: string
  xmax: string
  columns: Record<string, unknown>
}
export type Dump = Map<string, Row[]>

/** All tables, or those that are named, as the database holds them. */
export async function dumpOf(db: Db, only?: readonly string[]): Promise<Dump> {
  const tables = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(db)
  const all: Dump = new Map()
  for (const { name } of tables.rows) {
    if (only && !only.includes(name)) continue
    const { rows } = await sql<Row>`select ctid::text as place, t.xmin::text, t.xmax::text, to_jsonb(t) as columns
      from ${sql.table(name)} t order by ctid`.execute(db)
    all.set(name, rows)
  }
  return all
}

const numberOf = (place: string) =>
  place
    .slice(1, -1)
    .split(',')
    .reduce((sum, part) => sum * 65_536 + Number(part), 0)

/** Returns the keys that a row may be sorted by: its place, its transactions, and each of its columns. */
export function keysOf({ place, xmin, xmax, columns }: Row): Record<string, number | string> {
  const values = Object.entries(columns).map(([column, value]) => [
    column,
    typeof value === 'number' ? value : JSON.stringify(value),
  ])
  return { ctid: numberOf(place), xmin: Number(xmin), xmax: Number(xmax), ...Object.fromEntries(values) }
}

export function sortedBy(rows: readonly Row[], by: string): Row[] {
  const keyed = rows.map((row) => ({ row, key: keysOf(row)[by] ?? 0 }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ row }) => row)
}

export const tablesWith = (dump: Dump, isMeant: (row: Row, table: string) => boolean): string[] =>
  [...dump].filter(([table, rows]) => rows.some((row) => isMeant(row, table))).map(([table]) => table)
