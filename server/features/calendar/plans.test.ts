import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { readOwnSessions, readOwnTasks, readSessionsOf } from './reads.ts'

const LARGE = ['attendance_sessions', 'tasks', 'task_groups', 'task_submissions', 'student_groups', 'students', 'users']

const at = await unfurnished()
const department = await at.make.department()
await at.make.batch()
const holder = await at.make.staff(await at.make.user(), department)
// Ten years until half a year from now: 200 groups, 6,000 students, 100,000 sessions, 20,000 tasks, 120,000 submissions.
for (const statement of [
  `insert into groups (name, batch_id, department_id) select 'G' || n, 1, ${department} from generate_series(1, 200) n`,
  `insert into users (name, email, password_hash) select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 6100) n`,
  `insert into staff (user_id, department_id, designation_id)
    select users.id, ${department}, designation_id from users, staff where staff.id = ${holder} and email like 's%' order by users.id limit 100`,
  `insert into students (user_id, roll_no) select id, 'R' || id from users where id not in (select user_id from staff)`,
  `insert into student_groups (student_id, group_id, department_id)
    select id, 1 + id % 200, ${department} from students`,
  `insert into attendance_sessions (department_id, batch_id, group_id, staff_id, activity_date, start_time, end_time)
    select ${department}, 1, 1 + n % 200, 1 + (n / 7) % 100, current_date + 180 - (n / 28), '09:00', '10:00'
    from generate_series(0, 99999) n`,
  `insert into tasks (name, department_id, status, end_date)
    select 'T' || n, ${department}, 'active', current_date + 180 - (n / 6) from generate_series(0, 19999) n`,
  `insert into task_groups (task_id, group_id, department_id, position)
    select id, 1 + id % 200, ${department}, 0 from tasks`,
  `insert into task_submissions (task_id, student_id)
    select tg.task_id, sg.student_id from task_groups tg join student_groups sg on sg.group_id = tg.group_id
    where tg.task_id % 5 = 0`,
  `insert into postings (group_id, batch_id, department_id, first_day, last_day, ward)
    select id, 1, ${department}, current_date - 28 * n, current_date - 28 * n + 27, 'Ward ' || id % 10
    from groups cross join generate_series(-6, 120) n`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

const today = Temporal.Now.plainDateISO()
const days = { from: today.subtract({ days: 30 }).toString(), to: today.add({ days: 180 }).toString() }
const week = { from: today.subtract({ days: 3 }).toString(), to: today.add({ days: 3 }).toString() }
const own = callerAs('student')
const teacher = callerAs('faculty', department)

test.each<[string, (db: TestApp['db']) => Promise<unknown[]>, string]>([
  ['the sessions of a student', (db) => readOwnSessions(db, own, days), 'attendance_sessions_group_id'],
  ['the sessions that somebody holds', (db) => readOwnSessions(db, teacher, days), 'attendance_sessions_staff_id'],
  ['a group', (db) => readSessionsOf(db, teacher, days, { group_id: 7 }), 'attendance_sessions_group_id'],
  ['a ward', (db) => readSessionsOf(db, teacher, week, { ward: 'ward 3' }), 'attendance_sessions_'],
  ['the tasks of a student', (db) => readOwnTasks(db, own, days), 'task_groups_group_id'],
])('%s: one statement, by its index', async (_name, read, index) => {
  expect((await read(at.db)).length).toBeGreaterThan(5)
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  const scanned = LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plans[0] ?? ''))
  expect(scanned, plans[0]).toEqual([])
  expect(plans[0]).toContain(index)
})
