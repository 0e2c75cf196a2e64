import { sql } from 'kysely'
import type { Designation } from '../../../shared/contract/designations.ts'
import type { Scope } from '../../core/login.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { contains } from '../../core/search.ts'
import type { Db, Tx } from '../../db/types.ts'

/** Designations are seen by all staff; the people who have one are counted within the scope. */
function selectDesignations(db: Db, scope: Scope) {
  const within = scope.kind === 'department' ? sql`and staff.department_id = ${scope.departmentId}` : sql``
  return db
    .selectFrom('designations')
    .select([
      'id',
      'name',
      sql<number>`(select count(*) from staff where staff.designation_id = designations.id ${within})`.as(
        'staff_count',
      ),
      'created_at',
      'updated_at',
    ])
}

/** Designations by name. */
export function listDesignations(
  db: Db,
  scope: Scope,
  { q }: { q?: string | undefined },
  page: Paging,
): Promise<Listed<Designation>> {
  const query = selectDesignations(db, scope).orderBy('name').orderBy('id')
  return readPage(q ? query.where(contains(q, ['name'])) : query, page)
}

export const findDesignation = (db: Db, scope: Scope, id: number): Promise<Designation | undefined> =>
  selectDesignations(db, scope).where('id', '=', id).executeTakeFirst()

/** The designation, locked until the transaction ends: what a change of it starts with. */
export async function lockDesignation(tx: Tx, scope: Scope, id: number): Promise<Designation | undefined> {
  await tx.selectFrom('designations').select('id').where('id', '=', id).forUpdate().execute()
  return findDesignation(tx, scope, id)
}

/** How many staff members of the whole college have a designation. */
export const countHolders = async (db: Db, designationId: number): Promise<number> =>
  (
    await db
      .selectFrom('staff')
      .select(sql<number>`count(*)`.as('count'))
      .where('designation_id', '=', designationId)
      .executeTakeFirstOrThrow()
  ).count
