import { type Student, studentBatches, students } from '../../../shared/contract/students.ts'
import { can } from '../../../shared/permissions.ts'
import { dayIn } from '../../core/clock.ts'
import { found, notFound } from '../../core/errors.ts'
import { recordExport } from '../../core/exports.ts'
import type { Actor } from '../../core/login.ts'
import { initialPassword, initialPasswords } from '../../core/passwords.ts'
import { type Feature, routes } from '../../core/routes.ts'
import { sendSheet } from '../../core/sheets.ts'
import { findBatch } from '../batches/reads.ts'
import { findDepartment } from '../departments/reads.ts'
import { findGroup } from '../groups/reads.ts'
import { listBatchesOfStudent, listLinksOfBatch } from './batches.reads.ts'
import { issuePasswords } from './credentials.writes.ts'
import { lockMemberships } from './groups.reads.ts'
import { joinGroup, leaveGroups } from './groups.writes.ts'
import { findStudent, findStudentByUser, listStudents, listStudentsForExport, lockStudent } from './reads.ts'
import { SHEET_COLUMNS, sheetRow } from './rules.ts'
import { createStudent, deleteStudent, updateStudent } from './writes.ts'

const edits = (actor: Actor) => can(actor.roles, 'students:write')
const foundStudent = <T extends Student>(student: T | undefined) => found('Student', student)

const studentOwnRoutes = routes(students, {
  list: ({ db, actor, scope, query, page }) => listStudents(db, scope, query, page, edits(actor)),
  export: async (call) => {
    const { db, scope, query, services, reply } = call
    const { format = 'csv', ...filters } = query
    const rows = await listStudentsForExport(db, scope, filters)
    await recordExport(call, { what: 'students', format, rows: rows.length, filters })
    return sendSheet(
      reply,
      {
        name: 'students',
        day: dayIn(services.settings.COLLEGE_TIMEZONE),
        columns: SHEET_COLUMNS,
        rows: rows.map(sheetRow),
      },
      format,
    )
  },
  read: async ({ db, actor, scope, params }) => ({
    data: foundStudent(await findStudent(db, scope, params.id, edits(actor))),
  }),
  byUser: async ({ db, actor, scope, params }) => ({
    data: foundStudent(await findStudentByUser(db, scope, params.user_id, edits(actor))),
  }),
  byDepartment: async ({ db, actor, scope, params, query, page }) => {
    if (scope.kind === 'department' && scope.departmentId !== params.department_id) throw notFound('Department')
    const listed = await listStudents(db, scope, { ...query, ...params }, page, edits(actor))
    // Members prove that there is the department; only an empty list has to ask.
    if (listed.meta.total === 0) found('Department', await findDepartment(db, params.department_id))
    return listed
  },
  create: async ({ write, actor, scope, body }) => {
    const made = await initialPassword()
    return { data: await write((tx) => createStudent(tx, actor, scope, body, made)) }
  },
  initialPasswords: async ({ write, actor, scope, body }) => {
    const ids = [...new Set(body.student_ids)]
    const made = await initialPasswords(ids.length)
    return { data: await write((tx) => issuePasswords(tx, actor, scope, ids, made)) }
  },
  update: async ({ write, actor, scope, params, body }) => ({
    data: await write(async (tx) =>
      updateStudent(tx, actor, scope, foundStudent(await lockStudent(tx, scope, params.id)), body),
    ),
  }),
  remove: async ({ write, actor, scope, params }) => {
    await write(async (tx) =>
      deleteStudent(tx, actor, foundStudent(await lockStudent(tx, scope, params.id, 'deletion'))),
    )
    return { message: 'Student deleted successfully' }
  },
  assignGroup: async ({ write, actor, scope, params, body: { groupId } }) => ({
    data: await write(async (tx) => {
      const student = foundStudent(await lockStudent(tx, scope, params.id))
      const links = await lockMemberships(tx, student.id, groupId)
      return joinGroup(tx, actor, student, links, await findGroup(tx, scope, groupId))
    }),
  }),
  leaveGroup: async ({ write, actor, scope, params, query: { group_id } }) => {
    const ended = await write(async (tx) => {
      const student = foundStudent(await lockStudent(tx, scope, params.id))
      const links = (await lockMemberships(tx, student.id)).filter(
        (link) => scope.kind !== 'department' || link.department_id === scope.departmentId,
      )
      const ending = links.filter((link) => group_id === undefined || link.group_id === group_id)
      if (group_id !== undefined) found('Group', ending[0])
      await leaveGroups(tx, actor, student.id, ending)
      return ending.length
    })
    return { message: ended > 0 ? 'Student removed from group' : 'The student was in no group' }
  },
})

const linkRoutes = routes(studentBatches, {
  listByBatch: async ({ db, actor, scope, params, query, page }) => {
    const listed = await listLinksOfBatch(db, scope, params.batch_id, query.q, page, edits(actor))
    // Links prove that the scope shows their batch; only an empty list has to ask whether there is such a batch.
    if (listed.meta.total === 0) found('Batch', await findBatch(db, scope, params.batch_id))
    return listed
  },
  listByStudent: async ({ db, scope, params, page }) => {
    const student = foundStudent(await findStudent(db, scope, params.student_id))
    return listBatchesOfStudent(db, student.id, params.status, page)
  },
})

export const studentRoutes: Feature = (app, services) => {
  studentOwnRoutes(app, services)
  linkRoutes(app, services)
}
