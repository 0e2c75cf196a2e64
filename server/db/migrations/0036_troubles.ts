import { type Kysely, sql } from 'kysely'

/** The last errors and slow statements of all processes, counted by day: what the status page shows. */
const statements = [
  `create table troubles (
    day date not null,
    digest bytea not null check (length(digest) = 32),
    kind text not null check (kind in ('error', 'slow-statement')),
    what text not null,
    detail text,
    times integer not null default 1 check (times > 0),
    longest_ms integer,
    first_at timestamptz(3) not null,
    last_at timestamptz(3) not null,
    primary key (day, digest),
    check ((longest_ms is not null) = (kind = 'slow-statement'))
  )`,
  'create index troubles_newest on troubles (kind, last_at desc)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
