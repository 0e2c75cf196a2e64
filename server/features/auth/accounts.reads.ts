import { sql } from 'kysely'
import type { Account } from '../../../shared/contract/accounts.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { all, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db } from '../../db/types.ts'

/** An account with the person's record, of which there is at most one of each kind. */
const selectPeople = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('staff', 'staff.user_id', 'users.id')
    .leftJoin('departments', 'departments.id', 'staff.department_id')
    .leftJoin('students', 'students.user_id', 'users.id')

/** Accounts by name; `role_id` keeps those who hold a role, `id` one of them. */
export function listAccounts(
  db: Db,
  caller: Caller,
  { q, role_id, id }: { q?: string | undefined; role_id?: number | undefined; id?: number | undefined },
  page: Paging,
): Promise<Listed<Account>> {
  let query = selectPeople(db)
    .where(within(caller, { department: all }))
    .select([
      'users.id',
      'users.name',
      'users.email',
      sql<
        Account['roles']
      >`(select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) order by r.id), '[]')
        from user_roles held join roles r on r.id = held.role_id where held.user_id = users.id)`.as('roles'),
      sql<Account['kind']>`case when staff.id is not null then 'staff'
        when students.id is not null then 'student' end`.as('kind'),
      (eb) => eb.fn.coalesce('departments.name', 'students.roll_no').as('detail'),
      sql<Account['status']>`coalesce(staff.status, students.status)`.as('status'),
    ])
    .orderBy('users.name')
    .orderBy('users.id')
  if (q) query = query.where(contains(q, ['users.name', 'users.email']))
  if (role_id !== undefined)
    query = query.where('users.id', 'in', (eb) =>
      eb.selectFrom('user_roles').select('user_id').where('role_id', '=', role_id),
    )
  if (id !== undefined) query = query.where('users.id', '=', id)
  if (q || id !== undefined) return readPage(query, page)
  // Counted without the joins: there are as many accounts as people in the college.
  const total =
    role_id === undefined
      ? sql<number>`(select count(*) from users)`
      : sql<number>`(select count(*) from user_roles where role_id = ${role_id})`
  return readPage(query, page, total)
}

/** Of a person, all that decides who may issue a new password, and whether it would be of use. */
export const findPerson = (db: Db, userId: number) =>
  selectPeople(db)
    .select([
      'users.signed_in_at',
      'staff.department_id',
      'staff.status as staff_status',
      'students.roll_no',
      'students.status as student_status',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
