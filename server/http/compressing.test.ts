import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { declaredEndpoints } from '../../shared/contract/all.ts'
import type { Schema } from '../../shared/endpoint.ts'
import { openLogin } from '../core/login.ts'
import { libraryOver } from '../testing/library.ts'
import { listening } from '../testing/sockets.ts'

const { at, admin, medicine, wards, batch, roleIds, add } = await libraryOver('directory')
const port = await listening(at.app)
const token = await at.db.transaction().execute((tx) => openLogin(tx, admin.userId, undefined))

interface SentAnswer {
  accept?: string
  headers?: Record<string, string>
  body?: object
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

/** Over the wire, as no test client unpacks it. */
async function send(method: string, path: string, { accept, headers, body }: SentAnswer = {}) {
  const asking = request({
    port,
    method,
    path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(accept === undefined ? {} : { 'accept-encoding': accept }),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
  }).end(body && JSON.stringify(body))
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  const bytes = await buffer(answer)
  const coding = answer.headers['content-encoding']
  const decode = coding === undefined ? (plain: Buffer) => plain : DECODERS[coding]
  if (!decode) throw new Error(`${coding} was not asked for`)
  return {
    status: answer.statusCode,
    headers: answer.headers,
    coding,
    bytes,
    text: bytes.length > 0 ? decode(bytes).toString() : '',
  }
}
const get = (path: string, accept?: string, headers: Record<string, string> = {}) =>
  send('GET', `/api${path}`, { ...(accept === undefined ? {} : { accept }), headers })

const LONG = 'A case of fever, taken down by the bed. '.repeat(100)
const students = await Promise.all(Array.from({ length: 12 }, () => at.make.student(batch, wards)))
await Promise.all(Array.from({ length: 20 }, () => at.make.task(medicine, [wards], { description: LONG })))

/** Would compress whatever may be compressed, however small it is. */
const BY_ALL_MEANS = 'br, identity;q=0'

describe('an answer', () => {
  // The second is more than what is compressed at once.
  test.each(['/students', '/tasks'])('of %s is the same in each coding, and its length is told', async (path) => {
    const plain = await get(path)
    expect([plain.status, plain.coding, plain.headers.vary]).toEqual([200, undefined, 'accept-encoding'])
    for (const coding of ['br', 'gzip']) {
      const { status, headers, bytes, text } = await get(path, `deflate, ${coding}`)
      expect([status, headers['content-encoding'], headers.vary]).toEqual([200, coding, 'accept-encoding'])
      expect(headers['content-type']).toBe(plain.headers['content-type'])
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['content-length']).toBe(String(bytes.length))
      expect(bytes.length).toBeLessThan(plain.bytes.length / 3)
      expect(text).toBe(plain.text)
    }
    if (path === '/tasks') expect(plain.bytes.length).toBeGreaterThan(64 * 1024)
  })

  test.each([
    ['identity', undefined],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['zstd', undefined],
    ['*;q=0', undefined],
  ])('for %s comes in %s', async (accept, coding) => {
    expect((await get('/students', accept)).coding).toBe(coding)
  })

  test('below a kilobyte is not compressed, unless the plain one is refused', async () => {
    const plain = await get('/auth/me', 'br, gzip')
    expect([plain.coding, plain.headers.vary]).toEqual([undefined, 'accept-encoding'])
    const refused = await get('/auth/me', BY_ALL_MEANS)
    expect([refused.coding, refused.text]).toEqual(['br', plain.text])
  })

  test('that refuses is compressed too', async () => {
    const { status, coding, text } = await get('/tasks?page=no', BY_ALL_MEANS)
    expect([status, coding]).toEqual([422, 'br'])
    expect(JSON.parse(text).errors.page).toBeDefined()
  })

  test('to HEAD has the headers of the one to GET, and no body', async () => {
    for (const accept of ['br', 'identity']) {
      const { headers, coding } = await get('/students', accept)
      const head = await send('HEAD', '/api/students', { accept })
      expect([head.status, head.bytes.length, head.coding]).toEqual([200, 0, coding])
      expect(head.headers['content-length']).toBe(headers['content-length'])
    }
  })

  test('that is kept for an Idempotency-Key is compressed on its way alone', async () => {
    const headers = { 'idempotency-key': 'one' }
    const body = { name: 'Ward round', department_id: medicine, group_ids: [wards], description: LONG, total_marks: 5 }
    const first = await send('POST', '/api/tasks', { accept: 'br', headers, body })
    expect([first.status, first.coding]).toEqual([201, 'br'])
    for (const [accept, coding] of [['identity'], ['gzip', 'gzip'], ['br', 'br']] as const) {
      const again = await send('POST', '/api/tasks', { accept, headers, body })
      expect([again.status, again.headers['idempotency-replayed'], again.coding]).toEqual([201, 'true', coding])
      expect(again.text).toBe(first.text)
    }
  })
})

