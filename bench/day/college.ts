import type pg from 'pg'
import { hashPassword } from '../../server/core/passwords.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { OpenDatabase } from '../../server/db/open.ts'
import { KEPT_COUNTS } from '../kept-counts.ts'

/** Staff of a college of a thousand students. */
export const STAFF_OF_THOUSAND = 60
export const PASSWORD = 'ClinicalElog1'
const DEPARTMENTS = 8
const BATCHES = 5
const GROUP = 50
/** The tasks of each group: so many are over and graded, the others are open. */
const TASKS = 12
const GRADED = 6
/** The sessions that each group has had this term. */
const SESSIONS = 10
const QUESTIONS = 12
/** Users and students have the same ids, from here on. */
const FIRST_STUDENT = 100_000

export interface Student {
  email: string
  departmentId: number
  groupId: number
  taskId: number
  surveyId: number
}

export interface Teacher {
  email: string
  departmentId: number
  batchId: number
  groupId: number
  /** A session of today, whose attendance nobody has taken. */
  sessionId: number
  members: number[]
  /** A task that was handed in and graded. */
  taskId: number
}

export interface Question {
  id: number
  surveyId: number
  type: string
  text: string
}

/** The people of the day that is driven, and what each one finds. */
export interface DayCollege {
  students: Student[]
  teachers: Teacher[]
  questions: Question[]
}

/** Makes a college of so many students in an empty database, in the middle of a term. */
export async function fillDay({ db, pool }: OpenDatabase, students: number): Promise<DayCollege> {
  await migrate(db)
  const hash = await hashPassword(PASSWORD)
  for (const statement of [...people(students, hash), ...term, ...KEPT_COUNTS]) await pool.query(statement)
  await pool.query('vacuum analyze')
  await pool.query('checkpoint')
  return readDay(pool)
}

const people = (students: number, hash: string) => [
  // The loaded rows fit.
  'set session_replication_role = replica',
  `insert into departments (name) select 'Department ' || n from generate_series(1, ${DEPARTMENTS}) n`,
  `insert into designations (name) values ('Professor')`,
  `insert into batches (name, current_year) select 'MBBS ' || 2020 + n, n || (array['st', 'nd', 'rd', 'th', 'th'])[n] || ' Year'
    from generate_series(1, ${BATCHES}) n`,
  `insert into users (id, name, email, password_hash, must_change_password) overriding system value
    select id, 'Person Muhammad Number ' || id, 'p' || id || '@college.test', '${hash}', false
    from (select generate_series(1, ${Math.ceil((students * STAFF_OF_THOUSAND) / 1000)}) as id
      union all select generate_series(${FIRST_STUDENT}, ${FIRST_STUDENT + students - 1})) known`,
  `insert into user_roles (user_id, role_id) select users.id, roles.id from users
    join roles on roles.name = case when users.id < ${FIRST_STUDENT} then 'faculty' else 'student' end`,
  `insert into staff (id, user_id, department_id, designation_id, sort_name) overriding system value
    select id, id, 1 + id % ${DEPARTMENTS}, 1, name from users where id < ${FIRST_STUDENT} order by id`,
  `insert into students (id, user_id, roll_no) overriding system value
    select id, id, 'MBBS-' || id from users where id >= ${FIRST_STUDENT} order by id`,
  // A batch after the other; each is parted in groups, alike in each department.
  `create temp table person as select id, 1 + place / size as batch, place % size / ${GROUP} as part
    from (select id, (row_number() over (order by id) - 1)::int as place, ceil(${students} / ${BATCHES}.0)::int as size from students) n`,
  `insert into student_batches (student_id, batch_id) select id, batch from person order by id`,
  `insert into groups (name, description, batch_id, department_id)
    select 'Group ' || part + 1, part, batch, department
    from (select distinct batch, part from person) parts, generate_series(1, ${DEPARTMENTS}) department order by 3, 4, part`,
  `insert into student_groups (student_id, group_id, department_id)
    select person.id, groups.id, department_id from person join groups on batch_id = batch and description = part::text
    order by person.id`,
]

