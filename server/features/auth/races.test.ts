import { expect, test } from 'vitest'
import { hashPassword } from '../../core/passwords.ts'
import type { Tx } from '../../db/types.ts'
import { callerAs } from '../../testing/callers.ts'
import { waitingForLocks } from '../../testing/locks.ts'
import { signingIn } from '../../testing/sign-ins.ts'
import { issueReset, setInitialPassword } from '../accounts/passwords.writes.ts'
import { lockAccount } from '../accounts/reads.ts'
import { applyStatus } from '../accounts/writes.ts'

// Calls come together with a change of a password or a status. The tests lock the account's row, let the calls run into
// it, make the change in that transaction, and let go.

const mailed: string[] = []
const { at, account, login, post } = await signingIn({
  mail: {
    publicUrl: 'https://elog.test',
    send: async ({ to }) => void mailed.push(to),
  },
})
const newHash = await hashPassword('Another-way1')
const admin = callerAs('admin', undefined, await at.make.person('admin'))
const sessionsOf = async (id: number) =>
  (await at.db.selectFrom('logins').select('user_id').where('user_id', '=', id).execute()).length
const WRONG = { status: 401, body: { message: 'Invalid email or password.' } }

/** Starts the calls while the account is locked, and makes the change when all of them wait. */
async function meanwhile<T>(userId: number, calls: (() => Promise<T>)[], change: (tx: Tx) => Promise<unknown>) {
  let started: Promise<T[]> | undefined
  await at.db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId)
    started = Promise.all(calls.map((call) => call()))
    await expect.poll(() => waitingForLocks(at.db)).toBe(calls.length)
    await change(tx)
  })
  return (await started) ?? []
}

const newPassword = (id: number) => (tx: Tx) =>
  tx.updateTable('users').set({ password_hash: newHash }).where('id', '=', id).execute()

test('a sign-in that was under way with the old password does not survive its change', async () => {
  const { id, email } = await account()
  const login = () => post('/login', { email, password: 'Correct1' })
  expect(await meanwhile(id, [login, login, login], newPassword(id))).toEqual([WRONG, WRONG, WRONG])
  expect(await sessionsOf(id)).toBe(0)
  expect((await post('/login', { email, password: 'Another-way1' })).status).toBe(200)
})

test('nor a new initial password', async () => {
  const { id, email } = await account()
  const login = () => post('/login', { email, password: 'Correct1' })
  const issue = async (tx: Tx) => setInitialPassword(tx, admin, await lockAccount(tx, id), newHash)
  expect(await meanwhile(id, [login, login], issue)).toEqual([WRONG, WRONG])
  expect(await sessionsOf(id)).toBe(0)
})

test('a sign-in tells what the account is when its turn has come', async () => {
  const { id, email } = await account()
  const login = () => post('/login', { email, password: 'Correct1' })
  const [answer] = await meanwhile(id, [login], async (tx) => {
    await tx.updateTable('users').set({ name: 'New Name', must_change_password: true }).where('id', '=', id).execute()
    const { id: role_id } = await tx
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'clerk')
      .executeTakeFirstOrThrow()
    await tx.insertInto('user_roles').values({ user_id: id, role_id }).execute()
  })
  expect(answer).toMatchObject({
    status: 200,
    body: { user: { id, name: 'New Name', roles: ['clerk'], must_change_password: true } },
  })
})

test('who lost the right to sign in meanwhile is not signed in', async () => {
  const { id, email } = await account()
  await at.make.staff(id, await at.make.department())
  const login = () => post('/login', { email, password: 'Correct1' })
  const [answer] = await meanwhile(id, [login], async (tx) => {
    await tx.updateTable('staff').set({ status: 'terminated' }).where('user_id', '=', id).execute()
    await applyStatus(tx, admin, await lockAccount(tx, id), 'terminated')
  })
  expect(answer).toEqual({
    status: 401,
    body: { message: 'Your account is not active. Please contact the administrator.' },
  })
  expect(await sessionsOf(id)).toBe(0)
})

test('a token is replaced once, however many ask at once', async () => {
  const { id } = await account()
  const token = await login(id)
  const refresh = () => post('/auth/refresh', {}, token)
  const held = await meanwhile(id, [refresh, refresh, refresh, refresh], async () => undefined)
  expect(held.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  expect(await sessionsOf(id)).toBe(1)

  const next = held.find(({ status }) => status === 200)?.body.access_token
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('/auth/refresh', {}, next)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)])
  expect(await sessionsOf(id)).toBe(1)
})

test('a token that a new password ended meanwhile is not replaced', async () => {
  const { id } = await account()
  const token = await login(id)
  const issue = async (tx: Tx) => setInitialPassword(tx, admin, await lockAccount(tx, id), newHash)
  const [answer] = await meanwhile(id, [() => post('/auth/refresh', {}, token)], issue)
  expect(answer?.status).toBe(401)
  expect(await sessionsOf(id)).toBe(0)
})

test('of two changes with one current password the first wins', async () => {
  const { id, email } = await account()
  const token = await login(id)
  const change = (password: string) => () =>
    post('/auth/change-password', { current_password: 'Correct1', password }, token)
  const answers = await meanwhile(id, [change('First-One1'), change('Second-One2')], async () => undefined)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(answers.find(({ status }) => status === 422)?.body.errors).toEqual({
    current_password: ['The current password is not correct.'],
  })
  const winner = answers[0]?.status === 200 ? 'First-One1' : 'Second-One2'
  expect((await post('/login', { email, password: winner })).status).toBe(200)
})

test('a mailed link that a new initial password ended meanwhile is refused, and neither waits for the other', async () => {
  const { id } = await account()
  const token = (await at.db.transaction().execute((tx) => issueReset(tx, id)))?.token
  const reset = () => post('/auth/reset-password', { token, password: 'By-Mail1' })
  const issue = async (tx: Tx) => setInitialPassword(tx, admin, await lockAccount(tx, id), newHash)
  const [answer] = await meanwhile(id, [reset], issue)
  expect(answer).toMatchObject({ status: 422, body: { errors: { token: [expect.any(String)] } } })
  const { password_hash } = await at.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(password_hash).toBe(newHash)
})

test('a wrong password is answered while the account is locked, so that others from there need not wait', async () => {
  const { id, email } = await account()
  await at.db.transaction().execute(async (tx) => {
    await lockAccount(tx, id)
    expect(await post('/login', { email, password: 'Wrong-1' })).toEqual(WRONG)
  })
})

test('a link goes to the address that the account has when it is made', async () => {
  const { id, email } = await account()
  const before = mailed.length
  await meanwhile(id, [() => post('/auth/forgot-password', { email })], (tx) =>
    tx
      .updateTable('users')
      .set({ email: `new.${email}` })
      .where('id', '=', id)
      .execute(),
  )
  await expect.poll(() => mailed.slice(before)).toEqual([`new.${email}`])
})
