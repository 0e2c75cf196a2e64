import { type Kysely, sql } from 'kysely'
import type { WayBack } from '../types.ts'

/** The college's name when a list was frozen, for its spreadsheet. Lists of before have none, and say the present one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table eligibility_lists add college_name text check (college_name <> '')`.execute(db)
}

export const back: WayBack = {
  losing: {},
  statements: ['alter table eligibility_lists drop column college_name'],
}
