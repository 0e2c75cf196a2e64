import { departments } from '../../../shared/contract/departments.ts'
import { changing, deleting } from '../../http/records.ts'
import { routes } from '../../http/routes.ts'
import { listDepartments, lockDepartment, readDepartment } from './reads.ts'
import { createDepartment, deleteDepartment, updateDepartment } from './writes.ts'

export const departmentRoutes = routes(departments, {
  list: ({ db, caller, query, page }) => listDepartments(db, caller, query, page),
  read: async ({ db, caller, params }) => ({ data: await readDepartment(db, caller, params.id) }),
  create: async ({ write, caller, body }) => ({ data: await write((tx) => createDepartment(tx, caller, body)) }),
  update: changing(lockDepartment, updateDepartment),
  remove: deleting(lockDepartment, deleteDepartment, 'Department deleted successfully'),
})
