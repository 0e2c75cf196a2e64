import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { features } from '../../features.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { ANY_DAY } from '../../testing/today.ts'
import { readFirstSteps } from './reads.ts'
import { todayOf } from './rules.ts'

const TODAY = todayOf(features)
const at = await unfurnished()
const medicine = await at.make.department()
await at.make.department()
for (let n = 0; n < 20; n += 1) await at.make.staff(await at.make.user(), medicine)
// Four batches of 500 students, each in a group of 25 in both departments. In each group one of 40 sessions waits, one
// piece of work in fifty, and one assessment in a hundred.
for (const statement of [
  `insert into batches (name, current_year) select 'B' || n, '1st Year' from generate_series(1, 4) n`,
  `insert into groups (name, batch_id, department_id)
    select 'G' || n, 1 + n % 4, case when n <= 80 then 1 else 2 end from generate_series(1, 160) n`,
  `insert into users (name, email, password_hash, signed_in_at)
    select 'S' || n, 's' || n || '@x.test', '-', now() from generate_series(1, 2000) n`,
  `insert into students (user_id, roll_no) select id, 'R' || id from users where email like 's%@x.test'`,
  'insert into student_batches (student_id, batch_id) select id, 1 + id % 4 from students',
  `insert into student_groups (student_id, group_id, department_id)
    select students.id, groups.id, groups.department_id from students
    join groups on (groups.id % 80) = (students.id % 80)`,
  `insert into attendance_sessions (department_id, batch_id, group_id, activity_date, start_time, end_time, staff_id,
      status, taken_at)
    select department_id, batch_id, id, current_date - n, '09:00', '10:00', 1 + id % 20,
      case when n = 1 then 'pending' else 'completed' end, case when n > 1 then now() end
    from groups cross join generate_series(1, 40) n`,
  `insert into attendance_submissions (attendance_session_id, student_id, status)
    select s.id, l.student_id, case when (s.id + l.student_id) % 5 < 3 then 'present' else 'absent' end
    from attendance_sessions s join student_groups l on l.group_id = s.group_id where s.status = 'completed' order by s.id`,
  `insert into tasks (name, department_id, total_marks) select 'T' || n, department_id, 20
    from groups cross join generate_series(1, 10) n`,
  `insert into task_groups (task_id, group_id, department_id, position)
    select tasks.id, groups.id, groups.department_id, 0 from tasks join groups
    on groups.department_id = tasks.department_id and groups.id % 80 = tasks.id % 80`,
  `insert into task_submissions (task_id, student_id, date_time, marks, graded_at)
    select t.task_id, l.student_id, now() - interval '20 days', case when l.student_id % 50 > 0 then 12 end,
      case when l.student_id % 50 > 0 then now() - interval '90 days' end
    from task_groups t join student_groups l on l.group_id = t.group_id`,
  `insert into assessments (department_id, batch_id, group_id, name, type, status, created_at)
    select department_id, batch_id, id, 'A' || n, 'theory', case when (id + n) % 100 = 0 then 'active' else 'inactive' end,
      now() - interval '90 days' from groups cross join generate_series(1, 25) n`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

/** Tables that grow with the years. */
const LARGE = ['attendance_submissions', 'attendance_sessions', 'task_submissions', 'assessments']

const callers = {
  admin: callerAs('admin'),
  principal: callerAs('principal'),
  hod: callerAs('hod', 1),
  faculty: callerAs('faculty', 1),
  clerk: callerAs('clerk'),
  'student affairs': callerAs('student-affair'),
  student: callerAs('student'),
}
const asked = Object.entries(callers).flatMap(([name, caller]) =>
  TODAY.filter(({ isFor }) => isFor(caller)).map((kind) => ({ name, caller, kind, title: kind.title })),
)

test('each kind is somebody’s', () => {
  expect(new Set(asked.map(({ kind }) => kind))).toEqual(new Set(TODAY))
})

test.each(asked)('“$title” of $name: no large table read from end to end', async ({ caller, kind }) => {
  const plans = await plansOf(at.db, (db) => kind.read(db, caller, ANY_DAY))
  expect(plans.length).toBe(1)
  const scanned = LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plans[0] ?? ''))
  expect(scanned, plans[0]).toEqual([])
})

test('the first steps are one statement, each part of which stops at the first row', async () => {
  const plans = await plansOf(at.db, (db) => readFirstSteps(db, callers.admin))
  expect(plans.length).toBe(1)
  expect(plans[0]).not.toMatch(/Hash|Sort|Aggregate/)
})
