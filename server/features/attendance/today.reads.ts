import { sql } from 'kysely'
import { isBelowMinimum } from '../../../shared/attendance-rate.ts'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { TODAY_LINES } from '../../../shared/contract/today.ts'
import type { SessionsOnly } from '../../../shared/only.ts'
import { hasAnyRole } from '../../../shared/permissions.ts'
import { hoursText, isOnDay } from '../../../shared/session-times.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { addressOf } from '../../core/app-address.ts'
import { studentOf } from '../../core/scope.ts'
import { FIRST_LINES, lineOf, type TodayKind, wordsOf } from '../../core/today.ts'
import { hasLeave } from '../leaves/granted.reads.ts'
import { keptSessions, listNotTaken, listSessions } from './reads.ts'
import { readStandings } from './record.reads.ts'
import { recordOf } from './rules.ts'

type SessionPlace = Pick<AttendanceSession, 'id' | 'department_id' | 'batch_id' | 'group_id'>

const registerAddress = ({ id, department_id, batch_id, group_id }: SessionPlace) =>
  addressOf('/attendance', { department_id, batch_id, group_id, fetched: 'yes', modal: 'take', id })

const listOf = (only: SessionsOnly) => addressOf('/attendance', { only })

/** A register that is due: of today, or since when it is. */
const registerLine = (session: AttendanceSession, today: string) => {
  const { group, batch, activity_date } = session
  // A night duty is not late while it is under way.
  const isLate = activity_date < today && !isOnDay(session, today)
  return lineOf({
    text: group.name,
    detail: `${batch.name}, ${activity_date < today ? writtenDay(activity_date) : 'today'}, ${hoursText(session)}`,
    since: isLate ? activity_date : null,
    to: registerAddress(session),
  })
}

export const ownRegisters: TodayKind = {
  kind: 'own-registers',
  title: 'Registers to take',
  isFor: ({ staff, may }) => staff !== null && may('attendance:take'),
  mailed: wordsOf,
  read: async (db, caller, { today }) => {
    const { data, meta } = await listSessions(db, caller, { only: 'mine' }, FIRST_LINES)
    return { total: meta.total, lines: data.map((session) => registerLine(session, today)), to: listOf('mine') }
  },
}

/** The days that a taken register is compared with leave granted since. */
const LEAVE_DAYS = 30

/** Own registers with students who are marked absent, and have leave that was granted for the session: the latest first. */
export const registersWithLeave: TodayKind = {
  kind: 'registers-leave',
  title: 'Absent, with leave granted',
  isFor: ownRegisters.isFor,
  read: async (db, caller, { today }) => {
    const from = Temporal.PlainDate.from(today).subtract({ days: LEAVE_DAYS }).toString()
    const absent = keptSessions(db, caller, { staff_id: caller.staff?.id, status: 'completed', from })
      .innerJoin('attendance_submissions as entry', 'entry.attendance_session_id', 'attendance_sessions.id')
      .innerJoin('groups', 'groups.id', 'attendance_sessions.group_id')
      .innerJoin('batches', 'batches.id', 'groups.batch_id')
      .where('entry.status', '=', 'absent')
      .where(
        hasLeave('entry.student_id', {
          id: sql.ref('attendance_sessions.id'),
          department_id: sql.ref('attendance_sessions.department_id'),
          activity_date: sql.ref('attendance_sessions.activity_date'),
        }),
      )
      .select([
        'attendance_sessions.id',
        'attendance_sessions.department_id',
        'attendance_sessions.batch_id',
        'attendance_sessions.group_id',
        'attendance_sessions.activity_date',
        'groups.name',
        'batches.name as batch_name',
        'entry.student_id',
      ])
    const rows = await db
      .with('absent', () => absent)
      .selectFrom('absent')
      .groupBy(['id', 'department_id', 'batch_id', 'group_id', 'activity_date', 'name', 'batch_name'])
      .select([
        'id',
        'department_id',
        'batch_id',
        'group_id',
        'activity_date',
        'name',
        'batch_name',
        sql<number>`count(*)`.as('count'),
        sql<number>`(select count(distinct student_id)::int from absent)`.as('students'),
        sql<number>`count(*) over ()::int`.as('registers'),
      ])
      .orderBy('activity_date', 'desc')
      .orderBy('id', 'desc')
      .limit(TODAY_LINES)
      .execute()
    return {
      // A student who is absent in several registers is one.
      total: rows[0]?.students ?? 0,
      more: (rows[0]?.registers ?? 0) - rows.length,
      lines: rows.map(({ name, batch_name, activity_date, count, ...session }) =>
        lineOf({
          text: name,
          detail: `${batch_name}, ${writtenDay(activity_date)}`,
          count,
          to: registerAddress(session),
        }),
      ),
    }
  },
}

