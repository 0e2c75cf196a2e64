import { type Kysely, sql } from 'kysely'

/**
 * An account may have no email: a student signs in by roll number then, staff by staff number. No staff number looks like
 * a roll number, so that each names one person. A person may add an email later, where mail is set up by a mailed link.
 */
const statements = [
  'alter table users alter column email drop not null',
  `alter table staff add column staff_no text collate "und-x-icu"
    check (staff_no <> '' and length(staff_no) <= 20 and staff_no !~* '^MBBS-[0-9]{5}$')`,
  'create unique index staff_staff_no_key on staff (lower(staff_no))',
  'create index staff_staff_no_begins on staff (lower(staff_no) text_pattern_ops)',
  `create table email_links (
    token_hash bytea primary key check (length(token_hash) = 32),
    user_id integer not null unique references users (id) on delete cascade,
    email text not null check (email <> ''),
    expires_at timestamptz(3) not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  // Migration 0026 has made the extension, where the database allows it.
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_opclass c
    join pg_namespace n on n.oid = c.opcnamespace where opcname = 'gin_trgm_ops'`.execute(db)
  const [found] = rows
  if (!found) return
  await sql`create index staff_staff_no_contains on staff
    using gin (lower(staff_no) ${sql.id(found.schema, 'gin_trgm_ops')})`.execute(db)
}
