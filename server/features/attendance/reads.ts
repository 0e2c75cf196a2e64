import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { showsDepartment, studentOf, within } from '../../core/scope.ts'
import type { Db, Tables, Tx } from '../../db/types.ts'
import { isOwnGroup } from '../groups/reads.ts'

type Sessions<O> = SelectQueryBuilder<Tables, 'attendance_sessions', O>

/** The sessions that the caller is shown: the own department's, those of a student's own active groups. */
const visible = (db: Db, caller: Caller): Sessions<object> =>
  db.selectFrom('attendance_sessions').where(
    within(caller, {
      department: 'attendance_sessions.department_id',
      student: ({ id }) => isOwnGroup('attendance_sessions.group_id', id),
    }),
  )

/** The instant at which a session starts, by the college's clock. */
export const startsAt = (zone: string) =>
  sql<string>`(attendance_sessions.activity_date + attendance_sessions.start_time) at time zone ${zone}`

/** The entry of the student who asks; nobody else is told of one. */
function ownStatus(caller: Caller) {
  const own = studentOf(caller)
  return own
    ? sql<AttendanceSession['own_status']>`(select own.status from attendance_submissions own
        where own.attendance_session_id = attendance_sessions.id and own.student_id = ${own.id})`
    : sql<AttendanceSession['own_status']>`null`
}

const withDetails = (sessions: Sessions<object>, caller: Caller) =>
  sessions
    .innerJoin('departments', 'departments.id', 'attendance_sessions.department_id')
    .innerJoin('batches', 'batches.id', 'attendance_sessions.batch_id')
    .innerJoin('groups', 'groups.id', 'attendance_sessions.group_id')
    .innerJoin('staff', 'staff.id', 'attendance_sessions.staff_id')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .select([
      'attendance_sessions.id',
      'attendance_sessions.department_id',
      'attendance_sessions.batch_id',
      'attendance_sessions.year',
      'attendance_sessions.group_id',
      'attendance_sessions.activity_date',
      'attendance_sessions.start_time',
      'attendance_sessions.end_time',
      'attendance_sessions.staff_id',
      'attendance_sessions.status',
      'attendance_sessions.remarks',
      'attendance_sessions.present',
      'attendance_sessions.absent',
      'attendance_sessions.leave',
      'attendance_sessions.taken_by as taker_id',
      'attendance_sessions.taken_at',
      'attendance_sessions.taken_key',
      'attendance_sessions.created_at',
      'attendance_sessions.updated_at',
      'departments.name as department_name',
      'batches.name as batch_name',
      'groups.name as group_name',
      'users.name as staff_name',
      // One more table joined, and the statement takes three times as long to plan.
      sql<string | null>`(select name from users where id = attendance_sessions.taken_by)`.as('taker_name'),
      startsAt(caller.zone).as('date_time'),
      ownStatus(caller).as('own_status'),
    ])

type SessionRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

/** A session, with the device's own name for its taking. */
export interface SessionRecord extends AttendanceSession {
  taken_key: string | null
}

/** `09:00:00` as the `09:00` of the wire. */
export const minutes = (time: string) => time.slice(0, 5)

/**
 * Built here: `json_build_object` for each row costs more than the rest of the list. The counts are those of a
 * completed session; students are told their own entry only.
 */
const withRefs =
  (caller: Caller) =>
  ({
    department_name,
    batch_name,
    group_name,
    staff_name,
    taker_id,
    taker_name,
    present,
    absent,
    leave,
    ...row
  }: SessionRow): SessionRecord => ({
    ...row,
    start_time: minutes(row.start_time),
    end_time: minutes(row.end_time),
    department: { id: row.department_id, name: department_name },
    batch: { id: row.batch_id, name: batch_name },
    group: { id: row.group_id, name: group_name },
    staff: { id: row.staff_id, name: staff_name },
    counts:
      row.status === 'completed' && showsDepartment(caller, row.department_id) ? { present, absent, leave } : null,
    taken_by: taker_id === null || taker_name === null ? null : { id: taker_id, name: taker_name },
  })

export interface SessionFilter {
  department_id?: number | undefined
  batch_id?: number | undefined
  group_id?: number | undefined
  staff_id?: number | undefined
  status?: AttendanceSession['status'] | undefined
  from?: string | null | undefined
  to?: string | null | undefined
}

