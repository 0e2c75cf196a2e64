import { sql } from 'kysely'
import { openLogin } from '../server/core/login.ts'
import { migrate } from '../server/db/migrate.ts'
import { connect } from '../server/db/open.ts'
import type { Db } from '../server/db/types.ts'
import { type College, createDatabase } from './college.ts'
import { KEPT_COUNTS } from './kept-counts.ts'

/** The students of the measured batch, and of its groups but the last. */
export const BATCH = 500
export const GROUP = 60
/** The sessions that each group has had in five years, and those still to come. */
export const SESSIONS = 100
const PLANNED = 4
/** The departments of every batch but the measured one: so a student there has 1,000 entries. */
const DEPARTMENTS = 10
const CLASS = 10
/** The tasks of a department for a batch; every other one is submitted. */
const TASKS = 10

/** The rest of a college beside its measured part. */
export interface Rest {
  batches: number
  students: number
  /** True when they have graduated: their work is graded, and no session of theirs is to come. */
  haveLeft: boolean
}

/** A hundred thousand entries with the measured part. */
export const SMALL_REST: Rest = { batches: 1, students: 40, haveLeft: true }

export interface AttendanceCollege {
  url: string
  /** The token of an administrator's login. */
  token: string
  /** The tokens of those whose day is looked at. */
  tokens: { admin: string; teacher: string; student: string }
  /** The place of the measured batch. */
  departmentId: number
  batchId: number
  groupIds: number[]
  /** A session of the first group, with 60 entries. */
  sessionId: number
  /** The student who has 1,000 entries. */
  studentId: number
  /** A task of the measured batch; half of its students have handed it in. */
  taskId: number
  entries: number
  /** The minutes that the loading took. */
  minutes: number
}

const ADMIN = 1
/** The teacher of the measured department. */
const TEACHER = 2
/** Users and students have the same ids, from here on. */
const FIRST = 1000

/**
 * A database of its own. Its **measured part** is the same whatever the rest: one batch of 500 in groups of 60 of one
 * department, each with 100 sessions in five years (50,000 entries); and a class of ten whose students have 1,000 entries
 * each, 100 in each of ten departments (10,000). So an answer is made of as many rows in a large college as in a small
 * one, and what is compared is the size of the tables around them. The newest tasks are the measured batch's, for as many
 * groups and students in both. Sessions, entries and trail lie in the order of their days, as they came in: the measured
 * ones are scattered among those of everybody else.
 */
export async function loadAttendance(college: College, name: string, rest: Rest): Promise<AttendanceCollege> {
  const own = await createDatabase(college, name)
  // A single connection: settings for the time of loading are gone with it.
  const { db, close } = connect({ connectionString: own, max: 1, statement_timeout: false })
  const start = performance.now()
  try {
    await migrate(db)
    for (const statement of [...people(rest), ...teaching(rest)]) await sql.raw(statement).execute(db)
    await withoutIndexes(db, 'attendance_submissions', () => sql.raw(entries).execute(db))
    for (const statement of [...counts, ...KEPT_COUNTS]) await sql.raw(statement).execute(db)
    await sql`vacuum analyze`.execute(db)
    await sql`checkpoint`.execute(db)
    return { url: own, ...(await readFacts(db)), minutes: (performance.now() - start) / 60_000 }
  } finally {
    await close()
  }
}

/**
 * A row for each batch: 1 the measured one, 2 the class, then the rest, each half a year after the other for ten years.
 */
const people = ({ batches, students, haveLeft }: Rest) => [
  // The loaded rows fit: the keys need not be looked up ten million times.
  `set session_replication_role = replica`,
  `set work_mem = '256MB'`,
  `set maintenance_work_mem = '512MB'`,
  `create temp table shape as
    select n as batch, case n when 1 then ${BATCH} when 2 then ${CLASS} else ${students} end as students,
      case n when 1 then 1 else ${DEPARTMENTS} end as departments,
      current_date - 1810 - case when n <= 2 then 0 else 182 * (1 + n % 10) end as begins
    from generate_series(1, ${batches + 2}) n`,
  `create temp table person as
    select ${FIRST - 1} + row_number() over (order by batch, n) as id, batch, n, departments
    from shape, generate_series(1, students) n`,
  `insert into users (name, email, password_hash, must_change_password)
    select 'Person ' || n, 'person' || n || '@college.test', '-', false from generate_series(0, ${DEPARTMENTS}) n`,
  `insert into user_roles (user_id, role_id)
    select users.id, roles.id from users join roles on roles.name = case users.id when ${ADMIN} then 'admin' else 'faculty' end`,
  `insert into departments (name) select 'Department ' || n from generate_series(1, ${DEPARTMENTS}) n`,
  `insert into designations (name) values ('Professor')`,
  `insert into staff (user_id, department_id, designation_id, sort_name)
    select id, id - 1, 1, name from users where id > ${ADMIN} order by id`,
  `insert into batches (name, current_year) select 'MBBS ' || batch, '3rd Year' from shape order by batch`,
  `insert into users (id, name, email, password_hash, must_change_password) overriding system value
    select id, 'Student Muhammad Number ' || id * 7919 % 10007, 's' || id || '@college.test', '-', false from person`,
  `insert into students (id, user_id, roll_no, status) overriding system value
    select id, id, 'MBBS-' || lpad(id::text, 5, '0'), case when batch > 2 and ${haveLeft} then 'graduated' else 'active' end
    from person order by id`,
  `insert into student_batches (student_id, batch_id) select id, batch from person order by id`,
  `insert into groups (name, batch_id, department_id)
    select 'Group ' || part, batch, department from shape, generate_series(1, departments) department,
      generate_series(0, (students - 1) / ${GROUP}) part order by batch, department, part`,
  `insert into student_groups (student_id, group_id, department_id)
    select person.id, groups.id, groups.department_id from person join groups on groups.batch_id = batch
      and groups.name = 'Group ' || (n - 1) / ${GROUP} order by person.id`,
]

