import { staff } from '../../../shared/contract/staff.ts'
import { dayIn } from '../../core/clock.ts'
import { found } from '../../core/errors.ts'
import { recordExport } from '../../core/exports.ts'
import { initialPassword } from '../../core/passwords.ts'
import { sendSheet } from '../../documents/sheets/sheets.ts'
import { deleting } from '../../http/records.ts'
import { routes } from '../../http/routes.ts'
import { tellNewEmails } from '../accounts/emails.writes.ts'
import { givenEmail, refusePhoneAbroad } from '../accounts/rules.ts'
import { ownColumns } from '../own-fields/values.reads.ts'
import { findStaffByUser, listStaff, listStaffForExport, lockStaff, readStaff } from './reads.ts'
import { STAFF_COLUMNS, seenBy, toldOf } from './rules.ts'
import { createStaff, deleteStaff, updateStaff } from './writes.ts'

export const staffRoutes = routes(staff, {
  list: async ({ db, caller, query, page }) => {
    const listed = await listStaff(db, caller, query, page)
    return { ...listed, data: listed.data.map((record) => seenBy(caller, record)) }
  },
  currentUser: async ({ db, caller }) => ({
    data: toldOf(caller, found('Staff record', await findStaffByUser(db, caller, caller.id))),
  }),
  export: async (call) => {
    const { db, caller, reply } = call
    const { format = 'csv', ...filters } = call.query
    const listed = await listStaffForExport(db, caller, filters)
    const own = await ownColumns(db, caller, 'staff')
    await recordExport(call, { what: 'staff', format, rows: listed.length, filters })
    const rows = listed.map((row) => [
      row.name,
      row.staff_no,
      row.user.email,
      row.department.name,
      row.designation.name,
      row.role,
      row.phone,
      row.gender,
      row.date_of_birth,
      row.date_of_joining,
      row.date_of_leaving,
      row.date_of_retirement,
      row.status,
      row.description,
      ...own.cellsOf(row),
    ])
    return sendSheet(
      reply,
      { name: 'staff', day: dayIn(caller.zone), columns: [...STAFF_COLUMNS, ...own.names], rows },
      format,
    )
  },
  read: async ({ db, caller, params }) => ({
    data: seenBy(caller, await readStaff(db, caller, params.id)),
  }),
  create: async ({ write, caller, body }) => {
    const { password, hash } = await initialPassword()
    const created = await write((tx) => createStaff(tx, caller, body, hash))
    return { data: { ...toldOf(caller, created), initial_password: password } }
  },
  update: async ({ write, caller, params, body, services }) => {
    const data = await write(async (tx) => {
      const record = await lockStaff(tx, caller, params.id)
      refusePhoneAbroad(body.phone, record.phone)
      const updated = await updateStaff(tx, caller, record, body)
      await tellNewEmails(tx, services, 'staff', givenEmail(body) === undefined ? [] : [params.id])
      return toldOf(caller, updated)
    })
    services.jobs.hurry()
    return { data }
  },
  remove: deleting(lockStaff, deleteStaff, 'Staff member deleted successfully'),
})
