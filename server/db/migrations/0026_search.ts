import { type Kysely, sql } from 'kysely'

/** The names that people look for, in whatever case. */
const NAMES = [
  ['users', 'name'],
  ['students', 'roll_no'],
  ['groups', 'name'],
  ['tasks', 'name'],
  ['library_entries', 'title'],
  ['feedback_surveys', 'title'],
] as const

/** A server may lack the extension, or keep it from the database's owner: names are found without it too, only later. */
const extension = `do $$ begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not to be had: %', sqlerrm;
end $$`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of NAMES)
    await sql.raw(`create index ${table}_${column}_begins on ${table} (lower(${column}) text_pattern_ops)`).execute(db)
  await sql.raw(extension).execute(db)
  // An extension that was there before may lie in a schema of its own.
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_opclass c
    join pg_namespace n on n.oid = c.opcnamespace where opcname = 'gin_trgm_ops'`.execute(db)
  const [found] = rows
  if (!found) return
  for (const [table, column] of NAMES)
    await sql`create index ${sql.id(`${table}_${column}_contains`)} on ${sql.table(table)}
      using gin (lower(${sql.id(column)}) ${sql.id(found.schema, 'gin_trgm_ops')})`.execute(db)
}
