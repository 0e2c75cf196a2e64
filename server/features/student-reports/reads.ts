import { type SqlBool, sql } from 'kysely'
import type { AttendanceCounts } from '../../../shared/contract/attendance.ts'
import type { ReportRow, ReportStats, studentReports } from '../../../shared/contract/student-reports.ts'
import type { Student } from '../../../shared/contract/students.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import { all, within } from '../../core/scope.ts'
import { patiently } from '../../db/patience.ts'
import type { Db } from '../../db/types.ts'
import { isBelow } from '../attendance/record.reads.ts'
import { countsIn, type Days, isInBatchIn } from '../memberships/days.reads.ts'
import { reportStats, withSummary } from './rules.ts'
import { countTasks, departmentCounts, every, type Students } from './tasks.reads.ts'

/**
 * The students of a report (the group’s, else the batch’s, else the department’s), and the department whose sessions
 * and tasks count; `status` is that of the sessions, completed where not said.
 */
export interface ReportOf extends Partial<Query<typeof studentReports.list>> {
  /** The status of the students; active where not said. */
  student_status?: Student['status'] | undefined
  /** Keeps only students whose attendance is below this, in percent. */
  below?: number | undefined
  /** Asks for the members, sessions and tasks of these days; without them the members are those of now. */
  days?: Days | undefined
}

type CountedEntries = AttendanceCounts & { student_id: number }

/** Links that count on the days of the report, else the present ones. */
const linksOf = ({ days }: ReportOf) => (days ? countsIn('link', days) : sql<SqlBool>`link.status = 'active'`)

/**
 * Selects the students of the group, else of the batch, else with a group in the department: each once, as the database
 * keeps it, or of some days as it was on one of them.
 */
function membersOf({ zone }: Caller, of: ReportOf): Students {
  const { department_id, batch_id, group_id, days } = of
  const each = days ? sql`select distinct link.student_id` : sql`select link.student_id`
  if (group_id !== undefined)
    return sql`(${each} from student_groups link where link.group_id = ${group_id} and ${linksOf(of)})`
  if (batch_id === undefined)
    return sql`(${each} from student_groups link where link.department_id = ${department_id} and ${linksOf(of)})`
  const isMember = days ? isInBatchIn('link', days, zone) : sql<SqlBool>`link.status = 'active'`
  return sql`(${each} from student_batches link where link.batch_id = ${batch_id} and ${isMember})`
}

export const ENTRIES_BY_STATUS = sql`count(*) filter (where entry.status = 'present') as present,
  count(*) filter (where entry.status = 'absent') as absent,
  count(*) filter (where entry.status = 'leave') as leave`

/** The entries of the department's completed sessions: the database keeps their sums, by student and department. */
const standings = (caller: Caller, { department_id }: ReportOf) =>
  sql<CountedEntries>`(select student_id, present, absent, leave from attendance_standings standing
    where ${departmentCounts(caller, department_id, 'standing.department_id')})`.as<'entries'>('entries')

/** Sums up the standings of each of these students, with the rows of their former groups and batches. */
const sumStandings = (caller: Caller, of: ReportOf) =>
  sql<CountedEntries>`(select standing.student_id, sum(standing.present)::int as present,
      sum(standing.absent)::int as absent, sum(standing.leave)::int as leave
    from ${membersOf(caller, of)} who join attendance_standings standing on standing.student_id = who.student_id
    where ${departmentCounts(caller, of.department_id, 'standing.department_id')}
    group by standing.student_id)`.as<'entries'>('entries')

/** True of sessions that begin on the days of the report. */
export const isOfDays = ({ days }: Pick<ReportOf, 'days'>, column: string) =>
  every([
    ...(days?.from ? [sql`${sql.ref(column)} >= ${days.from}`] : []),
    ...(days?.to ? [sql`${sql.ref(column)} <= ${days.to}`] : []),
  ])

/**
 * The same of sessions of another status or of some days, of which nothing is kept. They are found by the groups that the students are or
 * were in. The fence (`offset 0`), here and at the submissions, holds the planner to the index: ten years of them are
 * never read for one batch.
 */
const entriesOf = (status: ReportOf['status'], caller: Caller, of: ReportOf) =>
  sql<CountedEntries>`(select entry.student_id, ${ENTRIES_BY_STATUS}
    from (select distinct link.group_id from ${membersOf(caller, of)} who
      cross join lateral (select group_id, department_id from student_groups
        where student_id = who.student_id offset 0) link
      where ${departmentCounts(caller, of.department_id, 'link.department_id')}) theirs
    join attendance_sessions session on session.group_id = theirs.group_id and session.status = ${status}
      and ${isOfDays(of, 'session.activity_date')}
    cross join lateral (select student_id, status from attendance_submissions
      where attendance_session_id = session.id offset 0) entry
    group by entry.student_id)`

const countEntriesOf = (status: ReportOf['status'], caller: Caller, of: ReportOf) =>
  entriesOf(status, caller, of).as<'entries'>('entries')

/** True where the sums that the database keeps say it: of all completed sessions. */
const isOfCompleted = ({ status = 'completed', days }: ReportOf) => status === 'completed' && !days

const countEntries = (caller: Caller, of: ReportOf) =>
  isOfCompleted(of) ? sumStandings(caller, of) : countEntriesOf(of.status ?? 'completed', caller, of)

