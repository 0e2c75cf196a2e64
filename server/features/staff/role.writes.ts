import type { Caller } from '../../core/caller.ts'
import { leaveTrail } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import type { HeldRole } from '../accounts/reads.ts'

/** Takes out of a record the role that it gave, when the account has lost it. */
export async function forgetStaffRole(tx: Tx, caller: Caller, id: number, { name }: HeldRole): Promise<void> {
  await tx.updateTable('staff').set({ role_id: null, updated_at: new Date() }).where('id', '=', id).execute()
  await leaveTrail(tx, caller, [{ action: 'update', entity: 'staff', entityId: id, changes: { role: [name, null] } }])
}
