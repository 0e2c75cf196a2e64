import { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import { orNotFound, type Paging } from '../../core/paging.ts'
import type { Db, Tx } from '../../db/types.ts'
import { routes } from '../../http/routes.ts'
import { readGroup } from '../groups/reads.ts'
import { readStudent } from '../students/reads.ts'
import { type EntryFilter, findEntry, listEntries, readEntry } from './entries.reads.ts'
import { deleteEntry, takeAttendance, updateAttendance } from './entries.writes.ts'
import { lockSessionIfThere, readSession } from './reads.ts'
import { readStandings } from './record.reads.ts'
import { recordOf } from './rules.ts'

async function listOfStudent(db: Db, caller: Caller, filter: EntryFilter & { student_id: number }, page: Paging) {
  const { student_id, group_id } = filter
  const listed = await listEntries(db, caller, filter, page)
  await orNotFound(listed, () => readStudent(db, caller, student_id))
  return group_id === undefined ? listed : orNotFound(listed, () => readGroup(db, caller, group_id))
}

/** The session that a body names. @throws 422 when it is not there or not visible */
async function namedSession(tx: Tx, caller: Caller, id: number) {
  const session = await lockSessionIfThere(tx, caller, id)
  if (!session) throw invalid({ attendance_session_id: ['Attendance session does not exist'] })
  return session
}

export const entryRoutes = routes(attendanceSubmissions, {
  list: ({ db, query, page, caller }) => listEntries(db, caller, query, page),
  listBySession: async ({ db, params, query, page, caller }) => {
    const listed = await listEntries(db, caller, { ...query, attendance_session_id: params.session_id }, page)
    return orNotFound(listed, () => readSession(db, caller, params.session_id))
  },
  listByStudent: ({ db, params, query, page, caller }) => listOfStudent(db, caller, { ...query, ...params }, page),
  listByStudentAndGroup: ({ db, params, query, page, caller }) =>
    listOfStudent(db, caller, { ...query, ...params }, page),
  record: async ({ db, params, query, caller, services }) => {
    const { id: student_id } = await readStudent(db, caller, params.student_id)
    const standings = await readStandings(db, caller, student_id)
    const data = standings.map((one) => recordOf(one, services.settings.ATTENDANCE_MINIMUM))
    const first = standings[0]?.department.id
    if (query.entries === undefined || first === undefined) return { data }
    const shown = { page: 1, perPage: query.entries }
    return { data, entries: await listEntries(db, caller, { student_id, department_id: first }, shown) }
  },
  read: async ({ db, params, caller }) => ({
    data: await readEntry(db, caller, params.id),
  }),
  take: async ({ write, caller, body }) => ({
    data: await write(async (tx) => {
      return takeAttendance(tx, caller, await namedSession(tx, caller, body.attendance_session_id), body)
    }),
  }),
  update: async ({ write, caller, body }) => ({
    data: await write(async (tx) => {
      return updateAttendance(tx, caller, await namedSession(tx, caller, body.attendance_session_id), body)
    }),
  }),
  remove: async ({ write, caller, params }) => {
    await write(async (tx) => {
      const entry = await findEntry(tx, caller, params.id)
      if (entry) await lockSessionIfThere(tx, caller, entry.attendance_session_id)
      // Read again under the lock: somebody may have changed or deleted it meanwhile.
      await deleteEntry(tx, caller, await readEntry(tx, caller, params.id))
    })
    return { message: 'Attendance submission deleted successfully' }
  },
})
