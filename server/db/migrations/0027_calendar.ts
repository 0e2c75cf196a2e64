import { type Kysely, sql } from 'kysely'

/**
 * The address under which a calendar program reads a person's own sessions and tasks. The id is no secret: the address
 * has a signature too, which only the server can make. The tasks of a calendar are those of some months.
 */
const statements = [
  `create table calendar_feeds (
    user_id integer primary key references users (id) on delete cascade,
    id text not null unique,
    created_at timestamptz(3) not null default now()
  )`,
  'create index tasks_end_date on tasks (end_date)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
