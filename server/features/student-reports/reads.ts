import { type RawBuilder, type SqlBool, sql } from 'kysely'
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
import { reportStats, withSummary } from './rules.ts'

/**
 * The students of a report (the group’s, else the batch’s, else the department’s), and the department whose sessions
 * and tasks count; `status` is that of the sessions, completed where not said.
 */
export interface ReportOf extends Partial<Query<typeof studentReports.list>> {
  /** The status of the students; active where not said. */
  student_status?: Student['status'] | undefined
  /** Keeps only students whose attendance is below this, in percent. */
  below?: number | undefined
}

type CountedEntries = AttendanceCounts & { student_id: number }
interface CountedTasks {
  student_id: number
  assigned: number
  submitted: number
}

const every = (conditions: RawBuilder<unknown>[]) => sql<SqlBool>`${sql.join([sql`true`, ...conditions], sql` and `)}`

/** The rows that count of a table with departments: those of the chosen one, and for staff of a department the own only. */
export function departmentCounts(
  caller: Caller,
  departmentId: number | undefined,
  column: string,
): RawBuilder<SqlBool> {
  const own = [within(caller, { department: column })]
  return every(departmentId === undefined ? own : [...own, sql`${sql.ref(column)} = ${departmentId}`])
}

type Students = RawBuilder<{ student_id: number }>

/**
 * Selects the students of the group, else of the batch, else with a group in the department: each once, as the database
 * keeps it.
 */
function membersOf({ department_id, batch_id, group_id }: ReportOf): Students {
  if (group_id !== undefined)
    return sql`(select student_id from student_groups where group_id = ${group_id} and status = 'active')`
  if (batch_id !== undefined)
    return sql`(select student_id from student_batches where batch_id = ${batch_id} and status = 'active')`
  return sql`(select student_id from student_groups where department_id = ${department_id} and status = 'active')`
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
    from ${membersOf(of)} who join attendance_standings standing on standing.student_id = who.student_id
    where ${departmentCounts(caller, of.department_id, 'standing.department_id')}
    group by standing.student_id)`.as<'entries'>('entries')

/**
 * The same of sessions of another status, of which nothing is kept. They are found by the groups that the students are or
 * were in. The fence (`offset 0`), here and at the submissions, holds the planner to the index: ten years of them are
 * never read for one batch.
 */
const countEntriesOf = (status: ReportOf['status'], caller: Caller, of: ReportOf) =>
  sql<CountedEntries>`(select entry.student_id, ${ENTRIES_BY_STATUS}
    from (select distinct link.group_id from ${membersOf(of)} who
      cross join lateral (select group_id, department_id from student_groups
        where student_id = who.student_id offset 0) link
      where ${departmentCounts(caller, of.department_id, 'link.department_id')}) theirs
    join attendance_sessions session on session.group_id = theirs.group_id and session.status = ${status}
    cross join lateral (select student_id, status from attendance_submissions
      where attendance_session_id = session.id offset 0) entry
    group by entry.student_id)`.as<'entries'>('entries')

const isOfCompleted = ({ status = 'completed' }: ReportOf) => status === 'completed'

const countEntries = (caller: Caller, of: ReportOf) =>
  isOfCompleted(of) ? sumStandings(caller, of) : countEntriesOf(of.status, caller, of)

/** Said in the statement's text: by a partial index the active ones are found without the graduated of ten years. */
const studentStatus = ({ student_status = 'active' }: ReportOf) => sql.lit(student_status)

/**
 * The tasks that are active, or that the student has handed in, of the groups that each student is in now (`who`, `link`,
 * `tasks`, and the student's `work` if there is some).
 */
export const tasksGivenTo = (students: Students) => sql`${students} who
    cross join lateral (select group_id, department_id from student_groups
      where student_id = who.student_id and status = 'active' offset 0) link
    join task_groups given on given.group_id = link.group_id
    join tasks on tasks.id = given.task_id
    left join lateral (select id, status from task_submissions
      where task_id = tasks.id and student_id = who.student_id offset 0) work on true
    where (tasks.status = 'active' or work.id is not null)`

/** Counts these tasks for all students at once. Returned work is not handed in until it is sent again. */
export const countTasks = (
  caller: Caller,
  { department_id, group_id }: Pick<ReportOf, 'department_id' | 'group_id'>,
  students: Students,
) =>
  sql<CountedTasks>`(select who.student_id, count(*) as assigned,
      count(*) filter (where work.status = 'submitted') as submitted
    from ${tasksGivenTo(students)}
      and ${departmentCounts(caller, department_id, 'link.department_id')}
      and ${every(group_id === undefined ? [] : [sql`link.group_id = ${group_id}`])}
    group by who.student_id)`.as<'work'>('work')

/** True when department and batch exist and the group is one of theirs; without a batch there is nothing to compare. */
function belongTogether({ department_id, batch_id, group_id }: ReportOf) {
  if (batch_id === undefined || department_id === undefined) return sql<SqlBool>`true`
  if (group_id === undefined)
    return sql<SqlBool>`exists (select from departments where id = ${department_id})
      and exists (select from batches where id = ${batch_id})`
  return sql<SqlBool>`exists (select from groups
    where id = ${group_id} and department_id = ${department_id} and batch_id = ${batch_id})`
}

/** True when the student is below the wanted percentage of completed sessions, whatever sessions the figures are of. */
const isWanted = (caller: Caller, { below, department_id }: ReportOf) =>
  below === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from attendance_standings standing where standing.student_id = students.id
        and ${departmentCounts(caller, department_id, 'standing.department_id')} and ${isBelow(below)})`

/** Selects by roll number; students without one come last. */
const selectRows = (db: Db, caller: Caller, of: ReportOf) =>
  db
    .selectFrom(membersOf(of).as<'member'>('member'))
    .innerJoin('students', 'students.id', 'member.student_id')
    .innerJoin('users', 'users.id', 'students.user_id')
    .leftJoin(countEntries(caller, of), 'entries.student_id', 'students.id')
    .leftJoin(countTasks(caller, of, membersOf(of)), 'work.student_id', 'students.id')
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
    .where('students.status', '=', studentStatus(of))
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

/**
 * Returns the totals of the same students and sessions. The students are given as an array: sorted, their rows lie side
 * by side in the index, and a batch of 500 is read in few steps instead of 500.
 */
export async function readStats(db: Db, caller: Caller, of: ReportOf): Promise<ReportStats> {
  const { students, ...counts } = await db
    .with('who', () =>
      db
        .selectFrom(membersOf(of).as<'member'>('member'))
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
    .executeTakeFirstOrThrow()
  return reportStats(students, counts)
}
