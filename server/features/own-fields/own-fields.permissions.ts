import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /own-fields', EVERY_USER, 'shown'],
    ['GET /own-fields/:id', EVERY_USER, 'shown'],
    ['POST /own-fields', 'A'],
    ['PUT /own-fields/:id', 'A', 'shown'],
    ['DELETE /own-fields/:id', 'A', 'shown'],
  ],
  ids: async ({ make }) => ({ '/own-fields': await make.ownField() }),
}
