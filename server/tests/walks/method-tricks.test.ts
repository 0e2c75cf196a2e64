import { describe, expect, test } from 'vitest'
import { declaredEndpoints } from '../../../shared/contract/all.ts'
import { openLogin } from '../../core/login.ts'
import { unfurnished } from '../../testing/college.ts'
import { dumpOf } from '../../testing/dump.ts'
import { oneOfEach } from '../../testing/one-of-each.ts'
import { rawCalls } from '../../testing/raw-calls.ts'
import { listening } from '../../testing/sockets.ts'

const at = await unfurnished({ environment: { PUBLIC_URL: 'https://elog.college.test' } })
const { ids, userOfStudent } = await oneOfEach(at, (what) => `Kept ${what}`)
const calls = rawCalls(await listening(at.app))
const loginOf = async (userId: number) =>
  `Bearer ${await at.db.transaction().execute((tx) => openLogin(tx, userId, undefined))}`
const adminId = await at.make.person('admin')
const admin = await loginOf(adminId)
const student = await loginOf(userOfStudent)

/** Tables that count calls, and tell of people, and are no records. */
const COUNTS = [
  'logins',
  'costly_calls',
  'security_log',
  'audit',
  'library_downloads',
  'calendar_feeds',
  'document_checks',
  'secrets',
]
async function records() {
  const dump = await dumpOf(at.db)
  return [...dump]
    .filter(([table]) => !COUNTS.includes(table))
    .map(([table, rows]) => [table, rows.map(({ columns }) => columns)])
}

const paths = [...new Set(declaredEndpoints.map(({ path }) => path))]
const addressOf = (path: string) => `/api${path.replace(/:(\w+)/g, '1')}`
const methodsOf = (path: string) =>
  declaredEndpoints.filter((one) => one.path === path).map(({ method }) => String(method))
const json = { 'content-type': 'application/json' }

