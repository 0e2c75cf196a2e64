import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Leave, type LeaveAnswer, type LeaveSession, type leaves } from '../../../shared/contract/leaves.ts'
import type { Query } from '../../../shared/endpoint.ts'
import type { Caller } from '../../core/caller.ts'
import { columnsOf } from '../../core/columns.ts'
import { listing } from '../../core/listing.ts'
import { all, within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'

type LeaveFilter = Query<typeof leaves.list>

/** True when a department was asked, and its answer is as the conditions on `answer` say. */
const isAnswered = (...conditions: RawBuilder<SqlBool>[]) => sql<SqlBool>`exists (select from leave_answers answer
  where answer.leave_id = leaves.id and ${sql.join(conditions, sql` and `)})`

/** A department's people see the answers of their own. */
const shownAnswers = (caller: Caller) => within(caller, { department: 'answer.department_id', student: all })

/** The leave requests that the caller is shown: those that the own department is asked, a student's own. */
function visible(db: Db, caller: Caller, { status, department_id, student_id }: LeaveFilter = {}) {
  let query = db.selectFrom('leaves').where(
    within(caller, {
      department: (own) => isAnswered(sql`answer.department_id = ${own}`),
      student: ({ id }) => sql<SqlBool>`leaves.student_id = ${id}`,
    }),
  )
  if (student_id !== undefined) query = query.where('leaves.student_id', '=', student_id)
  if (status === undefined && department_id === undefined) return query
  const wanted = Object.entries({ status, department_id }).filter(([, value]) => value !== undefined)
  const conditions = wanted.map(([column, value]) => sql<SqlBool>`${sql.ref(`answer.${column}`)} = ${value}`)
  return query.where(isAnswered(shownAnswers(caller), ...conditions))
}

const instantText = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const answersOf = (caller: Caller) => sql<LeaveAnswer[]>`(
  select coalesce(json_agg(json_build_object(
    'department', json_build_object('id', departments.id, 'name', departments.name),
    'status', answer.status, 'note', answer.note,
    'answered_by', case when users.id is not null then json_build_object('id', users.id, 'name', users.name) end,
    'answered_at', ${instantText('answer.answered_at')}, 'updated_at', ${instantText('answer.updated_at')})
    order by departments.name, departments.id), '[]')
  from leave_answers answer
    join departments on departments.id = answer.department_id
    left join users on users.id = answer.answered_by
  where answer.leave_id = leaves.id and ${shownAnswers(caller)})`

const sessionsOf = (caller: Caller) => sql<LeaveSession[]>`(
  select coalesce(json_agg(json_build_object(
    'id', session.id,
    'department', json_build_object('id', departments.id, 'name', departments.name),
    'group', json_build_object('id', groups.id, 'name', groups.name),
    'activity_date', session.activity_date,
    'start_time', to_char(session.start_time, 'HH24:MI'), 'end_time', to_char(session.end_time, 'HH24:MI'),
    'status', session.status)
    order by session.activity_date, session.start_time, session.id), '[]')
  from leave_sessions asked
    join attendance_sessions session on session.id = asked.attendance_session_id
    join departments on departments.id = session.department_id
    join groups on groups.id = session.group_id
  where asked.leave_id = leaves.id
    and ${within(caller, { department: 'session.department_id', student: all })})`

const withDetails = (kept: ReturnType<typeof visible>, caller: Caller) =>
  kept
    .innerJoin('students', 'students.id', 'leaves.student_id')
    .innerJoin('users as student_user', 'student_user.id', 'students.user_id')
    .leftJoin('leave_files as file', 'file.leave_id', 'leaves.id')
    .select([
      ...columnsOf('leaves', Leave, 'student', 'sessions', 'file', 'answers'),
      'student_user.name as student_name',
      'students.roll_no',
      'students.status as student_status',
      'file.name as file_name',
      'file.size as file_size',
      'file.type as file_type',
      answersOf(caller).as('answers'),
      sessionsOf(caller).as('sessions'),
    ])

type LeaveRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

const withRefs = ({
  student_name,
  roll_no,
  student_status,
  file_name: name,
  file_size: size,
  file_type: type,
  ...row
}: LeaveRow): Leave => ({
  ...row,
  student: { id: row.student_id, name: student_name, roll_no, status: student_status },
  file: name === null || size === null || type === null ? null : { name, size, type },
})

/** Leave requests, newest first; those that wait for an answer oldest first. */
export const {
  kept: keptLeaves,
  page: listLeaves,
  find: findLeave,
  read: readLeave,
  lock: lockLeave,
} = listing({
  table: 'leaves',
  noun: 'Leave request',
  kept: visible,
  details: withDetails,
  order: (query, filter) => query.orderBy('leaves.id', filter?.status === 'pending' ? 'asc' : 'desc'),
  row: withRefs,
})

/** The file of a leave request, as it is sent. */
export const findLeaveFile = (db: Db, leaveId: number) =>
  db.selectFrom('leave_files').selectAll().where('leave_id', '=', leaveId).executeTakeFirst()

/** The departments in which the student has a group now. */
export const readOwnDepartments = async (db: Db, studentId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('student_groups as link')
    .innerJoin('groups', 'groups.id', 'link.group_id')
    .select('groups.department_id')
    .distinct()
    .where('link.student_id', '=', studentId)
    .where('link.status', '=', 'active')
    .orderBy('groups.department_id')
    .execute()
  return rows.map(({ department_id }) => department_id)
}

interface Span {
  first_day: string
  last_day: string
}

const isOpen = sql<SqlBool>`answer.status in ('pending', 'granted')`

/** Which of these departments the student has asked for a day of the span, or a session then, and was not refused by. */
export const askedFor = async (
  db: Db,
  studentId: number,
  { first_day, last_day }: Span,
  departmentIds: readonly number[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom('leaves')
    .innerJoin('leave_answers as answer', 'answer.leave_id', 'leaves.id')
    .innerJoin('departments', 'departments.id', 'answer.department_id')
    .select('departments.name')
    .distinct()
    .where('leaves.student_id', '=', studentId)
    .where('answer.department_id', 'in', departmentIds)
    .where(isOpen)
    .where(
      sql<SqlBool>`(leaves.first_day <= ${last_day} and leaves.last_day >= ${first_day} or exists (
        select from leave_sessions asked join attendance_sessions session on session.id = asked.attendance_session_id
        where asked.leave_id = leaves.id and session.department_id = answer.department_id
          and session.activity_date between ${first_day} and ${last_day}))`,
    )
    .orderBy('departments.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** True when the student has asked for one of these sessions, or for its day, and was not refused. */
export const hasAskedAmong = async (db: Db, studentId: number, sessionIds: readonly number[]): Promise<boolean> =>
  (await db
    .selectFrom('leaves')
    .innerJoin('leave_answers as answer', 'answer.leave_id', 'leaves.id')
    .innerJoin('attendance_sessions as session', 'session.department_id', 'answer.department_id')
    .select('leaves.id')
    .where('leaves.student_id', '=', studentId)
    .where('session.id', 'in', sessionIds)
    .where(isOpen)
    .where(
      sql<SqlBool>`(session.activity_date between leaves.first_day and leaves.last_day or exists (
        select from leave_sessions asked
        where asked.leave_id = leaves.id and asked.attendance_session_id = session.id))`,
    )
    .executeTakeFirst()) !== undefined

/** Counts the leave requests that the student has made within thirty days. */
export const countRecent = async (db: Db, studentId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('leaves')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('student_id', '=', studentId)
    .where('created_at', '>', sql<string>`now() - interval '30 days'`)
    .executeTakeFirstOrThrow()
  return Number(count)
}
