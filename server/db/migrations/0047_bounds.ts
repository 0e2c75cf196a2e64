import { type Kysely, sql } from 'kysely'

const statements = [
  // The amounts that a person has added today, by kind (docs/decisions/0051-bounds.md). No foreign key: a count must
  // lock no account, and is swept after two days.
  `create table day_amounts (
    user_id integer not null,
    day date not null,
    what text not null,
    amount bigint not null check (amount >= 0),
    primary key (user_id, day, what)
  )`,
  `create index day_amounts_by_day on day_amounts (day)`,

  // Files that an administrator has set aside to make room: their rows stay, and the sweep must not bring them back.
  `create table set_aside_files (
    file_key text primary key,
    at timestamptz not null default now()
  )`,

  // The open reports of a student are counted when one is filed.
  `create index reportings_open_of_reporter on reportings (reported_by)
    where withdrawn_at is null and status not in ('resolved', 'closed')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
