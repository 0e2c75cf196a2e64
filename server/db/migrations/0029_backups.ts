import { type Kysely, sql } from 'kysely'

/** The backups that the schedule has made or tried: administrators are told of one that failed, or never came. */
const statements = [
  `create table backups (
    id integer generated always as identity primary key,
    due_at timestamptz(3) not null,
    started_at timestamptz(3) not null default now(),
    finished_at timestamptz(3),
    bytes bigint,
    missing_files integer,
    failure text check (failure <> ''),
    check (failure is null or finished_at is not null),
    check ((bytes is not null) = (finished_at is not null and failure is null)),
    check ((missing_files is not null) = (bytes is not null))
  )`,
  'create index backups_due_at on backups (due_at, started_at)',
  'create index backups_whole on backups (due_at) where bytes is not null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
