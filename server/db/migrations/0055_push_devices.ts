import { type Kysely, sql } from 'kysely'

/**
 * The devices that are told of something new, each bound to the login with which it was chosen, and gone with it; and what
 * is new for whom, until it is told. Nothing is kept of what it is about.
 */
const statements = [
  `create table push_devices (
    id integer generated always as identity primary key,
    login_id integer not null unique references logins (id) on delete cascade,
    endpoint text not null unique,
    p256dh bytea not null,
    auth bytea not null,
    created_at timestamptz(3) not null default now()
  )`,
  `create table push_events (
    user_id integer not null references users (id) on delete cascade,
    kind text not null check (kind in ('work-due', 'marks', 'leave', 'case', 'returned')),
    noted_at timestamptz(3),
    told_at timestamptz(3),
    primary key (user_id, kind)
  )`,
  'create index push_events_noted_at on push_events (noted_at) where noted_at is not null',
  `select jobs.create_queue('push', '{"policy": "standard"}')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
