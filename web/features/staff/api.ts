import { accounts, type Credential } from '../../../shared/contract/accounts.ts'
import { dashboard } from '../../../shared/contract/dashboard.ts'
import { designations } from '../../../shared/contract/designations.ts'
import { roles } from '../../../shared/contract/roles.ts'
import { type NewStaff, staff } from '../../../shared/contract/staff.ts'
import type { Reply } from '../../../shared/endpoint.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { STAFF_ONLY } from '../../../shared/only.ts'
import type { Address } from '../../core/address.ts'
import { callFile } from '../../core/call-file.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'
import { ownStaffQuery } from '../../core/start.ts'
import type { ReadExport, SheetFormat } from '../../parts/ExportPanel.tsx'

const STAFF_PER_PAGE: PageSize = 100

/** Reads the narrowing of the list from the address. */
export const addressOf = ({ q, text, can }: Address) => ({
  q,
  only: STAFF_ONLY.find((one) => can('staff:write') && one === text('only')),
})
type StaffFilter = ReturnType<typeof addressOf>

/** A card of the list: the whole record, or the part of it that students see. */
export type StaffCard = Reply<typeof staff.list>['data'][number]

export const staffListQuery = (filter: StaffFilter, page: number) =>
  queryOf(staff.list, { query: { ...filter, page, per_page: STAFF_PER_PAGE } }, { sameBut: ['q', 'page'] })

export const staffMemberQuery = (id: number) =>
  queryOf(staff.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

export const exportStaff =
  (filter: StaffFilter): ReadExport<SheetFormat> =>
  (format, signal, onReceived) =>
    callFile(staff.export, { query: { ...filter, format }, signal }, onReceived)

/** Contracts of everything that shows or counts staff. */
const EFFECTS = { stale: [staff, designations, roles, accounts, dashboard] }
/** Only the answer tells a password. */
const TOLD_ONCE = { ...EFFECTS, atOnce: true }

export const useStaffChanges = () => ({
  create: useChange(staff.create, TOLD_ONCE),
  update: useChange(staff.update, EFFECTS),
  remove: useChange(staff.remove, EFFECTS),
  issuePassword: useChange(accounts.initialPassword, TOLD_ONCE),
})

export const credentialOf = ({ user_id, name, user, staff_no, initial_password }: NewStaff): Credential => ({
  user_id,
  name,
  email: user.email,
  roll_no: null,
  ...(user.email === null && staff_no !== null ? { sign_in_name: staff_no } : {}),
  initial_password,
})

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { page, dialog, can } = address
  const opened = dialog('view', 'edit')
  return [
    can('staff:read-own') && ownStaffQuery,
    staffListQuery(addressOf(address), page),
    opened !== undefined && staffMemberQuery(opened),
  ]
})
