import { type Kysely, sql } from 'kysely'
import type { WayBack } from '../types.ts'

/** When a restore on trial was last heard of: one that is silent was cut off, and need not be waited for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table setting_tests add heard_at timestamptz(3)`.execute(db)
}

export const back: WayBack = {
  losing: {},
  statements: ['alter table setting_tests drop column heard_at'],
}
