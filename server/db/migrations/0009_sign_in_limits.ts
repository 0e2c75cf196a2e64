import { type Kysely, sql } from 'kysely'

/**
 * The limits of guessing. A failure belongs to the account that the database found, or to the email that it did not
 * find. The failures of the version before are forgotten: they counted for fifteen minutes.
 */
const statements = [
  'drop table login_failures',
  // No foreign key: a failure must not wait for a transaction that holds the account's row, while sign-ins from its
  // network wait for it.
  `create table login_failures (
    id bigint generated always as identity primary key,
    user_id integer,
    email text,
    network text not null,
    device bytea,
    at timestamptz(3) not null default now(),
    check ((user_id is null) <> (email is null))
  )`,
  'create index login_failures_user_id on login_failures (user_id, at)',
  'create index login_failures_email on login_failures (email, at)',
  'create index login_failures_network on login_failures (network, at)',
  'create index login_failures_at on login_failures (at)',

  // The devices that have signed in to an account.
  `create table known_devices (
    user_id integer not null references users on delete cascade,
    device bytea not null,
    last_used_at timestamptz(3) not null default now(),
    primary key (user_id, device)
  )`,
  'create index known_devices_last_used_at on known_devices (last_used_at)',

  `create table forgotten_calls (
    id bigint generated always as identity primary key,
    network text not null,
    at timestamptz(3) not null default now()
  )`,
  'create index forgotten_calls_network on forgotten_calls (network, at)',
  'create index forgotten_calls_at on forgotten_calls (at)',
  'alter table users add column reset_mailed_at timestamptz(3)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
