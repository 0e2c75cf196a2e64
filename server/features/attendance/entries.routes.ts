import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import { found, invalid } from '../../core/errors.ts'
import type { Paging } from '../../core/paging.ts'
import { routes } from '../../core/routes.ts'
import type { Db, Tx } from '../../db/types.ts'
import { findGroup } from '../groups/reads.ts'
import { findStudent } from '../students/reads.ts'
import { type EntryFilter, findEntry, listEntries } from './entries.reads.ts'
import { deleteEntry, takeAttendance, updateAttendance } from './entries.writes.ts'
import { findSession, lockSession, type View, viewOf } from './reads.ts'
import { readStandings } from './record.reads.ts'
import { recordOf } from './rules.ts'

/** Entries prove that the scope shows their student and group; only an empty list has to ask. */
async function listOfStudent(db: Db, view: View, filter: EntryFilter & { student_id: number }, page: Paging) {
  const listed = await listEntries(db, view, filter, page)
  if (listed.meta.total > 0) return listed
  found('Student', await findStudent(db, view.scope, filter.student_id))
  if (filter.group_id !== undefined) found('Group', await findGroup(db, view.scope, filter.group_id))
  return listed
}

/** The session that a body names. @throws 422 when it is not there or not visible */
async function namedSession(tx: Tx, view: View, id: number) {
  const session = await lockSession(tx, view, id)
  if (!session) throw invalid({ attendance_session_id: ['Attendance session does not exist'] })
  return session
}

export const entryRoutes = routes(attendanceSubmissions, {
  list: ({ db, query, page, ...call }) => listEntries(db, viewOf(call), query, page),
  listBySession: async ({ db, params, query, page, ...call }) => {
    const view = viewOf(call)
    const listed = await listEntries(db, view, { ...query, attendance_session_id: params.session_id }, page)
    if (listed.meta.total === 0) found('Attendance session', await findSession(db, view, params.session_id))
    return listed
  },
  listByStudent: ({ db, params, query, page, ...call }) =>
    listOfStudent(db, viewOf(call), { ...query, ...params }, page),
  listByStudentAndGroup: ({ db, params, query, page, ...call }) =>
    listOfStudent(db, viewOf(call), { ...query, ...params }, page),
  record: async ({ db, params, ...call }) => {
    const student = found('Student', await findStudent(db, call.scope, params.student_id))
    const standings = await readStandings(db, viewOf(call), student.id)
    return { data: standings.map((one) => recordOf(one, call.services.settings.ATTENDANCE_MINIMUM)) }
  },
  read: async ({ db, params, ...call }) => ({
    data: found('Attendance submission', await findEntry(db, viewOf(call), params.id)),
  }),
  take: async ({ write, actor, body, ...call }) => ({
    data: await write(async (tx) => {
      const view = viewOf(call)
      return takeAttendance(tx, actor, view, await namedSession(tx, view, body.attendance_session_id), body)
    }),
  }),
  update: async ({ write, actor, body, ...call }) => ({
    data: await write(async (tx) => {
      const view = viewOf(call)
      return updateAttendance(tx, actor, view, await namedSession(tx, view, body.attendance_session_id), body)
    }),
  }),
  remove: async ({ write, actor, params, ...call }) => {
    await write(async (tx) => {
      const view = viewOf(call)
      const entry = await findEntry(tx, view, params.id)
      if (entry) await lockSession(tx, view, entry.attendance_session_id)
      // Read again under the lock: somebody may have changed or deleted it meanwhile.
      await deleteEntry(tx, actor, found('Attendance submission', await findEntry(tx, view, params.id)))
    })
    return { message: 'Attendance submission deleted successfully' }
  },
})
