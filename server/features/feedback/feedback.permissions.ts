import type { Ids, PermissionTable, Special } from '../../testing/permissions.ts'

const STAFF = 'A P H F SA'
const AND_STUDENTS = 'A P H F SA S'

/** A copy would be one more in the lists: each role is asked for one of nothing, and only who is shown nothing for a real one. */
const copying = (of: string): Special => ({
  foreign: 404,
  address: (ids: Ids, identity) => `/${of}/${identity ? 999_999 : ids[`/${of}`]}/duplicate`,
})

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
    ['GET /feedback-surveys', AND_STUDENTS, 'own'],
    ['GET /feedback-surveys/active', AND_STUDENTS, 'own'],
    ['GET /feedback-surveys/department/:department_id', AND_STUDENTS, 'own'],
    ['GET /feedback-surveys/batch/:batch_id', AND_STUDENTS, 'own'],
    ['GET /feedback-surveys/group/:group_id', AND_STUDENTS, 404],
    ['GET /feedback-surveys/with-questions', AND_STUDENTS, 'own'],
    ['GET /feedback-surveys/changes', AND_STUDENTS, 'own'],
    ['PUT /feedback-surveys/:id/changes', STAFF, 404],
    ['POST /feedback-surveys/:id/remind', STAFF, 404],
    ['GET /feedback-surveys/:id', AND_STUDENTS, 404],
    ['GET /feedback-surveys/:id/with-questions', AND_STUDENTS, 404],
    ['POST /feedback-surveys', STAFF],
    ['POST /feedback-surveys/:id/duplicate', STAFF, copying('feedback-surveys')],
    ['PUT /feedback-surveys/:id', STAFF, 404],
    // The last of these leaves it active, as the lists above need it.
    ['PATCH /feedback-surveys/:id/deactivate', STAFF, 404],
    ['PATCH /feedback-surveys/:id/close', STAFF, 404],
    ['PATCH /feedback-surveys/:id/activate', STAFF, 404],
    ['DELETE /feedback-surveys/:id', STAFF, 404],
    ['GET /feedback-questions', STAFF, 'own'],
    ['GET /feedback-questions/survey/:survey_id', STAFF, 404],
    ['GET /feedback-questions/type/:type', STAFF, 'own'],
    ['GET /feedback-questions/types', STAFF, 'shown'],
    ['GET /feedback-questions/:id', STAFF, 404],
    ['POST /feedback-questions', STAFF],
    ['POST /feedback-questions/reorder/:survey_id', STAFF, 404],
    ['PUT /feedback-questions/:id', STAFF, 404],
    ['DELETE /feedback-questions/:id', STAFF, 404],
    ['POST /feedback-questions/:id/duplicate', STAFF, copying('feedback-questions')],
    ['GET /feedback-responses', AND_STUDENTS, 'own'],
    ['GET /feedback-responses/survey/:survey_id', AND_STUDENTS, 404],
    ['GET /feedback-responses/student/:student_id', AND_STUDENTS, 'own'],
    ['GET /feedback-surveys/:id/with-responses', AND_STUDENTS, 404],
    ['GET /feedback-responses/:id', AND_STUDENTS, 404],
    ['GET /feedback-responses/:id/with-answers', AND_STUDENTS, 404],
    ['GET /feedback-responses/:id/report', AND_STUDENTS, 404],
    ['POST /feedback-responses', 'S'],
    ['POST /feedback-responses/submit', 'S'],
    ['GET /feedback-surveys/:id/statistics', STAFF, 404],
    [
      'GET /feedback-responses/statistics',
      STAFF,
      { foreign: 404, address: (ids) => `/feedback-responses/statistics?survey_id=${ids['/feedback-surveys']}` },
    ],
    [
      'GET /feedback-responses/export',
      STAFF,
      { foreign: 404, address: (ids) => `/feedback-responses/export?survey_id=${ids['/feedback-surveys']}&format=csv` },
    ],
    ['GET /feedback-surveys/:id/answers/:question_id', STAFF, 404],
    ['PUT /feedback-responses/:id', 'S', 404],
    ['DELETE /feedback-responses/:id', 'A', 404],
  ],
  ids: async ({ make, department, batch, group, student }) => {
    const survey = await make.survey({
      department_id: department,
      batch_id: batch,
      group_id: group,
      changes_text: 'More time at the bedside',
      changes_at: new Date(),
    })
    const creator = await make.user()
    const pooled = await make.poolQuestion({ department_id: department, created_by: creator })
    const question = await make.question(survey)
    const response = await make.response(survey, student.id)
    return {
      '/feedback-responses': response,
      'feedback-responses:survey_id': survey,
      'feedback-responses:student_id': student.id,
      '/feedback-question-pools': pooled,
      'feedback-question-pools:department_id': department,
      'feedback-question-pools:type': 'text',
      'feedback-question-pools:user_id': creator,
      '/feedback-surveys': survey,
      '/feedback-questions': question,
      'feedback-questions:survey_id': survey,
      'feedback-questions:type': 'text',
      'feedback-surveys:department_id': department,
      'feedback-surveys:batch_id': batch,
      'feedback-surveys:group_id': group,
      'feedback-surveys:question_id': question,
    }
  },
}
