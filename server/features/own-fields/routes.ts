import { ownFields } from '../../../shared/contract/own-fields.ts'
import { changing, deleting } from '../../http/records.ts'
import { routes } from '../../http/routes.ts'
import { listOwnFields, lockOwnField, readOwnField } from './reads.ts'
import { createOwnField, deleteOwnField, updateOwnField } from './writes.ts'

export const ownFieldRoutes = routes(ownFields, {
  list: ({ db, caller, query, page }) => listOwnFields(db, caller, query, page),
  read: async ({ db, caller, params }) => ({ data: await readOwnField(db, caller, params.id) }),
  create: async ({ write, caller, body }) => ({ data: await write((tx) => createOwnField(tx, caller, body)) }),
  update: changing(lockOwnField, updateOwnField),
  remove: deleting(lockOwnField, deleteOwnField, 'Own field deleted successfully'),
})
