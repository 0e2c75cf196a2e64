import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { browserKeys, pushService } from '../testing/push-service.ts'
import { contactOf, isPushService, openPusher } from './push.ts'

const service = await pushService()
afterAll(service.close)
const settings = { MAIL_FROM: 'Clinical eLog <elog@college.test>', PUBLIC_URL: 'https://elog.test' }
const secret = randomBytes(32)
const pusher = openPusher(settings, secret, { ...service.options, patience: 500 })
if (!pusher) throw new Error('there is a contact')

const addressOf = (endpoint: string, { keys } = browserKeys()) => ({
  endpoint,
  p256dh: Buffer.from(keys.p256dh, 'base64url'),
  auth: Buffer.from(keys.auth, 'base64url'),
})

test('a notice reaches the push service sealed, signed with the key that the browser was given', async () => {
  const browser = browserKeys()
  expect(await pusher.send(addressOf(service.endpoint('one'), browser), 'Something is new')).toBe(true)
  const [{ headers, body, path } = { headers: {}, body: Buffer.of(), path: '' }] = service.received
  expect([path, headers['content-encoding'], headers.ttl]).toEqual(['/one', 'aes128gcm', '43200'])
  expect(body.includes('Something')).toBe(false)
  expect(browser.read(body)).toBe('Something is new')
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(String(headers.authorization)) ?? []
  expect(key).toBe(pusher.publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const checked = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), checked, Buffer.from(signature, 'base64url'))).toBe(true)
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString())
  expect([new URL(service.endpoint('')).origin, said.sub]).toEqual([said.aud, 'mailto:elog@college.test'])
  // The same at each start, and told to nobody but as a signature.
  expect(openPusher(settings, secret)?.publicKey).toBe(pusher.publicKey)
  expect(JSON.stringify([headers, pusher])).not.toContain(secret.toString('base64url'))
})

describe('a push service that', () => {
  test.each([404, 410])('answers %i knows the browser no more', async (status) => {
    service.answers.set(`/gone${status}`, () => status)
    expect(await pusher.send(addressOf(service.endpoint(`gone${status}`)), 'x')).toBe(false)
  })

  test.each([302, 400, 500])('answers %i has not taken it, and is followed nowhere', async (status) => {
    service.answers.set(`/no${status}`, () => status)
    const before = service.received.length
    const refused = { code: 'EPUSH', responseCode: status }
    await expect(pusher.send(addressOf(service.endpoint(`no${status}`)), 'x')).rejects.toMatchObject(refused)
    expect(service.received).toHaveLength(before + 1)
  })

  test('hangs is given up', async () => {
    service.answers.set('/hangs', 'hangs')
    await expect(pusher.send(addressOf(service.endpoint('hangs')), 'x')).rejects.toThrow(/abort/i)
  })
})

test.each([
  'http://fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com:8443/fcm/send/x',
  'https://user:pass@fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com.evil.test/x',
  'https://evilpush.apple.com.test/x',
  'https://xpush.apple.com/x',
  'https://127.0.0.1/x',
  'https://10.0.0.7/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
  'https://intranet.college.test/x',
  'nothing',
])('%s is no push service, and is never called', async (endpoint) => {
  expect(isPushService(endpoint)).toBe(false)
  const real = openPusher(settings, secret)
  expect(real?.takes(addressOf(endpoint))).toBe(false)
  // A row that came into the database by another way.
  expect(await real?.send(addressOf(endpoint), 'x')).toBe(false)
})

test('a key that begins with zeros signs as any other', async () => {
  const short = Buffer.concat([Buffer.alloc(2), randomBytes(30)])
  const one = openPusher(settings, short, { ...service.options, patience: 500 })
  expect(await one?.send(addressOf(service.endpoint('short')), 'x')).toBe(true)
})

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('%s is one', (endpoint) => {
  expect(openPusher(settings, secret)?.takes(addressOf(endpoint))).toBe(true)
})

test('a key that is no point of the curve is not taken', () => {
  const { endpoint, auth } = addressOf(service.endpoint('x'))
  for (const p256dh of [Buffer.alloc(65), Buffer.alloc(64, 4), randomBytes(65)])
    expect(pusher.takes({ endpoint, p256dh, auth })).toBe(false)
})

test('the contact is where mails come from, else the address of the app; without either there are no notices', () => {
  expect(contactOf({ MAIL_FROM: 'elog@college.test', PUBLIC_URL: undefined })).toBe('mailto:elog@college.test')
  expect(contactOf({ MAIL_FROM: undefined, PUBLIC_URL: 'https://elog.test' })).toBe('https://elog.test')
  expect(openPusher({ MAIL_FROM: undefined, PUBLIC_URL: 'http://elog.test' }, secret)).toBeUndefined()
})
