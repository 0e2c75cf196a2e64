import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { found } from '../../core/errors.ts'
import type { TestApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { ANY_DAY } from '../../testing/today.ts'
import { findSession } from '../attendance/reads.ts'
import { listRoster } from '../attendance/roster.reads.ts'
import { askedFor, countRecent, findLeave, hasAskedAmong, listLeaves } from './reads.ts'
import { leaveAnswers, leavesToDecide } from './today.reads.ts'

/** Tables that grow with the years: a plan must not read one from end to end. */
const LARGE = ['leaves', 'leave_answers', 'leave_sessions', 'leave_files', 'students', 'users', 'attendance_sessions']

const at = await unfurnished()
const departments = await Promise.all(Array.from({ length: 12 }, () => at.make.department()))
await at.make.batch()
const teacher = await at.make.staff(await at.make.user(), departments[0] as number)
// Ten years: 3,000 students, each of whom has asked twenty times, every fifth time for a session.
for (const statement of [
  `insert into groups (name, batch_id, department_id)
    select 'G' || n, 1, (select min(id) from departments) + n % 12 from generate_series(1, 96) n`,
  `insert into users (name, email, password_hash)
    select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 3000) n`,
  `insert into students (user_id, roll_no) select id, 'R' || id from users where email like '%x.test'`,
  `insert into student_groups (student_id, group_id, department_id)
    select s.id, g.id, g.department_id from students s join groups g on g.id = 1 + s.id % 96`,
  `insert into attendance_sessions (department_id, batch_id, group_id, activity_date, start_time, end_time, staff_id)
    select g.department_id, 1, g.id, current_date - n * 7, '09:00', '10:00', ${teacher}
    from groups g, generate_series(1, 100) n order by g.id, n`,
  `insert into leaves (student_id, first_day, last_day, reason, created_at)
    select s.id, case when n % 5 > 0 then current_date - n * 90 end, case when n % 5 > 0 then current_date - n * 90 + 2 end,
      'Fever', now() - n * interval '90 days' from generate_series(20, 1, -1) n, students s`,
  `insert into leave_answers (leave_id, student_id, department_id, status, answered_by, answered_at)
    select leaves.id, leaves.student_id, department_id, said.status,
      case when said.status <> 'pending' then 1 end, case when said.status <> 'pending' then leaves.created_at end
    from leaves join student_groups link using (student_id),
      lateral (select case when leaves.id % 100 = 0 then 'pending' when leaves.id % 7 = 0 then 'refused' else 'granted' end
        as status) said`,
  `insert into leave_sessions (leave_id, attendance_session_id)
    select leaves.id, (select min(s.id) from attendance_sessions s where s.group_id = link.group_id) + leaves.id % 100
    from leaves join student_groups link using (student_id) where leaves.first_day is null`,
  `insert into leave_files (leave_id, name, type, size, sha256, storage_key)
    select id, 'a.pdf', 'application/pdf', 4, '', 'key ' || id from leaves where id % 3 = 0`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

const college = callerAs('admin')
const head = callerAs('hod', departments[3])
const ownStudent = callerAs('student')
const page = { page: 1, perPage: 100 }
const session = found('Session', await findSession(at.db, college, 809))
const span = { first_day: '2026-01-01', last_day: '2026-01-03' }

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['what waits in the college', (db) => listLeaves(db, college, { status: 'pending' }, page)],
  ['what waits for a head', (db) => listLeaves(db, head, { status: 'pending' }, page)],
  ['what a student has asked for', (db) => listLeaves(db, college, { student_id: 7 }, page)],
  ['the same within a department', (db) => listLeaves(db, head, { student_id: 7 }, page)],
  ['the own ones', (db) => listLeaves(db, ownStudent, {}, page)],
  ['one', (db) => findLeave(db, head, 700)],
  ['the day of a head', (db) => leavesToDecide.read(db, head, ANY_DAY)],
  ['the day of a student', (db) => leaveAnswers.read(db, ownStudent, ANY_DAY)],
  ['whether days were asked for', (db) => askedFor(db, 7, span, departments)],
  ['whether sessions were asked for', (db) => hasAskedAmong(db, 7, [3, 4, 5])],
  ['how often somebody asks', (db) => countRecent(db, 7)],
  ['a roster with the leave granted', (db) => listRoster(db, session, page)],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  const scanned = LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plans[0] ?? ''))
  expect(scanned, plans[0]).toEqual([])
})

test('these reads find something: a plan of nothing would prove nothing', async () => {
  expect((await listLeaves(at.db, college, {}, page)).meta.total).toBe(60_000)
  expect((await listLeaves(at.db, head, {}, page)).meta.total).toBe(5_000)
  expect((await listLeaves(at.db, college, { status: 'pending' }, page)).meta.total).toBe(600)
  const { data } = await listRoster(at.db, session, page)
  expect(data.some(({ has_leave }) => has_leave)).toBe(true)
})
