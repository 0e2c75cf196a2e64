import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { contracts, declaredEndpoints, featureOf } from '../../../shared/contract/all.ts'
import { requirePermissions } from '../../http/routes.ts'
import type { Answer, Client } from '../../testing/app.ts'
import { unfurnished } from '../../testing/college.ts'
import { declaredLists } from '../../testing/lists.ts'
import {
  IDENTITIES,
  type Identity,
  type Ids,
  type PermissionRow,
  type PermissionTable,
  type Special,
} from '../../testing/permissions.ts'

const found = import.meta.glob<PermissionTable>('../../features/*/*.permissions.ts', { eager: true, import: 'table' })
/** Feature → its table. */
const tables = Object.fromEntries(Object.entries(found).map(([file, table]) => [file.split('/').at(-2) ?? '', table]))
const rows = Object.values(tables).flatMap((table) => table.rows)
const specialOf = ([, , more]: PermissionRow): Special => (typeof more === 'object' ? more : { foreign: more })

const at = await unfurnished()
const { db, make } = at
const department = await make.department()
const batch = await make.batch()
const group = await make.group(batch, department)
const student = await make.student(batch, group)
const ids: Ids = { status: 'active' }
for (const table of Object.values(tables))
  Object.assign(ids, await table.ids?.({ db, make, department, batch, group, student }))

/** Returns a person of each kind, the staff of this department. */
async function peopleOf(departmentId: number, studentUserId: number) {
  const people = {} as Record<Identity, Client>
  for (const [identity, role] of Object.entries(IDENTITIES))
    people[identity as Identity] =
      role === 'student' ? await at.of(studentUserId) : await at.as(role, role === 'no-role' ? undefined : departmentId)
  return people
}
const callers = await peopleOf(department, student.userId)
/** People of another academic department, and a student who is in none of the groups. */
const foreigners = await peopleOf(await make.department(), (await make.student(batch)).userId)

/** A record's own id is known by the first part of the path; any other parameter by its name there, or anywhere. */
function addressOf(path: string): string {
  const of = path.split('/')[1]
  return path.replace(/:(\w+)/g, (_, name: string) =>
    String((name === 'id' ? ids[`/${of}`] : (ids[`${of}:${name}`] ?? ids[name])) ?? 1),
  )
}

const addressIn = (row: PermissionRow, identity?: Identity) =>
  specialOf(row).address?.(ids, identity) ?? addressOf(row[0].split(' ')[1] ?? '')

/** Calls with nothing in the body, or what the row names, so that what is allowed is answered by its validation and changes nothing. */
function send(caller: Client, method: string | undefined, address: string, body = {}) {
  if (method === 'GET') return caller.get(address)
  if (method === 'DELETE') return caller.delete(address)
  if (method === 'PATCH') return caller.patch(address)
  return method === 'PUT' ? caller.put(address, body) : caller.post(address, body)
}

function call(caller: Client, row: PermissionRow, identity?: Identity) {
  const [method] = row[0].split(' ')
  const address = addressIn(row, identity)
  const isOfNobody = method === 'DELETE' && !specialOf(row).address
  return send(caller, method, isOfNobody ? address.replace(/\d+$/, '999999') : address, specialOf(row).body)
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

const pages = new Set(declaredLists.map(({ path }) => `GET ${path}`))

test('every row of a record or of a page says what another department is answered', () => {
  const mustSay = rows.filter(([route]) => route.includes(':') || pages.has(route))
  expect(
    mustSay.filter((row) => specialOf(row).foreign === undefined).map(([route]) => route),
    `Write in the third column of these rows what somebody of another academic department is answered, from the
specification and not from the code: 404, 'own' (a list of what is the own department's), or 'shown' (what everybody is).`,
  ).toEqual([])
})

const totalOf = ({ body }: Answer): number | undefined => body.meta?.total ?? body.data?.length

// Records that are shown are not deleted.
const asked = rows.filter((row) => {
  const { foreign } = specialOf(row)
  return foreign !== undefined && !(foreign === 'shown' && row[0].startsWith('DELETE'))
})

test.each(
  asked.map((row) => [row[0], specialOf(row).foreign, row] as const),
)('%s from another department: %s', async (route, foreign, row) => {
  const [method] = route.split(' ')
  const may = row[1].split(' ') as Identity[]
  const identity = specialOf(row).as ?? may.find((one) => one === 'H') ?? (may[0] as Identity)
  const address = addressIn(row, identity)
  const theirs = await send(foreigners[identity], method, address, specialOf(row).body)
  if (foreign === 404 || foreign === 'hidden') expect(theirs.status).toBe(404)
  else expect(theirs.status).not.toBe(404)
  if (method !== 'GET') return
  const own = await send(callers[identity], method, address)
  if (foreign === 404) {
    // Otherwise nobody would be answered anything else.
    expect(own.body).not.toEqual(theirs.body)
    return
  }
  if (foreign === 'hidden') return expect(own.status).toBe(404)
  expect([own.status, theirs.status]).toEqual([200, 200])
  const totals = [totalOf(own), totalOf(theirs)]
  if (foreign === 'own') expect(totals).toEqual([1, 0])
  else if (foreign === 'empty') expect(totals).toEqual([0, 0])
  else {
    expect(totals[0]).not.toBe(0)
    expect(totals[1]).toBe(totals[0])
  }
})

test('all of the staff that a head is shown are of the own department', async () => {
  const departments = async (caller: Client) =>
    new Set((await caller.get('/staff')).body.data.map((one: { department_id: number }) => one.department_id))
  expect(await departments(callers.H)).toEqual(new Set([department]))
  expect([...(await departments(foreigners.H))]).not.toContain(department)
})

test('a route without a permission keeps the server from starting', () => {
  const app = Fastify()
  requirePermissions(app)
  expect(() => app.get('/api/unguarded', () => 'open')).toThrow('The route /api/unguarded declares no permission')
})