function filtered(db: Db, caller: Caller, filter: SessionFilter): Sessions<object> {
  let query = visible(db, caller)
  for (const column of ['department_id', 'batch_id', 'group_id', 'staff_id'] as const) {
    const wanted = filter[column]
    if (wanted !== undefined) query = query.where(`attendance_sessions.${column}`, '=', wanted)
  }
  // The word itself, not a parameter: few sessions are pending, and a partial index is known to hold them.
  if (filter.status) query = query.where('attendance_sessions.status', '=', sql.lit(filter.status))
  if (filter.from) query = query.where('attendance_sessions.activity_date', '>=', filter.from)
  if (filter.to) query = query.where('attendance_sessions.activity_date', '<=', filter.to)
  return query
}

type Ordering = 'asc' | 'desc'

/**
 * The total is counted over the sessions themselves: joined are those of the page alone. A student's are few, and
 * counted as they are read: looked for among everybody's, in their order, they might be far apart.
 */
async function readSessions(caller: Caller, kept: Sessions<object>, order: Ordering, page: Paging) {
  const query = withDetails(kept, caller)
    .orderBy('attendance_sessions.activity_date', order)
    .orderBy('attendance_sessions.start_time', order)
    .orderBy('attendance_sessions.id', order)
  const counted = sql<number>`(${kept.select(sql`count(*)`.as('count'))})`
  const total = studentOf(caller) ? undefined : counted
  const listed = await readPage(query, page, total)
  return { ...listed, data: listed.data.map(withRefs(caller)) }
}

/** Sessions, the latest first. A group that the caller does not see has none. */
export const listSessions = (
  db: Db,
  caller: Caller,
  filter: SessionFilter,
  page: Paging,
): Promise<Listed<AttendanceSession>> => readSessions(caller, filtered(db, caller, filter), 'desc', page)

/** Pending sessions whose time has passed by the college's clock, the oldest first. */
export function listNotTaken(
  db: Db,
  caller: Caller,
  filter: Pick<SessionFilter, 'department_id'>,
  page: Paging,
): Promise<Listed<AttendanceSession>> {
  // The word itself here too.
  const kept = filtered(db, caller, filter).where(sql<SqlBool>`attendance_sessions.status = 'pending'
    and attendance_sessions.activity_date <= (now() at time zone ${caller.zone})::date
    and attendance_sessions.activity_date + attendance_sessions.end_time <= now() at time zone ${caller.zone}`)
  return readSessions(caller, kept, 'asc', page)
}

export async function findSession(db: Db, caller: Caller, id: number): Promise<SessionRecord | undefined> {
  const row = await withDetails(visible(db, caller), caller).where('attendance_sessions.id', '=', id).executeTakeFirst()
  return row && withRefs(caller)(row)
}

/** These sessions, the earliest first. */
export async function readSessionsByIds(db: Db, caller: Caller, ids: number[]): Promise<SessionRecord[]> {
  const rows = await withDetails(visible(db, caller), caller)
    .where(sql<SqlBool>`attendance_sessions.id = any(${ids})`)
    .orderBy('attendance_sessions.activity_date')
    .orderBy('attendance_sessions.id')
    .execute()
  return rows.map(withRefs(caller))
}

/** The session, locked until the transaction ends: what a change of it, and of its entries, starts with. */
export async function lockSession(tx: Tx, caller: Caller, id: number): Promise<SessionRecord | undefined> {
  await tx.selectFrom('attendance_sessions').select('id').where('id', '=', id).forUpdate().execute()
  return findSession(tx, caller, id)
}

/** The days among these on which the group has a session, not cancelled, that these hours overlap. */
export async function busyDays(
  db: Db,
  { group_id, start_time, end_time }: Pick<AttendanceSession, 'group_id' | 'start_time' | 'end_time'>,
  days: string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('attendance_sessions')
    .select('activity_date')
    .where('group_id', '=', group_id)
    .where(sql<SqlBool>`activity_date = any(${days}::date[])`)
    .where('status', '!=', 'cancelled')
    .where('start_time', '<', end_time)
    .where('end_time', '>', start_time)
    .execute()
  return new Set(rows.map((row) => row.activity_date))
}
