import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RoleName } from '../shared/permissions.ts'
import { requirePermissions } from './core/routes.ts'
import { type Caller, type TestApp, testApp } from './testing/app.ts'
import { declaredEndpoints } from './testing/contracts.ts'

const IDENTITIES = {
  A: 'admin',
  P: 'principal',
  H: 'hod',
  F: 'faculty',
  C: 'clerk',
  SA: 'student-affair',
  S: 'student',
  none: 'no-role',
} as const satisfies Record<string, RoleName | 'no-role'>
type Identity = keyof typeof IDENTITIES

const ALL = 'A P H F C SA S none'
const EVERY_USER = 'A P H F C SA S'

/**
 * Who may call what, copied by hand from the college's specification and from docs/domain.md, "Who may do what".
 * `foreign` is what a head of another academic department is answered.
 */
const TABLE: [route: string, may: string, foreign?: number][] = [
  ['GET /health', 'public'],
  ['POST /login', 'public'],
  ['POST /auth/forgot-password', 'public'],
  ['POST /auth/reset-password', 'public'],
  ['POST /logout', ALL],
  ['GET /auth/me', ALL],
  ['POST /auth/refresh', ALL],
  ['POST /auth/change-password', ALL],
  ['GET /users/:id/roles', 'A'],
  ['GET /users', 'A'],
  ['POST /users/:id/initial-password', 'A H C SA'],
  ['GET /dashboard/statistics', 'A P H F C SA'],
  ['GET /departments', EVERY_USER],
  ['GET /departments/:id', EVERY_USER],
  ['POST /departments', 'A SA'],
  ['PUT /departments/:id', 'A SA'],
  ['DELETE /departments/:id', 'A SA'],
  ['GET /designations', 'A P H F C SA'],
  ['GET /designations/:id', 'A P H F C SA'],
  ['POST /designations', 'A'],
  ['PUT /designations/:id', 'A'],
  ['DELETE /designations/:id', 'A'],
  ['GET /roles', 'A P H F C SA'],
  ['GET /roles/:id', 'A P H F C SA'],
  ['POST /roles', 'A'],
  ['PUT /roles/:id', 'A'],
  ['DELETE /roles/:id', 'A'],
  ['POST /roles/assign-to-user', 'A H C SA'],
  ['POST /roles/remove-from-user', 'A'],
  ['GET /batches', EVERY_USER],
  ['GET /batches/:id', EVERY_USER],
  ['GET /batches/:id/active-groups', EVERY_USER],
  ['GET /batches/counts', EVERY_USER],
  ['POST /batches', 'A SA'],
  ['PUT /batches/:id', 'A SA'],
  ['DELETE /batches/:id', 'A SA'],
  ['GET /batches/:id/promotion', 'A SA'],
  ['POST /batches/:id/promote', 'A SA'],
  ['GET /groups', EVERY_USER],
  ['GET /groups/:id', EVERY_USER, 404],
  ['GET /groups/export', 'A P H F C SA'],
  ['GET /groups/:id/students', 'A P H F C SA', 404],
  ['POST /groups', 'A SA'],
  ['PUT /groups/:id', 'A SA'],
  ['DELETE /groups/:id', 'A SA'],
  ['POST /student-groups/assign', 'A SA'],
  ['GET /student-groups/group/:group_id/:status', EVERY_USER, 404],
  ['GET /student-groups/student/:student_id/:status', EVERY_USER],
  ['GET /students', EVERY_USER],
  ['GET /students/:id', EVERY_USER],
  ['GET /students/user/:user_id', EVERY_USER],
  ['GET /students/department/:department_id', EVERY_USER, 404],
  ['GET /students/export', 'A P H F C SA'],
  ['POST /students', 'A SA'],
  ['PUT /students/:id', 'A SA'],
  ['DELETE /students/:id', 'A SA'],
  ['POST /students/initial-passwords', 'A SA'],
  ['POST /students/:id/assign-group', 'A SA'],
  ['DELETE /students/:id/group', 'A SA'],
  ['GET /student-batches/batch/:batch_id', EVERY_USER],
  ['GET /student-batches/student/:student_id/:status', EVERY_USER],
  ['GET /imports/students/template', 'A SA'],
  ['POST /imports/students/preview', 'A SA'],
  ['POST /imports/students', 'A SA'],
  ['GET /imports/staff/template', 'A H C'],
  ['POST /imports/staff/preview', 'A H C'],
  ['POST /imports/staff', 'A H C'],
  ['GET /staff', EVERY_USER],
  ['GET /staff/:id', EVERY_USER, 404],
  ['GET /staff/export', 'A P H F C SA'],
  ['POST /staff', 'A H C'],
  ['PUT /staff/:id', 'A H C', 404],
  ['DELETE /staff/:id', 'A H C', 404],
  ['GET /staff/current-user', 'A P H F C SA'],
  ['GET /tasks', 'A P H F SA S'],
  ['GET /tasks/group/:group_id', 'A P H F SA S', 404],
  ['GET /tasks/group/:group_id/:status', 'A P H F SA S', 404],
  ['GET /tasks/:id', 'A P H F SA S', 404],
  ['POST /tasks', 'A H'],
  ['PUT /tasks/:id', 'A H F', 404],
  ['DELETE /tasks/:id', 'A H', 404],
  ['GET /task-submissions/task/:task_id', 'A P H F S', 404],
  ['GET /task-submissions/task/:task_id/roster', 'A P H F', 404],
  ['GET /task-submissions/student/:student_id', 'A P H F S'],
  ['GET /task-submissions/student/:student_id/group/:group_id', 'A P H F S', 404],
  ['GET /task-submissions/:id', 'A P H F S', 404],
  ['POST /task-submissions', 'S'],
  ['PUT /task-submissions/:id', 'A H F S', 404],
  ['POST /task-submissions/:id/files', 'S'],
  ['DELETE /task-submissions/:id', 'A'],
  ['GET /task-submissions/:id/files/:file_name/download', 'A P H F S', 404],
  ['GET /task-submissions/:id/files/:file_name/view', 'A P H F S', 404],
  ['GET /task-submissions/:id/former-files', 'A'],
  ['GET /task-submissions/:id/former-files/:file_id/download', 'A'],
  ['GET /attendance-sessions', EVERY_USER],
  ['GET /attendance-sessions/group/:group_id', EVERY_USER, 404],
  ['GET /attendance-sessions/group/:group_id/:status', EVERY_USER, 404],
  ['GET /attendance-sessions/register-not-taken', 'A P H'],
  ['GET /attendance-sessions/:id', EVERY_USER, 404],
  ['GET /attendance-sessions/:id/roster', 'A P H F C SA', 404],
  ['GET /attendance-sessions/:id/history', 'A P H F C SA', 404],
  ['POST /attendance-sessions', 'A H F'],
  ['POST /attendance-sessions/recurring/preview', 'A H F'],
  ['POST /attendance-sessions/recurring', 'A H F'],
  ['PUT /attendance-sessions/:id', 'A H F', 404],
  ['DELETE /attendance-sessions/:id', 'A H F', 404],
  ['GET /attendance-submissions', EVERY_USER],
  ['GET /attendance-submissions/attendance-session/:session_id', EVERY_USER, 404],
  ['GET /attendance-submissions/student/:student_id', EVERY_USER],
  ['GET /attendance-submissions/student/:student_id/group/:group_id', EVERY_USER, 404],
  ['GET /attendance-submissions/student/:student_id/record', EVERY_USER],
  ['GET /attendance-submissions/:id', EVERY_USER, 404],
  ['POST /attendance-submissions', 'A P H F C SA'],
  ['POST /attendance-submissions/update', 'A P H F C SA'],
  ['DELETE /attendance-submissions/:id', 'A H', 404],
  ['GET /student-reports', 'A P H'],
  ['GET /student-reports/filtered-students', 'A P H'],
  ['GET /student-reports/attendance-summary', 'A P H'],
  ['GET /student-reports/attendance-stats', 'A P H'],
  ['GET /student-reports/export/:format', 'A P H'],
  ['GET /student-reports/group/:id', 'A P H', 404],
  ['GET /student-reports/batch/:id', 'A P H'],
  ['GET /student-reports/department/:id', 'A P H', 404],
  ['GET /student-reports/student/:id', 'A P H'],
  ['GET /student-reports/student/:id/export/:format', 'A P H'],
  ['GET /student-reports/performance/:id', 'A P H'],
  ['GET /student-reports/attendance-history/:id', 'A P H'],
  ['GET /student-reports/group-attendance/:id', 'A P H', 404],
  ['GET /student-reports/batch-attendance/:id', 'A P H'],
  ['GET /student-reports/department-attendance/:id', 'A P H', 404],
  ['GET /audit', 'A'],
  ['GET /security-log', 'A'],
]

