import { designations } from '../../../shared/contract/designations.ts'
import { changing, deleting } from '../../http/records.ts'
import { routes } from '../../http/routes.ts'
import { listDesignations, lockDesignation, readDesignation } from './reads.ts'
import { createDesignation, deleteDesignation, updateDesignation } from './writes.ts'

export const designationRoutes = routes(designations, {
  list: ({ db, caller, query, page }) => listDesignations(db, caller, query, page),
  read: async ({ db, caller, params }) => ({
    data: await readDesignation(db, caller, params.id),
  }),
  create: async ({ write, caller, body }) => ({ data: await write((tx) => createDesignation(tx, caller, body)) }),
  update: changing(lockDesignation, updateDesignation),
  remove: deleting(lockDesignation, deleteDesignation, 'Designation deleted successfully'),
})
