import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { plansOf } from '../../testing/plans.ts'
import { findPoolQuestion, listPool, listPoolTypes } from './reads.ts'

let at: TestApp
beforeAll(async () => {
  at = await testApp()
  // More than a college writes in ten years: 20,000 questions of 500 people.
  for (const statement of [
    `insert into departments (name) select 'D' || n from generate_series(1, 30) n`,
    `insert into users (name, email, password_hash) select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 5000) n`,
    `insert into feedback_pool_questions (title, question_text, question_type, options, is_public, usage_count, department_id,
        created_by, position)
      select 'Question ' || n, 'How?', (array['text', 'number', 'rating', 'radio', 'date', 'url', 'boolean', 'email'])[1 + n % 8],
        '["a"]', n % 10 > 0, n % 97, nullif(n % 31, 0), 1 + n % 500, 1 + n % 40 from generate_series(1, 20000) n`,
    'vacuum analyze',
  ])
    await sql.raw(statement).execute(at.db)
}, 120_000)
afterAll(() => at.close())

const college = callerAs('admin')
const head = callerAs('hod', 3)
const page = { page: 1, perPage: 10 }

const scannedIn = (plan: string) =>
  ['feedback_pool_questions', 'users'].filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plan))

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['the questions of a department', (db) => listPool(db, head, { department_id: 3 }, page)],
  ['the questions of a type', (db) => listPool(db, college, { type: 'url' }, page)],
  ['what a person added', (db) => listPool(db, head, { created_by: 3 }, page)],
  ['one question', (db) => findPoolQuestion(db, head, 8)],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  expect(scannedIn(plans[0] ?? ''), plans[0]).toEqual([])
})

test.each<[string, string, (db: TestApp['db']) => Promise<unknown>]>([
  ['every question', 'position', (db) => listPool(db, head, {}, page)],
  ['those most used', 'usage_count', (db) => listPool(db, head, { sort: 'usage' }, page)],
  ['the newest', 'pkey', (db) => listPool(db, head, { sort: 'age' }, page)],
])('%s: one statement, which counts all and reads the page by its order', async (_name, index, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  expect(scannedIn(plans[0] ?? '').filter((table) => table === 'users')).toEqual([])
  expect(plans[0]).toMatch(new RegExp(`Index Scan (?:Backward )?using feedback_pool_questions_${index}`))
})

test('the types are counted in one statement', async () => {
  expect(await plansOf(at.db, (db) => listPoolTypes(db, head, page))).toHaveLength(1)
})
