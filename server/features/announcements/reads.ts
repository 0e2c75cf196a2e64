import { type SqlBool, sql } from 'kysely'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { Announcement, announcements } from '../../../shared/contract/announcements.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { RoleName } from '../../../shared/permissions.ts'
import type { Caller } from '../../core/caller.ts'
import { listing } from '../../core/listing.ts'
import { departmentOf, studentOf, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import type { Db } from '../../db/types.ts'
import { isOwnGroup } from '../groups/reads.ts'

type Filter = Query<typeof announcements.list>

const ownOrEvery = (column: string, id: number | null) =>
  sql<SqlBool>`(${sql.ref(column)} is null or ${sql.ref(column)} = ${id})`

/** The announcements that scope shows to the caller: all of them to people who see the whole college. */
const inScope = (caller: Caller) =>
  within(caller, {
    department: (own) => ownOrEvery('announcements.department_id', own),
    student: ({ id, batchId }) => sql<SqlBool>`case when announcements.group_id is not null
      then ${isOwnGroup('announcements.group_id', id)}
      else (${ownOrEvery('announcements.batch_id', batchId)}
        and (announcements.department_id is null or announcements.department_id in
          (select department_id from student_groups where student_id = ${id} and status = 'active'))) end`,
  })

/** True of announcements for the caller's department: that of people who see the whole college is in their own record. */
function isForDepartment(caller: Caller) {
  const seesCollege = studentOf(caller) === undefined && departmentOf(caller) === undefined
  return seesCollege
    ? ownOrEvery('announcements.department_id', caller.staff?.departmentId ?? null)
    : sql<SqlBool>`${sql.lit(true)}`
}

/** True of announcements that are addressed to the caller and are shown today. */
const isMeant = (caller: Caller) => sql<SqlBool>`(${inScope(caller)} and ${isForDepartment(caller)}
  and (announcements.roles = '{}' or announcements.roles && ${caller.roles}::text[])
  and (announcements.last_day is null or announcements.last_day >= ${collegeToday()}::date))`

/**
 * Returns those that are meant for the caller, and the caller's own. An administrator is shown those for others, and
 * ended ones, too.
 */
export function keptAnnouncements(db: Db, caller: Caller, { q }: Filter = {}) {
  const isFor = caller.may('announcements:oversee') ? inScope(caller) : isMeant(caller)
  const query = db
    .selectFrom('announcements')
    .where(({ or, eb }) => or([eb('announcements.created_by', '=', caller.id), isFor]))
  return q ? query.where(contains(q, ['announcements.title_folded'])) : query
}

const isRead = ({ id }: Caller) => sql<boolean>`exists (select from announcement_readings reading
  where reading.announcement_id = announcements.id and reading.user_id = ${id})`

/** True of announcements that the caller is to read: meant for the caller, and by somebody else. */
const isToRead = (caller: Caller) => sql<SqlBool>`(${isMeant(caller)} and announcements.created_by <> ${caller.id})`

const fileOf = sql<Announcement['file']>`(
  select json_build_object('name', name, 'size', size, 'type', type, 'sha256', encode(sha256, 'hex'))
  from announcement_files file where file.announcement_id = announcements.id)`

const withDetails = (kept: ReturnType<typeof keptAnnouncements>, caller: Caller) =>
  kept
    .leftJoin('departments', 'departments.id', 'announcements.department_id')
    .leftJoin('batches', 'batches.id', 'announcements.batch_id')
    .leftJoin('groups', 'groups.id', 'announcements.group_id')
    .innerJoin('users', 'users.id', 'announcements.created_by')
    .select([
      'announcements.id',
      'announcements.title',
      'announcements.text',
      'announcements.roles',
      'announcements.department_id',
      'announcements.batch_id',
      'announcements.group_id',
      'announcements.last_day',
      'announcements.created_by',
      'announcements.created_at',
      'announcements.updated_at',
      'departments.name as department_name',
      'batches.name as batch_name',
      'groups.name as group_name',
      'users.name as author_name',
      fileOf.as('file'),
      sql<boolean | null>`case when ${isRead(caller)} then true when ${isToRead(caller)} then false end`.as('is_read'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withRefs = ({ department_name, batch_name, group_name, author_name, ...row }: Row): Announcement => ({
  ...row,
  roles: row.roles as RoleName[],
  department: row.department_id === null ? null : { id: row.department_id, name: department_name ?? '' },
  batch: row.batch_id === null ? null : { id: row.batch_id, name: batch_name ?? '' },
  group: row.group_id === null ? null : { id: row.group_id, name: group_name ?? '' },
  author: { id: row.created_by, name: author_name },
})

/** Announcements, newest first. */
export const {
  page: listAnnouncements,
  read: readAnnouncement,
  lock: lockAnnouncement,
} = listing({
  table: 'announcements',
  noun: 'Announcement',
  kept: keptAnnouncements,
  details: withDetails,
  order: (query) => query.orderBy('announcements.id', 'desc'),
  row: withRefs,
})

/** Reads an announcement for somebody who has just changed it, also when it is meant for others from then on. */
export async function readChanged(db: Db, caller: Caller, id: number): Promise<Announcement> {
  const changed = db.selectFrom('announcements').where('announcements.id', '=', id)
  return withRefs(await withDetails(changed, caller).executeTakeFirstOrThrow())
}

/** Announcements that the caller is to read and has not read yet. */
export const unread = (db: Db, caller: Caller) =>
  db
    .selectFrom('announcements')
    .where(isToRead(caller))
    .where(sql<SqlBool>`not ${isRead(caller)}`)

/** The file of an announcement, as it is sent. */
export const findFile = (db: Db, announcementId: number) =>
  db.selectFrom('announcement_files').selectAll().where('announcement_id', '=', announcementId).executeTakeFirst()
