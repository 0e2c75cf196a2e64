import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { ANY_DAY } from '../../testing/today.ts'
import { readChoices } from './choices.reads.ts'
import { countLoggedToday, idsOfKeys, listEntries, readEntriesByIds, withCorrected } from './reads.ts'
import { readMatrix, readStandings } from './standings.reads.ts'
import { entriesReturned, toSign, unsignedLong } from './today.reads.ts'

const at = await unfurnished()
const [department, user] = [await at.make.department(), await at.make.user()]
await at.make.giveRole(user, 'faculty')
const teacher = await at.make.staff(user, department)
await at.make.batch()
// 400 students in ten groups, each with 400 performances of 20 skills; the last of some wait, or came back.
for (const statement of [
  `insert into groups (name, batch_id, department_id) select 'G' || n, 1, ${department} from generate_series(1, 10) n`,
  `insert into users (name, email, password_hash)
    select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 400) n`,
  `insert into students (user_id, roll_no) select id, 'R' || id from users where email like 's%@x.test'`,
  `insert into student_batches (student_id, batch_id) select id, 1 from students`,
  `insert into student_groups (student_id, group_id, department_id)
    select id, 1 + id % 10, ${department} from students`,
  `insert into skills (department_id, name) select ${department}, 'Skill ' || n from generate_series(1, 20) n`,
  `insert into tasks (name, detail, department_id, task_type, skill_id)
    select name, '15', department_id, 'bulk', id from skills where id % 4 = 0`,
  `insert into task_groups (task_id, group_id, department_id, position)
    select tasks.id, groups.id, groups.department_id, 0 from tasks, groups`,
  `insert into log_entries (key, student_id, skill_id, department_id, supervisor_id, performed_on, level, status,
      decision, signed_by, signed_at, feedback, created_at)
    select 'key-' || n, student, skill, ${department}, ${teacher}, day, 'supervised', status,
      case when status = 'signed' then 'completed' end, case when status = 'signed' then ${user} end,
      case when status = 'signed' then day + time '15:00' end, case when status = 'returned' then 'Which side?' end,
      day + time '12:00'
    from (select students.id as student, n, (select min(id) from skills) + n % 20 as skill, current_date - 401 + n as day,
        case when n < 400 then 'signed' when students.id % 8 = 0 then 'returned' else 'logged' end as status
      from generate_series(1, 400) n, students) made`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

/** A table, or an index of its ids in which nothing is looked up. */
const END_TO_END = /Seq Scan on log_entries\b|log_entries_pkey on log_entries .*\n\s+Filter:/

const college = callerAs('admin')
const head = callerAs('hod', department)
const own = callerAs('student')
const page = { page: 1, perPage: 100 }
type Reading = [string, (db: TestApp['db']) => Promise<unknown>, statements?: number]

test.each<Reading>([
  ['the latest performances', (db) => listEntries(db, college, {}, page)],
  ['those of the own department', (db) => listEntries(db, head, {}, page)],
  ['the own', (db) => listEntries(db, own, {}, page)],
  ['those of a student', (db) => listEntries(db, head, { student_id: 7 }, page)],
  ['those of a skill', (db) => listEntries(db, head, { skill_id: 7 }, page)],
  ['those of a group', (db) => listEntries(db, head, { group_id: 4 }, page)],
  ['those that wait for the own signature', (db) => listEntries(db, head, { only: 'to-sign' }, page)],
  ['those of two days', (db) => listEntries(db, head, { from: '2026-01-05', to: '2026-01-06' }, page)],
  ['those of some ids', (db) => listEntries(db, head, { ids: '7,9' }, page)],
  ['the logbook of a student', (db) => readStandings(db, head, 7)],
  ['the logbook of a group', (db) => readMatrix(db, head, 4), 2],
  ['that of a day', (db) => readMatrix(db, head, 4, '2026-03-01'), 2],
  ['the choices of the form', (db) => readChoices(db, 7, '2026-01-05'), 3],
  ['what waits for the own signature', (db) => toSign.read(db, head, ANY_DAY)],
  ['what waits long', (db) => unsignedLong.read(db, head, ANY_DAY)],
  ['what came back', (db) => entriesReturned.read(db, own, ANY_DAY)],
  ['the entries of keys', (db) => idsOfKeys(db, 7, ['key-7', 'key-8'])],
  ['entries to be locked, with those that they correct', (db) => withCorrected([7, 9]).execute(db)],
  ['entries to be signed', (db) => readEntriesByIds(db, head, [7, 9])],
])('%s: no reading from end to end', async (_name, read, statements = 1) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(statements)
  for (const plan of plans) expect(plan).not.toMatch(END_TO_END)
})

test('those of a group are found by its students, whosever the latest ones are', async () => {
  const [plan] = await plansOf(at.db, (db) => listEntries(db, head, { group_id: 4 }, page))
  expect(plan).not.toMatch(/log_entries_(?:performed_on|department_id)\b/)
})

test('what a student has logged today is counted without a look at what came before', async () => {
  const [plan] = await plansOf(at.db, (db) => countLoggedToday(db, 7, 'Asia/Karachi'))
  expect(plan).toMatch(/log_entries_created_at.*\n\s+Index Cond: .*created_at >=/)
})
