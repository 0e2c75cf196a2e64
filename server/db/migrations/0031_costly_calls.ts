import { type Kysely, sql } from 'kysely'

/** Costly calls of a person, by the minute. */
const statements = [
  `create table costly_calls (
    user_id integer not null references users on delete cascade,
    minute timestamptz not null,
    calls integer not null default 1 check (calls > 0),
    primary key (user_id, minute)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
