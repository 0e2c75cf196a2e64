import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/** Mails of one round. */
const AT_ONCE = 50

/**
 * Takes the mails that are due to new assignees, each for one process alone. What could not be sent for a day is not sent
 * any more: the case itself waits for its assignee on every screen.
 */
export async function takeMails(db: Db) {
  const { rows } = await sql<{ id: number; case_number: string; staff_id: number; email: string }>`
    with due as (
      select id from reportings
      where mailed_to is distinct from assigned_to and assigned_at > now() - interval '1 day' and withdrawn_at is null
      order by assigned_at limit ${sql.lit(AT_ONCE)} for no key update skip locked)
    update reportings set mailed_to = reportings.assigned_to
    from due, staff, users
    where reportings.id = due.id and staff.id = reportings.assigned_to and users.id = staff.user_id
    returning reportings.id, reportings.case_number, staff.id as staff_id, users.email`.execute(db)
  return rows
}

type Mail = Awaited<ReturnType<typeof takeMails>>[number]

/** To be sent again by a later round. */
export async function giveBackMail(db: Db, { id, staff_id }: Mail): Promise<void> {
  await db
    .updateTable('reportings')
    .set({ mailed_to: null })
    .where('id', '=', id)
    .where('mailed_to', '=', staff_id)
    .execute()
}
