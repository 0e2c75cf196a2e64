import { type SqlBool, sql } from 'kysely'
import type { GroupCandidate, GroupHistory, StudentGroup, studentGroups } from '../../../shared/contract/groups.ts'
import type { Params } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { listing } from '../../core/listing.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { isOwnGroup, visibleGroups } from '../groups/reads.ts'

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

interface MembershipFilter
  extends Partial<Params<typeof studentGroups.listByStudent> & Params<typeof studentGroups.listByGroup>> {}

/**
 * Keeps the memberships that the caller may see. In a group that they see, students are shown themselves alone, and of
 * themselves also the groups that they left.
 */
function visible(db: Db, caller: Caller, { student_id, group_id, status }: MembershipFilter = {}) {
  let query = db.selectFrom('student_groups').where(
    within(caller, {
      department: 'student_groups.department_id',
      student: ({ id }) => sql<SqlBool>`student_groups.student_id = ${id}
        and ${group_id === undefined ? sql`true` : isOwnGroup('student_groups.group_id', id)}`,
    }),
  )
  if (student_id !== undefined) query = query.where('student_groups.student_id', '=', student_id)
  if (group_id !== undefined) query = query.where('student_groups.group_id', '=', group_id)
  return status === undefined ? query : query.where('student_groups.status', '=', status)
}

const withDetails = (kept: ReturnType<typeof visible>) =>
  kept
    .innerJoin('students', 'students.id', 'student_groups.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .innerJoin('groups', 'groups.id', 'student_groups.group_id')
    .innerJoin('batches', 'batches.id', 'groups.batch_id')
    .innerJoin('departments', 'departments.id', 'groups.department_id')
    .select([
      'student_groups.id',
      'student_groups.student_id',
      'student_groups.group_id',
      'student_groups.department_id',
      'student_groups.status',
      'students.roll_no',
      'students.status as student_status',
      'users.name as student_name',
      'groups.name as group_name',
      'batches.id as batch_id',
      'batches.name as batch_name',
      'departments.name as department_name',
    ])

type LinkRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withRefs = (row: LinkRow): StudentGroup => ({
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

/**
 * Lists the present and former members: those of a group by roll number, those of a student by department and group.
 */
const links = listing({
  table: 'student_groups',
  kept: visible,
  details: withDetails,
  order: (query, filter) => {
    const ordered =
      filter?.group_id === undefined
        ? query.orderBy('departments.name').orderBy('groups.name')
        : query.orderBy('students.roll_no')
    return ordered.orderBy('student_groups.id')
  },
  row: withRefs,
})

export const { page: listLinks } = links

/** Every group that a student is or was in, with its days. */
export async function listGroupsOfStudent(
  db: Db,
  caller: Caller,
  student_id: number,
  page: Paging,
): Promise<Listed<GroupHistory>> {
  const query = links
    .query(db, caller, { student_id })
    .select([
      'student_groups.first_day',
      'student_groups.left_on',
      'student_groups.created_at',
      'student_groups.ended_at',
    ])
  const listed = await readPage(query, page)
  return {
    ...listed,
    data: listed.data.map(({ first_day, left_on, created_at, ended_at, ...row }) => ({
      ...withRefs(row),
      first_day,
      left_on,
      created_at,
      ended_at,
    })),
  }
}

/** The active link of a student to a group, also for a caller who may not see the group. */
export const findActiveLink = async (db: Db, studentId: number, groupId: number): Promise<StudentGroup> => {
  const links = db.selectFrom('student_groups').where('student_groups.status', '=', 'active')
  return withRefs(
    await withDetails(links)
      .where('student_groups.student_id', '=', studentId)
      .where('student_groups.group_id', '=', groupId)
      .executeTakeFirstOrThrow(),
  )
}