/** Every 18 days, so that 100 sessions take the five years; each department has its hour. */
const teaching = ({ haveLeft }: Rest) => [
  `insert into attendance_sessions (department_id, batch_id, group_id, activity_date, start_time, end_time, staff_id,
      status, taken_by, taken_at)
    select department_id, batch_id, groups.id,
      case when n <= ${SESSIONS} then begins + 18 * n else current_date + n end, time '08:00' + department_id * interval '50 minutes',
      time '08:40' + department_id * interval '50 minutes', department_id, case when n <= ${SESSIONS} then 'completed' else 'pending' end,
      case when n <= ${SESSIONS} then ${ADMIN} end, case when n <= ${SESSIONS} then now() end
    from groups join shape on batch = batch_id
      cross join generate_series(1, ${SESSIONS} + case when batch > 2 and ${haveLeft} then 0 else ${PLANNED} end) n
    order by 4, department_id, groups.id`,
  `insert into audit (actor_id, actor_name, action, entity, entity_id, changes)
    select ${ADMIN}, 'Admin', 'take', 'attendance_session', id, '{"status": ["pending", "completed"]}'
    from attendance_sessions where status = 'completed' order by id`,
  `insert into tasks (name, label, department_id) select 'Task ' || n, batch, department
    from shape, generate_series(1, departments) department, generate_series(1, ${TASKS}) n
    order by batch = 1, batch, department, n`,
  `insert into task_groups (task_id, group_id, department_id, position)
    select tasks.id, groups.id, groups.department_id, 0 from groups
    join tasks on label = batch_id::text and tasks.department_id = groups.department_id`,
  `insert into task_submissions (task_id, student_id, marks, graded_at)
    select task_id, student_id, case when batch_id > 2 and ${haveLeft} then 1 end, case when batch_id > 2 and ${haveLeft} then now() end
    from task_groups join student_groups using (group_id) join groups on groups.id = group_id
    where (task_id + student_id) % 2 = 0`,
]

const entries = `insert into attendance_submissions (attendance_session_id, department_id, student_id, status)
  select s.id, s.department_id, m.student_id, coalesce((array['absent', 'absent', 'leave'])[1 + (s.id * 31 + m.student_id * 17) % 16], 'present')
  from attendance_sessions s join student_groups m on m.group_id = s.group_id
  where s.status = 'completed' order by s.id, m.student_id`

/** The counts that the database keeps by itself, row by row, when it is not loaded. */
const counts = [
  `update attendance_sessions set present = counted.present, absent = counted.absent, leave = counted.leave
    from (select attendance_session_id as id, count(*) filter (where status = 'present') as present,
        count(*) filter (where status = 'absent') as absent, count(*) filter (where status = 'leave') as leave
      from attendance_submissions group by attendance_session_id) counted
    where counted.id = attendance_sessions.id`,
  'cluster attendance_sessions using attendance_sessions_pkey',
  `insert into attendance_standings (student_id, department_id, present, absent, leave)
    select student_id, department_id, count(*) filter (where status = 'present'), count(*) filter (where status = 'absent'),
      count(*) filter (where status = 'leave') from attendance_submissions group by student_id, department_id order by 1, 2`,
]

/** Indexes made over a full table take a fraction of the time, and are those of the migrations all the same. */
export async function withoutIndexes(db: Db, table: string, fill: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes where tablename = ${table}
      and indexname not in (select conname from pg_constraint)`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db)
  await fill()
  for (const { definition } of rows) await sql.raw(definition).execute(db)
}

async function readFacts(db: Db) {
  const { rows } = await sql<{
    entries: number
    groupIds: number[]
    studentId: number
    sessionId: number
    taskId: number
    own: number
  }>`
    select (select count(*) from attendance_submissions) as entries, who.id as "studentId",
      (select count(*) from attendance_submissions where student_id = who.id) as own,
      (select array_agg(id order by id) from groups where batch_id = 1) as "groupIds",
      (select max(id) from attendance_sessions where group_id = (select min(id) from groups where batch_id = 1)
        and status = 'completed') as "sessionId",
      (select max(id) from tasks where label = '1') as "taskId"
    from (select max(student_id) as id from student_batches where batch_id = 2) who`.execute(db)
  const [facts] = rows
  if (facts?.own !== SESSIONS * DEPARTMENTS) throw new Error(`The student has ${facts?.own} marks`)
  const { own: _own, ...rest } = facts
  await sql`insert into user_roles (user_id, role_id) select ${rest.studentId}, id from roles where name = 'student'`.execute(
    db,
  )
  const tokenOf = (userId: number) => db.transaction().execute((tx) => openLogin(tx, userId, undefined))
  const token = await tokenOf(ADMIN)
  const tokens = { admin: token, teacher: await tokenOf(TEACHER), student: await tokenOf(rest.studentId) }
  return { token, tokens, departmentId: 1, batchId: 1, ...rest }
}
