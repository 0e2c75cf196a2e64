import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

// The library is not scoped: every department is shown what all are.
export const table: PermissionTable = {
  rows: [
    ['GET /libraries', EVERY_USER, 'shown'],
    ['GET /libraries/types', EVERY_USER, 'shown'],
    ['GET /libraries/:id', EVERY_USER, 'shown'],
    ['POST /libraries', 'A P H F SA'],
    ['POST /libraries/uploads', 'A P H F SA'],
    ['PUT /libraries/:id', 'A', 'shown'],
    ['POST /libraries/:id/file', 'A', 'shown'],
    ['DELETE /libraries/:id', 'A', 'shown'],
    ['GET /libraries/:id/download', EVERY_USER, 'shown'],
    ['GET /libraries/:id/view', EVERY_USER, 'shown'],
  ],
  ids: async ({ make, department }) => ({ '/libraries': await make.libraryEntry(department, { type: 'Textbook' }) }),
}
