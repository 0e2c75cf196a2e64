import type * as z from 'zod/mini'
import type { StaffChange, StaffInput } from '../../../shared/contract/staff.ts'
import type { Caller } from '../../core/caller.ts'
import { refuseInUse } from '../../core/dependants.ts'
import { answering, forbidden, invalid, refuseStale } from '../../core/errors.ts'
import { refuseForeign } from '../../core/scope.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { type Account, type HeldRole, lockAccount } from '../accounts/reads.ts'
import { givenEmail, refuseNoSignInName, refuseUnassignable, refuseUnmanaged } from '../accounts/rules.ts'
import {
  applyStatus,
  changeAccount,
  createAccount,
  deleteAccount,
  EMAIL_TAKEN,
  replaceRole,
} from '../accounts/writes.ts'
import { checkOwn, deletedOwn, ownTrail, writeOwn } from '../own-fields/values.writes.ts'
import { endVainWaits, handOverCases } from '../reportings/handover.writes.ts'
import { findNamed, type Named, readStaff, type StaffRecord } from './reads.ts'
import { dateProblems } from './rules.ts'

const NO_DEPARTMENT = 'Department does not exist'
const NO_DESIGNATION = 'Designation does not exist'
const NUMBER_TAKEN = 'This staff number is already in use'

const refusals = {
  staff_department_id_fkey: invalid({ department_id: [NO_DEPARTMENT] }),
  staff_designation_id_fkey: invalid({ designation_id: [NO_DESIGNATION] }),
  staff_staff_no_key: invalid({ staff_no: [NUMBER_TAKEN] }),
}

/** Names in the place of ids. */
const trail = trailOf(
  'staff',
  [
    'name',
    'staff_no',
    'email',
    'department',
    'designation',
    'role',
    'phone',
    'gender',
    'date_of_birth',
    'date_of_joining',
    'date_of_leaving',
    'date_of_retirement',
    'status',
    'description',
  ],
  (staff: StaffRecord) => ({
    ...staff,
    email: staff.user.email,
    department: staff.department.name,
    designation: staff.designation.name,
  }),
)

/**
 * The role that a body gives, once everything that the body names is there; the constraints stand behind it.
 * @throws 403 when the caller may not give the role, 422 on each field that names nothing, the students' role, or what
 * somebody else has, together with the problems that are known already
 */
async function checkNames(
  tx: Tx,
  caller: Caller,
  named: Named,
  knownProblems: Record<string, string[]>,
  ownUserId?: number,
): Promise<HeldRole | null> {
  const known = await findNamed(tx, named, ownUserId)
  if (known.role) refuseUnassignable(caller, known.role)
  const problems: Record<string, string[]> = { ...knownProblems }
  if (known.isEmailTaken) problems.email = [EMAIL_TAKEN]
  if (known.isNumberTaken) problems.staff_no = [NUMBER_TAKEN]
  if (named.department_id !== undefined && !known.department) problems.department_id = [NO_DEPARTMENT]
  if (named.designation_id !== undefined && !known.designation) problems.designation_id = [NO_DESIGNATION]
  if (named.role_id !== null && !known.role) problems.role_id = ['Role does not exist']
  if (known.role?.name === 'student') problems.role_id = ['The student role is not for staff']
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return known.role
}

/** Adds a staff member with an account, whose initial password was hashed before. */
export async function createStaff(
  tx: Tx,
  caller: Caller,
  { name, email: given, without_email, role_id = null, own: ownGiven, ...fields }: z.output<typeof StaffInput>,
  passwordHash: string,
): Promise<StaffRecord> {
  refuseForeign(caller, fields.department_id, 'staff')
  const email = givenEmail({ email: given, without_email }) ?? null
  refuseNoSignInName('staff_no', email, fields.staff_no ?? null)
  const own = await checkOwn(tx, 'staff', ownGiven)
  const role = await checkNames(tx, caller, { ...fields, email, role_id }, { ...own.problems, ...dateProblems(fields) })
  const user_id = await createAccount(tx, caller, { name, email, role }, passwordHash)
  const { id } = await answering(refusals, () =>
    tx
      .insertInto('staff')
      .values({ ...fields, role_id, user_id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await writeOwn(tx, own.change, id)
  const created = await readStaff(tx, caller, id)
  await trail.created(tx, caller, created, ownTrail(own.change, undefined))
  return created
}

async function changeStatus(tx: Tx, caller: Caller, account: Account, status: string): Promise<void> {
  await applyStatus(tx, caller, account, status)
  if (account.id === caller.id) throw forbidden('You cannot change your own status.')
}

/** Changes a staff member; fields left out stay. The account behind the record follows: name, email, role, logins. */
export async function updateStaff(
  tx: Tx,
  caller: Caller,
  staff: StaffRecord,
  change: z.output<typeof StaffChange>,
): Promise<StaffRecord> {
  const { updated_at, name, email: given, without_email, role_id = staff.role_id, own: ownGiven, ...fields } = change
  const account = await lockAccount(tx, staff.user_id)
  refuseUnmanaged(caller, account)
  refuseStale(staff, { updated_at })
  if (fields.department_id !== undefined) refuseForeign(caller, fields.department_id, 'staff')
  const email = givenEmail({ email: given, without_email })
  const staff_no = fields.staff_no === undefined ? staff.staff_no : fields.staff_no
  refuseNoSignInName('staff_no', email === undefined ? account.email : email, staff_no)
  const isOtherRole = role_id !== staff.role_id
  const own = await checkOwn(tx, 'staff', ownGiven, staff.id)
  const role = await checkNames(
    tx,
    caller,
    { ...fields, email, role_id: isOtherRole ? role_id : null },
    { ...own.problems, ...dateProblems({ ...staff, ...fields }) },
    staff.user_id,
  )
  if (isOtherRole) await replaceRole(tx, caller, account, staff.role_id, role)
  if (fields.status !== undefined && fields.status !== staff.status)
    await changeStatus(tx, caller, account, fields.status)
  await changeAccount(tx, caller, account, { name, email })
  await answering(refusals, () =>
    tx
      .updateTable('staff')
      .set({ ...fields, role_id, updated_at: new Date() })
      .where('id', '=', staff.id)
      .execute(),
  )
  await writeOwn(tx, own.change, staff.id)
  if (isOtherRole || fields.status !== undefined) await handOverCases(tx, caller, staff.id)
  if (fields.status !== undefined) await endVainWaits(tx, caller, { reporterId: staff.user_id })
  const updated = await readStaff(tx, caller, staff.id)
  await trail.changed(tx, caller, staff, updated, { more: ownTrail(own.change, staff.own) })
  return updated
}

/**
 * Deletes the staff member and the account. The account is locked first, so that no task, grade or session is added
 * after those that block the deletion were counted.
 */
export async function deleteStaff(tx: Tx, caller: Caller, staff: StaffRecord): Promise<void> {
  const account = await lockAccount(tx, staff.user_id)
  refuseUnmanaged(caller, account)
  const held = { staff: staff.id, users: account.id }
  await refuseInUse(tx, 'Staff member', held, 'Set the status to inactive instead.')
  const own = await deletedOwn(tx, 'staff', staff.own)
  await tx.deleteFrom('staff').where('id', '=', staff.id).execute()
  await deleteAccount(tx, caller, account)
  await trail.deleted(tx, caller, staff, own)
}
