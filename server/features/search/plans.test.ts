import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Findable } from '../../core/hits.ts'
import { FEATURES } from '../../features.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { WALKS } from '../../testing/walked.ts'
import { groupHits } from '../groups/search.reads.ts'
import { libraryHits } from '../library/search.reads.ts'
import { caseHits } from '../reportings/search.reads.ts'
import { staffHits } from '../staff/search.reads.ts'
import { studentHits } from '../students/search.reads.ts'
import { surveyHits } from '../surveys/search.reads.ts'
import { taskHits } from '../tasks/search.reads.ts'

const at = await unfurnished()
const department = await at.make.department()
for (let n = 1; n < 8; n += 1) await at.make.department()
const designation = await at.make.designation()
const word = (n: string) => `substr(md5((${n})::text), 1, 6)`
/** The features that say how to add many of theirs. */
const added = Object.entries(FEATURES).flatMap(([name, { hits }]) => {
  const many = WALKS[name]?.found?.many
  return hits && many ? [{ name, hits, many }] : []
})
/** 0300 to 0349 and seven digits, another number for each id. */
const phone = `'03' || lpad((id * 7919 % 50)::text, 2, '0') || lpad((id * 6700417::bigint % 10000000)::text, 7, '0')`
for (const statement of [
  `insert into batches (name, current_year) select 'B' || n, '1st Year' from generate_series(1, 40) n`,
  `insert into groups (name, batch_id, department_id)
    select 'Group ' || ${word('n')}, 1 + n % 40, ${department} + n % 8 from generate_series(1, 4000) n`,
  `insert into users (name, email, password_hash)
    select (array['Muhammad', 'Ayesha', 'Bilal', 'Fatima'])[1 + n % 4] || ' ' || ${word('n')} || ' ' || (array['Khan', 'Ahmed', 'Raza', 'Malik', 'Siddiqui', 'Baig', 'Butt'])[1 + n % 7], 's' || n || '@x.test', '-' from generate_series(1, 40000) n`,
  `insert into students (user_id, roll_no, phone)
    select id, 'MBBS-' || 10000 + id, ${phone} from users where id <= 39000`,
  `insert into staff (user_id, department_id, designation_id, sort_name, phone)
    select id, ${department}, ${designation}, name, ${phone} from users where id > 39000`,
  'insert into student_batches (student_id, batch_id) select id, 1 + id % 40 from students',
  `insert into student_groups (student_id, group_id, department_id)
    select id, 8 + id % 500 * 8, ${department} from students`,
  `insert into tasks (name, department_id)
    select 'Task ' || ${word('n')} || ' of a ward', ${department} from generate_series(1, 30000) n`,
  `insert into task_groups (task_id, group_id, department_id, position)
    select id, 8 + id % 500 * 8, ${department}, 0 from tasks`,
  `insert into library_entries (title, department_id, uploaded_by, filename, file_type, file_size, sha256, storage_key)
    select 'Notes on ' || ${word('n')}, ${department}, 1, 'f', 'application/pdf', 1, '', 'k' || n
    from generate_series(1, 20000) n`,
  `insert into feedback_surveys (title, department_id, created_by, status)
    select 'Survey of ' || ${word('n')}, ${department}, 1, 'active' from generate_series(1, 20000) n`,
  ...added.map(({ many }) => many.insert(`'Notes on ' || ${word('n')}`, 'generate_series(1, 20000) n')),
  `insert into reporting_numbers (year, last) select n, 2000 from generate_series(2020, 2029) n`,
  `insert into reportings (case_number, title, description, student_id, assigned_to, reported_by, current_level)
    select 'CASE-' || year || '-' || lpad(n::text, 5, '0'), 't', 'd', 1 + n, 1, 1, 'faculty'
    from generate_series(2020, 2029) year, generate_series(1, 2000) n`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

const LARGE =
  'users|students|student_batches|student_groups|groups|tasks|task_groups|library_entries|feedback_surveys|reportings'
const FROM_END_TO_END = new RegExp(`Seq Scan on (?:${[LARGE, ...added.map(({ many }) => many.table)].join('|')})\\b`)

const admin = callerAs('admin')
const kinds: [string, Findable][] = [
  ['students', studentHits],
  ['staff', staffHits],
  ['groups', groupHits],
  ['tasks', taskHits],
  ['surveys', surveyHits],
  ['library', libraryHits],
  ...added.map(({ name, hits }): [string, Findable] => [name, hits]),
]
/** `a1d0c6` is the word of the 42nd of each. */
const WITHIN = '1d0c6'
const BEGINNING = { students: 'bilal a1d0', staff: 'ayesha 0', groups: 'group a1d0', tasks: 'task a1d0' }

test.each(kinds)('%s: one statement, and no large table read from end to end', async (name, { find }) => {
  const beginning = BEGINNING[name as keyof typeof BEGINNING] ?? 'notes on a1d0'
  // Searches within a word, for the beginning of one, for two letters, and for a text that would match if it were taken
  // for a pattern.
  for (const q of [WITHIN, beginning, 'a1', 'MBBS-22001', 'a_1%d0']) {
    const plans = await plansOf(at.db, (db) => find(db, admin, q))
    expect(plans).toHaveLength(1)
    expect(plans[0], q).not.toMatch(FROM_END_TO_END)
  }
})

test.each([
  ['students', studentHits, 4242],
  ['staff', staffHits, 39_042],
] as const)('%s by a number and by parts of it: one statement, by the indexes of its digits', async (table, {
  find,
}, id) => {
  const { rows } = await sql<{ phone: string }>`select phone from ${sql.table(table)} where user_id = ${id}`.execute(
    at.db,
  )
  const digits = rows[0]?.phone.slice(1) ?? ''
  for (const q of [`0${digits}`, `+92 ${digits}`, `92${digits}`, `0${digits.slice(0, 3)}-${digits.slice(3, 7)}`]) {
    const [plan = '', ...others] = await plansOf(at.db, (db) => find(db, admin, q))
    expect(others).toEqual([])
    expect(plan, q).not.toMatch(FROM_END_TO_END)
    expect(plan, q).toContain(`${table}_phone_digits_begins`)
    expect((await find(at.db, admin, q)).hits.length, q).toBeGreaterThan(0)
  }
  const [plan = ''] = await plansOf(at.db, (db) => find(db, admin, digits.slice(4)))
  expect(plan).not.toMatch(FROM_END_TO_END)
  // A thousand members of staff are read as soon.
  if (table === 'students') expect(plan).toContain('students_phone_digits_contains')
  expect((await find(at.db, admin, digits.slice(4))).hits.length).toBeGreaterThan(0)
  expect(await find(at.db, admin, `+92 ${digits}`)).toMatchObject({ isExact: true })
})

test('a group with words of its batch: the groups of the batches of that name alone', async () => {
  const plans = await plansOf(at.db, (db) => groupHits.find(db, admin, 'group B17'))
  expect(plans).toHaveLength(1)
  expect(plans[0]).not.toMatch(FROM_END_TO_END)
  expect((await groupHits.find(at.db, admin, 'group B17')).hits).toHaveLength(6)
})

test('a case is found by the index of its numbers', async () => {
  const plans = await plansOf(at.db, (db) => caseHits.find(db, admin, '42'))
  expect(plans).toHaveLength(1)
  expect(plans[0]).toContain('reportings_case_number_key')
  expect((await caseHits.find(at.db, admin, '42')).hits.map(({ title }) => title)).toEqual(
    [2029, 2028, 2027, 2026, 2025, 2024].map((year) => `CASE-${year}-00042`),
  )
})

test('no connection keeps a plan of a search', async () => {
  await studentHits.find(at.plainDb, admin, WITHIN)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements
    where statement like '%is_exact%' and statement not like '%pg_prepared_statements%'`.execute(at.plainDb)
  expect(rows).toEqual([{ n: 0 }])
})

test('without trigrams the same is found, and what begins with it by an index', async () => {
  const before = await Promise.all(kinds.map(([, { find }]) => find(at.db, admin, WITHIN)))
  await sql.raw('drop extension pg_trgm cascade').execute(at.db)
  expect(await Promise.all(kinds.map(([, { find }]) => find(at.db, admin, WITHIN)))).toEqual(before)
  expect(before.flatMap(({ hits }) => hits).length).toBeGreaterThan(4)
  for (const [name, { find }] of kinds) {
    const [plan = ''] = await plansOf(at.db, (db) => find(db, admin, 'notes on a1d0'))
    expect(plan, name).toMatch(/_(?:name|title)_begins\b/)
  }
})
