import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /imports/students/template', 'A SA'],
    ['POST /imports/students/preview', 'A SA'],
    ['POST /imports/students', 'A SA'],
    ['GET /imports/students/recent', 'A SA'],
    ['POST /imports/students/:id/undo', 'A SA', 404],
    ['GET /imports/staff/template', 'A H C'],
    ['POST /imports/staff/preview', 'A H C'],
    ['POST /imports/staff', 'A H C'],
    ['GET /imports/staff/recent', 'A H C'],
    ['POST /imports/staff/:id/undo', 'A H C', 404],
    ['GET /imports/skills/template', 'A H'],
    ['POST /imports/skills/preview', 'A H'],
    ['POST /imports/skills', 'A H'],
    ['GET /imports/skills/recent', 'A H'],
    ['POST /imports/skills/:id/undo', 'A H', 404],
  ],
}
