import { sql } from 'kysely'
import { ROLE_USERS_COUNTED } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import { asItIs, listing } from '../../core/listing.ts'
import { all, showsDepartment, within } from '../../core/scope.ts'
import type { Tx } from '../../db/types.ts'
import { type Account, lockAccount, userExists } from '../accounts/reads.ts'

/** Roles by name, the built-in ones first. All staff see them all. */
export const {
  page: listRoles,
  find: findRole,
  read: readRole,
  lock: lockRole,
} = listing({
  table: 'roles',
  noun: 'Role',
  kept: (db, caller) => db.selectFrom('roles').where(within(caller, { department: all })),
  details: (kept) =>
    kept.select([
      'id',
      'name',
      'built_in',
      sql<number>`(select count(*) from (select from user_roles where user_roles.role_id = roles.id
        limit ${sql.lit(ROLE_USERS_COUNTED)}) holders)`.as('user_count'),
      'created_at',
      'updated_at',
    ]),
  order: (query) => query.orderBy('built_in', 'desc').orderBy('name').orderBy('id'),
  row: asItIs,
})

/** An account with the staff or student record it belongs to. */
export interface Person {
  account: Account
  staff: { id: number; role_id: number | null } | undefined
  student: { id: number; role_id: number | null } | undefined
}

/**
 * Locks the person behind an account until the transaction ends: first the record, then the account, as a change of the
 * record does. A caller who works in an academic department sees its staff, and students.
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
