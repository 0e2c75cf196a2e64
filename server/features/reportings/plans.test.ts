import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '../../db/types.ts'
import type { TestApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { listAssignees } from './assignees.reads.ts'
import { findEvidence, listEntries } from './entries.reads.ts'
import { lockForsaken, lockVain } from './handover.reads.ts'
import { takeMails } from './mailing.writes.ts'
import { listOfStudent, listWithdrawn } from './others.reads.ts'
import { countWaiting, findReporting, listReportings } from './reads.ts'

const LARGE = ['reportings', 'reporting_assignees', 'reporting_entries', 'reporting_files', 'students', 'users']

const at = await unfurnished()
const department = await at.make.department()
await at.make.designation()
// A hundred thousand cases: of 6,000 students, given to 400 of the staff and filed by them and by students.
for (const statement of [
  `insert into users (name, email, password_hash) select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 6400) n`,
  `insert into staff (user_id, department_id, designation_id) select id, ${department}, 1 from users where id <= 400`,
  `insert into user_roles (user_id, role_id) select u.id, r.id from users u, roles r where r.name = 'faculty' and u.id <= 400`,
  `insert into students (user_id, roll_no) select id, 'R' || id from users where id > 400`,
  `insert into reportings (case_number, title, description, student_id, assigned_to, reported_by, reported_at, category,
      severity, status, current_level, is_confidential, resolved_at, withdrawn_at, withdrawn_by)
    select 'CASE-2026-' || lpad(n::text, 6, '0'), 'Title ' || n, 'What happened on the ward', 1 + n % 6000, 1 + n % 399,
      case when n % 3 = 0 then 401 + n % 6000 else 1 + n % 397 end, now() - n * interval '7 minutes',
      (array['academic_misconduct', 'behavioral_issue', 'attendance_problem', 'disciplinary_violation', 'safety_concern',
        'other'])[1 + n % 6],
      (array['low', 'medium', 'high', 'critical'])[1 + n % 4],
      s.status, 'faculty', n % 5 = 0, case when s.status in ('resolved', 'closed') then now() end,
      case when n % 1000 = 0 then now() end, case when n % 1000 = 0 then 1 end
    from generate_series(1, 100000) n,
      lateral (select (array['open', 'under_review', 'escalated', 'pending_response', 'resolved', 'closed', 'closed',
        'closed', 'resolved', 'reopened'])[1 + n % 10] as status) s`,
  'insert into reporting_assignees (reporting_id, staff_id) select id, assigned_to from reportings',
  'insert into reporting_assignees (reporting_id, staff_id) select id, 1 + id % 400 from reportings on conflict do nothing',
  `insert into reporting_numbers (year, last) values (2026, 100000)`,
  `insert into reporting_entries (reporting_id, kind, author_id)
    select 1 + n % 100000, 'comment', 1 + n % 400 from generate_series(1, 400000) n`,
  `insert into reporting_files (reporting_entry_id, position, name, type, size, sha256, storage_key)
    select n, 0, 'a.txt', 'text/plain', 1, '\\x00', 'key ' || n from generate_series(1, 100000) n`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

const admin = callerAs('admin', 1)
const teacher = callerAs('faculty', 1, 8)
const student = callerAs('student', undefined, 407)
const page = { page: 1, perPage: 50 }

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['those that a teacher has', (db) => listReportings(db, teacher, { list: 'assigned', sort: 'turn' }, page)],
  ['those that a teacher has filed', (db) => listReportings(db, teacher, { list: 'reported' }, page)],
  ['what else a teacher is shown', (db) => listReportings(db, teacher, { list: 'other' }, page)],
  ['those that a student has filed', (db) => listReportings(db, student, { list: 'reported' }, page)],
  ['those about a student', (db) => listReportings(db, student, { list: 'other' }, page)],
  ['all about one student', (db) => listReportings(db, admin, { student_id: 7 }, page)],
  ['those about one student that a teacher is shown', (db) => listReportings(db, teacher, { student_id: 7 }, page)],
  ['those that an administrator has', (db) => listReportings(db, admin, { list: 'assigned' }, page)],
  ['all cases', (db) => listReportings(db, admin, {}, page)],
  ['all but the own', (db) => listReportings(db, admin, { list: 'other' }, page)],
  ['all, whose turn has lasted longest first', (db) => listReportings(db, admin, { sort: 'turn' }, page)],
  ['all, the worst first', (db) => listReportings(db, admin, { sort: 'severity' }, page)],
  ['all by number', (db) => listReportings(db, admin, { sort: 'case_number' }, page)],
  ['those that wait for a teacher', (db) => listReportings(db, teacher, { turn: 'mine', list: 'assigned' }, page)],
  ['of all, those that wait for the reader', (db) => listReportings(db, admin, { turn: 'mine', list: 'other' }, page)],
  [
    'of all, those that are overdue',
    (db) => listReportings(db, admin, { turn: 'overdue', responseDays: 3, sort: 'turn' }, page),
  ],
  [
    'of all, those that are overdue, the worst first',
    (db) => listReportings(db, admin, { turn: 'overdue', responseDays: 3, isWorstFirst: true }, page),
  ],
  [
    'those that wait for a teacher, the worst first',
    (db) => listReportings(db, teacher, { turn: 'mine', responseDays: 3, isWorstFirst: true }, page),
  ],
  ['all of a state', (db) => listReportings(db, admin, { status: 'reopened', list: 'other' }, page)],
  ['all of a category', (db) => listReportings(db, admin, { category: 'other' }, page)],
  ['how many wait for a teacher', (db) => countWaiting(db, teacher, 3)],
  ['how many wait for a student', (db) => countWaiting(db, student, 3)],
  ['one case', (db) => findReporting(db, teacher, 407)],
  ['whom one can be given to', (db) => listAssignees(db, student, { q: 'S 3' }, page)],
  ['the withdrawn ones', (db) => listWithdrawn(db, page)],
  ['what happened to a case', (db) => listEntries(db, teacher, { id: 407, reporter: null }, page)],
  ['a file of a case', (db) => findEvidence(db, { id: 408, reporter: null }, 407, 'a.txt')],
  ['those that wait for a student', (db) => lockVain(db as Tx, { studentIds: [7, 8] })],
  ['those that a new assignee is mailed', (db) => takeMails(db as Tx, 'all')],
  ['the one that its new assignee is mailed', (db) => takeMails(db as Tx, 407)],
  ['those of a student', (db) => listOfStudent(db, 8, page)],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  const scanned = LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plans[0] ?? ''))
  expect(scanned, plans[0]).toEqual([])
  // Joined before they are sorted, all would be read for one page.
  expect(plans[0], plans[0]).not.toMatch(/Sort .*rows=\d{5}/)
})