/** Said in the statement's text: by a partial index the active ones are found without the graduated of ten years. */
const studentStatus = ({ student_status = 'active' }: ReportOf) => sql.lit(student_status)

/** True when department and batch exist and the group is one of theirs; without a batch there is nothing to compare. */
function belongTogether({ department_id, batch_id, group_id }: ReportOf) {
  if (batch_id === undefined || department_id === undefined) return sql<SqlBool>`true`
  if (group_id === undefined)
    return sql<SqlBool>`exists (select from departments where id = ${department_id})
      and exists (select from batches where id = ${batch_id})`
  return sql<SqlBool>`exists (select from groups
    where id = ${group_id} and department_id = ${department_id} and batch_id = ${batch_id})`
}

/**
 * True when the student is below the wanted percentage of completed sessions, of the days if there are some, whatever
 * sessions the figures are of.
 */
function isWanted(caller: Caller, of: ReportOf) {
  const { below, department_id, days } = of
  if (below === undefined) return sql<SqlBool>`true`
  if (days)
    return sql<SqlBool>`students.id in (select standing.student_id
      from ${entriesOf('completed', caller, of)} standing where ${isBelow(below)})`
  return sql<SqlBool>`exists (select from attendance_standings standing where standing.student_id = students.id
    and ${departmentCounts(caller, department_id, 'standing.department_id')} and ${isBelow(below)})`
}

/**
 * True of students with the wanted status, which has no days: a report of some has also those who are no longer active,
 * where a register or work of them says that they were there.
 */
const hasStatus = (of: ReportOf) =>
  of.days
    ? sql<SqlBool>`(students.status = 'active' or entries.student_id is not null or work.submitted > 0)`
    : sql<SqlBool>`students.status = ${studentStatus(of)}`

/** Selects by roll number; students without one come last. */
const selectRows = (db: Db, caller: Caller, of: ReportOf) =>
  db
    .selectFrom(membersOf(caller, of).as<'member'>('member'))
    .innerJoin('students', 'students.id', 'member.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .leftJoin(countEntries(caller, of), 'entries.student_id', 'students.id')
    .leftJoin(countTasks(caller, of, membersOf(caller, of)), 'work.student_id', 'students.id')
    .select([
      'students.id as student_id',
      'users.name',
      'students.roll_no',
      'students.status',
      sql<number>`coalesce(work.assigned, 0)`.as('tasks_assigned'),
      sql<number>`coalesce(work.submitted, 0)`.as('tasks_submitted'),
      sql<number>`coalesce(entries.present, 0)`.as('present'),
      sql<number>`coalesce(entries.absent, 0)`.as('absent'),
      sql<number>`coalesce(entries.leave, 0)`.as('leave'),
    ])
    .where(hasStatus(of))
    .where(within(caller, { department: all }))
    .where(isWanted(caller, of))
    .where(belongTogether(of))
    .orderBy('students.roll_no')
    .orderBy('students.id')

/** The students with their tasks and attendance, in one statement whatever their number. */
export async function listRows(db: Db, caller: Caller, of: ReportOf, page: Paging): Promise<Listed<ReportRow>> {
  const listed = await readPage(selectRows(db, caller, of), page)
  return { ...listed, data: listed.data.map(withSummary) }
}

/** All of them, for a file. */
export const listRowsForExport = async (db: Db, caller: Caller, of: ReportOf): Promise<ReportRow[]> =>
  (await patiently(db, (reader) => selectRows(reader, caller, of).execute())).map(withSummary)

/** Sums up the rows of the list. */
const sumOfRows = (db: Db, caller: Caller, of: ReportOf) =>
  db
    .selectFrom(selectRows(db, caller, of).as('entries'))
    .select([
      sql<number>`count(*)::int`.as('students'),
      ...(['present', 'absent', 'leave'] as const).map((one) =>
        sql<number>`coalesce(sum(${sql.ref(`entries.${one}`)}), 0)::int`.as(one),
      ),
    ])

/**
 * Sums up the kept sums, or what is counted of another status, of the same students. They are given as an array: sorted,
 * their rows lie side by side in the index, and a batch of 500 is read in few steps instead of 500.
 */
const sumOfKept = (db: Db, caller: Caller, of: ReportOf) =>
  db
    .with('who', () =>
      db
        .selectFrom(membersOf(caller, of).as<'member'>('member'))
        .innerJoin('students', 'students.id', 'member.student_id')
        .select('students.id')
        .where('students.status', '=', studentStatus(of))
        .where(within(caller, { department: all }))
        .where(isWanted(caller, of))
        .where(belongTogether(of)),
    )
    .selectFrom(isOfCompleted(of) ? standings(caller, of) : countEntriesOf(of.status, caller, of))
    .select([
      sql<number>`(select count(*) from who)`.as('students'),
      sql<number>`coalesce(sum(entries.present), 0)::int`.as('present'),
      sql<number>`coalesce(sum(entries.absent), 0)::int`.as('absent'),
      sql<number>`coalesce(sum(entries.leave), 0)::int`.as('leave'),
    ])
    .where(sql<SqlBool>`entries.student_id = any(array(select id from who))`)

/** Returns the totals of the same students and sessions. */
export async function readStats(db: Db, caller: Caller, of: ReportOf): Promise<ReportStats> {
  const sum = of.days ? sumOfRows(db, caller, of) : sumOfKept(db, caller, of)
  const { students, ...counts } = await sum.executeTakeFirstOrThrow()
  return reportStats(students, counts)
}
