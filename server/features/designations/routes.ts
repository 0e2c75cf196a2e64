import { designations } from '../../../shared/contract/designations.ts'
import { found } from '../../core/errors.ts'
import { routes } from '../../core/routes.ts'
import { findDesignation, listDesignations, lockDesignation } from './reads.ts'
import { createDesignation, deleteDesignation, updateDesignation } from './writes.ts'

export const designationRoutes = routes(designations, {
  list: ({ db, scope, query, page }) => listDesignations(db, scope, query, page),
  read: async ({ db, scope, params }) => ({ data: found('Designation', await findDesignation(db, scope, params.id)) }),
  create: async ({ write, actor, body }) => ({ data: await write((tx) => createDesignation(tx, actor, body)) }),
  update: async ({ write, actor, scope, params, body }) => ({
    data: await write(async (tx) =>
      updateDesignation(tx, actor, found('Designation', await lockDesignation(tx, scope, params.id)), body),
    ),
  }),
  remove: async ({ write, actor, scope, params }) => {
    await write(async (tx) =>
      deleteDesignation(tx, actor, found('Designation', await lockDesignation(tx, scope, params.id))),
    )
    return { message: 'Designation deleted successfully' }
  },
})
