import { type Kysely, sql } from 'kysely'

/** The one file of an announcement. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table announcement_files (
    announcement_id integer primary key references announcements,
    name text not null,
    type text not null,
    size integer not null check (size > 0),
    sha256 bytea not null,
    storage_key text not null unique
  )`.execute(db)
}
