import { type SqlBool, sql } from 'kysely'
import { labelOf, SIGN_IN_STATUSES } from '../../../shared/labels.ts'
import { addressOf } from '../../core/app-address.ts'
import { bestFirst, findable, nameOf } from '../../core/hits.ts'
import { keptStaff } from './reads.ts'

/** Finds staff by name, staff number and phone, which are shown to staff; those at work come before those who have left. */
export const staffHits = findable({
  kind: 'staff',
  action: 'search:staff',
  rows: (db, caller, q) =>
    bestFirst(db, q, {
      rows: keptStaff(db, caller)
        .innerJoin('users', 'users.id', 'staff.user_id')
        .select([
          'staff.id',
          'users.name',
          'staff.status',
          nameOf('departments', 'staff.department_id').as('department_name'),
          nameOf('designations', 'staff.designation_id').as('designation_name'),
        ]),
      names: ['users.name_folded', 'staff.staff_no', 'staff.phone_digits'],
      isNamed: (has) => sql<SqlBool>`staff.id in (
        select named.id from staff named join users on users.id = named.user_id where ${has('users.name_folded')}
        union all select named.id from staff named where ${has('named.staff_no', 'named.phone_digits')})`,
      order: (rows) =>
        rows.orderBy(sql`staff.status = any(${SIGN_IN_STATUSES}) desc`).orderBy('users.name').orderBy('staff.id'),
    }),
  hit: ({ id, name, status, department_name, designation_name }) => ({
    id,
    title: name,
    detail: [designation_name, department_name, status === 'active' ? null : labelOf(status)],
    to: addressOf('/staff', { q: name, modal: 'view', id }),
  }),
})
