import { departments } from '../../../shared/contract/departments.ts'
import { routes } from '../../http/routes.ts'
import { listDepartments, lockDepartment, readDepartment } from './reads.ts'
import { createDepartment, deleteDepartment, updateDepartment } from './writes.ts'

export const departmentRoutes = routes(departments, {
  list: ({ db, caller, query, page }) => listDepartments(db, caller, query, page),
  read: async ({ db, caller, params }) => ({ data: await readDepartment(db, caller, params.id) }),
  create: async ({ write, caller, body }) => ({ data: await write((tx) => createDepartment(tx, caller, body)) }),
  update: async ({ write, caller, params, body }) => ({
    data: await write(async (tx) => updateDepartment(tx, caller, await lockDepartment(tx, caller, params.id), body)),
  }),
  remove: async ({ write, caller, params }) => {
    await write(async (tx) => deleteDepartment(tx, caller, await lockDepartment(tx, caller, params.id)))
    return { message: 'Department deleted successfully' }
  },
})
