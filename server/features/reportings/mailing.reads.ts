import type { Db } from '../../db/types.ts'

/** A case and where its assignee is mailed; undefined where the case is withdrawn, or somebody else's by now. */
export const findMailed = (db: Db, id: number, staffId: number) =>
  db
    .selectFrom('reportings')
    .innerJoin('staff', 'staff.id', 'reportings.assigned_to')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .select(['reportings.case_number', 'users.email'])
    .where('reportings.id', '=', id)
    .where('staff.id', '=', staffId)
    .where('reportings.withdrawn_at', 'is', null)
    .executeTakeFirst()
