import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /tasks', 'A P H F SA S', 'own'],
    ['GET /tasks/group/:group_id', 'A P H F SA S', 404],
    ['GET /tasks/group/:group_id/:status', 'A P H F SA S', 404],
    ['GET /tasks/student/:student_id', 'A P H F SA S', 'own'],
    ['GET /tasks/:id', 'A P H F SA S', 404],
    ['POST /tasks', 'A H'],
    ['PUT /tasks/:id', 'A H F', 404],
    ['DELETE /tasks/:id', 'A H', 404],
    ['GET /task-submissions/task/:task_id', 'A P H F S', 404],
    ['GET /task-submissions/task/:task_id/roster', 'A P H F', 404],
    ['GET /task-submissions/student/:student_id', 'A P H F S', 'own'],
    ['GET /task-submissions/student/:student_id/group/:group_id', 'A P H F S', 404],
    ['GET /task-submissions/:id', 'A P H F S', 404],
    ['POST /task-submissions', 'S'],
    ['PUT /task-submissions/:id', 'A H F S', 404],
    ['POST /task-submissions/:id/files', 'S', 404],
    ['DELETE /task-submissions/:id', 'A', 404],
    ['GET /task-submissions/:id/files/:file_name/download', 'A P H F S', 404],
    ['GET /task-submissions/:id/files/:file_name/view', 'A P H F S', 404],
    ['GET /task-submissions/:id/comments', 'A P H F S', 404],
    ['POST /task-submissions/:id/comments', 'A H F S', { foreign: 404, body: { text: 'A word' } }],
    ['POST /task-submissions/:id/return', 'A H F', { foreign: 404, body: { text: 'A word' } }],
    ['GET /task-submissions/:id/returned-files/:file_id/download', 'A P H F S', 404],
    ['GET /task-submissions/:id/returned-files/:file_id/view', 'A P H F S', 404],
    ['GET /task-submissions/:id/former-files', 'A', 404],
    ['GET /task-submissions/:id/former-files/:file_id/download', 'A', 404],
  ],
  ids: async ({ make, department, group, student }) => {
    const task = await make.task(department, [group])
    const submission = await make.submission(task, student.id)
    return { '/tasks': task, task_id: task, '/task-submissions': submission, file_name: 'none.pdf' }
  },
}
