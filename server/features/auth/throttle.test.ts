import { describe, expect, test } from 'vitest'
import { openLogin } from '../../core/login.ts'
import { testApp } from '../../testing/app.ts'
import { signingIn } from '../../testing/sign-ins.ts'

const { at, account, newAddress } = await signingIn()
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
const statusesOf = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort()
const numberOf = (status: number, times: number) => Array<number>(times).fill(status)
/** Lets all failures grow older. */
const age = (minutes: number) =>
  at.db
    .updateTable('login_failures')
    .set({ at: new Date(Date.now() - minutes * 60_000) })
    .execute()

describe('after five failures for one account from one address', () => {
  test('even the right password waits there, and is told how long; elsewhere it is taken', async () => {
    const { id, email } = await account()
    const address = newAddress()
    expect(await guess(email, 5, address)).toEqual(numberOf(401, 5))
    const answer = await login(email.toUpperCase(), 'Correct1', address)
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toEqual({ message: 'Too many login attempts. Please try again in 15 minutes.' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(14 * 60)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
    const logins = at.db.selectFrom('logins').select('user_id').where('user_id', '=', id)
    expect(await logins.execute()).toEqual([])
    expect((await login(email, 'Correct1')).statusCode).toBe(200)
    expect((await login(email, 'Correct1', address)).statusCode).toBe(429)
  })

  test('another account goes on there', async () => {
    const address = newAddress()
    await guess((await account()).email, 6, address)
    expect((await login((await account()).email, 'Correct1', address)).statusCode).toBe(200)
  })

  test('an email of nobody waits as well, however it is spelt', async () => {
    const address = newAddress()
    const spellings = ['nobody@college.test', 'Nobody@college.test', 'NOBODY@COLLEGE.TEST']
    for (const email of [...spellings, ...spellings.slice(0, 2)])
      expect((await login(email, 'Wrong-1', address)).statusCode).toBe(401)
    for (const email of spellings) expect((await login(email, 'Wrong-1', address)).statusCode, email).toBe(429)
  })

  test('fifteen minutes later it goes on', async () => {
    const { email } = await account()
    const address = newAddress()
    await guess(email, 5, address)
    await age(14.5)
    const answer = await login(email, 'Correct1', address)
    expect(answer.statusCode).toBe(429)
    expect(answer.json().message).toBe('Too many login attempts. Please try again in 1 minutes.')
    await age(15.01)
    expect((await login(email, 'Correct1', address)).statusCode).toBe(200)
  })

  test('guesses that come together are not more', async () => {
    const { email } = await account()
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, 'Wrong-1', address)))
    expect(statusesOf(answers)).toEqual([...numberOf(401, 5), ...numberOf(429, 15)])
    expect((await login(email, 'Correct1', address)).statusCode).toBe(429)
  })

  test('the right password among guesses that come together does not slip through', async () => {
    const { email } = await account()
    const address = newAddress()
    const guesses = Array.from({ length: 15 }, () => login(email, 'Wrong-1', address))
    const right = await login(email, 'Correct1', address)
    await Promise.all(guesses)
    expect(right.statusCode).toBe(429)
  })

  test('a success forgets the failures from there, and no others', async () => {
    const { email } = await account()
    const [here, there] = [newAddress(), newAddress()]
    expect(await guess(email, 4, there)).toEqual(numberOf(401, 4))
    for (let round = 0; round < 2; round += 1) {
      expect(await guess(email, 4, here)).toEqual(numberOf(401, 4))
      expect((await login(email, 'Correct1', here)).statusCode).toBe(200)
    }
    expect(await guess(email, 2, there)).toEqual([401, 429])
  })
})

test('an account is counted by what the database finds, not by how the email is spelt', async () => {
  // Servers differ in the small letter of İ; whichever spelling finds the account must count for it.
  await account({ email: 'iqbal.i@college.test' })
  const address = newAddress()
  const spellings = ['iqbal.i', 'İqbal.i', 'IQBAL.I', 'iqbal.İ', 'İQBAL.İ'].map((name) => `${name}@college.test`)
  const found = await Promise.all(
    spellings.map(async (spelling) => (await login(spelling, 'Correct1')).statusCode === 200),
  )
  expect(found[0]).toBe(true)
  const same = spellings.filter((_, index) => found[index])
  for (let n = 0; n < 5; n += 1)
    expect((await login(same[n % same.length] as string, 'Wrong-1', address)).statusCode).toBe(401)
  for (const spelling of same) expect((await login(spelling, 'Correct1', address)).statusCode, spelling).toBe(429)
  const rows = await at.db.selectFrom('login_failures').selectAll().where('network', '=', address).execute()
  expect(rows.map((row) => [typeof row.user_id, row.email])).toEqual(Array(5).fill(['number', null]))
  expect((await login(same[0] as string, 'Correct1')).statusCode).toBe(200)
})

