import { sql } from 'kysely'
import type { Student } from '../../../shared/contract/students.ts'
import type { Tx } from '../../db/types.ts'

/** Sets the years of students who are locked; null where the batch's counts. The trail is the caller's. */
export async function setOwnYears(
  tx: Tx,
  years: readonly { id: number; own_year: Student['current_year'] }[],
): Promise<void> {
  await sql`update students set current_year = given.own_year, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(years)}::jsonb) as given (id int, own_year text)
    where students.id = given.id`.execute(tx)
}
