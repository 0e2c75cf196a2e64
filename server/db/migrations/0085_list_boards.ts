import { type Kysely, sql } from 'kysely'
import type { WayBack } from '../types.ts'

/**
 * The paper of a frozen list that hangs on the college's board: names and verdicts alone, made with the list. It has the
 * number and the code of the list's document, and a file with a SHA-256 of its own. Lists of before have none.
 */
const statements = [
  `create table eligibility_list_boards (
    list_id integer primary key references eligibility_lists,
    size integer not null check (size > 0),
    sha256 bytea not null check (length(sha256) = 32),
    storage_key text not null unique
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const back: WayBack = {
  losing: { 'papers of frozen lists for the board': 'eligibility_list_boards' },
  statements: ['drop table eligibility_list_boards'],
}