test('no other method does anything, whatever address it is sent to', async () => {
  const before = await records()
  const wrong: string[] = []
  for (const path of paths)
    for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'MOVE', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (methodsOf(path).includes(method)) continue
      // `/groups/:id` takes what `/groups/export` does not, and the like.
      const isOther = declaredEndpoints.some(
        (one) => one.method === method && new RegExp(`^${one.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
      )
      if (isOther) continue
      const { status, text } = await calls.send(
        method,
        addressOf(path),
        { authorization: admin, ...json },
        method === 'GET' ? undefined : '{}',
      )
      if (![400, 404, 405].includes(status) || /Kept/.test(text))
        wrong.push(`${method} ${path} ${status} ${text.slice(0, 100)}`)
    }
  expect(wrong).toEqual([])
  expect(await records()).toEqual(before)
})

test('HEAD is answered as GET is, without a body', async () => {
  const before = await records()
  const wrong: string[] = []
  const headers = { authorization: student }
  const cheap = declaredEndpoints.filter(({ method, costly }) => method === 'GET' && !costly)
  for (const path of [...cheap.map((one) => addressOf(one.path)), '/api/openapi.json', '/api/docs/']) {
    const get = await calls.send('GET', path, headers)
    const head = await calls.send('HEAD', path, headers)
    if (head.status !== get.status || head.text !== '') wrong.push(`${path} ${get.status} ${head.status} ${head.text}`)
  }
  expect(wrong).toEqual([])
  expect(await records()).toEqual(before)
})

test.each([
  ['x-http-method-override', 'DELETE'],
  ['x-http-method', 'DELETE'],
  ['x-method-override', 'DELETE'],
  ['x-original-url', '/api/departments/1'],
  ['x-rewrite-url', '/api/departments/1'],
])('a header %s changes neither method nor address', async (name, value) => {
  for (const [method, path] of [
    ['GET', `/api/departments/${ids.department}`],
    ['POST', `/api/departments/${ids.department}?_method=DELETE`],
    ['GET', '/api/health?_method=DELETE'],
  ] as const) {
    const body = method === 'POST' ? '{"_method":"DELETE"}' : undefined
    const plain = await calls.send(method, path, { authorization: admin, ...json }, body)
    const tricked = await calls.send(method, path, { authorization: admin, ...json, [name]: value }, body)
    expect([tricked.status, tricked.text]).toEqual([plain.status, plain.text])
  }
  expect(await at.stored('departments', ids.department)).toBeDefined()
})

test('a body of a call that reads is not read', async () => {
  const path = `/api/students?status=inactive`
  const plain = await calls.send('GET', path, { authorization: admin })
  const tricked = await calls.send('GET', path, { authorization: admin, ...json }, '{"status":"active","q":1}')
  expect([tricked.status, tricked.text]).toEqual([plain.status, plain.text])
})

test('of two logins the first counts, or none; neither a cookie nor the address is one', async () => {
  const who = async (headers: Record<string, string | string[]>, query = '') => {
    const { status, text } = await calls.send('GET', `/api/auth/me${query}`, headers)
    return status === 200 ? JSON.parse(text).data.id : status
  }
  expect(await who({ authorization: admin })).toBe(adminId)
  expect([adminId, 401]).toContain(await who({ authorization: [admin, student] }))
  expect([userOfStudent, 401]).toContain(await who({ authorization: [student, admin] }))
  expect(await who({ authorization: `${student}, ${admin}` })).toBe(401)
  expect(await who({ authorization: student, cookie: `token=${admin}; authorization=${admin}` })).toBe(userOfStudent)
  const token = admin.replace('Bearer ', '')
  expect(await who({ cookie: `access_token=${token}; token=${token}` })).toBe(401)
  expect(await who({ 'x-access-token': token, 'proxy-authorization': admin }, `?access_token=${token}`)).toBe(401)
})

test('the validator of another person’s answer is none of the own', async () => {
  const own = await calls.send('GET', '/api/start', { authorization: student })
  const etag = String(own.headers.etag)
  const again = async (authorization: string, known: string) =>
    (await calls.send('GET', '/api/start', { authorization, 'if-none-match': known })).status
  expect(await again(student, etag)).toBe(304)
  expect(await again(admin, etag)).toBe(200)
  expect((await calls.send('GET', '/api/start', { 'if-none-match': etag })).status).toBe(401)
})

test.each([
  ['host', 'evil.test'],
  ['x-forwarded-host', 'evil.test'],
  ['forwarded', 'host=evil.test;proto=http'],
  ['x-forwarded-proto', 'javascript'],
  ['x-forwarded-prefix', '//evil.test'],
])('%s stands in no answer', async (name, value) => {
  for (const path of ['/api/calendar', '/api/auth/me', '/api/openapi.json', '/api/nothing', '/login', '/']) {
    const method = path === '/api/calendar' ? 'POST' : 'GET'
    const { text, headers } = await calls.send(method, path, { authorization: admin, [name]: value })
    expect(`${text}${JSON.stringify(headers)}`).not.toMatch(/evil\.test|javascript:/)
  }
})

describe('an address that is written otherwise', () => {
  const tricks = (path: string) => [
    `/${path}`,
    path.replace('/api/', '/api//'),
    path.replace('/api/', '/API/'),
    path.replace('/api/', '/api/../api/'),
    path.replace('/api/', '/api/./'),
    path.replace('/api/', '/api/%2e%2e/api/'),
    path.replace('/api/', '/assets/../api/'),
    path.replace('/api/', '/assets/..%2fapi/'),
    path.replace('/api/', '/api%2f'),
    path.replace('/api/', '/%61pi/'),
    path.replace('/api/', '/api;x/'),
    path.replace('/api/', '\\api\\'),
    `${path}/`,
    `${path}.`,
    `${path}%00`,
    `${path};.js`,
    `${path}/.css`,
    `${path}%23`,
    `http://evil.test${path}`,
  ]
  test('opens nothing to who has no login, nor to who may not', async () => {
    const wrong: string[] = []
    const guarded = declaredEndpoints.filter(({ method, action }) => method === 'GET' && action !== 'public')
    // Three of them for each, so that all meet paths of every form.
    for (const [index, { path }] of guarded.entries())
      for (const address of tricks(addressOf(path)).filter((_, trick) => (trick + index) % 6 === 0)) {
        const { status, headers, text } = await calls.send('GET', address, {})
        const isPage = String(headers['content-type']).startsWith('text/html') && !text.includes('Kept')
        if (!isPage && ![400, 401, 403, 404].includes(status)) wrong.push(`${address} ${status} ${text.slice(0, 80)}`)
      }
    for (const address of tricks('/api/audit')) {
      const { status, headers } = await calls.send('GET', address, { authorization: student })
      const isPage = String(headers['content-type']).startsWith('text/html')
      if (!isPage && ![400, 403, 404].includes(status)) wrong.push(`${address} ${status}`)
    }
    expect(wrong).toEqual([])
  })
})
