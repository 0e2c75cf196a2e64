import type { PermissionTable } from '../../testing/permissions.ts'

const STAFF = 'A P H F SA'
const AND_STUDENTS = 'A P H F SA S'

export const table: PermissionTable = {
  rows: [
    ['GET /feedback-surveys', AND_STUDENTS, 'own'],
    ['GET /feedback-surveys/active', AND_STUDENTS, 'own'],
    ['GET /feedback-surveys/department/:department_id', AND_STUDENTS, 'own'],
    ['GET /feedback-surveys/batch/:batch_id', AND_STUDENTS, 'own'],
    ['GET /feedback-surveys/group/:group_id', AND_STUDENTS, 404],
    ['GET /feedback-surveys/:id', AND_STUDENTS, 404],
    ['POST /feedback-surveys', STAFF],
    ['PUT /feedback-surveys/:id', STAFF, 404],
    // The last of these leaves it active, as the lists above need it.
    ['PATCH /feedback-surveys/:id/deactivate', STAFF, 404],
    ['PATCH /feedback-surveys/:id/close', STAFF, 404],
    ['PATCH /feedback-surveys/:id/activate', STAFF, 404],
    ['DELETE /feedback-surveys/:id', STAFF, 404],
  ],
  ids: async ({ make, department, batch, group }) => {
    const survey = await make.survey({ department_id: department, batch_id: batch, group_id: group })
    await make.question(survey)
    return {
      '/feedback-surveys': survey,
      'feedback-surveys:department_id': department,
      'feedback-surveys:batch_id': batch,
      'feedback-surveys:group_id': group,
    }
  },
}
