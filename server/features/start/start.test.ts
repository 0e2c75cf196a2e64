import { expect, test } from 'vitest'
import { ROLES } from '../../../shared/permissions.ts'
import { openLogin } from '../../core/login.ts'
import { furnished } from '../../testing/college.ts'

const { at, hod, admin, wards, student } = await furnished()
const { caller: ofStudent, userId } = await student(wards)
const BATCHES = '/batches?per_page=500'
const DEPARTMENTS = '/departments?type=academic&per_page=500'

test('says what its parts say when they are asked for one by one', async () => {
  const { body } = await hod.get('/start')
  expect(body.data).toEqual({
    roles: ['hod'],
    staff: (await hod.get('/staff/current-user')).body.data,
    student: null,
    departments: (await hod.get(DEPARTMENTS)).body,
    batches: (await hod.get(BATCHES)).body,
  })
})

test('tells a student the own record and the own batch only', async () => {
  const { body } = await ofStudent.get('/start')
  expect(body.data).toEqual({
    roles: ['student'],
    staff: null,
    student: (await ofStudent.get(`/students/user/${userId}`)).body.data,
    departments: (await ofStudent.get(DEPARTMENTS)).body,
    batches: (await ofStudent.get(BATCHES)).body,
  })
  expect(body.data.batches.data).toHaveLength(1)
})

test.each([...ROLES])('has of %s nothing that a call of its own would refuse', async (role) => {
  const caller = await at.as(role)
  const { body } = await caller.get('/start')
  expect(body.data.roles).toEqual([role])
  expect(body.data.departments).toEqual((await caller.get(DEPARTMENTS)).body)
})

test('tells who holds no role that there is nothing', async () => {
  const nothing = { roles: [], staff: null, student: null, departments: null, batches: null }
  expect((await (await at.as('no-role')).get('/start')).body.data).toEqual(nothing)
})

test('shows a student without a record no department and no batch', async () => {
  const { userId: nobodys } = await at.as('no-role')
  await at.make.giveRole(nobodys, 'student')
  const { data } = (await (await at.of(nobodys)).get('/start')).body
  expect(data).toMatchObject({ student: null, departments: { data: [] }, batches: { data: [] } })
})

/** Asks with what is known of an answer. */
async function ask(token: string, known?: unknown) {
  const headers = { authorization: `Bearer ${token}`, ...(known ? { 'if-none-match': String(known) } : {}) }
  const { statusCode, headers: answered, body } = await at.app.inject({ url: '/api/start', headers })
  return { status: statusCode, etag: answered.etag, control: answered['cache-control'], body }
}
const tokenOf = (caller: { userId: number }) =>
  at.db.transaction().execute((tx) => openLogin(tx, caller.userId, undefined))

test('is not sent again to who has it, until it is another', async () => {
  const token = await tokenOf(hod)
  const { etag, ...first } = await ask(token)
  expect(first).toMatchObject({ status: 200, control: 'no-store' })
  expect(etag).toMatch(/^W\/"[\w-]{43}"$/)
  expect(await ask(token, etag)).toEqual({ status: 304, etag, control: 'no-store', body: '' })
  // Another person's is none of it.
  expect((await ask(await tokenOf(admin), etag)).status).toBe(200)
  await at.make.batch()
  const changed = await ask(token, etag)
  expect(changed.status).toBe(200)
  expect(changed.etag).not.toBe(etag)
  expect((await ask('nobody', etag)).status).toBe(401)
})
