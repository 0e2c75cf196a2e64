import { groups } from '../../../shared/contract/groups.ts'
import { dayIn } from '../../core/clock.ts'
import { recordExport } from '../../core/exports.ts'
import { orNotFound } from '../../core/paging.ts'
import { sendSheet } from '../../documents/sheets/sheets.ts'
import { changing, deleting } from '../../http/records.ts'
import { routes } from '../../http/routes.ts'
import { listCandidates } from '../memberships/reads.ts'
import { listGroups, listMembersForExport, lockGroup, readGroup } from './reads.ts'
import { MEMBER_COLUMNS } from './rules.ts'
import { createGroup, deleteGroup, updateGroup } from './writes.ts'

export const groupRoutes = routes(groups, {
  list: ({ db, caller, query, page }) => listGroups(db, caller, query, page),
  export: async (call) => {
    const { db, caller, reply } = call
    const { format = 'csv', ...filters } = call.query
    const listed = await listMembersForExport(db, caller, filters)
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
    return sendSheet(reply, { name: 'groups', day: dayIn(caller.zone), columns: MEMBER_COLUMNS, rows }, format)
  },
  read: async ({ db, caller, params }) => ({ data: await readGroup(db, caller, params.id) }),
  candidates: async ({ db, caller, params, page }) => {
    const listed = await listCandidates(db, caller, params.id, page)
    return orNotFound(listed, () => readGroup(db, caller, params.id))
  },
  create: async ({ write, caller, body }) => ({ data: await write((tx) => createGroup(tx, caller, body)) }),
  update: changing(lockGroup, updateGroup),
  remove: deleting(lockGroup, deleteGroup, 'Group deleted successfully'),
})
