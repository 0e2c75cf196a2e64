import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { listAccounts } from '../accounts/reads.ts'
import { readPromotion } from '../batches/promotion.reads.ts'
import { countBatches, findBatch } from '../batches/reads.ts'
import { listLinksOfBatch } from '../memberships/batches.reads.ts'
import { findStudent, listStudents } from './reads.ts'

const at = await unfurnished()
const department = await at.make.department()
// Forty years of a college: 40 batches of 250 students, each with 8 groups.
for (const statement of [
  `insert into batches (name, current_year) select 'B' || n, '1st Year' from generate_series(1, 40) n`,
  `insert into groups (name, batch_id, department_id)
    select 'G' || n, 1 + n % 40, ${department} from generate_series(1, 320) n`,
  `insert into users (name, email, password_hash)
    select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 10000) n`,
  `insert into students (user_id, roll_no) select id, 'R' || id from users`,
  `insert into student_batches (student_id, batch_id) select id, 1 + id % 40 from students`,
  `insert into student_groups (student_id, group_id, department_id)
    select id, 1 + id % 320, ${department} from students`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

const college = callerAs('admin')
const page = { page: 1, perPage: 100 }

/** Tables that grow with the years. */
const LARGE = ['users', 'students', 'student_batches', 'student_groups', 'groups']
const readFromEndToEnd = (plan: string) => LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plan))

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['the students of a batch', (db) => listStudents(db, college, { batch_id: 8 }, page)],
  ['the links of a batch', (db) => listLinksOfBatch(db, college, 8, undefined, page)],
  ['a search in a batch', (db) => listStudents(db, college, { batch_id: 8, q: 'S9' }, page)],
  ['who of a batch is in no group', (db) => listStudents(db, college, { batch_id: 8, only: 'unplaced' }, page)],
  ['one student', (db) => findStudent(db, college, 8)],
  ['the counts of the batches', (db) => countBatches(db, college, {}, page)],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  expect(readFromEndToEnd(plans[0] ?? ''), plans[0]).toEqual([])
})

test('what the year’s turn would do reads the students of that batch alone', async () => {
  const batch = await findBatch(at.db, college, 8)
  if (!batch) throw new Error('the batch is there')
  const plans = await plansOf(at.db, (db) => readPromotion(db, batch))
  expect(plans).toHaveLength(1)
  expect(readFromEndToEnd(plans[0] ?? ''), plans[0]).toEqual([])
})

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['all students', (db) => listStudents(db, college, {}, page)],
  ['all accounts', (db) => listAccounts(db, college, {}, page)],
])('%s: one statement that reads one table to count, and joins no more than the page', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  const [plan = ''] = plans
  const [scan, ...others] = plan.match(/^.*Seq Scan on (?:users|students|student_batches|student_groups)\b.*$/gm) ?? []
  expect(others, plan).toEqual([])
  if (scan) expect(plan.split('\n')[plan.split('\n').indexOf(scan) - 1], plan).toContain('Aggregate')
})
