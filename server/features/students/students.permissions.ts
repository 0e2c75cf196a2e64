import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /students', EVERY_USER, 'shown'],
    ['GET /students/:id', EVERY_USER, 'shown'],
    ['GET /students/user/:user_id', EVERY_USER, 'shown'],
    ['GET /students/department/:department_id', EVERY_USER, 404],
    ['GET /students/export', 'A P H F C SA'],
    ['POST /students', 'A SA'],
    ['PUT /students/:id', 'A SA', 'shown'],
    ['DELETE /students/:id', 'A SA', 'shown'],
    ['POST /students/initial-passwords', 'A SA'],
    ['POST /students/:id/assign-group', 'A SA', 'shown'],
    [
      'DELETE /students/:id/group',
      'A SA',
      { foreign: 'shown', address: (ids) => `/students/${ids.student_id}/group?group_id=999999` },
    ],
  ],
  ids: ({ student }) => ({ '/students': student.id, student_id: student.id, user_id: student.userId }),
}
