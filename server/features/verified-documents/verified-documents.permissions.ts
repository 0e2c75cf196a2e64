import type { PermissionTable } from '../../testing/permissions.ts'
import { addDocument } from './verified-documents.walks.ts'

export const table: PermissionTable = {
  rows: [
    // A frozen list of the department is among them, too.
    ['GET /verified-documents', 'A P H SA S', { foreign: 'own', address: () => '/verified-documents?kind=logbook' }],
    ['POST /verified-documents', 'A P SA'],
    ['POST /verified-documents/:id/withdrawal', 'A P SA', { foreign: 404, body: { reason: 'Wrong figures' } }],
    // The file tells of every department, so staff of one are answered that there is none.
    ['GET /verified-documents/:id/download', 'A P H SA S', 404],
    ['GET /verify/:code', 'public', { foreign: 'shown', as: 'A', address: () => `/verify/${CODE}` }],
  ],
  ids: async ({ db, student }) => ({
    '/verified-documents': await addDocument(db, { student_id: student.id, code: CODE }),
  }),
}

const CODE = '0123456789ABCDEF'
