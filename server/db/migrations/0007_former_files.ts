import { type Kysely, sql } from 'kysely'

/** Handed-in files that a student has replaced: they stay, and no list of the present ones has to leave them out. */
const statements = [
  `create table former_submission_files (
    id integer generated always as identity primary key,
    submission_id integer not null references task_submissions on delete cascade,
    name text not null,
    size integer not null check (size > 0),
    sha256 bytea not null,
    storage_key text not null unique,
    replaced_at timestamptz(3) not null default now()
  )`,
  'create index former_submission_files_submission_id on former_submission_files (submission_id, id desc)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
