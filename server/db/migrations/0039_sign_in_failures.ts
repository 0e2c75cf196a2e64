import { type Kysely, sql } from 'kysely'

const statements = [
  // Which failures were at a code of the second factor: what proves only the password does not forget them.
  'alter table login_failures add column of_code boolean not null default false',
  // A device that anybody has signed in on, when it is not known yet who comes.
  'create index known_devices_device on known_devices (device)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