const term = [
  `insert into attendance_sessions (department_id, batch_id, group_id, activity_date, start_time, end_time, staff_id, status,
      taken_by, taken_at)
    select department_id, batch_id, groups.id, current_date - 7 * n, '08:00', '09:00', staff.id, 'completed', staff.id, now()
    from groups join (select department_id, min(id) as id from staff group by 1) staff using (department_id),
      generate_series(1, ${SESSIONS}) n order by n desc, groups.id`,
  // Sessions of today: each of the staff has one, of another group.
  `insert into attendance_sessions (department_id, batch_id, group_id, activity_date, start_time, end_time, staff_id)
    select department_id, batch_id, g.id, current_date, '08:00', '09:00', s.id
    from (select *, row_number() over (partition by department_id order by id) as nth from groups) g
    join (select *, row_number() over (partition by department_id order by id) as nth from staff) s using (department_id, nth)`,
  `insert into attendance_submissions (attendance_session_id, department_id, student_id, status)
    select s.id, s.department_id, m.student_id, case when (s.id + m.student_id) % 8 = 0 then 'absent' else 'present' end
    from attendance_sessions s join student_groups m on m.group_id = s.group_id
    where s.status = 'completed' order by s.id, m.student_id`,
  `update attendance_sessions set present = counted.present, absent = counted.absent
    from (select attendance_session_id as id, count(*) filter (where status = 'present') as present,
        count(*) filter (where status = 'absent') as absent from attendance_submissions group by 1) counted
    where counted.id = attendance_sessions.id`,
  `insert into attendance_standings (student_id, department_id, present, absent, leave)
    select student_id, department_id, count(*) filter (where status = 'present'), count(*) filter (where status = 'absent'), 0
    from attendance_submissions group by 1, 2`,
  `insert into tasks (name, type, label, detail, total_marks, passing_marks, start_date, end_date, department_id)
    select 'Take the history of a patient with complaint ' || n, 'Clinical', groups.id, 'Ward ' || n, 20, 10,
      current_date - 90 + n, case when n <= ${GRADED} then current_date - n else current_date + n end, department_id
    from groups, generate_series(1, ${TASKS}) n order by n, groups.id`,
  `insert into task_groups (task_id, group_id, department_id, position)
    select tasks.id, groups.id, groups.department_id, 0 from tasks join groups on groups.id = label::int`,
  `insert into task_submissions (task_id, student_id, marks, graded_by, graded_at)
    select tasks.id, student_id, (tasks.id + student_id) % 21, 1, now() - interval '5 days'
    from tasks join student_groups on group_id = label::int where end_date < current_date order by tasks.id, student_id`,
  `insert into feedback_surveys (title, batch_id, status, is_anonymous, created_by)
    select 'Evaluation of the term', batches.id, 'active', kind = 1, 1 from batches, generate_series(0, 1) kind`,
  `insert into feedback_questions (feedback_survey_id, title, question_text, question_type, options, position)
    select s.id, 'Question ' || p, 'How was the teaching of topic ' || p || '?', type,
      case when type like '%choice' then '["Always", "Often", "Sometimes", "Never"]'::jsonb else '[]' end, p
    from feedback_surveys s cross join generate_series(1, ${QUESTIONS}) p
    cross join lateral (values ((array['rating', 'single_choice', 'multiple_choice', 'boolean', 'number', 'textarea'])[1 + p % 6])) as of_type (type)`,
]

/** The open task and the survey of a student are told by the id, so that all of them have somebody. */
async function readDay(pool: pg.Pool): Promise<DayCollege> {
  const students = await pool.query<Student>(
    `select email, department_id as "departmentId", group_id as "groupId",
      (select id from tasks where label = group_id::text and end_date > current_date order by id
        offset m.student_id % ${TASKS - GRADED} limit 1) as "taskId",
      (select id from feedback_surveys where batch_id = b.batch_id order by id offset m.student_id % 2 limit 1) as "surveyId"
    from student_groups m join student_batches b using (student_id) join users on users.id = m.student_id
    where department_id = 1 + m.student_id % ${DEPARTMENTS} order by m.student_id * 7919 % 10007`,
  )
  const teachers = await pool.query<Teacher>(
    `select email, s.department_id as "departmentId", batch_id as "batchId", group_id as "groupId", s.id as "sessionId",
      (select array_agg(student_id) from student_groups where group_id = s.group_id) as members,
      (select min(id) from tasks where label = s.group_id::text) as "taskId"
    from attendance_sessions s join users on users.id = s.staff_id where s.status = 'pending' order by s.id`,
  )
  const questions = await pool.query<Question>(
    `select id, feedback_survey_id as "surveyId", question_type as type, question_text as text from feedback_questions order by id`,
  )
  return { students: students.rows, teachers: teachers.rows, questions: questions.rows }
}

/** Takes back what was done on the day, so that the next one finds what the first one found. */
export async function undoDay(pool: pg.Pool): Promise<void> {
  const today = `select id from attendance_sessions where activity_date >= current_date - 1 and status = 'completed'`
  for (const statement of [
    `delete from submission_files`,
    `delete from task_submissions where graded_at is null`,
    `delete from feedback_responses`,
    `delete from feedback_waiting_responses`,
    `delete from feedback_anonymous_responses`,
    `delete from feedback_participants`,
    `delete from feedback_send_keys`,
    `delete from attendance_submissions where attendance_session_id in (${today})`,
    `update attendance_sessions set status = 'pending', taken_by = null, taken_at = null, taken_key = null where id in (${today})`,
  ])
    await pool.query(statement)
  await pool.query('vacuum analyze task_submissions, submission_files, feedback_responses, attendance_sessions')
}
