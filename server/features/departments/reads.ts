import type { departments } from '../../../shared/contract/departments.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { asItIs, listing } from '../../core/listing.ts'
import { all, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'

/** Every user is shown them all. */
function visible(db: Db, caller: Caller, { type, status }: Query<typeof departments.list> = {}) {
  let query = db.selectFrom('departments').where(within(caller, { department: all, student: all }))
  if (type) query = query.where('type', '=', type)
  return status ? query.where('status', '=', status) : query
}

export const {
  page: listDepartments,
  find: findDepartment,
  lock: lockDepartment,
} = listing({
  table: 'departments',
  kept: visible,
  details: (kept) => kept.select(['id', 'name', 'type', 'status', 'created_at', 'updated_at']),
  order: (query) => query.orderBy('name').orderBy('id'),
  row: asItIs,
})
