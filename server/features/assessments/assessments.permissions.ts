import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /assessments', EVERY_USER, 'own'],
    ['GET /assessments/group/:group_id', EVERY_USER, 404],
    ['GET /assessments/group/:group_id/:status', EVERY_USER, 404],
    ['GET /assessments/:id', EVERY_USER, 404],
    ['GET /assessments/:id/roster', 'A P H F C SA', 404],
    ['POST /assessments', 'A H F C'],
    ['PUT /assessments/:id', 'A H F C', 404],
    ['DELETE /assessments/:id', 'A H F', 404],
    ['GET /assessments/:id/summary', 'A P H F C SA', 404],
    ['GET /assessments/:id/history', 'A P H F C SA', 404],
    ['GET /assessments/:id/export/:format', 'A P H F C SA', 404],
    ['GET /assessments/group/:group_id/totals', 'A P H F C SA', 404],
    ['GET /assessments/student/:student_id/totals', 'A P H F C SA', 'own'],
    ['GET /assessments/group/:group_id/totals/export/:format', 'A P H F C SA', 404],
    ['GET /assessment-results', EVERY_USER, 'own'],
    ['GET /assessment-results/assessment/:assessment_id', EVERY_USER, 404],
    ['GET /assessment-results/student/:student_id/group/:group_id', EVERY_USER, 404],
    ['GET /assessment-results/group/:group_id', EVERY_USER, 404],
    ['GET /assessment-results/:id', EVERY_USER, 404],
    ['POST /assessment-results', 'A H F C'],
    ['PUT /assessment-results/:id', 'A H F C', 404],
    ['DELETE /assessment-results/:id', 'A H', 404],
  ],
  ids: async ({ make, group, student }) => {
    const assessment = await make.assessment(group, { status: 'evaluated', weightage: 10 })
    const result = await make.result(assessment, student.id, { marks: 12.5 })
    return {
      '/assessments': assessment,
      assessment_id: assessment,
      'assessments:status': 'evaluated',
      'assessments:format': 'csv',
      '/assessment-results': result,
    }
  },
}
