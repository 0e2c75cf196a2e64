import { staff } from '../../../shared/contract/staff.ts'
import { dayIn } from '../../core/clock.ts'
import { found } from '../../core/errors.ts'
import { recordExport } from '../../core/exports.ts'
import { initialPassword } from '../../core/passwords.ts'
import { routes } from '../../core/routes.ts'
import { sendSheet } from '../../core/sheets.ts'
import { findStaff, findStaffByUser, listStaff, listStaffForExport, lockStaff } from './reads.ts'
import { STAFF_COLUMNS, seenBy, toldOf } from './rules.ts'
import { createStaff, deleteStaff, updateStaff } from './writes.ts'

export const staffRoutes = routes(staff, {
  list: async ({ db, actor, scope, query, page }) => {
    const listed = await listStaff(db, scope, query, page)
    return { ...listed, data: listed.data.map((record) => seenBy(actor, scope, record)) }
  },
  currentUser: async ({ db, actor }) => ({
    data: toldOf(actor, found('Staff record', await findStaffByUser(db, actor.id))),
  }),
  export: async (call) => {
    const { db, scope, services, reply } = call
    const { format = 'csv', ...filters } = call.query
    const listed = await listStaffForExport(db, scope, filters)
    await recordExport(call, { what: 'staff', format, rows: listed.length, filters })
    const rows = listed.map((row) => [
      row.name,
      row.email,
      row.department_name,
      row.designation_name,
      row.role,
      row.phone,
      row.gender,
      row.date_of_birth,
      row.date_of_joining,
      row.date_of_leaving,
      row.date_of_retirement,
      row.status,
      row.description,
    ])
    return sendSheet(
      reply,
      { name: 'staff', day: dayIn(services.settings.COLLEGE_TIMEZONE), columns: STAFF_COLUMNS, rows },
      format,
    )
  },
  read: async ({ db, actor, scope, params }) => ({
    data: seenBy(actor, scope, found('Staff member', await findStaff(db, scope, params.id))),
  }),
  create: async ({ write, actor, scope, body }) => {
    const { password, hash } = await initialPassword()
    const created = await write((tx) => createStaff(tx, actor, scope, body, hash))
    return { data: { ...toldOf(actor, created), initial_password: password } }
  },
  update: async ({ write, actor, scope, params, body }) => ({
    data: await write(async (tx) => {
      const record = found('Staff member', await lockStaff(tx, scope, params.id))
      return toldOf(actor, await updateStaff(tx, actor, scope, record, body))
    }),
  }),
  remove: async ({ write, actor, scope, params }) => {
    await write(async (tx) => deleteStaff(tx, actor, found('Staff member', await lockStaff(tx, scope, params.id))))
    return { message: 'Staff member deleted successfully' }
  },
})
