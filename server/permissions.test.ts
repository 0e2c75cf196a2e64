import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { contracts, declaredEndpoints, featureOf } from '../shared/contract/all.ts'
import { requirePermissions } from './core/http/routes.ts'
import type { Client } from './testing/app.ts'
import { unfurnished } from './testing/college.ts'
import { IDENTITIES, type Identity, type Ids, type PermissionRow, type PermissionTable } from './testing/permissions.ts'

const found = import.meta.glob<PermissionTable>('./features/*/*.permissions.ts', { eager: true, import: 'table' })
/** Feature → its table. */
const tables = Object.fromEntries(Object.entries(found).map(([file, table]) => [file.split('/')[2] ?? '', table]))
const rows = Object.values(tables).flatMap((table) => table.rows)
const specialOf = ([, , more]: PermissionRow) => (typeof more === 'object' ? more : {})

const at = await unfurnished()
const { make } = at
const department = await make.department()
const batch = await make.batch()
const group = await make.group(batch, department)
const student = await make.student(batch, group)
const ids: Ids = { status: 'active' }
for (const table of Object.values(tables))
  Object.assign(ids, await table.ids?.({ make, department, batch, group, student }))
const callers = {} as Record<Identity, Client>
for (const [identity, role] of Object.entries(IDENTITIES))
  callers[identity as Identity] =
    role === 'student' ? await at.of(student.userId) : await at.as(role, role === 'no-role' ? undefined : department)
const foreignHead = await at.as('hod', await make.department())

/** A record's own id is known by the first part of the path; any other parameter by its name there, or anywhere. */
function addressOf(path: string): string {
  const of = path.split('/')[1]
  return path.replace(/:(\w+)/g, (_, name: string) =>
    String((name === 'id' ? ids[`/${of}`] : (ids[`${of}:${name}`] ?? ids[name])) ?? 1),
  )
}

/** Calls with nothing in the body, so that what is allowed is answered by its validation and changes nothing. */
function call(caller: Client, row: PermissionRow, identity?: Identity) {
  const [method = '', path = ''] = row[0].split(' ')
  const special = specialOf(row).address?.(ids, identity)
  const address = special ?? addressOf(path)
  if (method === 'GET') return caller.get(address)
  if (method === 'DELETE') return caller.delete(special ?? address.replace(/\d+$/, '999999'))
  return method === 'PUT' ? caller.put(address, {}) : caller.post(address, {})
}

test.each(Object.keys(contracts))('every endpoint of %s stands in its table, which names no other', (feature) => {
  const declared = declaredEndpoints.filter((endpoint) => featureOf(endpoint) === feature)
  expect(tables[feature]?.rows.map(([route]) => route).sort()).toEqual(
    declared.map(({ method, path }) => `${method} ${path}`).sort(),
  )
})

test('no table is of a feature that is not there', () => {
  expect(Object.keys(contracts)).toEqual(expect.arrayContaining(Object.keys(tables)))
})

describe.each(rows.map((row) => [row[0], row] as const))('%s', (_, row) => {
  const [, may] = row
  const { own, endsLogin } = specialOf(row)
  const isPublic = may === 'public'

  test('without a login', async () => {
    const { status } = await call(at.nobody, row)
    if (isPublic) expect(status).not.toBe(403)
    else expect(status).toBe(401)
  })

  test.each(Object.keys(IDENTITIES) as Identity[])('as %s', async (identity) => {
    const caller = endsLogin ? await at.of(callers[identity].userId) : callers[identity]
    const { status } = await call(caller, row, identity)
    if (isPublic || may.split(' ').includes(identity) || own === identity) {
      expect(status).not.toBe(403)
      if (!isPublic) expect(status).not.toBe(401)
    } else expect(status).toBe(403)
    expect(status).toBeLessThan(500)
  })
})

test.each(
  rows.filter(([, , more]) => more === 404).map(([route]) => route),
)('%s as the head of another department', async (route) => {
  const [method = '', path = ''] = route.split(' ')
  const address = addressOf(path)
  const answer = await (method === 'GET'
    ? foreignHead.get(address)
    : method === 'PUT'
      ? foreignHead.put(address, {})
      : foreignHead.delete(address))
  expect(answer.status).toBe(404)
})

test.each(
  Object.values(tables).flatMap(({ lists = [] }) => lists),
)('%s leaves another department out', async (path) => {
  expect((await callers.H.get(addressOf(path))).body.meta.total).toBe(1)
  expect((await foreignHead.get(addressOf(path))).body.meta.total).toBe(0)
})

test('so do the staff and a student’s record', async () => {
  const departments = async (caller: Client) =>
    new Set((await caller.get('/staff')).body.data.map((one: { department_id: number }) => one.department_id))
  expect(await departments(callers.H)).toEqual(new Set([department]))
  expect([...(await departments(foreignHead))]).not.toContain(department)
  const record = `/attendance-submissions/student/${student.id}/record`
  expect((await callers.H.get(record)).body.data).toHaveLength(1)
  expect((await foreignHead.get(record)).body.data).toEqual([])
})

test('a route without a permission keeps the server from starting', () => {
  const app = Fastify()
  requirePermissions(app)
  expect(() => app.get('/api/unguarded', () => 'open')).toThrow('The route /api/unguarded declares no permission')
})
