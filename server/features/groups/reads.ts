import { type SqlBool, sql } from 'kysely'
import { Group, type groups } from '../../../shared/contract/groups.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { listing } from '../../core/listing.ts'
import { within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import { patiently } from '../../db/patience.ts'
import type { Db } from '../../db/types.ts'

export const isOwnGroup = (column: string, studentId: number) =>
  sql<SqlBool>`${sql.ref(column)} = any(array(select group_id from student_groups
    where student_id = ${studentId} and status = 'active'))`

/** The groups that the caller is shown: the own department's, a student's own active ones. `groups` names the table. */
export const visibleGroups = (caller: Caller, groups = 'groups') =>
  within(caller, { department: `${groups}.department_id`, student: ({ id }) => isOwnGroup(`${groups}.id`, id) })

type GroupFilter = Query<typeof groups.list>

function visible(db: Db, caller: Caller, { batch_id, department_id, status }: GroupFilter = {}) {
  let query = db.selectFrom('groups').where(visibleGroups(caller))
  if (batch_id !== undefined) query = query.where('groups.batch_id', '=', batch_id)
  if (department_id !== undefined) query = query.where('groups.department_id', '=', department_id)
  return status === undefined ? query : query.where('groups.status', '=', status)
}

const withDetails = (kept: ReturnType<typeof visible>) =>
  kept
    .innerJoin('batches', 'batches.id', 'groups.batch_id')
    .innerJoin('departments', 'departments.id', 'groups.department_id')
    .select([
      ...columnsOf('groups', Group, 'batch', 'department', 'student_count'),
      'batches.name as batch_name',
      'departments.name as department_name',
      sql<number>`(select count(*) from student_groups m where m.group_id = groups.id and m.status = 'active')`.as(
        'student_count',
      ),
    ])

type GroupRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withRefs = ({ batch_name, department_name, ...row }: GroupRow): Group => ({
  ...row,
  batch: { id: row.batch_id, name: batch_name },
  department: { id: row.department_id, name: department_name },
})

const SEARCHED = ['groups.name_folded', 'batches.name', 'departments.name', 'groups.description']

/** Groups by batch, department and name. While one is locked, it takes no student or task. */
const groupList = listing({
  table: 'groups',
  noun: 'Group',
  kept: visible,
  details: withDetails,
  narrowed: (query, _caller, { q }) => (q ? query.where(contains(q, SEARCHED)) : undefined),
  order: (query) =>
    query.orderBy('batches.name').orderBy('departments.name').orderBy('groups.name').orderBy('groups.id'),
  row: withRefs,
})

export const {
  kept: keptGroups,
  page: listGroups,
  find: findGroup,
  read: readGroup,
  lock: lockGroup,
  lockByIds: lockGroups,
  lockIfThere: lockGroupIfThere,
  byIds: readGroupsByIds,
} = groupList

/**
 * Lists for a file the groups that the filter keeps with their students, by roll number; one row for a group without.
 */
export const listMembersForExport = (db: Db, caller: Caller, filter: GroupFilter) =>
  patiently(db, (reader) =>
    groupList
      .query(reader, caller, filter)
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
