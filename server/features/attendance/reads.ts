import { type SqlBool, sql } from 'kysely'
import { collegeToday } from '../../../shared/college-clock.ts'
import { AttendanceSession } from '../../../shared/contract/attendance.ts'
import type { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { SessionsOnly } from '../../../shared/only.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { keptTotal } from '../../core/kept-counts.ts'
import { BY_KEPT_ROWS, listing } from '../../core/listing.ts'
import type { Listed, Paging } from '../../core/paging.ts'
import { showsDepartment, studentOf, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { isOwnGroup } from '../groups/reads.ts'
import { countsOn } from '../memberships/days.reads.ts'

interface SessionFilter extends Query<typeof attendanceSessions.list> {
  /** The order, if not the latest first. */
  order?: 'oldest'
  /** Keeps of a student's sessions those of the groups in which the student was on their day, not those of the present groups. */
  onTheirDays?: boolean
  /** The first day, with the night duties that are under way when it begins. */
  reaching?: string
}

/** When a session ends, by the college's clock: an end at or before the start is the next day's. */
export const endsAt = (table: string) => {
  const [day, start, end] = ['activity_date', 'start_time', 'end_time'].map((column) => sql.ref(`${table}.${column}`))
  return sql`(${day} + ${end} + case when ${end} <= ${start} then interval '1 day' else interval '0' end)`
}

const ENDS = endsAt('attendance_sessions')

/** The sessions whose register the caller holds, up to today, or whose time has passed, by the college's clock. */
function isOnly({ zone, staff }: Caller, only: SessionsOnly) {
  // The word itself, not a parameter: few sessions are pending, and a partial index is known to hold them.
  const until = sql<SqlBool>`attendance_sessions.status = 'pending'
    and attendance_sessions.activity_date <= (now() at time zone ${zone})::date`
  return only === 'mine'
    ? sql<SqlBool>`${until} and attendance_sessions.staff_id = ${staff?.id ?? null}::int`
    : sql<SqlBool>`${until}
        and ${ENDS} <= now() at time zone ${zone}`
}

/** The sessions that reach into a day: those of it, and night duties of the day before. */
const reachInto = (day: string) => sql<SqlBool>`attendance_sessions.activity_date >= ${day}::date - 1
  and (attendance_sessions.activity_date >= ${day}::date or (attendance_sessions.end_time > '00:00'
    and attendance_sessions.end_time <= attendance_sessions.start_time))`

/** The sessions of groups in which the student was on their day. The groups come first, so that their index is used. */
const wasOwnGroup = (studentId: number) =>
  sql<SqlBool>`attendance_sessions.group_id = any(array(select group_id from student_groups where student_id = ${studentId}))
    and exists (select from student_groups link where link.student_id = ${studentId}
      and link.group_id = attendance_sessions.group_id and ${countsOn('link', 'attendance_sessions.activity_date')})`

/** The sessions that the caller is shown: the own department's, those of a student's own active groups. */
function filtered(db: Db, caller: Caller, filter: SessionFilter = {}) {
  let query = db.selectFrom('attendance_sessions').where(
    within(caller, {
      department: 'attendance_sessions.department_id',
      student: ({ id }) => (filter.onTheirDays ? wasOwnGroup(id) : isOwnGroup('attendance_sessions.group_id', id)),
    }),
  )
  for (const column of ['department_id', 'batch_id', 'group_id', 'staff_id'] as const) {
    const wanted = filter[column]
    if (wanted !== undefined) query = query.where(`attendance_sessions.${column}`, '=', wanted)
  }
  // The word itself here too.
  if (filter.status) query = query.where('attendance_sessions.status', '=', sql.lit(filter.status))
  if (filter.from) query = query.where('attendance_sessions.activity_date', '>=', filter.from)
  if (filter.to) query = query.where('attendance_sessions.activity_date', '<=', filter.to)
  if (filter.reaching) query = query.where(reachInto(filter.reaching))
  return filter.only ? query.where(isOnly(caller, filter.only)) : query
}

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

const withDetails = (sessions: ReturnType<typeof filtered>, caller: Caller) =>
  sessions
    .innerJoin('departments', 'departments.id', 'attendance_sessions.department_id')
    .innerJoin('batches', 'batches.id', 'attendance_sessions.batch_id')
    .innerJoin('groups', 'groups.id', 'attendance_sessions.group_id')
    .innerJoin('staff', 'staff.id', 'attendance_sessions.staff_id')
    .innerJoin('users', 'users.id', 'staff.user_id')
    .select([
      ...columnsOf(
        'attendance_sessions',
        AttendanceSession,
        'date_time',
        'department',
        'batch',
        'group',
        'staff',
        'counts',
        'taken_by',
        'own_status',
      ),
      'attendance_sessions.present',
      'attendance_sessions.absent',
      'attendance_sessions.leave',
      'attendance_sessions.taken_by as taker_id',
      'attendance_sessions.taken_key',
      'departments.name as department_name',
      'batches.name as batch_name',
      'groups.name as group_name',
      'users.name as staff_name',
      // With another table joined, the statement takes three times as long to plan.
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

/** The counts are those of a completed session; students are told their own entry only. */
const withRefs = (
  {
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
  }: SessionRow,
  caller: Caller,
): SessionRecord => ({
  ...row,
  start_time: minutes(row.start_time),
  end_time: minutes(row.end_time),
  department: { id: row.department_id, name: department_name },
  batch: { id: row.batch_id, name: batch_name },
  group: { id: row.group_id, name: group_name },
  staff: { id: row.staff_id, name: staff_name },
  counts: row.status === 'completed' && showsDepartment(caller, row.department_id) ? { present, absent, leave } : null,
  taken_by: taker_id === null || taker_name === null ? null : { id: taker_id, name: taker_name },
})

/** Sessions, the latest first; of pending ones the oldest, of the own ones those of today before them. A group that the caller does not see has none. */
export const {
  kept: keptSessions,
  page: listSessions,
  all: listAllSessions,
  find: findSession,
  read: readSession,
  byIds: readSessionsByIds,
  lock: lockSession,
  lockIfThere: lockSessionIfThere,
  lockByIds: lockSessions,
} = listing({
  table: 'attendance_sessions',
  noun: 'Attendance session',
  kept: filtered,
  details: withDetails,
  order: (query, filter) => {
    const { only, order } = filter ?? {}
    const direction = only || order ? 'asc' : 'desc'
    return (
      only === 'mine' ? query.orderBy(sql`attendance_sessions.activity_date = ${collegeToday()}::date`, 'desc') : query
    )
      .orderBy('attendance_sessions.activity_date', direction)
      .orderBy('attendance_sessions.start_time', direction)
      .orderBy('attendance_sessions.id', direction)
  },
  row: withRefs,
  total: (caller, { only, staff_id, from, to, reaching, department_id, batch_id, group_id, status }) =>
    only || staff_id || from || to || reaching
      ? BY_KEPT_ROWS
      : keptTotal('attendance_session_counts', ['sessions'], caller, { department_id, batch_id, group_id, status }),
})

/** Pending sessions whose time has passed by the college's clock. */
export const listNotTaken = (
  db: Db,
  caller: Caller,
  filter: Query<typeof attendanceSessions.notTaken>,
  page: Paging,
): Promise<Listed<AttendanceSession>> => listSessions(db, caller, { ...filter, only: 'not-taken' }, page)
