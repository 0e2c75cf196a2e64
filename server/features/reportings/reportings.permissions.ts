import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

// Cases belong to no department: people with a part in one are shown it, and administrators and principals all of them.
// Among the callers here only the student has a part, having filed the case.
export const table: PermissionTable = {
  rows: [
    ['GET /reportings', EVERY_USER, { foreign: 'own', as: 'S' }],
    ['GET /reportings/waiting', EVERY_USER],
    ['GET /reportings/assignees', 'A P H F S', 'shown'],
    ['GET /reportings/withdrawn', 'A', 'shown'],
    [
      'GET /reportings/withdrawn/:id/print',
      'A',
      { foreign: 'shown', address: (ids) => `/reportings/withdrawn/${ids['reportings:withdrawn']}/print` },
    ],
    ['GET /reportings/student/:student_id', 'A P H', 'shown'],
    ['GET /reportings/:id', EVERY_USER, { foreign: 404, as: 'S' }],
    ['POST /reportings', 'A P H F S'],
    ['PUT /reportings/:id', 'A P H F S', { foreign: 404, as: 'S' }],
    ['DELETE /reportings/:id', 'A P H F S', { foreign: 404, as: 'S' }],
    ['POST /reportings/:id/response', 'A P H F', 'shown'],
    ['GET /reportings/:id/entries', EVERY_USER, { foreign: 404, as: 'S' }],
    ['POST /reportings/:id/entries', 'A P H F S', { foreign: 404, as: 'S' }],
    ['GET /reportings/:id/entries/:entry_id/files/:file_name', EVERY_USER, { foreign: 404, as: 'S' }],
    ['GET /reportings/:id/print', 'A P H F', { foreign: 'shown', as: 'P' }],
  ],
  ids: async ({ make, department, student }) => {
    const teacher = await make.user()
    await make.giveRole(teacher, 'faculty')
    const staff = await make.staff(teacher, department)
    const withdrawn = { withdrawn_at: new Date(), withdrawn_by: teacher }
    return {
      'reportings:withdrawn': await make.reporting(student.id, staff, withdrawn),
      '/reportings': await make.reporting(student.id, staff, { reported_by: student.userId }),
    }
  },
}
