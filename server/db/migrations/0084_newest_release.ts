import { type Kysely, sql } from 'kysely'
import type { WayBack } from '../types.ts'

/**
 * Keeps what the list of releases said last, in the one row that there may be. `asked_of` is the digest of its address;
 * a version that was read stays when the list can't be read later.
 */
const statements = [
  `create table newest_release (
    id integer primary key default 1 check (id = 1),
    asked_of text check (asked_of ~ '^[0-9a-f]{64}$'),
    asked_at timestamptz(3),
    read_at timestamptz(3),
    version text check (version ~ '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$'),
    page text check (page ~ '^https://'),
    failure text check (failure <> '')
  )`,
  'insert into newest_release default values',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const back: WayBack = {
  losing: {},
  // A former version knows no concern of this kind.
  statements: [`delete from concerns where kind = 'new-version'`, 'drop table newest_release'],
  forgetting: 'which version the list of releases named last',
}
