import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { declaredEndpoints } from '../../../shared/contract/all.ts'
import { openLogin } from '../../core/login.ts'
import { unfurnished } from '../../testing/college.ts'
import { HOSTILE } from '../../testing/hostile.ts'
import { type JsonSchema, schemaOf } from '../../testing/id-places.ts'

const at = await unfurnished()
const admin = await at.make.person('admin')
await at.make.giveRole(admin, 'student')
const token = await at.db.transaction().execute((tx) => openLogin(tx, admin, 'test'))

const IDS = [
  '0',
  '-1',
  '1',
  '1.5',
  '1e3',
  '2147483647',
  '2147483648',
  '99999999999999999999',
  'NaN',
  'null',
  'x',
  '%00',
  '%',
  "1'--",
  '१',
  'a'.repeat(300),
  '..',
  '%2e%2e%2f',
]
const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2_147_483_648,
  1e308,
  '',
  ' ',
  'x',
  '\u0000',
  '\ud800',
  '‮x',
  'x'.repeat(100_000),
  '2026-02-30',
  '9999-99-99',
  [],
  [null],
  [[1]],
  [1, 1, 2_147_483_647],
  {},
  { a: 1 },
  [{ student_id: 1, assessment_id: 1, marks: 12.345, remarks: '\u0000', updated_at: 'x' }],
  'assessment',
  "'; drop table users; --",
  '%s%n',
  ...HOSTILE.slice(0, 5),
]
const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '1',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":1}}',
  '\ufeff{}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  '{"a":1}'.repeat(2),
]
const TYPES = [
  'application/json',
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'application/x-www-form-urlencoded',
  '',
  'nonsense',
  'application/json; charset=utf-16',
]
const QUERIES = [
  'page=0',
  'page=-1',
  'page=1e9',
  'page=2147483647',
  'per_page=501',
  'page=1&page=2',
  'status=%00',
  'entity=%ff',
  'entity_id=x',
  'group_id=',
  'q=%25_%5C%27',
  'q=%00',
  'q=%ed%a0%80',
  'format=exe',
  'batch_id=none',
  'batch_id=0',
  'a[b]=c',
  '%',
  '?',
  'page=１',
]
const fieldsIn = ({ properties = {}, anyOf = [], oneOf = [] }: JsonSchema): string[] => [
  ...Object.keys(properties),
  ...[...anyOf, ...oneOf].flatMap(fieldsIn),
]
/** The fields of all bodies. */
const FIELDS = [
  ...new Set(
    declaredEndpoints.flatMap((endpoint) =>
      (['body', 'json'] as const).flatMap((where) => fieldsIn(schemaOf(endpoint, where) ?? {})),
    ),
  ),
]

/** Cycles through the values of a list with a step of its own, so that lists of other lengths meet all combinations. */
const at_ = <T>(list: readonly T[], index: number) => list[index % list.length] as T

test('a body of another type is a 415', async () => {
  for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    const answer = await at.app.inject({ method: 'POST', url: '/api/departments', headers, payload: '{"name":"x"}' })
    expect([type, answer.statusCode]).toEqual([type, 415])
  }
})

test('a form is a 415 where no files are taken', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
  const payload = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nWards\r\n--x--\r\n'
  for (const [method, url] of [
    ['POST', '/api/departments'],
    ['PUT', '/api/batches/1'],
  ] as const) {
    const answer = await at.app.inject({ method, url, headers, payload })
    expect([answer.statusCode, answer.json().message]).toEqual([415, 'This call takes JSON.'])
  }
})

test('a filter that is sent empty is none', async () => {
  const list = async (query: string) =>
    (await at.app.inject({ url: `/api/departments?${query}`, headers: { authorization: `Bearer ${token}` } }))
      .statusCode
  expect([await list('status='), await list('q=&status=&page='), await list('status=x')]).toEqual([200, 200, 422])
})

test('no endpoint answers 5xx to malformed input', async () => {
  const wrong: string[] = []
  let sent = 0
  const send = async (method: string, url: string, headers: Record<string, string>, payload?: string) => {
    sent += 1
    const answer = await at.app.inject({
      method: method as 'GET',
      url,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    if (answer.statusCode >= 500)
      wrong.push(`${answer.statusCode} ${method} ${url.slice(0, 120)} ${payload?.slice(0, 120) ?? ''}`)
    if (answer.statusCode >= 400 && answer.headers['content-type']?.toString().startsWith('application/json'))
      expect(typeof answer.json().message).toBe('string')
  }

  for (const { method, path, body: declared } of declaredEndpoints) {
    if (path === '/logout' || path === '/auth/refresh') continue
    const address = (id: string) => `/api${path.replace(/:(\w+)/g, id)}`
    for (const id of IDS) await send(method, address(id), {})
    for (const query of QUERIES) await send(method, `${address('1')}?${query}`, {})
    if (method === 'GET') continue
    for (const body of BODIES)
      for (const type of TYPES) await send(method, address('1'), { 'content-type': type }, body)
    // Fields that an endpoint does not declare are left out of its body before anything reads it: two such fields show
    // that.
    const fields = declared instanceof z.ZodMiniObject ? Object.keys(declared.shape) : declared ? FIELDS : []
    const own = [...fields, 'token', 'a.b']
    for (const [index, field] of own.entries())
      for (const [turn, value] of VALUES.entries()) {
        const others = { [at_(FIELDS, index + turn + 1)]: at_(VALUES, turn * 7 + index), name: 'x', department_id: 1 }
        const body = JSON.stringify({ ...others, [field]: value })
        await send(method, address('1'), { 'content-type': 'application/json' }, body)
      }
  }
  for (const header of ['authorization', 'x-csrf-token', 'origin', 'content-length', 'accept', 'cookie', 'host'])
    for (const value of [
      '',
      'x',
      'Bearer',
      'Bearer x',
      `Bearer ${'x'.repeat(5000)}`,
      '\u00ff',
      'null',
      'http://[',
      '-1',
    ])
      await send('PUT', '/api/departments/1', { 'content-type': 'application/json', [header]: value }, '{}')

  process.stderr.write(`${sent} malformed calls\n`)
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(5_000)
}, 480_000)

test('nor to a form whose texts are malformed', async () => {
  const texts = VALUES.filter((value) => typeof value === 'string')
  let sent = 0
  const wrong: string[] = []
  for (const { method, path, upload, body } of declaredEndpoints.filter((one) => one.upload !== undefined))
    for (const field of body instanceof z.ZodMiniObject ? Object.keys(body.shape) : [])
      for (const text of texts) {
        const form = new FormData()
        form.append(field, text)
        form.append(upload?.most === 1 ? upload.field : `${upload?.field}[0]`, new File(['%PDF-1.4'], 'a.pdf'))
        const multipart = new Response(form)
        sent += 1
        const answer = await at.app.inject({
          method: method as 'POST',
          url: `/api${path.replace(/:(\w+)/g, '1')}`,
          headers: { authorization: `Bearer ${token}`, 'content-type': multipart.headers.get('content-type') ?? '' },
          payload: Buffer.from(await multipart.arrayBuffer()),
        })
        if (answer.statusCode >= 500) wrong.push(`${answer.statusCode} ${method} ${path} ${field} ${text.slice(0, 40)}`)
        if (answer.statusCode === 415) wrong.push(`${method} ${path} takes no form`)
      }
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(20)
}, 120_000)
