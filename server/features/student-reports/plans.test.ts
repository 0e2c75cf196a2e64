import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { listEntries } from '../attendance/entries.reads.ts'
import { listBelow, listBelowStudents, listBelowStudentsForExport } from './below.reads.ts'
import { listRows, listRowsForExport, readStats } from './reads.ts'
import { findStudentReport } from './student.reads.ts'

const at = await unfurnished()
const medicine = await at.make.department()
const other = await at.make.department()
await at.make.staff(await at.make.user(), medicine)
// Eight batches of 500; each student in a group of 25 in both departments, with some 38 sessions in each.
for (const statement of [
  `insert into batches (name, current_year) select 'B' || n, '1st Year' from generate_series(1, 8) n`,
  `insert into groups (name, batch_id, department_id)
    select 'G' || n, 1 + n % 8, case when n <= 160 then ${medicine} else ${other} end from generate_series(1, 320) n`,
  `insert into users (name, email, password_hash)
    select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 4000) n`,
  `insert into students (user_id, roll_no) select id, 'R' || id from users where email like 's%@x.test'`,
  `insert into student_batches (student_id, batch_id) select id, 1 + id % 8 from students`,
  `insert into student_groups (student_id, group_id, department_id)
    select students.id, groups.id, groups.department_id from students
    join groups on (groups.id % 160) = (students.id % 160)`,
  `insert into attendance_sessions (department_id, batch_id, group_id, activity_date, start_time, end_time, staff_id,
      status, taken_at)
    select department_id, batch_id, id, date '2026-01-01' + n, '09:00', '10:00', 1, 'completed', now()
    from groups cross join generate_series(1, 38) n`,
  `insert into attendance_submissions (attendance_session_id, student_id, status)
    select s.id, l.student_id, 'present' from attendance_sessions s join student_groups l on l.group_id = s.group_id`,
  `insert into tasks (name, department_id) select 'T' || n, department_id
    from groups cross join generate_series(1, 10) n`,
  `insert into task_groups (task_id, group_id, department_id, position)
    select tasks.id, groups.id, groups.department_id, 0 from tasks join groups
    on groups.department_id = tasks.department_id and groups.id % 160 = tasks.id % 160`,
  `insert into task_submissions (task_id, student_id)
    select t.task_id, l.student_id from task_groups t join student_groups l on l.group_id = t.group_id`,
  // As the server's own vacuum does it: what an index alone may answer.
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

const college = callerAs('admin')
const own = callerAs('hod', 1)
const page = { page: 1, perPage: 500 }
const GROUP = 7
const BATCH = 8
const chosen = { department_id: medicine, batch_id: BATCH }
const days = { from: '2026-01-05', to: '2026-02-01' }

test('the data are as many as they are said to be', async () => {
  const { rows } = await sql<{ entries: number; listed: number }>`select count(*) as entries,
    (select count(*) from student_batches where batch_id = ${BATCH}) as listed from attendance_submissions`.execute(
    at.db,
  )
  expect(rows).toEqual([{ entries: 304_000, listed: 500 }])
})

/** Tables that grow with the years; students and their links are as many as a batch's times the batches there are. */
const LARGE = ['attendance_submissions', 'attendance_sessions', 'task_submissions']

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['the list of a batch', (db) => listRows(db, college, { department_id: medicine, batch_id: BATCH }, page)],
  [
    'the list of a group',
    (db) => listRows(db, college, { department_id: medicine, batch_id: BATCH, group_id: GROUP }, page),
  ],
  ['the list for a file', (db) => listRowsForExport(db, own, { department_id: medicine, batch_id: BATCH })],
  ['the totals of a batch', (db) => readStats(db, college, { department_id: medicine, batch_id: BATCH })],
  [
    'those of a batch below the minimum',
    (db) => listRows(db, college, { department_id: medicine, batch_id: BATCH, below: 75 }, page),
  ],
  ['the list of some days', (db) => listRows(db, college, { ...chosen, days }, page)],
  [
    'that of a group below the minimum',
    (db) => listRows(db, own, { ...chosen, group_id: GROUP, below: 75, days }, page),
  ],
  ['the totals of some days', (db) => readStats(db, college, { ...chosen, days })],
  ['a student’s report of some days', (db) => findStudentReport(db, college, 77, { days })],
  ['the students of a batch', (db) => listRows(db, college, { batch_id: BATCH }, page)],
  ['a student’s report', (db) => findStudentReport(db, college, 77, {})],
  ['a student’s marks', (db) => listEntries(db, college, { student_id: 77, session_status: 'completed' }, page)],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  const scanned = LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plans[0] ?? ''))
  expect(scanned, plans[0]).toEqual([])
})

test('the totals of a department, half of all sessions here, read the sums and no marks', async () => {
  const plans = await plansOf(at.db, (db) => readStats(db, college, { department_id: medicine }))
  expect(plans).toHaveLength(1)
  expect(plans[0]).not.toContain('attendance_submissions')
})

test('who is below the minimum is looked for among those who are here: nobody who has left is read', async () => {
  await sql`update students set status = 'graduated'
    where id in (select student_id from student_batches where batch_id <> ${BATCH})`.execute(at.db)
  await sql`vacuum analyze students`.execute(at.db)
  const plans = await plansOf(at.db, async (db) => {
    await listBelow(db, college, { minimum: 75 }, page)
    await listBelowStudents(db, college, { minimum: 75 }, page)
    await listBelowStudentsForExport(db, college, { minimum: 75 })
  })
  expect(plans).toHaveLength(3)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (?:students|student_batches|attendance_standings)\b/)
})
