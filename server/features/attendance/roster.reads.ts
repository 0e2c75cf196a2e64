import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AttendanceSession, RosterStudent } from '../../../shared/contract/attendance.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import type { Db, Tx } from '../../db/types.ts'
import { hasLeave } from '../leaves/granted.reads.ts'

type Register = Pick<AttendanceSession, 'id' | 'group_id' | 'department_id' | 'activity_date'>

/** Tells whether a membership counts on a day. */
const countsOn = (day: string): RawBuilder<SqlBool> =>
  sql`(first_day <= ${day}::date and (status = 'active' or left_on > ${day}::date))`

/** Selects the members of the group on the day, and those of now: a student once, however often they joined. */
export const selectMembers = (db: Db, groupId: number, day: string) =>
  db
    .selectFrom('student_groups')
    .where('group_id', '=', groupId)
    .where((eb) => eb.or([eb('status', '=', 'active'), countsOn(day)]))
    .groupBy('student_id')
    .select([
      'student_id',
      sql<
        string | null
      >`case when not bool_or(${countsOn(day)}) then max(first_day) filter (where status = 'active') end`.as(
        'joined_on',
      ),
      sql<string | null>`case when not bool_or(status = 'active') then max(left_on) end`.as('left_on'),
    ])

/**
 * The members of a session's group on its day, those who joined later, and everybody who has an entry in it, each with
 * the entry.
 */
const selectRoster = (db: Db, { group_id, ...session }: Register) =>
  db
    .with('member', () => selectMembers(db, group_id, session.activity_date))
    .selectFrom('students')
    .innerJoin('users', 'users.id', 'students.user_id')
    .leftJoin('member', 'member.student_id', 'students.id')
    .leftJoin('attendance_submissions as entry', (join) =>
      join.onRef('entry.student_id', '=', 'students.id').on('entry.attendance_session_id', '=', session.id),
    )
    .select([
      'students.id as student_id',
      'users.name',
      'students.roll_no',
      'students.status as student_status',
      // A student in this list who has no entry is or was a member of the group.
      sql<boolean>`entry.id is not null or students.status = 'active'`.as('is_marked'),
      'entry.id as submission_id',
      'entry.status',
      'entry.remarks',
      hasLeave('students.id', session).as('has_leave'),
      'member.joined_on',
      'member.left_on',
    ])
    .where((eb) =>
      eb(
        'students.id',
        'in',
        eb
          .selectFrom('member')
          .select('member.student_id')
          .union(
            eb
              .selectFrom('attendance_submissions as given')
              .select('given.student_id')
              .where('given.attendance_session_id', '=', session.id),
          ),
      ),
    )

/** The students of a session's register by roll number; a member who is not active is shown and left out. */
export const listRoster = (db: Db, session: Register, page: Paging): Promise<Listed<RosterStudent>> =>
  readPage(selectRoster(db, session).orderBy('students.roll_no').orderBy('students.id'), page)

/** All of a session's roster, for a write. */
export const readRoster = (tx: Tx, session: Register): Promise<RosterStudent[]> => selectRoster(tx, session).execute()
