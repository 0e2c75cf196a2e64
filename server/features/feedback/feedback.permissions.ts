import type { PermissionTable } from '../../testing/permissions.ts'

const STAFF = 'A P H F SA'
const AND_STUDENTS = 'A P H F SA S'

// The pool is not scoped: what is public is shown to every department.
export const table: PermissionTable = {
  rows: [
    ['GET /feedback-question-pools', STAFF, 'shown'],
    ['GET /feedback-question-pools/search', STAFF, 'shown'],
    ['GET /feedback-question-pools/public', STAFF, 'shown'],
    ['GET /feedback-question-pools/most-used', STAFF, 'shown'],
    ['GET /feedback-question-pools/recently-created', STAFF, 'shown'],
    ['GET /feedback-question-pools/my-questions', STAFF, 'empty'],
    ['GET /feedback-question-pools/types', STAFF, 'shown'],
    ['GET /feedback-question-pools/department/:department_id', STAFF, 'shown'],
    ['GET /feedback-question-pools/type/:type', STAFF, 'shown'],
    ['GET /feedback-question-pools/creator/:user_id', STAFF, 'shown'],
    ['GET /feedback-question-pools/:id', STAFF, 'shown'],
    ['POST /feedback-question-pools', STAFF],
    // The others may change and delete what they have added themselves, which this question is not.
    ['PUT /feedback-question-pools/:id', 'A P', { foreign: 'shown', as: 'P' }],
    ['DELETE /feedback-question-pools/:id', STAFF, 'shown'],
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
    const creator = await make.user()
    const pooled = await make.poolQuestion({ department_id: department, created_by: creator })
    return {
      '/feedback-question-pools': pooled,
      'feedback-question-pools:department_id': department,
      'feedback-question-pools:type': 'text',
      'feedback-question-pools:user_id': creator,
      '/feedback-surveys': survey,
      'feedback-surveys:department_id': department,
      'feedback-surveys:batch_id': batch,
      'feedback-surveys:group_id': group,
    }
  },
}
