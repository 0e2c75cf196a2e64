import { randomBytes } from 'node:crypto'
import { parseSetCookie } from 'cookie'
import { describe, expect, test } from 'vitest'
import { sharedSecret, signedToken } from '../../core/secrets.ts'
import { testApp } from '../../testing/app.ts'
import { signingIn } from '../../testing/sign-ins.ts'
import { issueReset } from '../accounts/passwords.writes.ts'
import { sweepAttempts } from '../accounts/throttle.writes.ts'
import { sweepDevices } from './devices.writes.ts'

const { at, account, newAddress, passwordHash } = await signingIn()
interface From {
  device?: string | undefined
  address?: string
}
const post = (path: string, payload: object, { device, address = newAddress() }: From = {}, more: object = {}) =>
  at.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      'x-forwarded-for': address,
      ...(device === undefined ? {} : { cookie: `theme=dark; clinical_elog_device=${device}` }),
      ...more,
    },
    payload,
  })
const login = (email: string, password: string, from?: From) => post('/login', { email, password }, from)
const deviceOf = (answer: { headers: Record<string, unknown> }) =>
  parseSetCookie(String(answer.headers['set-cookie'])).value as string
const newDevice = async (email: string) => deviceOf(await login(email, 'Correct1'))
/** As many failures as one account may have, from everywhere. */
const attack = (id: number, failures = 20) =>
  at.db
    .insertInto('login_failures')
    .values(Array.from({ length: failures }, () => ({ user_id: id, network: newAddress() })))
    .execute()
const devicesOf = (id: number) =>
  at.db.selectFrom('known_devices').selectAll().where('user_id', '=', id).orderBy('last_used_at').execute()

describe('after twenty failures for one account from anywhere', () => {
  test('only a device that has signed in to it goes on', async () => {
    const [person, other] = [await account(), await account()]
    const [own, others] = [await newDevice(person.email), await newDevice(other.email)]
    await attack(person.id, 19)
    expect((await login(person.email, 'Wrong-1')).statusCode).toBe(401)

    const refused = await login(person.email, 'Correct1')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual({ message: 'Too many login attempts. Please try again in 15 minutes.' })
    expect(refused.headers['set-cookie']).toBeUndefined()
    expect((await login(person.email, 'Correct1', { device: others })).statusCode).toBe(429)
    expect((await login(person.email, 'Correct1', { device: own })).statusCode).toBe(200)
    expect((await login(other.email, 'Correct1')).statusCode).toBe(200)
  })

  test('nor does a neighbour behind the same address lock such a device out', async () => {
    const { email } = await account()
    const [own, address] = [await newDevice(email), newAddress()]
    await at.db
      .insertInto('login_failures')
      .values(Array.from({ length: 100 }, (_, n) => ({ email: `nobody${n}@x.test`, network: address })))
      .execute()
    expect((await login(email, 'Correct1', { address })).statusCode).toBe(429)
    expect((await login(email, 'Correct1', { address, device: own })).statusCode).toBe(200)
  })

  test('such a device has five guesses, wherever it is carried', async () => {
    const { id, email } = await account()
    const device = await newDevice(email)
    await attack(id)
    for (let n = 0; n < 5; n += 1) expect((await login(email, 'Wrong-1', { device })).statusCode).toBe(401)
    expect((await login(email, 'Correct1', { device })).statusCode).toBe(429)
  })

  test('and never more than five from one address', async () => {
    const { id, email } = await account()
    const [device, address] = [await newDevice(email), newAddress()]
    await attack(id, 10)
    for (let n = 0; n < 5; n += 1) expect((await login(email, 'Wrong-1', { address })).statusCode).toBe(401)
    expect((await login(email, 'Correct1', { device, address })).statusCode).toBe(429)
    expect((await login(email, 'Correct1', { device })).statusCode).toBe(200)
  })

  test('an email of nobody is refused alike', async () => {
    const failures = Array.from({ length: 20 }, () => ({ email: 'nowhere@college.test', network: newAddress() }))
    await at.db.insertInto('login_failures').values(failures).execute()
    const device = await newDevice((await account()).email)
    expect((await login('Nowhere@college.test', 'Wrong-1', { device })).statusCode).toBe(429)
  })
})

