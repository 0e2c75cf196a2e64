import { sql } from 'kysely'
import { hashOf } from '../../core/login.ts'
import type { Db } from '../../db/types.ts'

const selectAccounts = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('staff', 'staff.user_id', 'users.id')
    .leftJoin('students', 'students.user_id', 'users.id')
    .select(['users.id', 'users.email', 'staff.status as staff_status', 'students.status as student_status'])

/** The account of an email. The database decides which spellings are one. */
export const findAccount = (db: Db, email: string) =>
  selectAccounts(db)
    .select('users.password_hash')
    .where(sql<string>`lower(users.email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst()

/** What a sign-in answers, and what decides whether there may be one. */
export const readSignIn = (db: Db, userId: number) =>
  selectAccounts(db)
    .select([
      'users.name',
      'users.must_change_password',
      'users.password_replaced_by',
      sql<string[]>`array(select r.name from user_roles held join roles r on r.id = held.role_id
        where held.user_id = users.id order by r.id)`.as('roles'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()

/** The account that a mailed link belongs to, if it still works. */
export const findReset = (db: Db, token: string) =>
  db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()

export const readPasswordHash = async (db: Db, userId: number): Promise<string> =>
  (await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirstOrThrow())
    .password_hash

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
