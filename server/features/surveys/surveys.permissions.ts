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
  ],
  // The tables of responses and results take their ids from here.
  ids: async ({ make, department, batch, group, student }) => {
    const survey = await make.survey({
      department_id: department,
      batch_id: batch,
      group_id: group,
      changes_text: 'More time at the bedside',
      changes_at: new Date(),
    })
    const question = await make.question(survey)
    return {
      '/feedback-responses': await make.response(survey, student.id),
      'feedback-responses:survey_id': survey,
      'feedback-responses:student_id': student.id,
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