describe('the cookie of a device', () => {
  test('is for this server alone, hidden from scripts, and lasts a year', async () => {
    const { email } = await account()
    const plain = await login(email, 'Correct1')
    expect(parseSetCookie(String(plain.headers['set-cookie']))).toEqual({
      name: 'clinical_elog_device',
      value: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}$/),
      path: '/api',
      maxAge: 365 * 24 * 3600,
      httpOnly: true,
      sameSite: 'strict',
    })
    const overTls = await post('/login', { email, password: 'Correct1' }, {}, { 'x-forwarded-proto': 'https' })
    expect(parseSetCookie(String(overTls.headers['set-cookie']))).toMatchObject({ secure: true })
    expect((await login(email, 'Wrong-1')).headers['set-cookie']).toBeUndefined()
    const headers = { 'x-forwarded-proto': 'https' }
    const payload = { email, password: 'Correct1' }
    const direct = { method: 'POST', url: '/api/login', remoteAddress: '203.0.113.8', headers, payload } as const
    const untrusted = await at.app.inject(direct)
    expect(parseSetCookie(String(untrusted.headers['set-cookie']))).not.toHaveProperty('secure')
  })

  test('is for encrypted connections when the server is reached by them, whatever the proxy says', async () => {
    const behind = await testApp({ environment: { PUBLIC_URL: 'https://elog.college.test' } })
    await behind.make.user({ email: 'secure@college.test', password_hash: passwordHash })
    const payload = { email: 'secure@college.test', password: 'Correct1' }
    const answer = await behind.app.inject({ method: 'POST', url: '/api/login', payload })
    await behind.close()
    expect(parseSetCookie(String(answer.headers['set-cookie']))).toMatchObject({ secure: true })
  })

  test('stays the same on one device, which several people may use', async () => {
    const [one, two] = [await account(), await account()]
    const device = await newDevice(one.email)
    expect(deviceOf(await login(two.email, 'Correct1', { device }))).toBe(device)
    expect(deviceOf(await login(one.email, 'Correct1', { device }))).toBe(device)
    expect([(await devicesOf(one.id)).length, (await devicesOf(two.id)).length]).toEqual([1, 1])
  })

  test('counts for nothing unless this server signed it', async () => {
    const { id, email } = await account()
    const device = await newDevice(email)
    await attack(id)
    const [nonce, signature] = device.split('.') as [string, string]
    const forged = [
      '',
      'x',
      nonce,
      `${nonce}.${signature}x`,
      `x${device}`,
      signedToken(randomBytes(32)),
      signedToken(await sharedSecret(at.db, 'csrf')),
      signedToken(await sharedSecret(at.db, 'device')),
    ]
    for (const one of forged) expect((await login(email, 'Correct1', { device: one })).statusCode, one).toBe(429)
    expect((await login(email, 'Correct1', { device })).statusCode).toBe(200)
    // Nor does it become known: somebody could have put it there to be known later.
    const other = await account()
    for (const one of [`${nonce}.${signature}x`, `${device}.x`, signedToken(randomBytes(32))])
      expect(deviceOf(await login(other.email, 'Correct1', { device: one })), one).not.toBe(one)
  })

  test('signs nobody in, and the database holds its hash alone', async () => {
    const { id, email } = await account()
    const device = await newDevice(email)
    const answer = await at.app.inject({ url: '/api/auth/me', headers: { cookie: `clinical_elog_device=${device}` } })
    expect(answer.statusCode).toBe(401)
    const [known] = await devicesOf(id)
    expect(known?.device).toHaveLength(32)
    expect(Buffer.from(device).includes(known?.device as Buffer)).toBe(false)
  })
})

describe('the devices of an account', () => {
  test('are twenty at the most: those used last', async () => {
    const { id, email } = await account()
    const first = await newDevice(email)
    await at.db
      .updateTable('known_devices')
      .set({ last_used_at: new Date(0) })
      .where('user_id', '=', id)
      .execute()
    const early = Array.from({ length: 25 }, (_, n) => ({
      user_id: id,
      device: randomBytes(32),
      last_used_at: new Date(Date.now() - (n + 1) * 60_000),
    }))
    await at.db.insertInto('known_devices').values(early).execute()
    expect(deviceOf(await login(email, 'Correct1', { device: first }))).toBe(first)
    const kept = (await devicesOf(id)).map(({ device }) => device.toString('hex'))
    expect(kept).toHaveLength(20)
    for (const { device } of early.slice(0, 19)) expect(kept).toContain(device.toString('hex'))
    // The next one displaces another: the first was used just now.
    await newDevice(email)
    await attack(id)
    expect((await login(email, 'Correct1', { device: first })).statusCode).toBe(200)
    expect(await devicesOf(id)).toHaveLength(20)
  })

  test('are forgotten at a reset, but for the one in use; and the failures of others are too', async () => {
    const { id, email } = await account()
    const [mine, lost] = [await newDevice(email), await newDevice(email)]
    await attack(id)
    const reset = async (device?: string) => {
      await at.db.updateTable('users').set({ reset_mailed_at: null }).where('id', '=', id).execute()
      const token = (await at.db.transaction().execute((tx) => issueReset(tx, id)))?.token
      return post('/auth/reset-password', { token, password: 'Another-way1' }, { device })
    }
    const answer = await reset(mine)
    expect([answer.statusCode, deviceOf(answer)]).toEqual([200, mine])
    expect((await login(email, 'Another-way1')).statusCode).toBe(200)
    await attack(id)
    expect((await login(email, 'Another-way1', { device: lost })).statusCode).toBe(429)
    expect((await login(email, 'Another-way1', { device: mine })).statusCode).toBe(200)

    const onANewOne = deviceOf(await reset())
    await attack(id)
    expect((await login(email, 'Another-way1', { device: mine })).statusCode).toBe(429)
    expect((await login(email, 'Another-way1', { device: onANewOne })).statusCode).toBe(200)
  })
})

test('what no limit counts any more is swept; the rest stays', async () => {
  const { id, email } = await account()
  const network = newAddress()
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const times = [ago(0.2), ago(1.1)]
  await at.db.deleteFrom('login_failures').execute()
  await at.db
    .insertInto('login_failures')
    .values(
      times.flatMap((when) => [
        { user_id: id, network, at: when },
        { email, network, at: when },
      ]),
    )
    .execute()
  await at.db
    .insertInto('forgotten_calls')
    .values(times.map((when) => ({ network, at: when })))
    .execute()
  const days = [364, 366].map((n) => ({ user_id: id, device: randomBytes(32), last_used_at: ago(24 * n) }))
  await at.db.insertInto('known_devices').values(days).execute()
  await sweepAttempts(at.db)
  await sweepDevices(at.db)
  const left = async (table: 'login_failures' | 'forgotten_calls') =>
    (await at.db.selectFrom(table).select('at').execute()).map((row) => row.at)
  const recent = times[0]?.toISOString()
  expect(await left('login_failures')).toEqual([recent, recent])
  expect(await left('forgotten_calls')).toEqual([recent])
  expect((await devicesOf(id)).map(({ device }) => device)).toEqual([days[0]?.device])
})
