import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { dayAfter } from '../../testing/today.ts'
import { readResultLines } from '../assessments/figures.reads.ts'
import { findAssessment, listPacked } from '../assessments/reads.ts'
import { listRegisterEntries, listRegisteredGroups } from '../attendance/pack.reads.ts'
import { listAllSessions } from '../attendance/reads.ts'
import { listBatchStudents } from '../students/batch.reads.ts'
import { listAllDocuments, listDocuments } from '../verified-documents/reads.ts'
import { listPacks } from './reads.ts'

const at = await unfurnished()
const department = await at.make.department()
const teacher = await at.make.staff(await at.make.user(), department)
// Ten years: 20 batches with 10 groups each, 3,000 students, 40,000 sessions, 300,000 entries, 12,000 assessments,
// 60,000 documents.
for (const statement of [
  `insert into batches (name, current_year) select 'B' || n, '1st Year' from generate_series(1, 20) n`,
  `insert into groups (name, batch_id, department_id)
    select 'G' || n, b, ${department} from generate_series(1, 20) b, generate_series(1, 10) n`,
  `insert into users (name, email, password_hash)
    select 'Student ' || n, 's' || n || '@x.test', '-' from generate_series(1, 3000) n`,
  `insert into students (user_id, roll_no) select id, 'R' || id from users where email like 's%@x.test'`,
  `insert into student_batches (student_id, batch_id) select id, 1 + id % 20 from students`,
  `insert into student_groups (student_id, group_id, department_id)
    select s.id, g.id, ${department} from students s join groups g on g.batch_id = 1 + s.id % 20
      and g.name = 'G' || 1 + (s.id / 20) % 10`,
  `insert into attendance_sessions (department_id, batch_id, group_id, activity_date, start_time, end_time, staff_id,
      status, taken_at)
    select department_id, batch_id, id, current_date - 18 * n, '09:00', '10:00', ${teacher}, 'completed', now()
    from groups cross join generate_series(1, 200) n`,
  `insert into attendance_submissions (attendance_session_id, student_id, status)
    select s.id, l.student_id, 'present' from attendance_sessions s
    join student_groups l on l.group_id = s.group_id where (s.id / 7) % 2 = 0`,
  `insert into assessments (group_id, batch_id, department_id, name, type, total_marks, status, created_at)
    select id, batch_id, department_id, 'A' || n, 'theory', 20, 'evaluated', current_date - 60 * n
    from groups cross join generate_series(1, 60) n`,
  `insert into assessment_results (assessment_id, student_id, marks)
    select a.id, l.student_id, 10 from assessments a join student_groups l on l.group_id = a.group_id`,
  `insert into verified_documents (number, code, kind, student_id, name, roll_no, issued_on, issued_by, size, sha256,
      storage_key, state, ended_on)
    select '2026-' || n, lpad(n::text, 16, '0'), (array['logbook', 'attendance', 'results'])[1 + n % 3], s.id,
      'Student ' || s.id, s.roll_no, current_date - n / 20, 1, 9, sha256('x'), 'k' || n, 'replaced', current_date
    from generate_series(1, 60000) n join students s on s.id = 1 + n % 3000`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

const college = callerAs('admin')
const head = callerAs('hod', department)
const of = { batch: { id: 3, name: 'B3' }, from: dayAfter(-90), to: dayAfter(0) }
const CODE = '0000-0000-0000-2345'
const FIRST = { page: 1, perPage: 50 }
const group = await at.db.selectFrom('groups').select('id').where('batch_id', '=', 3).executeTakeFirstOrThrow()
const [packed] = await listPacked(at.db, college, of)
const assessment = await findAssessment(at.db, college, packed?.id ?? 0)
if (!assessment) throw new Error('There is no assessment in the time')

/** Tables that grow with the years: a plan must not read one from end to end. */
const LARGE = [
  'attendance_sessions',
  'attendance_submissions',
  'assessments',
  'assessment_results',
  'verified_documents',
]

test.each<[string, (db: TestApp['db']) => Promise<unknown[]>]>([
  ['the groups with registers', (db) => listRegisteredGroups(db, college, of)],
  ['the sessions of a group', (db) => listAllSessions(db, college, { group_id: group.id, from: of.from, to: of.to })],
  ['the entries of a group', (db) => listRegisterEntries(db, college, group.id, of)],
  ['the assessments', (db) => listPacked(db, college, of)],
  ['the results of an assessment', (db) => readResultLines(db, assessment)],
  ['the students', (db) => listBatchStudents(db, college, 3)],
  ['the issued documents of a batch', (db) => listAllDocuments(db, college, { packed: of })],
  ['issued documents', async (db) => (await listDocuments(db, college, { kind: 'results' }, FIRST)).data],
  ['issued documents by state', async (db) => (await listDocuments(db, college, { state: 'replaced' }, FIRST)).data],
  ['documents that are looked for', async (db) => (await listDocuments(db, college, { q: 'R2345' }, FIRST)).data],
  ['documents of a student', async (db) => (await listDocuments(db, college, { student_id: 30 }, FIRST)).data],
  ['a document by its code', async (db) => (await listDocuments(db, college, { q: CODE }, FIRST)).data],
  ['documents of a department', async (db) => (await listDocuments(db, head, { q: 'R2345' }, FIRST)).data],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  expect((await read(at.db)).length).toBeGreaterThan(0)
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  const scanned = LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plans[0] ?? ''))
  expect(scanned, plans[0]).toEqual([])
})

test('the packs are one statement', async () => {
  expect(await plansOf(at.db, (db) => listPacks(db, college, {}, FIRST))).toHaveLength(1)
})
