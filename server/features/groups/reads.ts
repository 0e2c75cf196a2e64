import { type SqlBool, sql } from 'kysely'
import type { Group, StudentGroup } from '../../../shared/contract/groups.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { all, within } from '../../core/scope.ts'
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

/** How many tasks are for a group, and how many attendance sessions it has. */
export const countDependents = (db: Db, groupId: number) =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from task_groups where group_id = ${groupId})`.as('tasks'),
      sql<number>`(select count(*) from attendance_sessions where group_id = ${groupId})`.as('sessions'),
    ])
    .executeTakeFirstOrThrow()

const selectLinks = (db: Db, status: StudentGroup['status']) =>
  db
    .selectFrom('student_groups as link')
    .innerJoin('students', 'students.id', 'link.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .innerJoin('groups', 'groups.id', 'link.group_id')
    .innerJoin('batches', 'batches.id', 'groups.batch_id')
    .innerJoin('departments', 'departments.id', 'groups.department_id')
    .select([
      'link.id',
      'link.student_id',
      'link.group_id',
      'link.department_id',
      'link.status',
      'students.roll_no',
      'students.status as student_status',
      'users.name as student_name',
      'groups.name as group_name',
      'batches.id as batch_id',
      'batches.name as batch_name',
      'departments.name as department_name',
    ])
    .where('link.status', '=', status)

type LinkRow = Awaited<ReturnType<ReturnType<typeof selectLinks>['execute']>>[number]

/** Built here: in SQL, `json_build_object` for each row and its parsing cost as much as the rest of the list. */
const withNames = (row: LinkRow): StudentGroup => ({
  id: row.id,
  student_id: row.student_id,
  group_id: row.group_id,
  department_id: row.department_id,
  status: row.status,
  student: { id: row.student_id, name: row.student_name, roll_no: row.roll_no, status: row.student_status },
  group: {
    id: row.group_id,
    name: row.group_name,
    batch: { id: row.batch_id, name: row.batch_name },
    department: { id: row.department_id, name: row.department_name },
  },
})

const isOfStudent = ({ id }: { id: number }) => sql<SqlBool>`link.student_id = ${id}`

/** The students of a group by roll number; of their own groups' members students see only themselves. */
export async function listLinksOfGroup(
  db: Db,
  caller: Caller,
  groupId: number,
  status: StudentGroup['status'],
  page: Paging,
): Promise<Listed<StudentGroup>> {
  const query = selectLinks(db, status)
    .where('link.group_id', '=', groupId)
    .where(visibleGroups(caller))
    .where(within(caller, { department: all, student: isOfStudent }))
  const listed = await readPage(query.orderBy('students.roll_no').orderBy('link.id'), page)
  return { ...listed, data: listed.data.map(withNames) }
}

/** The active link of a student to a group, whoever may see the group. */
export const findActiveLink = async (db: Db, studentId: number, groupId: number): Promise<StudentGroup> =>
  withNames(
    await selectLinks(db, 'active')
      .where('link.student_id', '=', studentId)
      .where('link.group_id', '=', groupId)
      .executeTakeFirstOrThrow(),
  )

/** The groups of a student, as far as the caller sees them. */
export async function listLinksOfStudent(
  db: Db,
  caller: Caller,
  studentId: number,
  status: StudentGroup['status'],
  page: Paging,
): Promise<Listed<StudentGroup>> {
  const query = selectLinks(db, status)
    .where('link.student_id', '=', studentId)
    .where(within(caller, { department: 'link.department_id', student: isOfStudent }))
  const listed = await readPage(query.orderBy('departments.name').orderBy('groups.name').orderBy('link.id'), page)
  return { ...listed, data: listed.data.map(withNames) }
}
