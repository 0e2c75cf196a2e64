import { type Task, tasks } from '../../../shared/contract/tasks.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { orNotFound, type Paging } from '../../core/paging.ts'
import type { Db } from '../../db/types.ts'
import { changing, deleting } from '../../http/records.ts'
import { type Routes, routes } from '../../http/routes.ts'
import { readGroup } from '../groups/reads.ts'
import { commentRoutes } from './comments.routes.ts'
import { listTasks, lockTask, readTask } from './reads.ts'
import { studentTaskRoutes } from './student-tasks.routes.ts'
import { submissionRoutes } from './submissions.routes.ts'
import { createBulkTasks, createTask, deleteTask, updateTask } from './writes.ts'

type OfGroup = Query<typeof tasks.list> & { group_id: number }

const listOfGroup = async (db: Db, caller: Caller, filter: OfGroup, page: Paging) =>
  orNotFound(await listTasks(db, caller, filter, page), () => readGroup(db, caller, filter.group_id))

const taskOwnRoutes = routes(tasks, {
  list: ({ db, caller, query, page }) => listTasks(db, caller, query, page),
  listByGroup: ({ db, caller, params, page }) => listOfGroup(db, caller, params, page),
  listByGroupAndStatus: ({ db, caller, params, page }) => listOfGroup(db, caller, params, page),
  read: async ({ db, caller, params }) => ({ data: await readTask(db, caller, params.id) }),
  create: async ({ write, caller, body }) => ({
    data: await write<Task | Task[]>((tx) =>
      body.task_type === 'bulk' ? createBulkTasks(tx, caller, body) : createTask(tx, caller, body),
    ),
  }),
  update: changing(lockTask, updateTask),
  remove: deleting(lockTask, deleteTask, 'Task deleted successfully'),
})

export const taskRoutes: Routes = (app, services) => {
  taskOwnRoutes(app, services)
  studentTaskRoutes(app, services)
  submissionRoutes(app, services)
  commentRoutes(app, services)
}
