import type { Department } from '../../../shared/contract/departments.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { all, within } from '../../core/scope.ts'
import type { Db, Tx } from '../../db/types.ts'

const COLUMNS = ['id', 'name', 'type', 'status', 'created_at', 'updated_at'] as const

interface DepartmentFilter {
  type?: Department['type'] | undefined
  status?: Department['status'] | undefined
}

/** Every user is shown them all. */
const selectDepartments = (db: Db, caller: Caller) =>
  db
    .selectFrom('departments')
    .select(COLUMNS)
    .where(within(caller, { department: all, student: all }))

/** Departments by name. */
export function listDepartments(
  db: Db,
  caller: Caller,
  filter: DepartmentFilter,
  page: Paging,
): Promise<Listed<Department>> {
  let query = selectDepartments(db, caller).orderBy('name').orderBy('id')
  if (filter.type) query = query.where('type', '=', filter.type)
  if (filter.status) query = query.where('status', '=', filter.status)
  return readPage(query, page)
}

export const findDepartment = (db: Db, caller: Caller, id: number): Promise<Department | undefined> =>
  selectDepartments(db, caller).where('id', '=', id).executeTakeFirst()

/** The department, locked until the transaction ends: what a change of it starts with. */
export const lockDepartment = (tx: Tx, caller: Caller, id: number): Promise<Department | undefined> =>
  selectDepartments(tx, caller).where('id', '=', id).forUpdate().executeTakeFirst()