let at: TestApp
let callers: Record<Identity, Caller>
let foreignHead: Caller
let ids: Record<string, string>
/** Accounts that nobody here signs in with: a new initial password ends their logins. */
let spare: { staff: number; student: number }

beforeAll(async () => {
  at = await testApp()
  const { make } = at
  const department = await make.department()
  const batch = await make.batch()
  const group = await make.group(batch, department)
  const student = await make.student(batch, group)
  const task = await make.task(department, [group])
  const submission = await make.submission(task, student.id)
  const session = await make.session(group, { status: 'completed' })
  const entry = await make.entry(session, student.id)
  const colleague = await make.user()
  await make.giveRole(colleague, 'faculty')
  const staffId = await make.staff(colleague, department)
  spare = { staff: colleague, student: (await make.student(batch)).userId }
  callers = Object.fromEntries(
    await Promise.all(
      Object.entries(IDENTITIES).map(async ([identity, role]) => [
        identity,
        role === 'student'
          ? await at.of(student.userId)
          : await at.as(role, role === 'no-role' ? undefined : department),
      ]),
    ),
  )
  foreignHead = await at.as('hod', await make.department())
  const byPath: Record<string, string> = {
    group_id: String(group),
    student_id: String(student.id),
    user_id: String(student.userId),
    task_id: String(task),
    department_id: String(department),
    batch_id: String(batch),
    status: 'active',
    'attendance-sessions:status': 'completed',
    session_id: String(session),
    'student-reports:format': 'pdf',
    file_name: 'none.pdf',
    '/departments': String(department),
    '/staff': String(staffId),
    '/batches': String(batch),
    '/groups': String(group),
    '/students': String(student.id),
    '/users': String(student.userId),
    '/tasks': String(task),
    '/task-submissions': String(submission),
    '/attendance-sessions': String(session),
    '/attendance-submissions': String(entry),
  }
  ids = byPath
})
afterAll(() => at.close())

