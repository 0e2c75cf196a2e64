import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { found } from '../../core/errors.ts'
import type { Paging } from '../../core/paging.ts'
import { type Feature, routes } from '../../core/routes.ts'
import type { Db, Tx } from '../../db/types.ts'
import { findGroup } from '../groups/reads.ts'
import { listRoster } from './entries.reads.ts'
import { entryRoutes } from './entries.routes.ts'
import { listChanges } from './history.reads.ts'
import { findSession, listNotTaken, listSessions, lockSession, type SessionFilter, type View, viewOf } from './reads.ts'
import { createSessions, planSessions } from './recurring.writes.ts'
import { createSession, deleteSession, updateSession } from './writes.ts'

const foundSession = async (db: Db, view: View, id: number) =>
  found('Attendance session', await findSession(db, view, id))
const lockedSession = async (tx: Tx, view: View, id: number) =>
  found('Attendance session', await lockSession(tx, view, id))

/** Sessions prove that the scope shows their group; only an empty list has to ask whether there is such a group. */
async function listOfGroup(db: Db, view: View, filter: SessionFilter & { group_id: number }, page: Paging) {
  const listed = await listSessions(db, view, filter, page)
  if (listed.meta.total === 0) found('Group', await findGroup(db, view.scope, filter.group_id))
  return listed
}

const loginRoutes = routes(attendanceSessions, {
  list: ({ db, query, page, ...call }) => listSessions(db, viewOf(call), query, page),
  listByGroup: ({ db, params, query, page, ...call }) =>
    listOfGroup(db, viewOf(call), { ...params, status: query.status }, page),
  listByGroupAndStatus: ({ db, params, page, ...call }) => listOfGroup(db, viewOf(call), params, page),
  notTaken: ({ db, query, page, ...call }) => listNotTaken(db, viewOf(call), query, page),
  read: async ({ db, params, ...call }) => ({ data: await foundSession(db, viewOf(call), params.id) }),
  roster: async ({ db, params, page, ...call }) =>
    listRoster(db, await foundSession(db, viewOf(call), params.id), page),
  history: async ({ db, params, page, ...call }) => {
    const { id } = await foundSession(db, viewOf(call), params.id)
    return listChanges(db, id, page)
  },
  create: async ({ write, actor, body, ...call }) => ({
    data: await write((tx) => createSession(tx, actor, viewOf(call), body)),
  }),
  previewRecurring: async ({ db, body, ...call }) => ({ data: await planSessions(db, viewOf(call), body) }),
  createRecurring: async ({ write, actor, body, ...call }) => ({
    data: await write((tx) => createSessions(tx, actor, viewOf(call), body)),
  }),
  update: async ({ write, actor, params, body, ...call }) => ({
    data: await write(async (tx) => {
      const view = viewOf(call)
      return updateSession(tx, actor, view, await lockedSession(tx, view, params.id), body)
    }),
  }),
  remove: async ({ write, actor, params, ...call }) => {
    await write(async (tx) => deleteSession(tx, actor, await lockedSession(tx, viewOf(call), params.id)))
    return { message: 'Attendance session deleted successfully' }
  },
})

export const attendanceRoutes: Feature = (app, services) => {
  loginRoutes(app, services)
  entryRoutes(app, services)
}
