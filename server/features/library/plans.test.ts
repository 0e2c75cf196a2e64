import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { plansOf } from '../../testing/plans.ts'
import { findEntry, findFile, listEntries, listTypes } from './reads.ts'

const LARGE = ['library_entries', 'library_downloads', 'library_uploads', 'users']

let at: TestApp
beforeAll(async () => {
  at = await testApp()
  // Ten years of a college that uses its library well: 20,000 entries, and an hour of downloads.
  for (const statement of [
    `insert into departments (name) select 'D' || n from generate_series(1, 30) n`,
    `insert into batches (name, current_year) select 'B' || n, '1st Year' from generate_series(1, 15) n`,
    `insert into users (name, email, password_hash) select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 5000) n`,
    `insert into library_entries (title, department_id, batch_id, type, uploaded_by, filename, file_type, file_size,
        sha256, storage_key)
      select 'Notes ' || n, 1 + n % 30, nullif(n % 16, 0), 'Type ' || n % 40, 1 + n % 5000, 'a.pdf', 'application/pdf', 1,
        '', n::text from generate_series(1, 20000) n`,
    'insert into library_downloads (library_entry_id) select 1 + n % 20000 from generate_series(1, 50000) n',
    'vacuum analyze',
  ])
    await sql.raw(statement).execute(at.db)
}, 120_000)
afterAll(() => at.close())

const college = callerAs('admin')
const head = callerAs('hod', 1)
const ownStudent = callerAs('student')
const page = { page: 1, perPage: 48 }

const scannedIn = (plan: string) => LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plan))

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['the entries of a department', (db) => listEntries(db, head, { department_id: 3 }, page)],
  ['the entries of a batch', (db) => listEntries(db, college, { batch_id: 3 }, page)],
  ['the entries of a type', (db) => listEntries(db, college, { type: 'Type 3' }, page)],
  ['the types of a batch', (db) => listTypes(db, college, { batch_id: 3 }, page)],
  ['a student’s of a department', (db) => listEntries(db, ownStudent, { department_id: 3 }, page)],
  ['one entry', (db) => findEntry(db, ownStudent, 8)],
  ['its file', (db) => findFile(db, 8)],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  expect(scannedIn(plans[0] ?? ''), plans[0]).toEqual([])
})

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['every entry', (db) => listEntries(db, college, {}, page)],
  ['what is searched for', (db) => listEntries(db, college, { q: 'otes 77' }, page)],
  ['the types', (db) => listTypes(db, college, {}, page)],
])('%s: one statement, which counts all entries and joins those of the page', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  expect(
    scannedIn(plans[0] ?? '').filter((table) => table !== 'library_entries'),
    plans[0],
  ).toEqual([])
})
