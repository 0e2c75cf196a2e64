import { sql } from 'kysely'
import type { Department } from '../../../shared/contract/departments.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import type { Db, Tx } from '../../db/types.ts'

const COLUMNS = ['id', 'name', 'type', 'status', 'created_at', 'updated_at'] as const

interface DepartmentFilter {
  type?: Department['type'] | undefined
  status?: Department['status'] | undefined
}

/** Departments by name. Every user sees them all. */
export function listDepartments(db: Db, filter: DepartmentFilter, page: Paging): Promise<Listed<Department>> {
  let query = db.selectFrom('departments').select(COLUMNS).orderBy('name').orderBy('id')
  if (filter.type) query = query.where('type', '=', filter.type)
  if (filter.status) query = query.where('status', '=', filter.status)
  return readPage(query, page)
}

export const findDepartment = (db: Db, id: number): Promise<Department | undefined> =>
  db.selectFrom('departments').select(COLUMNS).where('id', '=', id).executeTakeFirst()

/** The department, locked until the transaction ends: what a change of it starts with. */
export const lockDepartment = (tx: Tx, id: number): Promise<Department | undefined> =>
  tx.selectFrom('departments').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()

/** How many records of each kind depend on a department. */
export function countDependents(db: Db, departmentId: number) {
  const count = (table: string) =>
    sql<number>`(select count(*) from ${sql.table(table)} where department_id = ${departmentId})`
  return db
    .selectNoFrom([
      count('staff').as('staff'),
      count('groups').as('groups'),
      count('tasks').as('tasks'),
      count('attendance_sessions').as('sessions'),
    ])
    .executeTakeFirstOrThrow()
}
