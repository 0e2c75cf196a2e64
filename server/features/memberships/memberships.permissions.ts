import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['POST /student-groups/assign', 'A SA'],
    ['GET /student-groups/group/:group_id/:status', EVERY_USER, 404],
    ['GET /student-groups/student/:student_id/:status', EVERY_USER, 'own'],
    ['GET /student-batches/batch/:batch_id', EVERY_USER, 'shown'],
    ['GET /student-batches/student/:student_id/:status', EVERY_USER, 'shown'],
    ['GET /student-groups/student/:student_id', EVERY_USER, 'own'],
    ['GET /student-batches/student/:student_id', EVERY_USER, 'shown'],
  ],
}
