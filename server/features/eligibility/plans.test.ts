import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { ANY_DAY, dayAfter } from '../../testing/today.ts'
import { readKnownDays } from './letters.reads.ts'
import { frozenRowsOf, listRows, readPairs } from './list-rows.reads.ts'
import { listFrozen } from './lists.reads.ts'
import { readEligibility } from './standings.reads.ts'
import { departmentRisk, ownRisk } from './today.reads.ts'

const at = await unfurnished()
const first = await at.make.department()
for (let n = 1; n < 8; n += 1) await at.make.department()
const teacher = await at.make.staff(await at.make.user(), first)
// Ten batches of 150, each student in a group of 25 in each of eight departments: with 40 sessions held and three planned,
// six requirements and ten performances, three assessments and four tasks in each.
for (const statement of [
  `insert into batches (name, current_year) select 'B' || n, '1st Year' from generate_series(1, 10) n`,
  `insert into groups (name, batch_id, department_id)
    select 'G' || n, b, d from generate_series(1, 10) b, generate_series(${first}, ${first} + 7) d, generate_series(1, 6) n`,
  `insert into users (name, email, password_hash)
    select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 1500) n`,
  `insert into students (user_id, roll_no) select id, 'R' || id from users where email like 's%@x.test'`,
  `insert into student_batches (student_id, batch_id) select id, 1 + id % 10 from students`,
  `insert into student_groups (student_id, group_id, department_id)
    select s.id, g.id, g.department_id from students s
    join groups g on g.batch_id = 1 + s.id % 10 and g.name = 'G' || 1 + (s.id / 10) % 6`,
  `insert into attendance_sessions (department_id, batch_id, group_id, activity_date, start_time, end_time, staff_id,
      status, taken_at)
    select department_id, batch_id, id, current_date - n, '09:00', '10:00', ${teacher},
      case when n < 0 then 'pending' else 'completed' end, case when n >= 0 then now() end
    from groups cross join generate_series(-3, 40) n where n <> 0`,
  `insert into attendance_submissions (attendance_session_id, student_id, status)
    select s.id, l.student_id, case when (l.student_id + s.id) % 4 = 0 then 'absent' else 'present' end
    from attendance_sessions s join student_groups l on l.group_id = s.group_id where s.status = 'completed'`,
  `insert into skills (department_id, name)
    select d, 'Skill ' || n from generate_series(${first}, ${first} + 7) d, generate_series(1, 6) n`,
  `insert into tasks (name, department_id, task_type, skill_id, detail, end_date)
    select 'Log ' || g.id || ' ' || s.id, g.department_id, 'bulk', s.id, '5', current_date + 30
    from groups g join skills s on s.department_id = g.department_id`,
  `insert into tasks (name, department_id, end_date)
    select 'Task ' || id || ' ' || n, department_id, current_date - n from groups cross join generate_series(1, 4) n`,
  `insert into task_groups (task_id, group_id, department_id, position)
    select t.id, split_part(t.name, ' ', 2)::integer, t.department_id, 0 from tasks t`,
  `insert into task_submissions (task_id, student_id)
    select t.task_id, l.student_id from task_groups t join tasks on tasks.id = t.task_id and tasks.task_type = 'single'
    join student_groups l on l.group_id = t.group_id where (t.task_id + l.student_id) % 5 > 0`,
  `insert into log_entries (student_id, skill_id, department_id, supervisor_id, performed_on, level, status, decision,
      signed_by, signed_at)
    select l.student_id, s.id, l.department_id, ${teacher}, current_date - n, 'supervised',
      case when n % 4 > 0 then 'signed' else 'logged' end, case when n % 4 > 0 then 'completed' end,
      case when n % 4 > 0 then (select user_id from staff where id = ${teacher}) end, case when n % 4 > 0 then now() end
    from student_groups l join skills s on s.department_id = l.department_id and s.id % 2 = 0
    cross join generate_series(1, 3) n`,
  `insert into assessments (group_id, batch_id, department_id, name, type, total_marks, status, weightage)
    select id, batch_id, department_id, 'A' || n, 'theory', 20, 'evaluated', 10
    from groups cross join generate_series(1, 3) n`,
  `insert into assessment_results (assessment_id, student_id, marks)
    select a.id, l.student_id, (a.id + l.student_id) % 21 from assessments a join student_groups l on l.group_id = a.group_id`,
  `insert into eligibility_rule_sets (attendance, logbook, assessments, tasks) values (75, 100, 50, 80)`,
  `insert into eligibility_rule_sets (department_id, attendance)
    select d, 80 from generate_series(${first}, ${first} + 7) d`,
  `insert into eligibility_exemptions (student_id, condition, reason, granted_by)
    select id, 'logbook', 'x', 1 from students where id % 30 = 0`,
  `insert into eligibility_exemptions (student_id, condition, reason, granted_by, withdrawn_reason, withdrawn_by,
      withdrawn_at)
    select id, 'tasks', 'x', 1, 'y', 1, now() from students cross join generate_series(1, 20)`,
  // Forty frozen lists of each batch, in ten years.
  `insert into verified_documents (number, code, kind, issued_on, issued_by, size, sha256, storage_key)
    select 'N' || n, lpad(n::text, 16, '0'), 'eligibility-list', current_date, 1, 9, sha256('x'), 'k' || n
    from generate_series(1, 400) n`,
  `insert into eligibility_lists (document_id, batch_id, batch_name, rules, eligible, on_course, at_risk, not_eligible,
      exempted, unjudged, frozen_at, frozen_by_name)
    select id, 1 + id % 10, 'B', '[]', 1, 1, 1, 1, 1, 1, now(), 'x' from verified_documents`,
  `insert into eligibility_list_rows (list_id, position, student_id, name, roll_no, verdict, conditions)
    select list.id, link.student_id, link.student_id, 'S', 'R' || link.student_id, 'eligible', '[]'
    from eligibility_lists list join student_batches link on link.batch_id = list.batch_id`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

const college = callerAs('admin')
const head = callerAs('hod', first)
const student = callerAs('student')

const FIRST = { page: 1, perPage: 50 }

/** Tables that grow with the years: a plan must not read one from end to end. */
const LARGE = [
  'log_entries',
  'attendance_sessions',
  'attendance_submissions',
  'attendance_standings',
  'task_submissions',
  'assessment_results',
  'eligibility_exemptions',
  'eligibility_list_rows',
]
const scannedIn = (plan = '') => LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plan))

