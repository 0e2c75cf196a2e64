import type { departments } from '../../../shared/contract/departments.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { notFound } from '../../core/errors.ts'
import { asItIs, listing } from '../../core/listing.ts'
import { all, refuseForeign, showsDepartment, within } from '../../core/scope.ts'
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
  read: readDepartment,
  lock: lockDepartment,
  lockByIds: lockDepartments,
} = listing({
  table: 'departments',
  noun: 'Department',
  kept: visible,
  details: (kept) => kept.select(['id', 'name', 'type', 'status', 'created_at', 'updated_at']),
  order: (query) => query.orderBy('name').orderBy('id'),
  row: asItIs,
})

/** Returns the department, or throws the 404: another one does not exist for a caller who is fixed to one. */
export async function readOwnDepartment(db: Db, caller: Caller, id: number) {
  if (!showsDepartment(caller, id)) throw notFound('Department')
  return readDepartment(db, caller, id)
}

export const NOT_ACADEMIC = 'Department must be academic'

/**
 * Returns why nothing that is taught can be of this department; undefined where it can. A caller who is fixed to a
 * department works in that one only: `what` names the records.
 * @throws 403 for another department than the caller's own
 */
export async function departmentProblem(db: Db, caller: Caller, id: number, what: string): Promise<string | undefined> {
  refuseForeign(caller, id, what)
  const department = await findDepartment(db, caller, id)
  if (!department) return 'Department does not exist'
  return department.type === 'academic' ? undefined : NOT_ACADEMIC
}
