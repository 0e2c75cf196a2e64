import { type Kysely, sql } from 'kysely'

/** A person's choices to be told elsewhere than on Today. `digested_at` is when the last weekly mail was put in the queue. */
const statements = [
  `create table notice_choices (
    user_id integer primary key references users (id) on delete cascade,
    digest_since timestamptz(3),
    digested_at timestamptz(3)
  )`,
  'create index notice_choices_digested_at on notice_choices (digested_at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
