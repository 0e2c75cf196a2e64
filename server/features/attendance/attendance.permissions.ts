import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /attendance-sessions', EVERY_USER, 'own'],
    ['GET /attendance-sessions/group/:group_id', EVERY_USER, 404],
    ['GET /attendance-sessions/group/:group_id/:status', EVERY_USER, 404],
    ['GET /attendance-sessions/register-not-taken', 'A P H', 'own'],
    ['GET /attendance-sessions/:id', EVERY_USER, 404],
    ['GET /attendance-sessions/:id/roster', 'A P H F C SA', 404],
    ['GET /attendance-sessions/:id/history', 'A P H F C SA', 404],
    ['POST /attendance-sessions', 'A H F'],
    ['POST /attendance-sessions/recurring/preview', 'A H F'],
    ['POST /attendance-sessions/recurring', 'A H F'],
    ['PUT /attendance-sessions/:id', 'A H F', 404],
    ['DELETE /attendance-sessions/:id', 'A H F', 404],
    ['GET /attendance-submissions', EVERY_USER, 'own'],
    ['GET /attendance-submissions/attendance-session/:session_id', EVERY_USER, 404],
    ['GET /attendance-submissions/student/:student_id', EVERY_USER, 'own'],
    ['GET /attendance-submissions/student/:student_id/group/:group_id', EVERY_USER, 404],
    ['GET /attendance-submissions/student/:student_id/record', EVERY_USER, 'own'],
    ['GET /attendance-submissions/:id', EVERY_USER, 404],
    ['POST /attendance-submissions', 'A P H F C SA'],
    ['POST /attendance-submissions/update', 'A P H F C SA'],
    ['DELETE /attendance-submissions/:id', 'A H', 404],
  ],
  ids: async ({ make, group, student }) => {
    const session = await make.session(group, { status: 'pending' })
    const entry = await make.entry(session, student.id)
    return {
      '/attendance-sessions': session,
      session_id: session,
      'attendance-sessions:status': 'pending',
      '/attendance-submissions': entry,
    }
  },
}
