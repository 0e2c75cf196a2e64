import { type Kysely, sql } from 'kysely'

/**
 * The log of sign-ins, failures, refusals and data that was taken away. No foreign key: a row outlives the person it
 * tells of. The indexes are those of the page's filters, each newest first.
 */
const statements = [
  `create table security_log (
    id integer generated always as identity primary key,
    at timestamptz(3) not null,
    last_at timestamptz(3) not null,
    kind text not null,
    user_id integer,
    name text,
    email text,
    address text,
    device text,
    detail text,
    times integer not null default 1 check (times > 0)
  )`,
  'create index security_log_at on security_log (at desc, id desc)',
  'create index security_log_user_id on security_log (user_id, at desc, id desc)',
  'create index security_log_kind on security_log (kind, at desc, id desc)',
  'create index security_log_address on security_log (address, at desc, id desc)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
