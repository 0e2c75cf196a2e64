import { groups, studentGroups } from '../../../shared/contract/groups.ts'
import { dayIn } from '../../core/clock.ts'
import { found, invalid } from '../../core/errors.ts'
import { recordExport } from '../../core/exports.ts'
import { type Feature, routes } from '../../core/routes.ts'
import { sendSheet } from '../../core/sheets.ts'
import { findStudent } from '../students/reads.ts'
import { listCandidates, lockMembership } from './members.reads.ts'
import { assignStudents } from './members.writes.ts'
import {
  findGroup,
  listGroups,
  listLinksOfGroup,
  listLinksOfStudent,
  listMembersForExport,
  lockGroup,
} from './reads.ts'
import { MEMBER_COLUMNS } from './rules.ts'
import { createGroup, deleteGroup, updateGroup } from './writes.ts'

const linkRoutes = routes(studentGroups, {
  listByGroup: async ({ db, scope, params, page }) => {
    const listed = await listLinksOfGroup(db, scope, params.group_id, params.status, page)
    // Links prove that the scope shows their group; only an empty list has to ask whether there is such a group.
    if (listed.meta.total === 0) found('Group', await findGroup(db, scope, params.group_id))
    return listed
  },
  listByStudent: async ({ db, scope, params, page }) => {
    const student = found('Student', await findStudent(db, scope, params.student_id))
    return listLinksOfStudent(db, scope, student.id, params.status, page)
  },
  assign: async ({ write, actor, scope, body }) => ({
    data: await write(async (tx) => {
      const studentIds = [...new Set(body.student_ids)]
      const membership = await lockMembership(tx, scope, body.group_id, studentIds)
      if (!membership) throw invalid({ group_id: ['Group does not exist'] })
      await assignStudents(tx, actor, membership, { studentIds, updated_at: body.updated_at })
      return found('Group', await findGroup(tx, scope, body.group_id))
    }),
  }),
})

const groupOwnRoutes = routes(groups, {
  list: ({ db, scope, query, page }) => listGroups(db, scope, query, page),
  export: async (call) => {
    const { db, scope, services, reply } = call
    const { format = 'csv', ...filters } = call.query
    const listed = await listMembersForExport(db, scope, filters)
    await recordExport(call, { what: 'groups', format, rows: listed.length, filters })
    const rows = listed.map((row) => [
      row.name,
      row.batch_name,
      row.department_name,
      row.status,
      row.roll_no,
      row.student_name,
      row.student_status,
    ])
    return sendSheet(
      reply,
      { name: 'groups', day: dayIn(services.settings.COLLEGE_TIMEZONE), columns: MEMBER_COLUMNS, rows },
      format,
    )
  },
  read: async ({ db, scope, params }) => ({ data: found('Group', await findGroup(db, scope, params.id)) }),
  candidates: async ({ db, scope, params, page }) => {
    const listed = await listCandidates(db, scope, params.id, page)
    // Students prove that the scope shows the group; only an empty list has to ask whether there is such a group.
    if (listed.meta.total === 0) found('Group', await findGroup(db, scope, params.id))
    return listed
  },
  create: async ({ write, actor, scope, body }) => ({ data: await write((tx) => createGroup(tx, actor, scope, body)) }),
  update: async ({ write, actor, scope, params, body }) => ({
    data: await write(async (tx) =>
      updateGroup(tx, actor, scope, found('Group', await lockGroup(tx, scope, params.id)), body),
    ),
  }),
  remove: async ({ write, actor, scope, params }) => {
    await write(async (tx) => deleteGroup(tx, actor, found('Group', await lockGroup(tx, scope, params.id))))
    return { message: 'Group deleted successfully' }
  },
})

export const groupRoutes: Feature = (app, services) => {
  groupOwnRoutes(app, services)
  linkRoutes(app, services)
}
