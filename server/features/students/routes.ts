import { students } from '../../../shared/contract/students.ts'
import { dayIn } from '../../core/clock.ts'
import { found, notFound } from '../../core/errors.ts'
import { recordExport } from '../../core/exports.ts'
import { orNotFound } from '../../core/paging.ts'
import { initialPassword, initialPasswords } from '../../core/passwords.ts'
import { showsDepartment, studentOf } from '../../core/scope.ts'
import { sendSheet } from '../../documents/sheets/sheets.ts'
import { deleting } from '../../http/records.ts'
import { routes } from '../../http/routes.ts'
import { tellNewEmails } from '../accounts/emails.writes.ts'
import { givenEmail, refusePhoneAbroad } from '../accounts/rules.ts'
import { readDepartment } from '../departments/reads.ts'
import { findGroup } from '../groups/reads.ts'
import { lockLinksOfStudent } from '../memberships/locks.reads.ts'
import { joinGroup, leaveGroups } from '../memberships/writes.ts'
import { ownColumns } from '../own-fields/values.reads.ts'
import { issuePasswords } from './credentials.writes.ts'
import { findStudentByUser, listStudents, listStudentsForExport, lockStudent, readStudent } from './reads.ts'
import { SHEET_COLUMNS, sheetRow } from './rules.ts'
import { createStudent, deleteStudent, updateStudent } from './writes.ts'

export const studentRoutes = routes(students, {
  list: ({ db, caller, query, page }) => listStudents(db, caller, query, page),
  export: async (call) => {
    const { db, caller, query, reply } = call
    const { format = 'csv', ...filters } = query
    const rows = await listStudentsForExport(db, caller, filters)
    const own = await ownColumns(db, caller, 'student')
    await recordExport(call, { what: 'students', format, rows: rows.length, filters })
    return sendSheet(
      reply,
      {
        name: 'students',
        day: dayIn(caller.zone),
        columns: [...SHEET_COLUMNS, ...own.names],
        rows: rows.map((student) => [...sheetRow(student), ...own.cellsOf(student)]),
      },
      format,
    )
  },
  read: async ({ db, caller, params }) => ({
    data: await readStudent(db, caller, params.id),
  }),
  byUser: async ({ db, caller, params }) => ({
    data: found('Student', await findStudentByUser(db, caller, params.user_id)),
  }),
  byDepartment: async ({ db, caller, params, query, page }) => {
    if (!studentOf(caller) && !showsDepartment(caller, params.department_id)) throw notFound('Department')
    const listed = await listStudents(db, caller, { ...query, ...params }, page)
    return orNotFound(listed, () => readDepartment(db, caller, params.department_id))
  },
  create: async ({ write, caller, body }) => {
    const made = await initialPassword()
    return { data: await write((tx) => createStudent(tx, caller, body, made)) }
  },
  initialPasswords: async ({ write, caller, body }) => {
    const ids = [...new Set(body.student_ids)]
    const made = await initialPasswords(ids.length)
    return { data: await write((tx) => issuePasswords(tx, caller, ids, made)) }
  },
  update: async ({ write, caller, params, body, services }) => {
    const data = await write(async (tx) => {
      const student = await lockStudent(tx, caller, params.id)
      refusePhoneAbroad(body.phone, student.phone)
      const updated = await updateStudent(tx, caller, student, body)
      await tellNewEmails(tx, services, 'student', givenEmail(body) === undefined ? [] : [params.id])
      return updated
    })
    services.jobs.hurry()
    return { data }
  },
  remove: deleting(lockStudent, deleteStudent, 'Student deleted successfully'),
  assignGroup: async ({ write, caller, params, body: { groupId, since } }) => ({
    data: await write(async (tx) => {
      const student = await lockStudent(tx, caller, params.id)
      const links = await lockLinksOfStudent(tx, student.id, groupId)
      return joinGroup(tx, caller, student, links, await findGroup(tx, caller, groupId), since)
    }),
  }),
  leaveGroup: async ({ write, caller, params, query: { group_id } }) => {
    const ended = await write(async (tx) => {
      const student = await lockStudent(tx, caller, params.id)
      const links = (await lockLinksOfStudent(tx, student.id)).filter((link) =>
        showsDepartment(caller, link.department_id),
      )
      const ending = links.filter((link) => group_id === undefined || link.group_id === group_id)
      if (group_id !== undefined) found('Group', ending[0])
      await leaveGroups(tx, caller, student.id, ending)
      return ending.length
    })
    return { message: ended > 0 ? 'Student removed from group' : 'The student was in no group' }
  },
})
