import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { accounts, Account as ListedAccount } from '../../../shared/contract/accounts.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { isRollNumber } from '../../../shared/sign-in-name.ts'
import { notFound } from '../../core/errors.ts'
import { asItIs, listing } from '../../core/listing.ts'
import { hashOf } from '../../core/login.ts'
import { all, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db, Tables, Tx } from '../../db/types.ts'

export interface HeldRole {
  id: number
  name: string
}

/** An account, locked until the transaction ends, so that its roles cannot change between check and write. */
export interface Account {
  id: number
  name: string
  email: string | null
  roles: HeldRole[]
}

/** @throws 404 when there is none */
export async function lockAccount(tx: Tx, userId: number): Promise<Account> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw notFound('User')
  const roles = await tx
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['roles.id', 'roles.name'])
    .where('user_roles.user_id', '=', userId)
    .orderBy('roles.id')
    .execute()
  return { ...user, roles }
}

export const NO_ROLE = 'Role does not exist'

export const findRole = (db: Db, id: number): Promise<HeldRole | undefined> =>
  db.selectFrom('roles').select(['id', 'name']).where('id', '=', id).executeTakeFirst()

/** Any number; the checks of two administrators who take each other's role wait for each other here. */
const LAST_ADMIN_LOCK = 7_002

export const holdLastAdmin = (tx: Tx) => sql`select pg_advisory_xact_lock(${LAST_ADMIN_LOCK})`.execute(tx)

/**
 * Locks several accounts before the first of them is changed, in the order of their ids, and then what the last
 * administrator is decided under when one of them is administrator. `lockAccount` then gives each of them without a wait.
 */
