import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /staff', EVERY_USER, { foreign: 'own', address: (ids) => `/staff?designation_id=${ids.designation}` }],
    ['GET /staff/:id', EVERY_USER, 404],
    ['GET /staff/export', 'A P H F C SA'],
    ['POST /staff', 'A H C'],
    ['PUT /staff/:id', 'A H C', 404],
    ['DELETE /staff/:id', 'A H C', 404],
    ['GET /staff/current-user', 'A P H F C SA'],
  ],
  ids: async ({ make, department }) => {
    const designation = await make.designation()
    const person = await make.person('faculty')
    return { '/staff': await make.staff(person, department, { designation_id: designation }), designation }
  },
}
