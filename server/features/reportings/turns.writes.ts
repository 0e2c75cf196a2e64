import { sql } from 'kysely'
import { WAITING_STATUSES } from '../../../shared/policies/reportings.ts'
import type { Caller } from '../../core/caller.ts'
import type { Tx } from '../../db/types.ts'
import { noteForUsers } from '../notices/events.writes.ts'

/**
 * Notes for those whose answer a case waits for now that something waits for them, but for who has just written. Whether
 * they may see the case is asked again before they are told.
 */
export async function tellTurn(tx: Tx, caller: Caller, id: number): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select account.user_id from reportings r, lateral (
      select s.user_id from staff s where s.id = r.assigned_to and r.status = any(${[...WAITING_STATUSES]})
      union select r.reported_by where r.status = 'pending_response'
      union select st.user_id from students st where st.id = r.student_id and r.status = 'pending_response'
        and not r.is_confidential) account
    where r.id = ${id} and account.user_id <> ${caller.id}`.execute(tx)
  await noteForUsers(
    tx,
    'case',
    rows.map(({ user_id }) => user_id),
  )
}
