import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { ANY_DAY } from '../../testing/today.ts'
import { findFile, listAnnouncements, readAnnouncement, unread } from './reads.ts'
import { unreadAnnouncements } from './today.reads.ts'

const at = await unfurnished()
// Ten years of a college that announces twice a day: every fifth with a file, most of them ended; 2,000 people have read
// nine in ten of the last year's.
for (const statement of [
  `insert into departments (name) select 'D' || n from generate_series(1, 12) n`,
  `insert into batches (name, current_year) select 'B' || n, '1st Year' from generate_series(1, 15) n`,
  `insert into users (name, email, password_hash)
    select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 2000) n`,
  `insert into announcements (title, text, roles, department_id, batch_id, last_day, created_by)
    select 'Notes ' || n, 'x', case n % 7 when 0 then '{faculty}' when 1 then '{student}' else '{}' end::text[],
      case when n % 2 = 0 then 1 + n % 12 end, case when n % 3 = 0 then 1 + n % 15 end,
      case when n % 21 > 0 then current_date - (7300 - n) / 2 + 14 end, 1 + n % 40
    from generate_series(1, 7300) n`,
  `insert into announcement_files (announcement_id, name, type, size, sha256, storage_key)
    select id, 'a.pdf', 'application/pdf', 4, '', 'key ' || id from announcements where id % 5 = 0`,
  `insert into announcement_readings (announcement_id, user_id)
    select announcements.id, users.id from announcements join users on users.id % 10 <> announcements.id % 10
    where announcements.id > 6570`,
  // Every sixth is for a group.
  `insert into groups (name, batch_id, department_id)
    select 'G', b.id, d.id from batches b, departments d where d.type = 'academic'`,
  `update announcements a set group_id = g.id from groups g
    where a.id % 6 = 0 and g.department_id = a.department_id and g.batch_id = a.batch_id`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

const college = callerAs('admin')
const head = callerAs('hod', 3)
const teacher = callerAs('faculty', 3)
const ownStudent = callerAs('student')
const page = { page: 1, perPage: 25 }

/** Tables that grow with the years. The announcements themselves are counted by a list, which has no other filter. */
const LARGE = ['announcement_readings', 'announcement_files', 'users']
const scannedIn = (plan: string | undefined, tables: readonly string[]) =>
  tables.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plan ?? ''))

type Read = (db: TestApp['db']) => Promise<unknown>
const everyone = { college, head, teacher, student: ownStudent }

test.each<[string, Read]>(
  Object.entries(everyone).flatMap(([name, caller]): [string, Read][] => [
    [`the list of the ${name}`, (db) => listAnnouncements(db, caller, {}, page)],
    [`what the ${name} searches for`, (db) => listAnnouncements(db, caller, { q: 'otes 77' }, page)],
    [`what the ${name} has not read`, (db) => unreadAnnouncements.read(db, caller, ANY_DAY)],
  ]),
)('%s: one statement, which reads no reading, file or person from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  expect(scannedIn(plans[0], LARGE), plans[0]).toEqual([])
})

test.each<[string, Read]>([
  ['one', (db) => readAnnouncement(db, head, 7297)],
  ['its file', (db) => findFile(db, 7295)],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  expect(scannedIn(plans[0], [...LARGE, 'announcements']), plans[0]).toEqual([])
})

test('these reads find something: a plan of nothing would prove nothing', async () => {
  expect((await listAnnouncements(at.db, college, {}, page)).meta.total).toBe(7300)
  for (const caller of [head, teacher, ownStudent])
    expect((await listAnnouncements(at.db, caller, {}, page)).data.some(({ file }) => file)).toBe(true)
  for (const caller of [head, teacher, ownStudent])
    expect((await unread(at.db, caller).select('id').execute()).length).toBeGreaterThan(0)
})
