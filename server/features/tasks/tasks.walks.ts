import type { HeldCollege } from '../../testing/library.ts'
import { renamed } from '../../testing/prepared-calls.ts'
import { SHARE, type Walks } from '../../testing/walks.ts'

const keepIn =
  (table: 'submission_files' | 'former_submission_files') =>
  async ({ at, medicine, student, keepFile }: HeldCollege) => {
    const submission_id = await at.make.submission(await at.make.task(medicine, []), (await student()).id)
    const file = await keepFile()
    await at.db
      .insertInto(table)
      .values({ submission_id, name: 'a.pdf', ...file })
      .execute()
    return file.storage_key
  }

export const walks: Walks = {
  kinds: {
    task: {
      make: ({ make, ids, tell }) =>
        make.task(ids.department, [ids.group], {
          name: tell('task'),
          detail: tell('task detail'),
          description: tell('task description'),
          criteria: JSON.stringify([{ name: tell('task criterion'), marks: 20 }]),
        }),
      texts: { group: ['task'] },
    },
    submission: {
      make: async ({ db, make, student, tell, keepFile, idOf }) => {
        const submission_id = await make.submission(await idOf('task'), student.id, {
          remarks: tell('handed in'),
          faculty_remarks: tell('faculty remarks'),
        })
        await db
          .insertInto('submission_files')
          .values({ ...(await keepFile()), submission_id })
          .execute()
        return submission_id
      },
      hiddenBeside: 'from students',
    },
    'former-file': {
      make: async ({ db, keepFile, idOf, student, tell }) => {
        const submission_id = await idOf('submission')
        const { user_id } = await db
          .selectFrom('students')
          .select('user_id')
          .where('id', '=', student.id)
          .executeTakeFirstOrThrow()
        const comment = await db
          .insertInto('submission_comments')
          .values({ submission_id, author_id: user_id, kind: 'comment', text: tell('comment on a submission') })
          .returning('id')
          .executeTakeFirstOrThrow()
        const { id } = await db
          .insertInto('former_submission_files')
          .values({ ...(await keepFile()), submission_id, comment_id: comment.id })
          .returning('id')
          .executeTakeFirstOrThrow()
        return id
      },
      hiddenBeside: 'from students',
    },
  },
  ids: { '/tasks': 'task', '/task-submissions': 'submission', task_id: 'task', file_id: 'former-file' },
  goOn: ['/task-submissions/:id/return'],
  prepared: {
    'PUT /tasks/:id': renamed,
    'POST /task-submissions': async ({ at, own }) => ({
      ids: { task: await at.make.task(own.ids.department, [own.ids.group]) },
    }),
    'PUT /task-submissions/:id': () => ({ body: { remarks: 'Otherwise' } }),
  },
  filters: {
    '/tasks': {
      department_id: 'tasks.department_id',
      group_id: 'task_groups.group_id',
      status: SHARE,
      only: 'work without marks has an index of its own',
    },
  },
  files: {
    submission_files: {
      keep: keepIn('submission_files'),
      address: (row) => `/task-submissions/${row.submission_id}/files/${encodeURIComponent(`${row.name}`)}/download`,
    },
    former_submission_files: {
      keep: keepIn('former_submission_files'),
      address: (row) => `/task-submissions/${row.submission_id}/former-files/${row.id}/download`,
    },
  },
  found: { path: '/tasks' },
  keptLists: { '/tasks': { table: 'tasks' } },
}
