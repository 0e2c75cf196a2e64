import type { PermissionTable } from '../../testing/permissions.ts'

const STAFF = 'A P H F SA'

export const table: PermissionTable = {
  rows: [
    // The pool is not scoped: what is public is shown to every department.
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
    ['POST /feedback-question-pools/add-to-survey', STAFF],
    // The others may change and delete what they have added themselves, which this question is not.
    ['PUT /feedback-question-pools/:id', 'A P', { foreign: 'shown', as: 'P' }],
    ['DELETE /feedback-question-pools/:id', STAFF, 'shown'],
  ],
  ids: async ({ make, department }) => {
    const creator = await make.user()
    return {
      '/feedback-question-pools': await make.poolQuestion({ department_id: department, created_by: creator }),
      'feedback-question-pools:department_id': department,
      'feedback-question-pools:type': 'text',
      'feedback-question-pools:user_id': creator,
    }
  },
}
