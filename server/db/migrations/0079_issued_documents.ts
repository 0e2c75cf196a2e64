import { type Kysely, sql } from 'kysely'
import type { WayBack } from '../types.ts'

/** The list of all issued documents is searched by name, roll number and number, and narrowed by kind and state. */
const statements = [
  `alter table verified_documents add column found_by_folded text collate "C" not null
    generated always as (folded(number || ' ' || coalesce(name, '') || ' ' || coalesce(roll_no, ''))) stored`,
  'create index verified_documents_kind on verified_documents (kind, id desc)',
  'create index verified_documents_state on verified_documents (state, id desc)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_opclass c
    join pg_namespace n on n.oid = c.opcnamespace where opcname = 'gin_trgm_ops'`.execute(db)
  const [trigrams] = rows
  if (trigrams)
    await sql`create index verified_documents_contains on verified_documents
      using gin (found_by_folded ${sql.id(trigrams.schema, 'gin_trgm_ops')})`.execute(db)
}

export const back: WayBack = {
  losing: {},
  statements: [
    'alter table verified_documents drop column found_by_folded',
    'drop index verified_documents_kind',
    'drop index verified_documents_state',
  ],
}
