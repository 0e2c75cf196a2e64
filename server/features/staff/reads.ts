import { sql } from 'kysely'
import type { Staff } from '../../../shared/contract/staff.ts'
import type { Db } from '../../db/types.ts'

/** The staff record of an account, with its department: everybody's own, so not scoped. */
export const findStaffByUser = (db: Db, userId: number): Promise<Staff | undefined> =>
  db
    .selectFrom('staff')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .innerJoin('departments', 'departments.id', 'staff.department_id')
    .innerJoin('designations', 'designations.id', 'staff.designation_id')
    .select([
      'staff.id',
      'users.name',
      'staff.user_id',
      'staff.department_id',
      'staff.designation_id',
      'staff.role_id',
      'staff.phone',
      'staff.gender',
      'staff.date_of_birth',
      'staff.date_of_joining',
      'staff.date_of_leaving',
      'staff.date_of_retirement',
      'staff.description',
      'staff.status',
      'staff.updated_at',
      sql<Staff['user']>`json_build_object('id', users.id, 'email', users.email, 'roles',
        array(select r.name from user_roles ur join roles r on r.id = ur.role_id
          where ur.user_id = users.id order by r.id))`.as('user'),
      sql<Staff['department']>`json_build_object('id', departments.id, 'name', departments.name,
        'type', departments.type)`.as('department'),
      sql<Staff['designation']>`json_build_object('id', designations.id, 'name', designations.name)`.as('designation'),
    ])
    .where('staff.user_id', '=', userId)
    .executeTakeFirst()
