import { sql } from 'kysely'
import type { Designation } from '../../../shared/contract/designations.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { all, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db, Tx } from '../../db/types.ts'

/** Designations are seen by all staff; the people who have one are counted as far as the caller sees them. */
const selectDesignations = (db: Db, caller: Caller) =>
  db
    .selectFrom('designations')
    .select([
      'id',
      'name',
      sql<number>`(select count(*) from staff where staff.designation_id = designations.id
        and ${within(caller, { department: 'staff.department_id' })})`.as('staff_count'),
      'created_at',
      'updated_at',
    ])
    .where(within(caller, { department: all }))

/** Designations by name. */
export function listDesignations(
  db: Db,
  caller: Caller,
  { q }: { q?: string | undefined },
  page: Paging,
): Promise<Listed<Designation>> {
  const query = selectDesignations(db, caller).orderBy('name').orderBy('id')
  return readPage(q ? query.where(contains(q, ['name'])) : query, page)
}

export const findDesignation = (db: Db, caller: Caller, id: number): Promise<Designation | undefined> =>
  selectDesignations(db, caller).where('id', '=', id).executeTakeFirst()

/** The designation, locked until the transaction ends: what a change of it starts with. */
export async function lockDesignation(tx: Tx, caller: Caller, id: number): Promise<Designation | undefined> {
  await tx.selectFrom('designations').select('id').where('id', '=', id).forUpdate().execute()
  return findDesignation(tx, caller, id)
}
