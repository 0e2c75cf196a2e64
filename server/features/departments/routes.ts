import { departments } from '../../../shared/contract/departments.ts'
import { found } from '../../core/errors.ts'
import { routes } from '../../core/routes.ts'
import { findDepartment, listDepartments, lockDepartment } from './reads.ts'
import { createDepartment, deleteDepartment, updateDepartment } from './writes.ts'

export const departmentRoutes = routes(departments, {
  list: ({ db, query, page }) => listDepartments(db, query, page),
  read: async ({ db, params }) => ({ data: found('Department', await findDepartment(db, params.id)) }),
  create: async ({ write, actor, body }) => ({ data: await write((tx) => createDepartment(tx, actor, body)) }),
  update: async ({ write, actor, params, body }) => ({
    data: await write(async (tx) =>
      updateDepartment(tx, actor, found('Department', await lockDepartment(tx, params.id)), body),
    ),
  }),
  remove: async ({ write, actor, params }) => {
    await write(async (tx) => deleteDepartment(tx, actor, found('Department', await lockDepartment(tx, params.id))))
    return { message: 'Department deleted successfully' }
  },
})
