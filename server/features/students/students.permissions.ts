import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /students', EVERY_USER],
    ['GET /students/:id', EVERY_USER],
    ['GET /students/user/:user_id', EVERY_USER],
    ['GET /students/department/:department_id', EVERY_USER, 404],
    ['GET /students/export', 'A P H F C SA'],
    ['POST /students', 'A SA'],
    ['PUT /students/:id', 'A SA'],
    ['DELETE /students/:id', 'A SA'],
    ['POST /students/initial-passwords', 'A SA'],
    ['POST /students/:id/assign-group', 'A SA'],
    ['DELETE /students/:id/group', 'A SA', { address: (ids) => `/students/${ids.student_id}/group?group_id=999999` }],
  ],
  ids: ({ student }) => ({ '/students': student.id, student_id: student.id, user_id: student.userId }),
}
