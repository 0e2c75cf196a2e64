import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../../shared/contract/groups.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import { patiently } from '../../db/patience.ts'
import type { Db, Tx } from '../../db/types.ts'

/** Whether a group is one that the student is in. */
export const isOwnGroup = (column: string, studentId: number) =>
  sql<SqlBool>`${sql.ref(column)} = any(array(select group_id from student_groups
    where student_id = ${studentId} and status = 'active'))`

/** The groups that the caller is shown: the own department's, a student's own active ones. `groups` names the table. */
export const visibleGroups = (caller: Caller, groups = 'groups') =>
  within(caller, { department: `${groups}.department_id`, student: ({ id }) => isOwnGroup(`${groups}.id`, id) })

const selectGroups = (db: Db, caller: Caller) =>
  db
    .selectFrom('groups')
    .innerJoin('batches', 'batches.id', 'groups.batch_id')
    .innerJoin('departments', 'departments.id', 'groups.department_id')
    .select([
      'groups.id',
      'groups.name',
      'groups.batch_id',
      'groups.department_id',
      'groups.description',
      'groups.status',
      'groups.created_at',
      'groups.updated_at',
      sql<Group['batch']>`json_build_object('id', batches.id, 'name', batches.name)`.as('batch'),
      sql<Group['department']>`json_build_object('id', departments.id, 'name', departments.name)`.as('department'),
      sql<number>`(select count(*) from student_groups m where m.group_id = groups.id and m.status = 'active')`.as(
        'student_count',
      ),
    ])
    .where(visibleGroups(caller))

export interface GroupFilter {
  batch_id?: number | undefined
  department_id?: number | undefined
  status?: Group['status'] | undefined
  q?: string | undefined
}

const SEARCHED = ['groups.name', 'batches.name', 'departments.name', 'groups.description']

/** Those that the filter keeps, by batch, department and name. */
function filtered(db: Db, caller: Caller, { batch_id, department_id, status, q }: GroupFilter) {
  let query = selectGroups(db, caller)
    .orderBy('batches.name')
    .orderBy('departments.name')
    .orderBy('groups.name')
    .orderBy('groups.id')
  if (batch_id !== undefined) query = query.where('groups.batch_id', '=', batch_id)
  if (department_id !== undefined) query = query.where('groups.department_id', '=', department_id)
  if (status !== undefined) query = query.where('groups.status', '=', status)
  return q ? query.where(contains(q, SEARCHED)) : query
}

export const listGroups = (db: Db, caller: Caller, filter: GroupFilter, page: Paging): Promise<Listed<Group>> =>
  readPage(filtered(db, caller, filter), page)

/** For a file: the groups that the filter keeps with their students, by roll number; one row for a group without. */
export const listMembersForExport = (db: Db, caller: Caller, filter: GroupFilter) =>
  patiently(db, (reader) =>
    filtered(reader, caller, filter)
      .clearSelect()
      .leftJoin('student_groups as link', (join) =>
        join.onRef('link.group_id', '=', 'groups.id').on('link.status', '=', 'active'),
      )
      .leftJoin('students', 'students.id', 'link.student_id')
      .leftJoin('users', 'users.id', 'students.user_id')
      .select([
        'groups.name',
        'batches.name as batch_name',
        'departments.name as department_name',
        'groups.status',
        'students.roll_no',
        'users.name as student_name',
        'students.status as student_status',
      ])
      .orderBy('students.roll_no')
      .orderBy('students.id')
      .execute(),
  )

export const findGroup = (db: Db, caller: Caller, id: number): Promise<Group | undefined> =>
  selectGroups(db, caller).where('groups.id', '=', id).executeTakeFirst()

/** The group, locked until the transaction ends: what a change of it starts with. It takes no student or task meanwhile. */
export async function lockGroup(tx: Tx, caller: Caller, id: number): Promise<Group | undefined> {
  await tx.selectFrom('groups').select('id').where('id', '=', id).forUpdate().execute()
  return findGroup(tx, caller, id)
}
