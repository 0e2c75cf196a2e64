import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type SqlBool,
  sql,
} from 'kysely'
import { describe, expect, test } from 'vitest'
import { declaredEndpoints } from '../../shared/contract/all.ts'
import { can } from '../../shared/permissions.ts'
import { listAccounts } from '../features/accounts/reads.ts'
import { listAudit } from '../features/audit/reads.ts'
import { readStatistics } from '../features/dashboard/reads.ts'
import { listDesignations } from '../features/designations/reads.ts'
import { listRoles } from '../features/roles/reads.ts'
import { listSecurityLog } from '../features/security-log/reads.ts'
import { listRows, readStats } from '../features/student-reports/reads.ts'
import type { TestApp } from '../testing/app.ts'
import { callerAs } from '../testing/callers.ts'
import { unfurnished } from '../testing/college.ts'
import { all, refuseForeign, showsDepartment, within } from './scope.ts'

const compiling = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const KINDS = {
  college: callerAs('admin'),
  department: callerAs('hod', 3),
  student: callerAs('student'),
  nothing: callerAs('no-role'),
}
const shown = (...[caller, shows]: Parameters<typeof within>) => {
  const { sql: text, parameters } = within(caller, shows).compile(compiling)
  return [text, ...parameters]
}

describe('within', () => {
  test('a kind that is not answered is shown nothing', () => {
    expect(shown(KINDS.college, {})).toEqual(['true'])
    for (const kind of ['department', 'student', 'nothing'] as const) expect(shown(KINDS[kind], {})).toEqual(['false'])
    // Answers for the others are no answer for it.
    expect(shown(KINDS.department, { student: all })).toEqual(['false'])
    expect(shown(KINDS.student, { department: all })).toEqual(['false'])
    expect(shown(KINDS.nothing, { department: all, student: all })).toEqual(['false'])
  })

  test('an answer is given the own department or student', () => {
    const ofStudent = ({ id }: { id: number }) => sql<SqlBool>`student_id = ${id}`
    expect(shown(KINDS.department, { department: 'tasks.department_id' })).toEqual(['"tasks"."department_id" = $1', 3])
    expect(shown(KINDS.department, { department: (own) => own === 3 })).toEqual(['true'])
    expect(shown(KINDS.student, { department: 'department_id', student: ofStudent })).toEqual(['student_id = $1', 7])
  })
})

test('only who sees the college, and its own people, may work with a department', () => {
  expect(Object.entries(KINDS).filter(([, caller]) => showsDepartment(caller, 3))).toHaveLength(2)
  expect(Object.entries(KINDS).filter(([, caller]) => showsDepartment(caller, 4))).toHaveLength(1)
  for (const caller of [callerAs('hod', 4), KINDS.student, KINDS.nothing])
    expect(() => refuseForeign(caller, 3, 'tasks')).toThrow('You can only work with tasks of your own department.')
})

const at = await unfurnished()
// A record of each kind, all with the id 1.
const department = await at.make.department()
const batch = await at.make.batch()
const group = await at.make.group(batch, department)
const student = await at.make.student(batch, group)
const staff = await at.make.staff(await at.make.user(), department)
await at.make.reporting(student.id, staff)
const task = await at.make.task(department, [group])
await at.make.submission(task, student.id)
const session = await at.make.session(group, { status: 'completed', taken_at: new Date() })
await at.make.entry(session, student.id)
const admin = await at.as('admin')
expect((await admin.put(`/departments/${department}`, { name: 'Named anew' })).status).toBe(200)

describe('over all entities', () => {
  /** Calls for a person's own, whatever they see of the college. */
  const OWN = [
    '/auth/me',
    '/auth/logins',
    '/auth/second-factor',
    '/users/:id/roles',
    '/users/:id/personal-data',
    '/start',
    '/calendar',
    '/notices',
  ]

  const readable = declaredEndpoints.filter(
    ({ method, path, action }) =>
      method === 'GET' && action !== 'public' && can(['student'], action) && !OWN.includes(path),
  )

  test('students read of enough entities for this to tell something', () => {
    expect(new Set(readable.map(({ path }) => path.split('/')[1])).size).toBeGreaterThanOrEqual(10)
  })

  test.each(readable.map(({ path }) => path))('a student without a record is shown nothing by %s', async (path) => {
    const { userId } = await at.as('no-role')
    await at.make.giveRole(userId, 'student')
    const words: Record<string, string> = { status: path.startsWith('/attendance') ? 'completed' : 'active' }
    const address = path.replace(/:(\w+)/g, (_, name: string) => words[name] ?? '1')
    const queries: Record<string, string> = { '/search': '?q=task', '/calendar/days': '?from=2026-03-02&to=2026-03-08' }
    const { status, body } = await (await at.of(userId)).get(address + (queries[path] ?? ''))
    // Counts of nothing are none.
    if (status === 200)
      expect(Array.isArray(body.data) ? body.data : Object.values(body.data).flat().filter(Boolean)).toEqual([])
    else expect(status, JSON.stringify(body)).toBe(404)
  })

  const page = { page: 1, perPage: 100 }
  test.each<[string, (db: TestApp['db'], caller: (typeof KINDS)['student']) => Promise<{ data: unknown[] }>]>([
    ['designations', (db, caller) => listDesignations(db, caller, {}, page)],
    ['roles', (db, caller) => listRoles(db, caller, {}, page)],
    ['accounts', (db, caller) => listAccounts(db, caller, {}, page)],
    ['the trail', (db, caller) => listAudit(db, caller, {}, page)],
    ['the security log', (db, caller) => listSecurityLog(db, caller, {}, page)],
  ])('what no student may ask for shows one nothing, if the gate were left open: %s', async (_name, list) => {
    expect((await list(at.db, KINDS.student)).data).toEqual([])
    expect((await list(at.db, KINDS.nothing)).data).toEqual([])
  })

  test('nor do figures count for them', async () => {
    for (const caller of [KINDS.student, KINDS.nothing]) {
      expect(await readStatistics(at.db, caller)).toEqual({ students: 0, staff: 0, departments: 0, open_tasks: 0 })
      expect((await listRows(at.db, caller, { batch_id: 1 }, page)).data).toEqual([])
      expect(await readStats(at.db, caller, { batch_id: 1 })).toMatchObject({ totalStudents: 0, presentCount: 0 })
    }
  })
})
