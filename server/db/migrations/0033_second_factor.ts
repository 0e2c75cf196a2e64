import { type Kysely, sql } from 'kysely'

/**
 * The second factor of a person: a secret that the authenticator app has too, sealed with a key that lies beside the
 * files, the step of the last code that was used, and the hashes of the recovery codes that were not. It holds from
 * when it was confirmed by a code. The name of a person who switched it off is told to its owner at the next sign-in.
 */
const statements = [
  `create table second_factors (
    user_id integer primary key references users (id) on delete cascade,
    secret bytea not null,
    created_at timestamptz(3) not null default now(),
    confirmed_at timestamptz(3),
    last_step integer,
    check ((confirmed_at is null) = (last_step is null))
  )`,
  `create table recovery_codes (
    user_id integer not null references second_factors (user_id) on delete cascade,
    code_hash bytea not null,
    primary key (user_id, code_hash)
  )`,
  "alter table users add column second_factor_reset_by text check (second_factor_reset_by <> '')",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
