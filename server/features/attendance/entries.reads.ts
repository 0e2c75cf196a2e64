import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type AttendanceSession, AttendanceSubmission } from '../../../shared/contract/attendance.ts'
import type { attendanceSubmissions } from '../../../shared/contract/attendance-submissions.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { ATTENDANCE_STATUSES } from '../../../shared/labels.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { keptTotal } from '../../core/kept-counts.ts'
import { listing } from '../../core/listing.ts'
import { all, studentOf, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { minutes, startsAt } from './reads.ts'

export interface EntryFilter extends Query<typeof attendanceSubmissions.list> {
  session_status?: AttendanceSession['status'] | undefined
  /** The days of the sessions, both included. */
  from?: string | null | undefined
  to?: string | null | undefined
}

/** Returns the only students whose entries are listed, none for everybody's: a student sees the own. */
const studentsOf = (caller: Caller, { student_id }: EntryFilter): number[] =>
  [student_id, studentOf(caller)?.id].filter((id) => id !== undefined)

/** Keeps the sessions of the filter that the caller may see: a department's people those of their own. */
function sessionsOf(caller: Caller, filter: EntryFilter): RawBuilder<SqlBool> {
  const { attendance_session_id: id, group_id, department_id, session_status: status } = filter
  const wanted = Object.entries({ id, group_id, department_id, status }).filter(([, value]) => value !== undefined)
  const conditions = wanted.map(([column, value]) => sql`${sql.ref(`attendance_sessions.${column}`)} = ${value}`)
  if (filter.from) conditions.push(sql`attendance_sessions.activity_date >= ${filter.from}`)
  if (filter.to) conditions.push(sql`attendance_sessions.activity_date <= ${filter.to}`)
  // A student's own entries are kept by `studentsOf`, whatever the session.
  const shown = within(caller, { department: 'attendance_sessions.department_id', student: all })
  return sql<SqlBool>`${sql.join([shown, ...conditions], sql` and `)}`
}

function filtered(db: Db, caller: Caller, filter: EntryFilter = {}) {
  let query = db
    .selectFrom('attendance_submissions')
    .innerJoin('attendance_sessions', (join) =>
      join
        .onRef('attendance_sessions.id', '=', 'attendance_submissions.attendance_session_id')
        .onRef('attendance_sessions.department_id', '=', 'attendance_submissions.department_id'),
    )
    .where(sessionsOf(caller, filter))
  for (const id of studentsOf(caller, filter)) query = query.where('attendance_submissions.student_id', '=', id)
  return filter.status === undefined ? query : query.where('attendance_submissions.status', '=', filter.status)
}

const withDetails = (entries: ReturnType<typeof filtered>, { zone }: Caller) =>
  entries
    .innerJoin('departments', 'departments.id', 'attendance_sessions.department_id')
    .innerJoin('groups', 'groups.id', 'attendance_sessions.group_id')
    .innerJoin('students', 'students.id', 'attendance_submissions.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .select([
      ...columnsOf('attendance_submissions', AttendanceSubmission, 'student', 'attendance_session'),
      'users.name',
      'students.roll_no',
      'students.status as student_status',
      'attendance_sessions.activity_date',
      'attendance_sessions.start_time',
      'attendance_sessions.end_time',
      'attendance_sessions.status as session_status',
      'attendance_sessions.remarks as session_remarks',
      'attendance_sessions.department_id',
      'attendance_sessions.group_id',
      'departments.name as department_name',
      'groups.name as group_name',
      startsAt(zone).as('date_time'),
    ])

type EntryRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withRefs = (row: EntryRow): AttendanceSubmission => ({
  id: row.id,
  attendance_session_id: row.attendance_session_id,
  student_id: row.student_id,
  status: row.status,
  remarks: row.remarks,
  updated_at: row.updated_at,
  student: { id: row.student_id, name: row.name, roll_no: row.roll_no, status: row.student_status },
  attendance_session: {
    id: row.attendance_session_id,
    activity_date: row.activity_date,
    start_time: minutes(row.start_time),
    end_time: minutes(row.end_time),
    date_time: row.date_time,
    status: row.session_status,
    remarks: row.session_remarks,
    department: { id: row.department_id, name: row.department_name },
    group: { id: row.group_id, name: row.group_name },
  },
})

/** As they are kept with the session, or by group; those of one student are few and counted one by one. */
function totalOf(caller: Caller, filter: EntryFilter): RawBuilder<number> | undefined {
  if (studentsOf(caller, filter).length > 0) return undefined
  const { attendance_session_id, session_status, department_id, group_id } = filter
  const columns = filter.status === undefined ? ATTENDANCE_STATUSES : [filter.status]
  if (attendance_session_id === undefined)
    return keptTotal('attendance_session_counts', [...columns], caller, {
      department_id,
      group_id,
      status: session_status,
    })
  const counted = sql.join(columns.map(sql.ref), sql` + `)
  return sql<number>`(select coalesce(sum(${counted}), 0) from attendance_sessions where ${sessionsOf(caller, filter)})`
}

/** Entries, the latest session first; those of one session by roll number. */
export const {
  page: listEntries,
  find: findEntry,
  read: readEntry,
} = listing({
  table: 'attendance_submissions',
  noun: 'Attendance submission',
  kept: filtered,
  details: withDetails,
  order: (query, filter) => {
    const ordered =
      filter?.attendance_session_id === undefined
        ? query
            .orderBy('attendance_sessions.activity_date', 'desc')
            .orderBy('attendance_sessions.start_time', 'desc')
            .orderBy('attendance_sessions.id', 'desc')
        : query.orderBy('students.roll_no')
    return ordered.orderBy('attendance_submissions.id')
  },
  row: withRefs,
  total: totalOf,
})