test('what a teacher searches for: one statement, which looks through names and through nothing else', async () => {
  const plans = await plansOf(at.db, (db) => listReportings(db, teacher, { q: 'tle 777' }, page))
  expect(plans).toHaveLength(1)
  expect(LARGE.filter((table) => table !== 'users' && plans[0]?.includes(`Seq Scan on ${table} `))).toEqual([])
})

test('the cases of who leaves are found by their assignee', async () => {
  const plans = await plansOf(at.db, (db) => lockForsaken(db as Tx, 400))
  expect(plans[0], plans[0]).toContain('reportings_assigned_to')
})

test('what an overseer is told of all cases is what there is', async () => {
  const counted = async (condition: string) =>
    Number(
      (
        await sql<{ n: number }>`select count(*) as n from reportings
          where withdrawn_at is null and ${sql.raw(condition)}`.execute(at.db)
      ).rows[0]?.n,
    )
  const total = async (filter: Parameters<typeof listReportings>[2]) =>
    (await listReportings(at.db, admin, filter, page)).meta.total
  const others = 'assigned_to <> 1 and reported_by <> 1'
  expect(await total({})).toBe(await counted('true'))
  expect(await total({ list: 'other' })).toBe(await counted(others))
  expect(await total({ list: 'other', status: 'open' })).toBe(await counted(`status = 'open' and ${others}`))
  expect(await total({ list: 'assigned', severity: 'low' })).toBe(await counted(`severity = 'low' and assigned_to = 1`))
  expect(await total({ q: 'Title 99' })).toBe(await counted(`title ilike '%Title 99%'`))
})