/** The students of a batch, read before the plans are looked at. */
const studentsOfBatch = at.db.selectFrom('student_batches').select('student_id').where('batch_id', '=', 3).execute()

type Read = (db: TestApp['db']) => Promise<unknown>

test.each<[string, Read]>([
  ['a batch', (db) => readEligibility(db, college, { batch_id: 3 }, 75)],
  ['a batch, searched', (db) => readEligibility(db, college, { batch_id: 3, q: 'R10' }, 75)],
  ['a batch in a department', (db) => readEligibility(db, head, { batch_id: 3, department_id: first }, 75)],
  ['a batch on a former day', (db) => readEligibility(db, college, { batch_id: 3, day: dayAfter(-20) }, 75)],
  ['one student', (db) => readEligibility(db, college, { student_id: 30 }, 75)],
  ['the own', (db) => readEligibility(db, student, { student_id: student.student?.id }, 75)],
  ['the days in the letters', async (db) => readKnownDays(db, head, await studentsOfBatch)],
  ['frozen lists of a batch', (db) => listFrozen(db, college, { batch_id: 3 }, FIRST)],
  ['frozen lists of a department', (db) => listFrozen(db, head, {}, FIRST)],
  ['students of a frozen list', (db) => listRows(db, college, 20, { verdict: 'eligible', q: 'R1' }, FIRST)],
  ['students of a frozen list, the worst first', (db) => listRows(db, college, 20, { sort: 'worst' }, FIRST)],
  ['students who differ', (db) => readPairs(db, 20, 30)],
  ['own rows of frozen lists', (db) => frozenRowsOf(db, 30)],
  ['Today of a student', (db) => ownRisk.read(db, student, ANY_DAY)],
  ['Today of a head', (db) => departmentRisk.read(db, head, ANY_DAY)],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  expect(scannedIn(plans[0]), plans[0]).toEqual([])
})

test('these reads find something: a plan of nothing would prove nothing', async () => {
  const rows = await readEligibility(at.db, college, { batch_id: 3 }, 75)
  expect(rows).toHaveLength(150)
  for (const { conditions } of rows) expect(conditions).toHaveLength(8 * 4)
  const days = await readKnownDays(at.db, college, rows)
  expect(new Set(days.map(({ condition }) => condition))).toEqual(new Set(['attendance', 'logbook']))
  expect((await listRows(at.db, college, 20, { q: 'R1' }, FIRST)).meta.total).toBeGreaterThan(0)
  expect((await frozenRowsOf(at.db, 30)).length).toBe(40)
  expect((await departmentRisk.read(at.db, head, ANY_DAY)).total).toBeGreaterThan(0)
})
