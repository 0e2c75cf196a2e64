import { openLogin } from '../server/core/login.ts'
import { connect } from '../server/db/open.ts'
import type { User } from '../shared/contract/auth.ts'
import { GROUP, loadAttendance } from './attendance-college.ts'
import type { College } from './college.ts'

/** The students of the batch whose screens are opened: two groups of 60 in each of ten departments. */
const STUDENTS = 120
/** As many as a page of the list shows. */
const TASKS = 50
/** The skills that the students of a group are asked for, and the performances that wait for the faculty. */
const SKILLS = 20
const WAITING = 50
/** The user of the first department's staff, and of the second's. */
const FACULTY = 2
const HOD = 3
const ADMIN = 1

export const ROLES = ['admin', 'hod', 'faculty', 'student'] as const
export type Role = (typeof ROLES)[number]

export interface ScreensCollege {
  url: string
  /** The facts that a browser keeps of the person who is signed in. */
  logins: Record<Role, { token: string; user: User }>
  batchId: number
  /** A group of 60 in the department of the faculty, and in that of the head of department. */
  of: Record<'faculty' | 'hod', { departmentId: number; groupId: number }>
  surveyId: number
  studentId: number
  /** A register of today that nobody has taken, in the place of the one before. */
  freshRegister(): Promise<number>
  close(): Promise<void>
}

/** A database of its own, with marks of five years, for people of every role to look at. */
export async function loadScreens(college: College): Promise<ScreensCollege> {
  const { url } = await loadAttendance(college, 'screens', { batches: 1, students: STUDENTS, haveLeft: false })
  const opened = connect({ connectionString: url, max: 1, idleTimeoutMillis: 0, statement_timeout: false })
  try {
    return { url, ...(await fillIn(opened)), close: () => opened.close() }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Adds what the screens are opened with to the marks: roles, tasks, logins, and a register of today. */
async function fillIn({ pool, db }: ReturnType<typeof connect>) {
  const one = async <Row>(statement: string, values: unknown[] = []) =>
    (await pool.query<Row & object>(statement, values)).rows[0] as Row

  async function loginOf(role: Role, id: number) {
    const user = await one<User>(
      `select id, name, email, must_change_password, array[$2::text] as roles from users where id = $1`,
      [id, role],
    )
    return { user, token: await db.transaction().execute((tx) => openLogin(tx, id, undefined)) }
  }

  const { batchId, studentId } = await one<{ batchId: number; studentId: number }>(
    'select batch_id as "batchId", min(student_id) as "studentId" from student_batches group by 1 order by 1 desc limit 1',
  )
  const groupOf = (departmentId: number) =>
    one<{ departmentId: number; groupId: number }>(
      'select department_id as "departmentId", min(id) as "groupId" from groups where department_id = $1 and batch_id = $2 group by 1',
      [departmentId, batchId],
    )
  const roleId = `(select id from roles where name = $1)`
  await pool.query(`update user_roles set role_id = ${roleId} where user_id = $2`, ['hod', HOD])
  await pool.query(
    `insert into user_roles (user_id, role_id) select user_id, ${roleId} from students on conflict do nothing`,
    ['student'],
  )
  const of = { faculty: await groupOf(FACULTY - 1), hod: await groupOf(HOD - 1) }
  const { groupId, departmentId } = of.faculty
  await pool.query(
    `with made as (insert into tasks (name, label, type, detail, total_marks, passing_marks, start_date, end_date, department_id)
        select 'Take the history of a patient with complaint ' || n, 'Week ' || n % 12, 'Clinical', 'Ward 3', 20, 10,
          current_date - n, current_date + n, $1 from generate_series(1, $3) n returning id)
      insert into task_groups (task_id, group_id, department_id, position) select id, $2, $1, 0 from made`,
    [departmentId, groupId, TASKS],
  )
  await fillLogbook(pool, of.faculty, studentId)
  const { surveyId } = await one<{ surveyId: number }>(
    `with survey as (insert into feedback_surveys (title, status, is_anonymous, created_by)
          values ('Evaluation of the rotation', 'active', true, $1) returning id),
        asked as (insert into feedback_questions (feedback_survey_id, title, question_text, question_type, options, position)
          select id, 'Question ' || n, 'How was the teaching of topic ' || n || '?', 'rating', '[]', n
            from survey, generate_series(1, 20) n)
      select id as "surveyId" from survey`,
    [HOD],
  )
  const { members } = await one<{ members: number }>(
    'select count(*)::integer as members from student_groups where group_id = $1',
    [groupId],
  )
  if (members !== GROUP) throw new Error(`A group has ${members} students`)

  async function freshRegister(): Promise<number> {
    await pool.query(
      `with former as (select id from attendance_sessions where group_id = $1 and activity_date = current_date),
          marks as (delete from attendance_submissions where attendance_session_id in (select id from former))
        delete from attendance_sessions where id in (select id from former)`,
      [groupId],
    )
    const { id } = await one<{ id: number }>(
      `insert into attendance_sessions (department_id, batch_id, group_id, activity_date, start_time, end_time, staff_id)
        values ($1, $2, $3, current_date, '06:00', '07:00', $1) returning id`,
      [departmentId, batchId, groupId],
    )
    return id
  }

  return {
    batchId,
    of,
    surveyId,
    studentId,
    logins: {
      admin: await loginOf('admin', ADMIN),
      hod: await loginOf('hod', HOD),
      faculty: await loginOf('faculty', FACULTY),
      student: await loginOf('student', studentId),
    },
    freshRegister,
  }
}

/**
 * Asks the group for skills, of each of which the student has five performances signed, and others of the group have some
 * that wait for the faculty.
 */
async function fillLogbook(
  pool: ReturnType<typeof connect>['pool'],
  { departmentId, groupId }: ScreensCollege['of']['faculty'],
  studentId: number,
): Promise<void> {
  const teacher = `(select id from staff where user_id = ${FACULTY})`
  await pool.query(
    `with skill as (insert into skills (name, department_id, level)
        select 'Examination of system ' || n, $1, 'supervised' from generate_series(1, ${SKILLS}) n returning id, name),
      task as (insert into tasks (name, detail, task_type, skill_id, department_id, start_date, end_date)
        select name, '15', 'bulk', id, $1, current_date - 30, current_date + 30 from skill returning id)
      insert into task_groups (task_id, group_id, department_id, position) select id, $2, $1, 0 from task`,
    [departmentId, groupId],
  )
  await pool.query(
    `insert into log_entries (student_id, skill_id, department_id, performed_on, place, level, supervisor_id, status,
        decision, signed_by, signed_at)
      select $2, skills.id, $1, current_date - n, 'Medical Unit I', 'supervised', ${teacher}, 'signed', 'completed',
        ${FACULTY}, now() from skills, generate_series(1, 5) n where department_id = $1`,
    [departmentId, studentId],
  )
  await pool.query(
    `insert into log_entries (student_id, skill_id, department_id, performed_on, place, level, supervisor_id)
      select student_id, (select min(id) from skills where department_id = $1) + n % ${SKILLS}, $1, current_date - 1,
        'Medical Unit I', 'supervised', ${teacher}
      from (select student_id, row_number() over (order by student_id)::integer as n from student_groups
        where group_id = $2 and student_id <> $3) others where n <= ${WAITING}`,
    [departmentId, groupId, studentId],
  )
}
