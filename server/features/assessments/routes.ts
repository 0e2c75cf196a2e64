import { assessments } from '../../../shared/contract/assessments.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { orNotFound, type Paging } from '../../core/paging.ts'
import type { Db } from '../../db/types.ts'
import { changing, deleting } from '../../http/records.ts'
import { type Routes, routes } from '../../http/routes.ts'
import { readGroup } from '../groups/reads.ts'
import { figureRoutes } from './figures.routes.ts'
import { listAssessments, lockAssessment, readAssessment } from './reads.ts'
import { listRoster } from './results.reads.ts'
import { resultRoutes } from './results.routes.ts'
import { createAssessment, deleteAssessment, updateAssessment } from './writes.ts'

type OfGroup = Query<typeof assessments.list> & { group_id: number }

const listOfGroup = async (db: Db, caller: Caller, filter: OfGroup, page: Paging) =>
  orNotFound(await listAssessments(db, caller, filter, page), () => readGroup(db, caller, filter.group_id))

const ownRoutes = routes(assessments, {
  list: ({ db, caller, query, page }) => listAssessments(db, caller, query, page),
  listByGroup: ({ db, caller, params, query, page }) => listOfGroup(db, caller, { ...query, ...params }, page),
  listByGroupAndStatus: ({ db, caller, params, page }) => listOfGroup(db, caller, params, page),
  read: async ({ db, caller, params }) => ({ data: await readAssessment(db, caller, params.id) }),
  roster: async ({ db, caller, params, page }) => listRoster(db, await readAssessment(db, caller, params.id), page),
  create: async ({ write, caller, body }) => ({ data: await write((tx) => createAssessment(tx, caller, body)) }),
  update: changing(lockAssessment, updateAssessment),
  remove: deleting(lockAssessment, deleteAssessment, 'Assessment deleted successfully'),
})

export const assessmentRoutes: Routes = (app, services) => {
  ownRoutes(app, services)
  resultRoutes(app, services)
  figureRoutes(app, services)
}
