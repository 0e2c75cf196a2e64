import { type Task, tasks } from '../../../shared/contract/tasks.ts'
import { found } from '../../core/errors.ts'
import type { Scope } from '../../core/login.ts'
import type { Paging } from '../../core/paging.ts'
import { type Feature, routes } from '../../core/routes.ts'
import type { Db } from '../../db/types.ts'
import { findGroup } from '../groups/reads.ts'
import { findTask, listTasks, lockTask, type TaskFilter } from './reads.ts'
import { submissionRoutes } from './submissions.routes.ts'
import { createBulkTasks, createTask, deleteTask, updateTask } from './writes.ts'

/** Tasks prove that the scope shows their group; only an empty list has to ask whether there is such a group. */
async function listOfGroup(db: Db, scope: Scope, filter: TaskFilter & { group_id: number }, page: Paging) {
  const listed = await listTasks(db, scope, filter, page)
  if (listed.meta.total === 0) found('Group', await findGroup(db, scope, filter.group_id))
  return listed
}

const taskOwnRoutes = routes(tasks, {
  list: ({ db, scope, query, page }) => listTasks(db, scope, query, page),
  listByGroup: ({ db, scope, params, page }) => listOfGroup(db, scope, params, page),
  listByGroupAndStatus: ({ db, scope, params, page }) => listOfGroup(db, scope, params, page),
  read: async ({ db, scope, params }) => ({ data: found('Task', await findTask(db, scope, params.id)) }),
  create: async ({ write, actor, scope, body }) => ({
    data: await write<Task | Task[]>((tx) =>
      body.task_type === 'bulk' ? createBulkTasks(tx, actor, scope, body) : createTask(tx, actor, scope, body),
    ),
  }),
  update: async ({ write, actor, scope, params, body }) => ({
    data: await write(async (tx) =>
      updateTask(tx, actor, scope, found('Task', await lockTask(tx, scope, params.id)), body),
    ),
  }),
  remove: async ({ write, actor, scope, params }) => {
    await write(async (tx) => deleteTask(tx, actor, found('Task', await lockTask(tx, scope, params.id))))
    return { message: 'Task deleted successfully' }
  },
})

export const taskRoutes: Feature = (app, services) => {
  taskOwnRoutes(app, services)
  submissionRoutes(app, services)
}
