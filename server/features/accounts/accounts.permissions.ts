import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /users/:id/roles', 'A', { own: 'S', foreign: 'shown' }],
    ['GET /users', 'A', 'shown'],
    [
      'POST /users/:id/initial-password',
      'A H C SA',
      {
        foreign: 404,
        address: (ids, identity) => `/users/${identity === 'SA' ? ids.newcomer : ids.teacher}/initial-password`,
      },
    ],
  ],
  ids: async ({ make, batch, department, student }) => {
    // A new initial password ends the logins of its account: it is given to nobody who signs in here.
    const teacher = await make.person('faculty', department)
    const newcomer = await make.student(batch)
    return { '/users': student.userId, teacher, newcomer: newcomer.userId }
  },
}
