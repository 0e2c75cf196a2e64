import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { listPostings } from './reads.ts'

/** Tables that grow with the years: a plan must not read one from end to end. */
const LARGE = ['postings', 'student_groups', 'students', 'groups']

const at = await unfurnished()
// Ten years: 12 departments, 40 batches with eight groups in each department, 8,000 students, 20 postings of a group.
for (const statement of [
  `insert into departments (name) select 'D' || n from generate_series(1, 12) n`,
  `insert into batches (name, current_year) select 'B' || n, '1st Year' from generate_series(1, 40) n`,
  `insert into groups (name, batch_id, department_id)
    select 'G' || n / 480, 1 + n % 40, 1 + n / 40 % 12 from generate_series(0, 3839) n`,
  `insert into users (name, email, password_hash)
    select 'P' || n, 'p' || n || '@x.test', '-' from generate_series(1, 8000) n`,
  `insert into students (user_id, roll_no) select id, 'R' || id from users`,
  `insert into student_groups (student_id, group_id, department_id)
    select s.id, g.id, g.department_id from students s
      join groups g on g.batch_id = 1 + s.id % 40 and g.name = 'G' || s.id / 40 % 8`,
  `insert into postings (group_id, batch_id, department_id, first_day, last_day)
    select id, batch_id, department_id, current_date + n * 28 - 400, current_date + n * 28 - 380
    from groups cross join generate_series(1, 20) n`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

const college = callerAs('admin')
const page = { page: 1, perPage: 100 }
const day = new Date().toISOString().slice(0, 10)
const week = { from: day, to: day }

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['the plan of a batch', (db) => listPostings(db, college, { ...week, batch_id: 4 }, page)],
  ['that of a head', (db) => listPostings(db, callerAs('hod', 3), week, page)],
  ['the postings of a group', (db) => listPostings(db, college, { group_id: 4 }, page)],
  ['those of a student', (db) => listPostings(db, callerAs('student'), week, page)],
  ['all of a student', (db) => listPostings(db, callerAs('student'), {}, page)],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  const scanned = LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plans[0] ?? ''))
  expect(scanned, plans[0]).toEqual([])
})

test('these reads find something: a plan of nothing would prove nothing', async () => {
  const { data, meta } = await listPostings(at.db, college, { batch_id: 4 }, page)
  expect(meta.total).toBe(1920)
  expect(data.some(({ clashes }) => clashes.length > 0)).toBe(true)
})
