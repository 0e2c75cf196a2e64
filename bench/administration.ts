import { sql } from 'kysely'
import { openLogin } from '../server/core/login.ts'
import { migrate } from '../server/db/migrate.ts'
import { connect } from '../server/db/open.ts'
import type { Db } from '../server/db/types.ts'
import { insertForIds, insertRows } from '../server/demo/insert.ts'
import { type College, createDatabase } from './college.ts'
import type { Plan } from './contest.ts'
import { compareReading, withBoth } from './growth.ts'
import type { Result } from './report.ts'

/** The rows of each batch. The small college has 5 batches, the big one ten times as many. */
const STUDENTS = 200
const GROUPS = 8
const STAFF = 20
const SMALL = 5

interface FilledCollege {
  token: string
  batchId: number
  departmentId: number
}

/**
 * Every list page of a college of 10,000 students, 1,000 staff and 400 groups, against the same page of one a tenth of
 * that size. Pages are of a size that the small college fills too: what is compared is the reading, not its length.
 */
export const benchAdministration = (college: College, plan: Plan): Promise<Result[]> =>
  withBoth(college, 'administration', loadAdministration, { big: plan.batches, small: SMALL }, async (pair) => {
    const results: Result[] = []
    for (const [name, path] of Object.entries(PAGES)) {
      const what = `${name}: p99 with ${plan.batches * STUDENTS} students, of that with ${SMALL * STUDENTS}`
      results.push(await compareReading(what, pair, (one) => [{ ...one, path: path(one) }], plan))
    }
    return results
  })

const PAGES: Record<string, (of: FilledCollege) => string> = {
  'students of a batch': ({ batchId }) => `/api/student-batches/batch/${batchId}?per_page=200`,
  'all students': () => '/api/students?per_page=100',
  'students found by name in a batch': ({ batchId }) => `/api/students?batch_id=${batchId}&q=number+1&per_page=50`,
  staff: () => '/api/staff?per_page=100',
  'staff of a department': ({ departmentId }) => `/api/staff?department_id=${departmentId}&per_page=10`,
  'groups of a batch': ({ batchId }) => `/api/groups?batch_id=${batchId}&per_page=48`,
  'students to choose from for a group': () => '/api/groups/1/students?per_page=200',
  batches: () => '/api/batches?per_page=5',
  'counts of the batches': () => '/api/batches/counts?per_page=5',
  designations: () => '/api/designations',
  roles: () => '/api/roles',
}

async function loadAdministration(college: College, name: string, batches: number) {
  const url = await createDatabase(college, name)
  const opened = connect({ connectionString: url, statement_timeout: false })
  await migrate(opened.db)
  const filled = await fill(opened.db, batches)
  await opened.close()
  return { url, ...filled }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

async function fill(db: Db, batchCount: number): Promise<FilledCollege> {
  const roles = new Map((await db.selectFrom('roles').selectAll().execute()).map(({ id, name }) => [name, id]))
  const roleId = (name: string) => roles.get(name) ?? 0
  const account = (kind: string, n: number) => ({
    name: `${kind} Muhammad Number ${(n * 7919) % 10_007}`,
    email: `${kind}${n}@college.test`,
    password_hash: 'none',
    must_change_password: false,
  })
  const [admin = 0] = await insertForIds(db, 'users', [account('admin', 0)])
  await insertRows(db, 'user_roles', [{ user_id: admin, role_id: roleId('admin') }])

  const departments = await insertForIds(
    db,
    'departments',
    numbers(GROUPS).map((n) => ({ name: `Department ${n}` })),
  )
  const designations = await insertForIds(
    db,
    'designations',
    numbers(12).map((n) => ({ name: `Designation ${n}` })),
  )
  const staffUsers = await insertForIds(
    db,
    'users',
    numbers(batchCount * STAFF).map((n) => account('staff', n)),
  )
  await insertRows(
    db,
    'user_roles',
    staffUsers.map((user_id) => ({ user_id, role_id: roleId('faculty') })),
  )
  await insertRows(
    db,
    'staff',
    staffUsers.map((user_id, n) => ({
      user_id,
      department_id: departments[n % departments.length] as number,
      designation_id: designations[n % designations.length] as number,
      role_id: roleId('faculty'),
    })),
  )
  const batches = await insertForIds(
    db,
    'batches',
    numbers(batchCount).map((n) => ({ name: `MBBS ${2000 + n}`, current_year: '3rd Year' as const })),
  )
  const students = await fillStudents(db, batches, roleId('student'), account)
  await fillGroups(db, batches, departments, students)
  await sql`vacuum analyze`.execute(db)
  return {
    token: await db.transaction().execute((tx) => openLogin(tx, admin, undefined)),
    batchId: batches[2] as number,
    departmentId: departments[0] as number,
  }
}

/** @returns the students' ids, those of one batch after those of the other */
async function fillStudents(
  db: Db,
  batches: number[],
  role_id: number,
  account: (kind: string, n: number) => { name: string; email: string; password_hash: string },
): Promise<number[]> {
  const userIds = await insertForIds(
    db,
    'users',
    numbers(batches.length * STUDENTS).map((n) => account('student', n)),
  )
  await insertRows(
    db,
    'user_roles',
    userIds.map((user_id) => ({ user_id, role_id })),
  )
  const ids = await insertForIds(
    db,
    'students',
    userIds.map((user_id, n) => ({ user_id, role_id, roll_no: `MBBS-${String(n).padStart(5, '0')}` })),
  )
  await insertRows(
    db,
    'student_batches',
    ids.map((student_id, n) => ({ student_id, batch_id: batches[Math.floor(n / STUDENTS)] as number })),
  )
  return ids
}

/** A group of each department in each batch; every student is in one. */
async function fillGroups(db: Db, batches: number[], departments: number[], students: number[]): Promise<void> {
  const groups = await insertForIds(
    db,
    'groups',
    batches.flatMap((batch_id) =>
      departments.map((department_id, n) => ({ name: `Group ${n}`, batch_id, department_id })),
    ),
  )
  await insertRows(
    db,
    'student_groups',
    students.map((student_id, n) => ({
      student_id,
      group_id: groups[Math.floor(n / STUDENTS) * GROUPS + (n % GROUPS)] as number,
      department_id: departments[n % GROUPS] as number,
    })),
  )
}
