import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { busyDays } from './busy.reads.ts'
import { listEntries } from './entries.reads.ts'
import { listChanges } from './history.reads.ts'
import { findSession, listNotTaken, listSessions } from './reads.ts'
import { findCountedDays, readStandings } from './record.reads.ts'
import { listRoster } from './roster.reads.ts'

/** Tables that grow with the years: a plan must not read one from end to end. */
const LARGE = ['attendance_sessions', 'attendance_submissions', 'audit', 'student_groups', 'students', 'users']

const at = await unfurnished()
const department = await at.make.department()
const surgery = await at.make.department()
await at.make.batch()
const teacher = await at.make.staff(await at.make.user(), department)
// Five years of two departments: 100 groups of 30 students, each with 100 sessions: 300,000 entries.
for (const statement of [
  `insert into groups (name, batch_id, department_id)
    select 'G' || n, 1, case when n % 2 = 0 then ${department} else ${surgery} end from generate_series(1, 100) n`,
  `insert into users (name, email, password_hash)
    select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 3000) n`,
  `insert into students (user_id, roll_no) select id, 'R' || id from users where email like '%x.test'`,
  `insert into student_groups (student_id, group_id, department_id)
    select s.id, g.id, g.department_id from students s join groups g on g.id = 1 + s.id % 100`,
  `insert into attendance_sessions
      (department_id, batch_id, group_id, activity_date, start_time, end_time, staff_id, status, taken_at)
    select g.department_id, 1, g.id, current_date - n * 7, '09:00', '10:00', ${teacher}, 'completed', now()
    from groups g, generate_series(1, 100) n order by g.id, n`,
  // Two days off, so that none is today's, whatever the hour and the zone.
  `insert into attendance_sessions (department_id, batch_id, group_id, activity_date, start_time, end_time, staff_id)
    select g.department_id, 1, g.id, current_date + n * 7 - 2, '09:00', '10:00', ${teacher}
    from groups g, generate_series(-1, 4) n`,
  `insert into attendance_submissions (attendance_session_id, student_id, status)
    select s.id, m.student_id, (array['present', 'absent', 'leave'])[1 + (s.id + m.student_id) % 3]
    from attendance_sessions s join student_groups m on m.group_id = s.group_id where s.status = 'completed'`,
  `insert into audit (action, entity, entity_id, changes)
    select 'update', 'attendance_submission', id, '{"status": ["absent", "present"]}'
    from attendance_submissions where id % 10 = 0`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

const college = callerAs('admin')
const ownDepartment = callerAs('hod', 1)
const ownStudent = callerAs('student')
const page = { page: 1, perPage: 100 }
const session = { id: 801, group_id: 9, department_id: 1, activity_date: '2026-03-02' }
const hours = { start_time: '20:00', end_time: '08:00' }
const days = ['2026-03-02', '2026-03-04']

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['the sessions of a group', (db) => listSessions(db, ownDepartment, { group_id: 8 }, page)],
  [
    'the sessions of a group with a status',
    (db) => listSessions(db, college, { group_id: 8, status: 'pending' }, page),
  ],
  ['the sessions of a student', (db) => listSessions(db, ownStudent, {}, page)],
  ['the sessions of a staff member', (db) => listSessions(db, college, { staff_id: 2 }, page)],
  [
    'the sessions of a staff member around a day',
    (db) => listSessions(db, ownDepartment, { staff_id: 2, from: '2026-03-01', to: '2026-03-03' }, page),
  ],
  [
    'the sessions of a batch and department',
    (db) => listSessions(db, college, { batch_id: 2, department_id: 1 }, page),
  ],
  ['the sessions of a department', (db) => listSessions(db, ownDepartment, {}, page)],
  ['the sessions of some days', (db) => listSessions(db, college, { from: '2026-03-01', to: '2026-03-05' }, page)],
  ['all sessions', (db) => listSessions(db, college, {}, page)],
  ['one session', (db) => findSession(db, college, 801)],
  ['the registers not taken', (db) => listNotTaken(db, ownDepartment, {}, page)],
  ['the own registers', (db) => listSessions(db, ownDepartment, { only: 'mine' }, page)],
  ['the days on which a group is busy', (db) => busyDays(db, { group_id: 8 }, hours, days)],
  ['the days on which a teacher is busy', (db) => busyDays(db, { staff_id: 2 }, hours, days)],
  ['the sessions that reach into a day', (db) => listSessions(db, ownStudent, { reaching: '2026-03-01' }, page)],
  ['the roster', (db) => listRoster(db, session, page)],
  ['the history of a register', (db) => listChanges(db, 801, page)],
  ['the marks of a session', (db) => listEntries(db, college, { attendance_session_id: 801 }, page)],
  ['the marks of a student', (db) => listEntries(db, college, { student_id: 7 }, page)],
  ['a student’s own marks', (db) => listEntries(db, ownStudent, { status: 'absent' }, page)],
  ['the marks of a student in a group', (db) => listEntries(db, ownDepartment, { student_id: 7, group_id: 8 }, page)],
  ['the record of a student', (db) => readStandings(db, college, 7)],
  ['the own record', (db) => readStandings(db, ownStudent, 7)],
  ['the first and last day of a student', (db) => findCountedDays(db, college, 7)],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  const scanned = LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plans[0] ?? ''))
  expect(scanned, plans[0]).toEqual([])
})