describe('an address', () => {
  test('of IPv6 counts by its first 64 bits, and IPv4 in IPv6 as IPv4', async () => {
    const { email } = await account()
    for (let n = 1; n <= 5; n += 1)
      expect((await login(email, 'Wrong-1', `2001:db8:1:2:${n}::${n}`)).statusCode).toBe(401)
    expect((await login(email, 'Correct1', '2001:db8:1:2:ffff::1')).statusCode).toBe(429)
    expect((await login(email, 'Correct1', '2001:db8:1:3::1')).statusCode).toBe(200)

    const mapped = await account()
    for (let n = 1; n <= 5; n += 1) await login(mapped.email, 'Wrong-1', n % 2 ? '192.0.2.9' : '::ffff:192.0.2.9')
    expect((await login(mapped.email, 'Correct1', '192.0.2.9')).statusCode).toBe(429)
    expect((await login(mapped.email, 'Correct1', '::ffff:c000:209')).statusCode).toBe(429)
  })

  test('is what a trusted proxy says, and nobody else', async () => {
    const behind = await testApp({ environment: { TRUST_PROXY: '203.0.113.7, 2001:db8:7::/48' } })
    try {
      const from = async (remoteAddress: string, forwarded: string) => {
        const headers = { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' }
        const payload = { email: 'nobody@college.test', password: 'Wrong-1' }
        await behind.app.inject({ method: 'POST', url: '/api/login', remoteAddress, headers, payload })
        const last = behind.db.selectFrom('login_failures').select('network').orderBy('id', 'desc').limit(1)
        return (await last.executeTakeFirstOrThrow()).network
      }
      expect(await from('127.0.0.1', '198.51.100.1')).toBe('198.51.100.1')
      expect(await from('203.0.113.7', '198.51.100.2')).toBe('198.51.100.2')
      expect(await from('::ffff:203.0.113.7', '192.0.2.1, 198.51.100.3')).toBe('198.51.100.3')
      expect(await from('2001:db8:7:1::1', '198.51.100.4, 127.0.0.1')).toBe('198.51.100.4')
      expect(await from('203.0.113.7', 'no address')).toBe('203.0.113.7')
      expect(await from('203.0.113.8', '198.51.100.5')).toBe('203.0.113.8')
    } finally {
      await behind.close()
    }
  })

  test('with a hundred failures is refused, and no other', async () => {
    const address = newAddress()
    const { email } = await account()
    const failures = (times: number) =>
      at.db
        .insertInto('login_failures')
        .values(Array.from({ length: times }, (_, n) => ({ email: `many${n}@college.test`, network: address })))
        .execute()
    await failures(98)
    expect(await guess((await account()).email, 1, address)).toEqual([401])
    expect((await login(email, 'Correct1', address)).statusCode).toBe(200)
    expect(await guess((await account()).email, 2, address)).toEqual([401, 429])
    expect((await login(email, 'Correct1', address)).statusCode).toBe(429)
    expect((await login(email, 'Correct1')).statusCode).toBe(200)
  })

  test('lets a class sign in at once, and one person on six devices', async () => {
    const address = newAddress()
    const accounts = await Promise.all(Array.from({ length: 14 }, () => account()))
    const one = await account()
    const answers = await Promise.all([
      ...accounts.map(({ email }) => login(email, 'Correct1', address)),
      ...Array.from({ length: 6 }, () => login(one.email, 'Correct1')),
    ])
    expect(statusesOf(answers)).toEqual(numberOf(200, 20))
  })
})

test('guessing the current password of an open login is throttled too, wherever it is carried', async () => {
  const { id } = await account()
  const token = await at.db.transaction().execute((tx) => openLogin(tx, id, undefined))
  const change = (current_password: string, address = newAddress()) =>
    at.app.inject({
      method: 'POST',
      url: '/api/auth/change-password',
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
      payload: { current_password, password: 'Another-way1' },
    })
  for (let n = 0; n < 5; n += 1) expect((await change('Wrong-1')).statusCode).toBe(422)
  expect((await change('Correct1')).statusCode).toBe(429)
})

test('an open login changes its password while strangers guess at it', async () => {
  const { id, email } = await account()
  const failures = Array.from({ length: 20 }, () => ({ user_id: id, network: newAddress() }))
  await at.db.insertInto('login_failures').values(failures).execute()
  expect((await login(email, 'Correct1')).statusCode).toBe(429)
  const own = await at.of(id)
  const change = { current_password: 'Correct1', password: 'Another-way1' }
  expect((await own.post('/auth/change-password', change)).status).toBe(200)
})
