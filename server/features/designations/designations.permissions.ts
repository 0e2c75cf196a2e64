import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /designations', 'A P H F C SA', 'shown'],
    ['GET /designations/:id', 'A P H F C SA', 'shown'],
    ['POST /designations', 'A'],
    ['PUT /designations/:id', 'A', 'shown'],
    ['DELETE /designations/:id', 'A', 'shown'],
  ],
  ids: async ({ make }) => ({ '/designations': await make.designation() }),
}