/** For who oversees registers: how many of each department, the longest waiting first. */
export const registersByDepartment: TodayKind = {
  kind: 'registers-not-taken',
  title: 'Registers not taken',
  isFor: ({ may }) => may('attendance:oversee'),
  mailed: wordsOf,
  read: async (db, caller) => {
    const rows = await keptSessions(db, caller, { only: 'not-taken' })
      .innerJoin('departments', 'departments.id', 'attendance_sessions.department_id')
      .groupBy(['departments.id', 'departments.name'])
      .select([
        'departments.id',
        'departments.name',
        sql<number>`count(*)`.as('count'),
        sql<string>`min(attendance_sessions.activity_date)`.as('since'),
        sql<number>`sum(count(*)) over ()::int`.as('total'),
      ])
      .orderBy('since')
      .orderBy('departments.id')
      .limit(TODAY_LINES)
      .execute()
    const to = (department_id?: number) => addressOf('/reports', { tab: 'register', department_id })
    return {
      total: rows[0]?.total ?? 0,
      lines: rows.map(({ id, name, count, since }) => lineOf({ text: name, count, since, to: to(id) })),
      to: to(),
    }
  },
}

/** Tells the others who may take registers of everybody's: the oldest, each by itself. */
export const registersNotTaken: TodayKind = {
  kind: 'registers-not-taken',
  title: 'Registers not taken',
  isFor: ({ roles, may }) => hasAnyRole(roles, ['clerk', 'student-affair']) && !may('attendance:oversee'),
  mailed: wordsOf,
  read: async (db, caller, { today }) => {
    const { data, meta } = await listNotTaken(db, caller, {}, FIRST_LINES)
    return { total: meta.total, lines: data.map((session) => registerLine(session, today)), to: listOf('not-taken') }
  },
}

const dayWord = (day: string, today: string) => (day < today ? 'Since yesterday' : day === today ? 'Today' : 'Tomorrow')

export const sessionsSoon: TodayKind = {
  kind: 'sessions-soon',
  title: 'Sessions of today and tomorrow',
  isFor: (caller) => studentOf(caller) !== undefined,
  mailed: wordsOf,
  read: async (db, caller, { today }) => {
    const tomorrow = Temporal.PlainDate.from(today).add({ days: 1 }).toString()
    const filter = { status: 'pending', reaching: today, to: tomorrow, order: 'oldest' } as const
    const { data, meta } = await listSessions(db, caller, filter, FIRST_LINES)
    return {
      total: meta.total,
      lines: data.map((session) =>
        lineOf({
          text: session.department.name,
          detail: `${dayWord(session.activity_date, today)}, ${hoursText(session)}, ${session.staff.name}`,
          to: null,
        }),
      ),
      to: '/timetable',
    }
  },
}

/** The departments where a student is below the minimum, or may miss one session more at the most. */
export const attendanceLow: TodayKind = {
  kind: 'attendance-low',
  title: 'Attendance to watch',
  isFor: (caller) => studentOf(caller) !== undefined,
  mailed: wordsOf,
  read: async (db, caller, { attendanceMinimum }) => {
    const standings = await readStandings(db, caller, studentOf(caller)?.id ?? 0)
    const watched = standings
      .map((standing) => recordOf(standing, attendanceMinimum))
      .map((record) => ({ ...record, isBelow: isBelowMinimum(record, record.minimum) }))
      .filter(({ isBelow, planned, may_miss }) => isBelow || (planned > 0 && may_miss <= 1))
      .sort((one, other) => Number(other.isBelow) - Number(one.isBelow))
    return {
      total: watched.length,
      lines: watched
        .slice(0, TODAY_LINES)
        .map(({ department, precise_rate: rate, minimum, planned, may_miss, isBelow }) =>
          lineOf({
            text: department.name,
            detail: `${rate === null ? 'No session yet' : `${rate}%`}, at least ${minimum}%; ${missText(may_miss, planned)}`,
            is_urgent: isBelow,
            to: addressOf('/student-attendance', { tab: department.id }),
          }),
        ),
      to: '/student-attendance',
    }
  },
}

function missText(mayMiss: number, planned: number): string {
  if (planned === 0) return 'no session is planned'
  if (mayMiss > 0) return `you may miss ${mayMiss} of ${planned}`
  return mayMiss === 0 ? `you may miss none of ${planned}` : `${-mayMiss} too few, even if you miss none of ${planned}`
}