test('the marks of a student in a department are found by both', async () => {
  const [plan] = await plansOf(at.db, (db) => listEntries(db, college, { student_id: 7, department_id: 1 }, page))
  expect(plan).toMatch(/Index Cond: \(\(student_id = \d+\) AND \(department_id = \d+\)\)/)
})

test.each<[string, Parameters<typeof listSessions>[1], Parameters<typeof listSessions>[2]]>([
  ['all sessions', college, {}],
  ['the sessions of the own department', ownDepartment, {}],
  ['the completed sessions of a batch', college, { batch_id: 2, status: 'completed' }],
])('%s are counted without reading them', async (_name, caller, filter) => {
  const [plan = ''] = await plansOf(at.db, (db) => listSessions(db, caller, filter, page))
  expect(plan).toContain(' on attendance_session_counts')
  expect(plan.match(/ on attendance_sessions\b/g), plan).toHaveLength(1)
})

// Their totals are kept by group and status.
test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['all marks', (db) => listEntries(db, college, {}, page)],
  ['a later page of all marks', (db) => listEntries(db, college, {}, { page: 20, perPage: 100 })],
  ['all marks of a status', (db) => listEntries(db, college, { status: 'leave' }, page)],
  ['the marks of a department', (db) => listEntries(db, ownDepartment, {}, page)],
  [
    'the marks of a department and status',
    (db) => listEntries(db, college, { department_id: 2, status: 'absent' }, page),
  ],
  ['the marks of a group', (db) => listEntries(db, college, { group_id: 8 }, page)],
])('%s: one statement, and the marks are found by their session', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  expect(plans[0]).toMatch(
    /attendance_submissions_session on attendance_submissions.*\n\s+Index Cond: \(\(?attendance_session_id = /,
  )
  expect(plans[0]?.match(/ on attendance_submissions\b/g)).toHaveLength(1)
  expect(plans[0]?.match(/ on attendance_sessions\b/g)).toHaveLength(1)
})

test('totals of lists of marks are those of the marks', async () => {
  for (const filter of [{}, { status: 'leave' }, { department_id: 2, status: 'absent' }, { group_id: 8 }] as const) {
    const { meta } = await listEntries(at.db, college, filter, page)
    const entries = at.db
      .selectFrom('attendance_submissions')
      .innerJoin('attendance_sessions', 'attendance_sessions.id', 'attendance_session_id')
      .select(sql<number>`count(*)`.as('count'))
    let counted = entries
    for (const [column, value] of Object.entries(filter)) {
      const table = column === 'status' ? 'attendance_submissions' : 'attendance_sessions'
      counted = counted.where(sql.ref(`${table}.${column}`), '=', value)
    }
    expect(meta.total).toBe((await counted.executeTakeFirstOrThrow()).count)
    expect(meta.total).toBeGreaterThan(0)
  }
})

test('the registers not taken are read by the index of what is pending', async () => {
  const [plan] = await plansOf(at.db, (db) => listNotTaken(db, college, {}, page))
  expect(plan).toContain('attendance_sessions_pending')
})

test('these reads find something: a plan of nothing would prove nothing', async () => {
  expect((await listEntries(at.db, college, { student_id: 7 }, page)).meta.total).toBe(100)
  expect((await listRoster(at.db, session, page)).meta.total).toBe(30)
  expect((await listSessions(at.db, college, { group_id: 8 }, page)).meta.total).toBe(106)
  expect((await listChanges(at.db, 801, page)).meta.total).toBe(3)
  expect(await readStandings(at.db, college, 7)).toMatchObject([{ planned: 4 }])
})
