import { type SqlBool, sql } from 'kysely'
import type { GroupCandidate, StudentGroup } from '../../../shared/contract/groups.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { all, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { visibleGroups } from '../groups/reads.ts'

/** Every student of a group's batch by roll number, with the group of the same department that each is in. */
export async function listCandidates(
  db: Db,
  caller: Caller,
  groupId: number,
  page: Paging,
): Promise<Listed<GroupCandidate>> {
  const query = db
    .selectFrom('groups')
    .innerJoin('student_batches as member', (join) =>
      join.onRef('member.batch_id', '=', 'groups.batch_id').on('member.status', '=', 'active'),
    )
    .innerJoin('students', 'students.id', 'member.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .leftJoin('student_groups as link', (join) =>
      join
        .onRef('link.student_id', '=', 'students.id')
        .onRef('link.department_id', '=', 'groups.department_id')
        .on('link.status', '=', 'active'),
    )
    .leftJoin('groups as present', 'present.id', 'link.group_id')
    .select([
      'students.id',
      'users.name',
      'students.roll_no',
      'students.status',
      'present.id as group_id',
      'present.name as group_name',
    ])
    .where('groups.id', '=', groupId)
    .where(visibleGroups(caller))
    .orderBy('students.roll_no')
    .orderBy('students.id')
  const listed = await readPage(query, page)
  return {
    ...listed,
    data: listed.data.map(({ group_id, group_name, ...student }) => ({
      ...student,
      group: group_id === null || group_name === null ? null : { id: group_id, name: group_name },
    })),
  }
}

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
