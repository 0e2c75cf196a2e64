import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/** The account of an email, with all that decides whether it may sign in. */
export const findAccount = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .leftJoin('staff', 'staff.user_id', 'users.id')
    .leftJoin('students', 'students.user_id', 'users.id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.password_hash',
      'users.must_change_password',
      'staff.status as staff_status',
      'students.status as student_status',
    ])
    .where(sql<string>`lower(users.email)`, '=', sql<string>`lower(${email})`)
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
