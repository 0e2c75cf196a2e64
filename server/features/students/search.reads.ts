import { type SqlBool, sql } from 'kysely'
import { labelOf, SIGN_IN_STATUSES } from '../../../shared/labels.ts'
import { bestFirst, findable } from '../../core/hits.ts'
import { keptStudents } from './reads.ts'

/** Students by name, roll number and phone, which all staff are shown; those who study come before those who have left. */
export const studentHits = findable({
  kind: 'student',
  action: 'search:students',
  rows: (db, caller, q) =>
    bestFirst(db, q, {
      rows: keptStudents(db, caller)
        .innerJoin('users', 'users.id', 'students.user_id')
        .select([
          'students.id',
          'users.name',
          'students.roll_no',
          'students.status',
          sql<string | null>`(select batches.name from student_batches link join batches on batches.id = link.batch_id
            where link.student_id = students.id and link.status = 'active')`.as('batch_name'),
        ]),
      names: ['users.name_folded', 'students.roll_no', 'students.phone_digits'],
      isNamed: (has) => sql<SqlBool>`students.id in (
        select named.id from students named join users on users.id = named.user_id where ${has('users.name_folded')}
        union all select named.id from students named where ${has('named.roll_no', 'named.phone_digits')})`,
      order: (rows) =>
        rows.orderBy(sql`students.status = any(${SIGN_IN_STATUSES}) desc`).orderBy('users.name').orderBy('students.id'),
    }),
  hit: ({ id, name, roll_no, batch_name, status }) => ({
    id,
    title: name,
    detail: [roll_no, batch_name, status === 'active' ? null : labelOf(status)],
    to: `/students/${id}`,
  }),
})