function addressOf(path: string): string {
  const of = path.split('/')[1]
  return path.replace(
    /:(\w+)/g,
    (_, name: string) => (name === 'id' ? ids[`/${of}`] : (ids[`${of}:${name}`] ?? ids[name])) ?? '1',
  )
}

/** Calls with nothing in the body, so that what is allowed is answered by its validation and changes nothing. */
function call(caller: Caller, route: string) {
  const [method = '', path = ''] = route.split(' ')
  const address = addressOf(path)
  if (route === 'POST /users/:id/initial-password') {
    const id = caller === callers.SA ? spare.student : spare.staff
    return caller.post(`/users/${id}/initial-password`)
  }
  // A link that is not there.
  if (route === 'DELETE /students/:id/group') return caller.delete(`${address}?group_id=999999`)
  if (method === 'GET') return caller.get(address)
  if (method === 'DELETE') return caller.delete(address.replace(/\d+$/, '999999'))
  return method === 'PUT' ? caller.put(address, {}) : caller.post(address, {})
}

const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('every declared route stands in the table, and the table names no other', () => {
  expect(TABLE.map(([route]) => route).sort()).toEqual(declaredEndpoints.map(keyOf).sort())
})

describe.each(TABLE)('%s', (route, may) => {
  const isPublic = may === 'public'

  test('without a login', async () => {
    const { status } = await call(at.nobody, route)
    if (isPublic) expect(status).not.toBe(403)
    else expect(status).toBe(401)
  })

  test.each(Object.keys(IDENTITIES) as Identity[])('as %s', async (identity) => {
    // These two end or replace the login that the other rows still need.
    const endsLogin = route === 'POST /logout' || route === 'POST /auth/refresh'
    const caller = endsLogin ? await at.of(callers[identity].userId) : callers[identity]
    const { status } = await call(caller, route)
    const isAllowed = isPublic || may.split(' ').includes(identity)
    const isOwnAccount = route === 'GET /users/:id/roles' && identity === 'S'
    if (isAllowed || isOwnAccount) {
      expect(status).not.toBe(403)
      if (!isPublic) expect(status).not.toBe(401)
    } else expect(status).toBe(403)
    expect(status).toBeLessThan(500)
  })
})

test.each(
  TABLE.filter(([, , foreign]) => foreign),
)('%s as the head of another department', async (route, _may, foreign) => {
  const [method = '', path = ''] = route.split(' ')
  const address = addressOf(path)
  const answer = await (method === 'GET'
    ? foreignHead.get(address)
    : method === 'PUT'
      ? foreignHead.put(address, {})
      : foreignHead.delete(address))
  expect(answer.status).toBe(foreign)
})

test('lists leave another department out', async () => {
  const lists = ['/groups', '/tasks', '/attendance-sessions', '/attendance-submissions']
  for (const path of [...lists, `/batches/${ids['/batches']}/active-groups`]) {
    expect((await callers.H.get(path)).body.meta.total).toBe(1)
    expect((await foreignHead.get(path)).body.meta.total).toBe(0)
  }
  const names = async (caller: Caller) =>
    (await caller.get('/staff')).body.data.map((one: { department_id: number }) => one.department_id)
  expect(new Set(await names(callers.H))).toEqual(new Set([Number(ids.department_id)]))
  expect(await names(foreignHead)).not.toContain(Number(ids.department_id))
  for (const what of ['task-submissions', 'attendance-submissions']) {
    const ofStudent = `/${what}/student/${ids.student_id}`
    expect((await callers.H.get(ofStudent)).body.meta.total).toBe(1)
    expect((await foreignHead.get(ofStudent)).body.meta.total).toBe(0)
  }
  const record = `/attendance-submissions/student/${ids.student_id}/record`
  expect((await callers.H.get(record)).body.data).toHaveLength(1)
  expect((await foreignHead.get(record)).body.data).toEqual([])
})

test('a route without a permission keeps the server from starting', () => {
  const app = Fastify()
  requirePermissions(app)
  expect(() => app.get('/api/unguarded', () => 'open')).toThrow('The route /api/unguarded declares no permission')
})