export async function lockAccounts(tx: Tx, userIds: readonly number[]): Promise<void> {
  const named = sql<SqlBool>`users.id = any(${[...userIds]})`
  await tx.selectFrom('users').select('id').where(named).orderBy('id').forUpdate().execute()
  const admin = await tx
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select('users.id')
    .where(named)
    .where('roles.name', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  if (admin) await holdLastAdmin(tx)
}

/** An account with the person's record, of which there is at most one of each kind. */
const withPeople = (users: SelectQueryBuilder<Tables, 'users', object>) =>
  users
    .leftJoin('staff', 'staff.user_id', 'users.id')
    .leftJoin('departments', 'departments.id', 'staff.department_id')
    .leftJoin('students', 'students.user_id', 'users.id')

const hasFactor = sql<boolean>`exists (select from second_factors f
  where f.user_id = users.id and f.confirmed_at is not null)`

/** The email, or else the number, by which a person of `withPeople` signs in. */
const signInName = sql<string>`coalesce(users.email, students.roll_no, staff.staff_no, users.name)`

/** Accounts by name; `role_id` keeps those who hold a role, `id` one of them. */
export const { page: listAccounts } = listing({
  table: 'users',
  kept: (db, caller, { role_id, id }: Query<typeof accounts.list> = {}) => {
    let query = db.selectFrom('users').where(within(caller, { department: all }))
    if (id !== undefined) query = query.where('users.id', '=', id)
    if (role_id === undefined) return query
    return query.where('users.id', 'in', (eb) =>
      eb.selectFrom('user_roles').select('user_id').where('role_id', '=', role_id),
    )
  },
  details: (kept) =>
    withPeople(kept).select([
      'users.id',
      'users.name',
      'users.email',
      sql<
        ListedAccount['roles']
      >`(select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) order by r.id), '[]')
        from user_roles held join roles r on r.id = held.role_id where held.user_id = users.id)`.as('roles'),
      sql<ListedAccount['kind']>`case when staff.id is not null then 'staff'
        when students.id is not null then 'student' end`.as('kind'),
      (eb) => eb.fn.coalesce('departments.name', 'students.roll_no').as('detail'),
      sql<ListedAccount['status']>`coalesce(staff.status, students.status)`.as('status'),
      hasFactor.as('has_second_factor'),
    ]),
  narrowed: (query, _caller, { q }) =>
    q
      ? query.where(contains(q, ['users.name_folded', 'users.email', 'students.roll_no', 'staff.staff_no']))
      : undefined,
  order: (query) => query.orderBy('users.name').orderBy('users.id'),
  row: asItIs,
})

/** Reads all that decides who may issue a person's new password, and whether it would be of use. */
export const findPerson = (db: Db, userId: number) =>
  withPeople(db.selectFrom('users'))
    .select([
      'users.signed_in_at',
      'staff.department_id',
      'staff.status as staff_status',
      'students.roll_no',
      'students.status as student_status',
      signInName.as('sign_in_name'),
      hasFactor.as('has_factor'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()

/** Records of people, whose trail tells when the email of the account is changed. */
export type PersonEntity = 'staff' | 'student'

/**
 * The rows of the trail by which this transaction has told new emails of these records, of people who have signed in and
 * had an email before.
 */
export const listNewEmails = async (tx: Tx, entity: PersonEntity, recordIds: readonly number[]) =>
  (
    await sql<{ audit_id: string; user_id: number }>`
      select audit.id as audit_id, users.id as user_id
      from audit join ${sql.table(entity === 'staff' ? 'staff' : 'students')} record on record.id = audit.entity_id
        join users on users.id = record.user_id
      where audit.entity = ${entity} and audit.entity_id = any(${[...recordIds]}) and audit.changes -> 'email' ->> 0 is not null
        and audit.xmin = pg_current_xact_id()::xid and users.signed_in_at is not null order by audit.id`.execute(tx)
  ).rows

/** The former and the new email, as the trail tells them, and the name of the person who changed it. */
export const readNewEmail = async (db: Db, auditId: string) =>
  (
    await sql<{ former: string; present: string | null; doer: string }>`
      select changes -> 'email' ->> 0 as former, changes -> 'email' ->> 1 as present, actor_name as doer
      from audit where id = ${auditId}`.execute(db)
  ).rows[0]

const selectSignIns = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('staff', 'staff.user_id', 'users.id')
    .leftJoin('students', 'students.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'staff.status as staff_status',
      'students.status as student_status',
      signInName.as('signInName'),
    ])

const selectAccounts = (db: Db) => selectSignIns(db).select(['users.name', 'users.password_hash'])

/** The account of an email. The database decides which spellings are one. */
export const findByEmail = (db: Db, email: string) =>
  selectAccounts(db).where(sql<string>`lower(users.email)`, '=', sql<string>`lower(${email})`).executeTakeFirst()

/** The account that a person signs in to by an email or a number, which is a roll number or a staff number by its look. */
export function findAccount(db: Db, name: string) {
  if (name.includes('@')) return findByEmail(db, name)
  const column = isRollNumber(name) ? 'students.roll_no' : 'staff.staff_no'
  return selectAccounts(db)
    .where(sql<string>`lower(${sql.ref(column)})`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst()
}

/** Reads what a sign-in answers, and what decides whether there may be one. */
export const readSignIn = (db: Db, userId: number) =>
  selectSignIns(db)
    .select([
      'users.name',
      'users.must_change_password as mustChangePassword',
      'users.password_replaced_by as passwordReplacedBy',
      'users.second_factor_reset_by as secondFactorResetBy',
      hasFactor.as('hasSecondFactor'),
      sql<string[]>`array(select r.name from user_roles held join roles r on r.id = held.role_id
        where held.user_id = users.id order by r.id)`.as('roles'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()

/** The account that a mailed link belongs to, if it still works. */
export const findReset = (db: Db, token: string) =>
  db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .leftJoin('staff', 'staff.user_id', 'users.id')
    .leftJoin('students', 'students.user_id', 'users.id')
    .select(['password_resets.user_id', 'users.name', 'users.email', signInName.as('signInName')])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()

export const readPasswordHash = async (db: Db, userId: number): Promise<string> =>
  (await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirstOrThrow())
    .password_hash

/**
 * Returns the address for a mail about what was done to an account, and the name of the person who did it; nothing where
 * the account has no address.
 */
export async function findTold(db: Db, userId: number, by: number): Promise<{ to: string; doer: string } | undefined> {
  const rows = await db.selectFrom('users').select(['id', 'name', 'email']).where('id', 'in', [userId, by]).execute()
  const of = (id: number) => rows.find((row) => row.id === id)
  const receiver = of(userId)
  return receiver?.email == null ? undefined : { to: receiver.email, doer: of(by)?.name ?? 'Somebody who has left' }
}

export const listRolesOf = (db: Db, userId: number) =>
  db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['roles.id', 'roles.name'])
    .where('user_roles.user_id', '=', userId)
    .orderBy('roles.id')
    .execute()

export const userExists = async (db: Db, userId: number): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined

/** Returns those of these names, in small letters, that no role has. */
export async function unknownRoles(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const roles = await db.selectFrom('roles').select(sql<string>`lower(name)`.as('name')).execute()
  return names.filter((name) => !roles.some((role) => role.name === name))
}
