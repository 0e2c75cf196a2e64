import { sql } from 'kysely'
import type { designations } from '../../../shared/contract/designations.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { asItIs, listing } from '../../core/listing.ts'
import { all, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db } from '../../db/types.ts'

/** Designations are seen by all staff. */
function visible(db: Db, caller: Caller, { q }: Query<typeof designations.list> = {}) {
  const query = db.selectFrom('designations').where(within(caller, { department: all }))
  return q ? query.where(contains(q, ['name'])) : query
}

export const {
  page: listDesignations,
  find: findDesignation,
  read: readDesignation,
  lock: lockDesignation,
  lockByIds: lockDesignations,
} = listing({
  table: 'designations',
  noun: 'Designation',
  kept: visible,
  details: (kept, caller) =>
    kept.select([
      'id',
      'name',
      // The people who have one are counted as far as the caller sees them.
      sql<number>`(select count(*) from staff where staff.designation_id = designations.id
        and ${within(caller, { department: 'staff.department_id' })})`.as('staff_count'),
      'created_at',
      'updated_at',
    ]),
  order: (query) => query.orderBy('name').orderBy('id'),
  row: asItIs,
})
