import { type Kysely, sql } from 'kysely'

/** "Book" and "book" are one type in a search for books; each entry keeps what was typed. */
const statements = [
  `create collation words_in_any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
  'alter table library_entries alter column type type text collate words_in_any_case',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