describe('a file', () => {
  test('that is text is compressed, one that is packed is not', async () => {
    const plain = await get('/students/export?format=csv')
    const packed = await get('/students/export?format=csv', BY_ALL_MEANS)
    expect([packed.coding, packed.text]).toEqual(['br', plain.text])
    expect(packed.headers['x-plain-length']).toBe(plain.headers['content-length'])
    expect(packed.headers['content-disposition']).toBe(plain.headers['content-disposition'])
    const book = await get('/students/export?format=xlsx', BY_ALL_MEANS)
    expect([book.status, book.coding, book.bytes.subarray(0, 2).toString()]).toEqual([200, undefined, 'PK'])
  })

  test('that is given out as it was taken keeps its length, its tag and its ranges', async () => {
    const { id, sha256 } = await add('notes.csv', LONG)
    const path = `/libraries/${id}/download`
    const whole = await get(path, BY_ALL_MEANS)
    expect([whole.status, whole.coding, whole.text]).toEqual([200, undefined, LONG])
    expect(whole.headers).toMatchObject({ 'content-length': String(LONG.length), 'accept-ranges': 'bytes' })
    expect([whole.headers.etag, whole.headers.vary]).toEqual([`"${sha256}"`, undefined])
    const rest = await get(path, BY_ALL_MEANS, { range: 'bytes=2000-', 'if-range': `"${sha256}"` })
    expect([rest.status, rest.coding, rest.text]).toEqual([206, undefined, LONG.slice(2000)])
    const head = await send('HEAD', `/api${path}`, { accept: BY_ALL_MEANS })
    expect([head.coding, head.headers['content-length']]).toEqual([undefined, String(LONG.length)])
  })
})

/** The fields of an answer with all that are in them. */
function* fieldsOf(schema: Schema | undefined): Generator<string> {
  if (!schema) return
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object')
    for (const [name, field] of Object.entries(def.shape)) {
      // A skill's own code is no credential: it may be missing.
      if (!(name === 'code' && field._zod.def.type === 'nullable')) yield name
      yield* fieldsOf(field)
    }
  else if (def.type === 'array') yield* fieldsOf(def.element)
  else if (def.type === 'nullable' || def.type === 'optional') yield* fieldsOf(def.innerType)
  else if (def.type === 'union') for (const option of def.options) yield* fieldsOf(option)
  else if (def.type === 'record') yield* fieldsOf(def.valueType)
}

/** Named like a credential, and none. */
const HARMLESS = new Set([
  'must_change_password',
  'password_replaced_by',
  'token_type',
  'signed_by_code',
  // It stands on a paper that the student shows to strangers.
  'verification_code',
])
const isTelling = (name: string) =>
  /password|passphrase|token|secret|credential|csrf|otp|pin$|codes?$|api_?key|signature|nonce/i.test(name) &&
  !HARMLESS.has(name)
const telling = declaredEndpoints
  .filter(({ reply, file }) => [...fieldsOf(reply), ...fieldsOf(file?.line)].some(isTelling))
  .map(({ method, path }) => [method, path] as const)

describe('a credential', () => {
  test('is told by these calls', () => {
    expect(telling.map((call) => call.join(' ')).sort()).toEqual([
      'POST /auth/provider/finish',
      'POST /auth/refresh',
      'POST /auth/second-factor',
      'POST /auth/second-factor/confirm',
      'POST /auth/second-factor/recovery-codes',
      'POST /concerns/key',
      'POST /imports/staff',
      'POST /imports/students',
      'POST /log-entries/codes',
      'POST /log-entries/codes/ahead',
      'POST /login',
      'POST /settings/backup-key',
      'POST /staff',
      'POST /students',
      'POST /students/initial-passwords',
      'POST /users/:id/initial-password',
    ])
  })

  // Without a login, so that nothing is done: what a call answers then goes the same way.
  test.each(telling)('that %s %s may tell is never compressed', async (method, path) => {
    const nobody = { accept: BY_ALL_MEANS, headers: { authorization: '' } }
    const { status, coding, headers } = await send(method, `/api${path.replace(/:\w+/, '1')}`, { ...nobody, body: {} })
    expect([401, 415, 422]).toContain(status)
    expect([coding, headers.vary]).toEqual([undefined, undefined])
    const other = await send('GET', '/api/students', nobody)
    expect([other.status, other.coding]).toEqual([401, 'br'])
  })

  test('is not compressed when it is told, also when it is told again', async () => {
    const body = { student_ids: students.map(({ id }) => id) }
    for (const again of [undefined, 'true']) {
      const sent = { accept: 'br, gzip', headers: { 'idempotency-key': 'slips' }, body }
      const { status, coding, bytes, headers } = await send('POST', '/api/students/initial-passwords', sent)
      expect([status, coding, headers['idempotency-replayed']]).toEqual([200, undefined, again])
      expect(bytes.length).toBeGreaterThan(1024)
    }
    const fresh = { name: 'Amna', email: 'amna@furnished.test', role_id: roleIds.student }
    const made = await send('POST', '/api/students', { accept: BY_ALL_MEANS, body: fresh })
    expect([made.status, made.coding]).toEqual([201, undefined])
    const login = { email: 'amna@furnished.test', password: JSON.parse(made.text).data.initial_password }
    const signedIn = await send('POST', '/api/login', { accept: BY_ALL_MEANS, body: login })
    expect([signedIn.status, signedIn.coding]).toEqual([200, undefined])
  })

  test('or a page that no contract declares is left alone', async () => {
    // The document of the reference is the same for everybody, and compressed once.
    for (const path of ['/', '/students', '/api/docs/'])
      expect((await send('GET', path, { accept: BY_ALL_MEANS })).coding, path).toBeUndefined()
  })
})
