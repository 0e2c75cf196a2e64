import { sql } from 'kysely'
import type { Role } from '../../../shared/contract/roles.ts'
import { ROLE_USERS_COUNTED } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { all, showsDepartment, within } from '../../core/scope.ts'
import type { Db, Tx } from '../../db/types.ts'
import { type Account, lockAccount, userExists } from '../accounts/reads.ts'

const selectRoles = (db: Db, caller: Caller) =>
  db
    .selectFrom('roles')
    .select([
      'id',
      'name',
      'built_in',
      sql<number>`(select count(*) from (select from user_roles where user_roles.role_id = roles.id
        limit ${sql.lit(ROLE_USERS_COUNTED)}) holders)`.as('user_count'),
      'created_at',
      'updated_at',
    ])
    .where(within(caller, { department: all }))

/** Roles by name, the built-in ones first. All staff see them all. */
export const listRoles = (db: Db, caller: Caller, page: Paging): Promise<Listed<Role>> =>
  readPage(selectRoles(db, caller).orderBy('built_in', 'desc').orderBy('name').orderBy('id'), page)

export const findRole = (db: Db, caller: Caller, id: number): Promise<Role | undefined> =>
  selectRoles(db, caller).where('id', '=', id).executeTakeFirst()

/** The role, locked until the transaction ends: what a change of it starts with. */
export async function lockRole(tx: Tx, caller: Caller, id: number): Promise<Role | undefined> {
  await tx.selectFrom('roles').select('id').where('id', '=', id).forUpdate().execute()
  return findRole(tx, caller, id)
}

/** An account with the staff or student record it belongs to. */
export interface Person {
  account: Account
  staff: { id: number; role_id: number | null } | undefined
  student: { id: number; role_id: number | null } | undefined
}

/**
 * The person behind an account, locked until the transaction ends: first the record, then the account, as a change of
 * the record does. Who works in an academic department sees its staff, and students.
 */
export async function lockPerson(tx: Tx, caller: Caller, userId: number): Promise<Person | undefined> {
  const staff = await tx
    .selectFrom('staff')
    .select(['id', 'role_id', 'department_id'])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const student = await tx
    .selectFrom('students')
    .select(['id', 'role_id'])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const isForeign = !student && !showsDepartment(caller, staff?.department_id)
  if (isForeign || !(await userExists(tx, userId))) return undefined
  return { account: await lockAccount(tx, userId), staff, student }
}
