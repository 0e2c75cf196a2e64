import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { orNotFound, type Paging } from '../../core/paging.ts'
import type { Db } from '../../db/types.ts'
import { changing, deleting } from '../../http/records.ts'
import { type Routes, routes } from '../../http/routes.ts'
import { readGroup } from '../groups/reads.ts'
import { entryRoutes } from './entries.routes.ts'
import { listChanges } from './history.reads.ts'
import { listNotTaken, listSessions, lockSession, readSession } from './reads.ts'
import { createSessions, planSessions } from './recurring.writes.ts'
import { listRoster } from './roster.reads.ts'
import { createSession, deleteSession, updateSession } from './writes.ts'

type OfGroup = Query<typeof attendanceSessions.list> & { group_id: number }

const listOfGroup = async (db: Db, caller: Caller, filter: OfGroup, page: Paging) =>
  orNotFound(await listSessions(db, caller, filter, page), () => readGroup(db, caller, filter.group_id))

const sessionRoutes = routes(attendanceSessions, {
  list: ({ db, query, page, caller }) => listSessions(db, caller, query, page),
  listByGroup: ({ db, params, query, page, caller }) =>
    listOfGroup(db, caller, { ...params, status: query.status }, page),
  listByGroupAndStatus: ({ db, params, page, caller }) => listOfGroup(db, caller, params, page),
  notTaken: ({ db, query, page, caller }) => listNotTaken(db, caller, query, page),
  read: async ({ db, params, caller }) => ({ data: await readSession(db, caller, params.id) }),
  roster: async ({ db, params, page, caller }) => {
    const session = await readSession(db, caller, params.id)
    return { ...(await listRoster(db, session, page)), session }
  },
  history: async ({ db, params, page, caller }) => {
    const { id } = await readSession(db, caller, params.id)
    return listChanges(db, id, page)
  },
  create: async ({ write, caller, body }) => ({
    data: await write((tx) => createSession(tx, caller, body)),
  }),
  previewRecurring: async ({ db, body, caller }) => ({ data: await planSessions(db, caller, body) }),
  createRecurring: async ({ write, caller, body }) => ({
    data: await write((tx) => createSessions(tx, caller, body)),
  }),
  update: changing(lockSession, updateSession),
  remove: deleting(lockSession, deleteSession, 'Attendance session deleted successfully'),
})

export const attendanceRoutes: Routes = (app, services) => {
  sessionRoutes(app, services)
  entryRoutes(app, services)
}
