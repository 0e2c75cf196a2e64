import { type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import { Staff, type StaffChange, type staff } from '../../../shared/contract/staff.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { foundIn } from '../../../shared/folding.ts'
import { roleWord, SIGN_IN_STATUSES } from '../../../shared/labels.ts'
import { mayAssign, ROLES } from '../../../shared/permissions.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { listing } from '../../core/listing.ts'
import { studentOf, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db, Tx } from '../../db/types.ts'
import { ownContains, ownLines, ownOf } from '../own-fields/values.reads.ts'

type StaffFilter = Query<typeof staff.list>

/**
 * Keeps the staff that the caller is shown: the own department's; to students those at work. Students cannot filter by
 * what they are not told.
 */
function visible(db: Db, caller: Caller, { department_id, designation_id, status, only }: StaffFilter = {}) {
  let query = db.selectFrom('staff').where(
    within(caller, {
      department: 'staff.department_id',
      student: () => sql<SqlBool>`staff.status = any(${SIGN_IN_STATUSES})`,
    }),
  )
  if (department_id !== undefined) query = query.where('staff.department_id', '=', department_id)
  if (designation_id !== undefined) query = query.where('staff.designation_id', '=', designation_id)
  if (only !== undefined) query = query.where(isNewcomer(caller))
  return status === undefined || studentOf(caller) ? query : query.where('staff.status', '=', status)
}

/**
 * True for a person who may sign in, has never done so, and holds no role that the caller may not give. Nobody else is
 * told that somebody never signed in.
 */
function isNewcomer(caller: Caller) {
  if (!caller.may('staff:write')) return sql<SqlBool>`false`
  const roles = ROLES.filter((role) => mayAssign(caller.roles, role))
  return sql<SqlBool>`staff.status = any(${[...SIGN_IN_STATUSES]})
  and exists (select from users where users.id = staff.user_id and users.signed_in_at is null)
  and not exists (select from user_roles held join roles r on r.id = held.role_id
    where held.user_id = staff.user_id and r.name <> all(${roles}))`
}

const withDetails = (kept: ReturnType<typeof visible>, caller: Caller) =>
  kept
    .innerJoin('users', 'users.id', 'staff.user_id')
    .innerJoin('departments', 'departments.id', 'staff.department_id')
    .innerJoin('designations', 'designations.id', 'staff.designation_id')
    .leftJoin('roles', 'roles.id', 'staff.role_id')
    .select([
      ...columnsOf('staff', Staff, 'name', 'user', 'department', 'designation', 'own', 'never_signed_in'),
      'users.name',
      'users.email',
      'departments.name as department_name',
      'departments.type as department_type',
      'designations.name as designation_name',
      'roles.name as role',
      sql<string[]>`array(select r.name from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = users.id order by r.id)`.as('roles'),
      sql<boolean>`users.signed_in_at is null`.as('never_signed_in'),
      'users.created_at as account_made_at',
      ownLines(caller, 'staff').as('own_lines'),
    ])

type SelectedRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

/** A staff member, with the name of the role that the record gives and with what only some are told. */
export interface StaffRecord extends Staff {
  role: string | null
  never_signed_in: boolean
  account_made_at: string
}

const withRefs = ({
  email,
  roles,
  department_name,
  department_type,
  designation_name,
  own_lines,
  ...row
}: SelectedRow): StaffRecord => ({
  ...row,
  ...ownOf(own_lines),
  user: { id: row.user_id, email, roles },
  department: { id: row.department_id, name: department_name, type: department_type },
  designation: { id: row.designation_id, name: designation_name },
})

const KNOWN_TO_STUDENTS = ['users.name_folded', 'departments.name', 'designations.name']
const KNOWN_TO_STAFF = [...KNOWN_TO_STUDENTS, 'users.email', 'staff.staff_no', 'staff.phone_digits']

function searched(query: ReturnType<typeof withDetails>, caller: Caller, { q }: StaffFilter): typeof query | undefined {
  if (!q) return undefined
  if (studentOf(caller)) return query.where(contains(q, KNOWN_TO_STUDENTS))
  // The table of staff writes roles as people say them.
  const said = foundIn(ROLES, q, (role) => [roleWord(role)])
  const holdsRole = sql<SqlBool>`exists (select from user_roles ur join roles r on r.id = ur.role_id
    where ur.user_id = users.id and (${contains(q, ['r.name'])} or r.name = any(${said})))`
  return query.where((eb) => eb.or([contains(q, KNOWN_TO_STAFF), holdsRole, ownContains(caller, 'staff', q)]))
}

/** Staff by name. Locked, a staff member comes before the account. */
export const {
  kept: keptStaff,
  page: listStaff,
  all: listStaffForExport,
  find: findStaff,
  read: readStaff,
  lock: lockStaff,
} = listing({
  table: 'staff',
  noun: 'Staff member',
  kept: visible,
  details: withDetails,
  narrowed: searched,
  order: (query, filter) =>
    (filter?.only ? query.orderBy('staff.created_at') : query).orderBy('staff.sort_name').orderBy('staff.user_id'),
  row: withRefs,
})

/** The staff record of an account, with its department: everybody's own, so not scoped. */
export async function findStaffByUser(db: Db, caller: Caller, userId: number): Promise<StaffRecord | undefined> {
  const row = await withDetails(db.selectFrom('staff').where('staff.user_id', '=', userId), caller).executeTakeFirst()
  return row && withRefs(row)
}

/**
 * Locks these staff members in the order of their ids, so that two calls for the same ones wait and do not deadlock.
 * @returns the ids of their accounts
 */
export async function lockSeveralStaff(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('staff')
    .select('user_id')
    .where(sql<SqlBool>`id = any(${[...ids]})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Keeps a staff member from being deleted until the transaction ends, without holding up anything else. */
export const keepStaff = (tx: Tx, id: number) =>
  tx.selectFrom('staff').select('id').where('id', '=', id).forKeyShare().execute()

/** Keeps a staff member's status and roles as they are until the transaction ends. */
export const holdStaff = (tx: Tx, id: number) =>
  tx.selectFrom('staff').select('id').where('id', '=', id).forShare().execute()

/** The values of a body that name something, or that only one person may have. */
export type Named = Pick<z.output<typeof StaffChange>, 'department_id' | 'designation_id' | 'staff_no'> & {
  email: string | null | undefined
  role_id: number | null
}

/** Says which of a body's department, designation and role exist, and what of it others than `ownUserId` have. */
export async function findNamed(db: Db, named: Named, ownUserId = 0) {
  const { role_id, role_name, ...found } = await db
    .selectNoFrom([
      sql<boolean>`exists (select from departments where id = ${named.department_id ?? null})`.as('department'),
      sql<boolean>`exists (select from designations where id = ${named.designation_id ?? null})`.as('designation'),
      sql<number | null>`(select id from roles where id = ${named.role_id})`.as('role_id'),
      sql<string | null>`(select name from roles where id = ${named.role_id})`.as('role_name'),
      sql<boolean>`exists (select from users
        where lower(email) = lower(${named.email ?? null}) and id != ${ownUserId})`.as('isEmailTaken'),
      sql<boolean>`exists (select from staff
        where lower(staff_no) = lower(${named.staff_no ?? null}) and user_id != ${ownUserId})`.as('isNumberTaken'),
    ])
    .executeTakeFirstOrThrow()
  return { ...found, role: role_id && role_name ? { id: role_id, name: role_name } : null }
}
