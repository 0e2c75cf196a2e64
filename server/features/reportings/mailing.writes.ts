import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/types.ts'

/** The mails of one round. */
export const MAILS_AT_ONCE = 50

/**
 * Takes the mails that are due to new assignees, each for one transaction alone. After a day nobody is mailed any more:
 * the case itself waits for its assignee on every screen.
 */
export async function takeMails(tx: Tx, only: number | 'all'): Promise<{ id: number; staff_id: number }[]> {
  const wanted = only === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`id = ${only}`
  const { rows } = await sql<{ id: number; staff_id: number }>`
    with due as (
      select id from reportings
      where ${wanted} and mailed_to is distinct from assigned_to and assigned_at > now() - interval '1 day'
        and withdrawn_at is null
      order by assigned_at limit ${sql.lit(MAILS_AT_ONCE)} for no key update skip locked)
    update reportings set mailed_to = reportings.assigned_to
    from due
    where reportings.id = due.id
    returning reportings.id, reportings.assigned_to as staff_id`.execute(tx)
  return rows
}
