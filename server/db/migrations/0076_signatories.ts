import { type Kysely, sql } from 'kysely'
import type { WayBack } from '../types.ts'

/** The people who sign the papers of the college, with their titles. Without any, a paper names offices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table college_settings add column signatories jsonb not null default '[]'
        check (jsonb_typeof(signatories) = 'array' and jsonb_array_length(signatories) <= 4)`,
    )
    .execute(db)
}

export const back: WayBack = {
  losing: { 'signatories of the papers': `college_settings where signatories <> '[]'` },
  statements: ['alter table college_settings drop column signatories'],
}
