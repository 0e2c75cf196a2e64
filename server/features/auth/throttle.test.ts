import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../core/passwords.ts'
import { openSession } from '../../core/session.ts'
import { type TestApp, testApp } from '../../testing/app.ts'

let at: TestApp
let passwordHash: string

beforeAll(async () => {
  at = await testApp()
  passwordHash = await hashPassword('Correct1')
})
afterAll(() => at.close())

let count = 0
const newAddress = () => {
  count += 1
  return `10.0.0.${count}`
}
const account = async () => {
  count += 1
  const email = `throttle${count}@college.test`
  return { id: await at.make.user({ email, password_hash: passwordHash }), email }
}
const login = async (email: string, password: string, address = newAddress()) =>
  at.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'x-forwarded-for': address },
    payload: { email, password },
  })
const guess = async (email: string, times: number, address?: string) => {
  const statuses = []
  for (let n = 0; n < times; n += 1) statuses.push((await login(email, 'Wrong-1', address)).statusCode)
  return statuses
}
/** Lets the failures of an email grow older. */
const age = (email: string, minutes: number) =>
  at.db
    .updateTable('login_failures')
    .set({ at: new Date(Date.now() - minutes * 60_000) })
    .where('email', '=', email)
    .execute()

describe('after five failures for one email', () => {
  test('even the right password waits, and is told how long', async () => {
    const { email } = await account()
    expect(await guess(email, 5)).toEqual(Array(5).fill(401))
    const answer = await login(email.toUpperCase(), 'Correct1')
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toEqual({ message: 'Too many login attempts. Please try again in 15 minutes.' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(14 * 60)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
    expect(await at.db.selectFrom('sessions').select('user_id').execute()).toEqual([])
  })

  test('an email of nobody waits as well', async () => {
    expect(await guess('nobody@college.test', 6)).toEqual([...Array(5).fill(401), 429])
  })

  test('fifteen minutes later it goes on', async () => {
    const { email } = await account()
    await guess(email, 5)
    await age(email, 14.5)
    const answer = await login(email, 'Correct1')
    expect(answer.statusCode).toBe(429)
    expect(answer.json().message).toBe('Too many login attempts. Please try again in 1 minutes.')
    await age(email, 15.01)
    expect((await login(email, 'Correct1')).statusCode).toBe(200)
  })

  test('guesses that come together are not more', async () => {
    const { email } = await account()
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(email, 'Wrong-1')))
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
    expect((await login(email, 'Correct1')).statusCode).toBe(429)
  })

  test('the right password among guesses that come together does not slip through', async () => {
    const { email } = await account()
    const guesses = Array.from({ length: 20 }, () => login(email, 'Wrong-1'))
    const right = await login(email, 'Correct1')
    await Promise.all(guesses)
    expect(right.statusCode).toBe(429)
  })
})

test('a success forgets the failures of its email', async () => {
  const { email } = await account()
  for (let round = 0; round < 2; round += 1) {
    expect(await guess(email, 4)).toEqual(Array(4).fill(401))
    expect((await login(email, 'Correct1')).statusCode).toBe(200)
  }
})

test('twenty failures from one address refuse that address, and no other', async () => {
  const address = newAddress()
  for (let n = 0; n < 4; n += 1) await guess((await account()).email, 5, address)
  const { email } = await account()
  expect((await login(email, 'Correct1', address)).statusCode).toBe(429)
  expect((await login(email, 'Correct1')).statusCode).toBe(200)
})

test('a class that signs in at once from one address is let in, and so is one person on six devices', async () => {
  const address = newAddress()
  const accounts = await Promise.all(Array.from({ length: 30 }, account))
  const one = await account()
  const answers = await Promise.all([
    ...accounts.map(({ email }) => login(email, 'Correct1', address)),
    ...Array.from({ length: 6 }, () => login(one.email, 'Correct1')),
  ])
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(36).fill(200))
})

test('guessing the current password of an open session is throttled too', async () => {
  const { id } = await account()
  const token = await at.db.transaction().execute((tx) => openSession(tx, id, undefined))
  const address = newAddress()
  const change = (current_password: string) =>
    at.app.inject({
      method: 'POST',
      url: '/api/auth/change-password',
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
      payload: { current_password, password: 'Another1' },
    })
  for (let n = 0; n < 5; n += 1) expect((await change('Wrong-1')).statusCode).toBe(422)
  expect((await change('Correct1')).statusCode).toBe(429)
})
