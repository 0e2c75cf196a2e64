import type { PermissionTable } from '../../testing/permissions.ts'

const AND_STUDENTS = 'A P H F SA S'

export const table: PermissionTable = {
  rows: [
    ['GET /feedback-responses', AND_STUDENTS, 'own'],
    ['GET /feedback-responses/survey/:survey_id', AND_STUDENTS, 404],
    ['GET /feedback-responses/student/:student_id', AND_STUDENTS, 'own'],
    ['GET /feedback-surveys/:id/with-responses', AND_STUDENTS, 404],
    ['GET /feedback-responses/:id', AND_STUDENTS, 404],
    ['GET /feedback-responses/:id/with-answers', AND_STUDENTS, 404],
    ['GET /feedback-responses/:id/report', AND_STUDENTS, 404],
    ['POST /feedback-responses', 'S'],
    ['POST /feedback-responses/submit', 'S'],
    ['PUT /feedback-responses/:id', 'S', 404],
    ['DELETE /feedback-responses/:id', 'A', 404],
  ],
}
