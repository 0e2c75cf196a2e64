import { sql } from 'kysely'
import type { Db } from '../db/types.ts'

/** A row as JSON has it. */
export type StoredRow = Record<string, unknown>
/** All rows of all tables, those of the job queue too, each table's by id, or by their first columns. */
export type StoredRows = Map<string, StoredRow[]>

interface Table {
  schema: string
  name: string
  /** Columns that the database does not make itself. */
  columns: string[]
}

/** The tables with rows that are the same again after a call: what a test has changed, it puts back. */
export async function storedOf(db: Db) {
  const { rows: tables } = await sql<Table>`select n.nspname as schema, c.relname as name,
      array_agg(a.attname::text) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and n.nspname in ('public', 'jobs') and a.attnum > 0 and not a.attisdropped
    group by 1, 2 order by 1, 2`.execute(db)
  const nameOf = ({ schema, name }: Table) => (schema === 'public' ? name : `${schema}.${name}`)
  const refOf = ({ schema, name }: Table) => sql.id(schema, name)
  const all = sql.join(
    tables.map(
      (table) => sql`select ${sql.lit(nameOf(table))} as name,
        (select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t) -> 'id', t::text), '[]') from ${refOf(table)} t) as rows`,
    ),
    sql` union all `,
  )
  const look = async (): Promise<StoredRows> => {
    const { rows } = await sql<{ name: string; rows: StoredRow[] }>`${all}`.execute(db)
    return new Map(rows.map((one) => [one.name, one.rows]))
  }
  const { rows: sequences } = await sql<{ name: string; last: string | null }>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences`.execute(db)

  /** Makes the rows of `after` those that they were, and the next ids what they would have been when this was opened. */
  const putBack = async (before: StoredRows, after: StoredRows): Promise<void> => {
    const changed = changedTables(before, after)
    await db.transaction().execute(async (tx) => {
      // Neither counts by trigger, nor refuses what may only grow.
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const table of tables.filter((one) => changed.includes(nameOf(one)))) {
        const columns = sql.join(table.columns.map((column) => sql.ref(column)))
        const rows = JSON.stringify(before.get(nameOf(table)))
        await sql`delete from ${refOf(table)}`.execute(tx)
        await sql`insert into ${refOf(table)} (${columns}) overriding system value
          select ${columns} from jsonb_populate_recordset(null::${refOf(table)}, ${rows}::jsonb)`.execute(tx)
      }
      await sql`select setval(s.name::regclass, coalesce(s.last, 1), s.last is not null)
        from jsonb_to_recordset(${JSON.stringify(sequences)}::jsonb) as s(name text, last bigint)`.execute(tx)
    })
  }
  return { look, putBack }
}

export const changedTables = (before: StoredRows, after: StoredRows): string[] =>
  [...after.keys()].filter((table) => JSON.stringify(before.get(table)) !== JSON.stringify(after.get(table)))

/** The rows of a table that a call has made, or changed. */
export function writtenRows(before: StoredRows, after: StoredRows, table: string): StoredRow[] {
  const was = new Set(before.get(table)?.map((row) => JSON.stringify(row)))
  return (after.get(table) ?? []).filter((row) => !was.has(JSON.stringify(row)))
}
