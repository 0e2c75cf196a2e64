import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { plansOf } from '../../testing/plans.ts'
import { listChanges, listTotals, listTotalsOfStudent, readMarks } from './figures.reads.ts'
import { readMarkable, readOnceMarkable } from './markable.reads.ts'
import { findAssessment, listAssessments, resultFacts } from './reads.ts'
import { findResult, listResults, listRoster, readComplete, readStored } from './results.reads.ts'

/** Tables that grow with the years: a plan must not read one from end to end. */
const LARGE = ['assessments', 'assessment_results', 'student_groups', 'students', 'users', 'audit']

let at: TestApp
beforeAll(async () => {
  at = await testApp()
  await at.make.department()
  await at.make.department()
  for (let n = 0; n < 4; n += 1) await at.make.batch()
  // Ten years: 200 groups of 30 students, 4,000 assessments, 120,000 results with their trail.
  for (const statement of [
    `insert into groups (name, batch_id, department_id) select 'G' || n, 1 + n % 4, 1 + n % 2 from generate_series(1, 200) n`,
    `insert into users (name, email, password_hash) select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 6000) n`,
    `insert into students (user_id, roll_no) select id, 'R' || id from users`,
    `insert into student_groups (student_id, group_id, department_id)
      select s.id, g.id, g.department_id from students s join groups g on g.id = 1 + s.id % 200`,
    `insert into assessments (name, type, department_id, batch_id, group_id, status, weightage, total_marks)
      select 'A' || n, 'theory', g.department_id, g.batch_id, g.id,
        (array['pending', 'active', 'evaluated', 'approved'])[1 + n / 200 % 4], 10, 50
      from generate_series(1, 4000) n join groups g on g.id = 1 + n % 200`,
    `insert into assessment_results (assessment_id, student_id, marks)
      select a.id, sg.student_id, a.id % 50 from assessments a join student_groups sg on sg.group_id = a.group_id`,
    `insert into audit (action, entity, entity_id, changes)
      select 'create', 'assessment_result', id, '{"marks": [null, 1]}' from assessment_results`,
    'vacuum analyze',
  ])
    await sql.raw(statement).execute(at.db)
}, 120_000)
afterAll(() => at.close())

const college = callerAs('admin')
const ownDepartment = callerAs('hod', 1)
const ownStudent = callerAs('student')
const page = { page: 1, perPage: 100 }
const place = { id: 7, group_id: 8 }
const assessment = { ...place, department: { id: 1, name: 'D' } } as never

test.each<[string, (db: TestApp['db']) => Promise<unknown>]>([
  ['the assessments of a group', (db) => listAssessments(db, ownDepartment, { group_id: 8 }, page)],
  [
    'the assessments of a group in a status',
    (db) => listAssessments(db, college, { group_id: 8, status: 'active' }, page),
  ],
  ['the assessments of a student', (db) => listAssessments(db, ownStudent, {}, page)],
  ['one assessment', (db) => findAssessment(db, college, 7)],
  ['the results of an assessment', (db) => listResults(db, ownDepartment, { assessment_id: 7 }, page)],
  ['the results of a group', (db) => listResults(db, ownDepartment, { group_id: 8 }, page)],
  ['the results of a student in a group', (db) => listResults(db, college, { student_id: 7, group_id: 8 }, page)],
  ['the results of a student', (db) => listResults(db, college, { student_id: 7 }, page)],
  ['a student’s own results', (db) => listResults(db, ownStudent, {}, page)],
  ['one result', (db) => findResult(db, college, 70)],
  ['the roster', (db) => listRoster(db, assessment, page)],
  ['the marks of an assessment', (db) => readMarks(db, place)],
  ['how many results there are, and the highest', (db) => resultFacts(db, 7)],
  ['the weighted totals of a group', (db) => listTotals(db, 8, undefined, page)],
  ['those of a day', (db) => listTotals(db, 8, '2026-01-31', page)],
  ['the weighted totals of a student', (db) => listTotalsOfStudent(db, ownDepartment, 7, page)],
  ['who changed what', (db) => listChanges(db, 7, {}, page)],
  ['what is stored of those who are posted', (db) => readStored(db as never, [7], [7, 207, 407])],
  ['who of them may be marked', (db) => readMarkable(db as never, [7], [7, 207, 407])],
  ['who of them once may have been marked', (db) => readOnceMarkable(db as never, [7], [7, 207, 407])],
  ['whether all have marks', (db) => readComplete(db as never, [7, 207])],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  const scanned = LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plans[0] ?? ''))
  expect(scanned, plans[0]).toEqual([])
})

test('all assessments are counted without reading them', async () => {
  for (const [caller, filter] of [
    [college, {}],
    [ownDepartment, { status: 'approved' }],
    [college, { department_id: 1, batch_id: 2 }],
  ] as const) {
    const [plan = ''] = await plansOf(at.db, (db) => listAssessments(db, caller, filter, page))
    expect(plan).toContain(' on assessment_counts')
    expect(plan.match(/ on assessments\b/g), plan).toHaveLength(1)
  }
})

test('all results are counted without reading them, and a page of them is read in the order of assessments', async () => {
  for (const [caller, filter] of [
    [college, {}],
    [ownDepartment, { status: 'submitted' }],
  ] as const) {
    const [plan = ''] = await plansOf(at.db, (db) => listResults(db, caller, filter, page))
    expect(plan).toContain(' on assessment_counts')
    expect(plan.match(/ on assessments\b/g), plan).toHaveLength(1)
    expect(plan).not.toMatch(/Seq Scan on assessment_results|Sort Key: assessments\.id/)
  }
})
