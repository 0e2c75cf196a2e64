import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { dayFromNow } from '../../testing/leaves.ts'
import { plansOf } from '../../testing/plans.ts'
import { listHints } from './plausibility.reads.ts'

/** Tables that grow with the years: a plan must not read one from end to end. */
const LARGE = ['log_entries', 'attendance_sessions', 'attendance_submissions']

const at = await unfurnished()
const departments = await Promise.all(Array.from({ length: 12 }, () => at.make.department()))
const first = Math.min(...departments)
await at.make.batch()
for (const department of departments)
  for (let n = 0; n < 3; n += 1) {
    const user = await at.make.user()
    await at.make.giveRole(user, 'faculty')
    await at.make.staff(user, department)
  }
// Ten years: 2,000 students in 96 groups, each with 300 performances, and a session of each group every ten days.
for (const statement of [
  `insert into groups (name, batch_id, department_id)
    select 'G' || n, 1, ${first} + n % 12 from generate_series(1, 96) n`,
  `insert into users (name, email, password_hash)
    select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 2000) n`,
  `insert into students (user_id, roll_no) select id, 'R' || id from users where email like 's%@x.test'`,
  `insert into student_batches (student_id, batch_id) select id, 1 from students`,
  `insert into student_groups (student_id, group_id, department_id)
    select s.id, g.id, g.department_id from students s join groups g on g.id = 1 + s.id % 96`,
  `insert into attendance_sessions (department_id, batch_id, group_id, activity_date, start_time, end_time, staff_id,
      status, taken_at)
    select department_id, batch_id, id, current_date - n * 10, '09:00', '10:00', 1, 'completed', now()
    from groups cross join generate_series(1, 360) n`,
  `insert into attendance_submissions (attendance_session_id, student_id, status)
    select s.id, l.student_id, case when (l.student_id + s.id) % 9 = 0 then 'absent' else 'present' end
    from attendance_sessions s join student_groups l on l.group_id = s.group_id`,
  `insert into skills (department_id, name, usual_a_day)
    select ${first} + n % 12, 'Skill ' || n, 1 from generate_series(1, 240) n`,
  `insert into log_entries (student_id, skill_id, department_id, supervisor_id, performed_on, level, status, decision,
      signed_by, signed_at, created_at)
    select s.id, skill.id, l.department_id, staff.id, days.day, 'supervised',
      case when n % 4 > 0 then 'signed' else 'logged' end, case when n % 4 > 0 then 'completed' end,
      case when n % 4 > 0 then staff.user_id end, case when n % 4 > 0 then days.day + time '15:00' end,
      days.day + time '12:00'
    from students s join student_groups l on l.student_id = s.id cross join generate_series(1, 300) n
      cross join lateral (select current_date - (n * 12 - s.id % 9) as day) days
      join lateral (select id from skills where department_id = l.department_id
        order by id offset (n + s.id) % 20 limit 1) skill on true
      join lateral (select id, user_id from staff where department_id = l.department_id
        order by id offset n % 3 limit 1) staff on true`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

const college = callerAs('admin')
const head = callerAs('hod', first + 3)
const page = { page: 1, perPage: 100 }
const days = { from: dayFromNow(-29), to: dayFromNow(0) }

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['the hints of the college', (db) => listHints(db, college, days, page)],
  ['those of a head', (db) => listHints(db, head, days, page)],
  ['those of a department', (db) => listHints(db, college, { ...days, department_id: first }, page)],
  ['those of a group', (db) => listHints(db, head, { ...days, group_id: 4, batch_id: 1 }, page)],
  ['those of a student', (db) => listHints(db, head, { ...days, student_id: 7 }, page)],
  ['a student’s of a year', (db) => listHints(db, college, { ...days, from: dayFromNow(-365), student_id: 7 }, page)],
  ['those of one kind', (db) => listHints(db, college, { ...days, kind: 'absent-day' }, page)],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  const scanned = LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plans[0] ?? ''))
  expect(scanned, plans[0]).toEqual([])
})

test('these reads find something: a plan of nothing would prove nothing', async () => {
  const { data, meta } = await listHints(at.db, college, { ...days, kind: 'absent-day' }, page)
  expect(meta.total).toBeGreaterThan(50)
  expect(data[0]?.entry_ids.length).toBeGreaterThan(0)
})
