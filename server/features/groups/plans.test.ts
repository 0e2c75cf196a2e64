import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../db/types.ts'
import { callerAs } from '../../testing/callers.ts'
import { unfurnished } from '../../testing/college.ts'
import { plansOf } from '../../testing/plans.ts'
import { listCandidates } from '../memberships/reads.ts'
import { listStaff } from '../staff/reads.ts'
import { listGroups } from './reads.ts'

/** Tables that grow with the years: a plan must not read one from end to end. */
const LARGE = ['groups', 'student_groups', 'student_batches', 'students', 'users', 'user_roles']

const at = await unfurnished()
// Ten years of a college: 20 departments, 40 batches, 4,000 groups, 12,000 students, 1,000 staff.
for (const statement of [
  `insert into departments (name) select 'D' || n from generate_series(1, 20) n`,
  `insert into designations (name) select 'P' || n from generate_series(1, 50) n`,
  `insert into batches (name, current_year) select 'B' || n, '1st Year' from generate_series(1, 40) n`,
  `insert into groups (name, batch_id, department_id)
    select 'G' || n, 1 + n % 40, 1 + n / 40 % 20 from generate_series(0, 3999) n`,
  `insert into users (name, email, password_hash) select 'S' || n, 's' || n || '@x.test', '-'
    from generate_series(1, 13000) n`,
  'insert into user_roles (user_id, role_id) select id, 7 from users where id > 1000',
  'insert into user_roles (user_id, role_id) select id, 4 from users where id <= 1000',
  `insert into students (user_id, roll_no) select id, 'R' || id from users where id > 1000`,
  `insert into staff (user_id, department_id, designation_id)
    select id, 1 + id % 20, 1 + id % 50 from users where id <= 1000`,
  'insert into student_batches (student_id, batch_id) select id, 1 + id % 40 from students',
  `insert into student_groups (student_id, group_id, department_id)
    select s.id, g.id, g.department_id from student_batches sb join students s on s.id = sb.student_id
      join lateral (select distinct on (department_id) id, department_id from groups
        where groups.batch_id = sb.batch_id order by department_id, (id + s.id) % 7) g on true`,
  'vacuum analyze',
])
  await sql.raw(statement).execute(at.db)

const page = { page: 1, perPage: 100 }

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['the groups of a batch', (db) => listGroups(db, callerAs('admin'), { batch_id: 8 }, page)],
  ['the groups of a batch in a department', (db) => listGroups(db, callerAs('hod', 3), { batch_id: 8 }, page)],
  ['a student’s groups', (db) => listGroups(db, callerAs('student'), {}, page)],
  ['the candidates of a group', (db) => listCandidates(db, callerAs('admin'), 8, page)],
  ['the staff of a department', (db) => listStaff(db, callerAs('hod', 3), {}, page)],
  ['all staff', (db) => listStaff(db, callerAs('admin'), {}, page)],
])('%s: one statement, and no large table read from end to end', async (_name, read) => {
  const plans = await plansOf(at.db, read)
  expect(plans).toHaveLength(1)
  const scanned = LARGE.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plans[0] ?? ''))
  expect(scanned, plans[0]).toEqual([])
})
