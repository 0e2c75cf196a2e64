import { afterEach, describe, expect, test } from 'vitest'
import { openLogin } from '../core/login.ts'
import { unfurnished } from '../testing/college.ts'
import { type Conversation, listening, speak } from '../testing/sockets.ts'

const LIMITS = { headers: 400, body: 400, upload: 2500, rest: 300, look: 50, still: 3000, unread: 3000, rights: 5000 }
const TOO_LONG = { message: 'The request took too long.' }

const at = await unfurnished({ limits: LIMITS })
const port = await listening(at.app)
const tokenOf = async (userId: number) => at.db.transaction().execute((tx) => openLogin(tx, userId, 'test'))
const admin = await tokenOf(await at.make.person('admin'))
const student = await tokenOf((await at.make.student(await at.make.batch())).userId)

const open: Conversation[] = []
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.destroy()
})

/** Sends the beginning of a request. */
async function begin(first: string, headers: string[], body = ''): Promise<Conversation> {
  const spoken = await speak(port)
  open.push(spoken)
  spoken.send(`${first} HTTP/1.1\r\nhost: localhost\r\n${headers.map((header) => `${header}\r\n`).join('')}${body}`)
  return spoken
}

const JSON_BODY = ['content-type: application/json', 'content-length: 1000']
const FORM_BODY = ['content-type: multipart/form-data; boundary=x', 'content-length: 1000000']
const PART = '\r\n--x\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-'
const by = (token: string) => `authorization: Bearer ${token}`

/** Returns the time until the server closes the connection. */
async function closes(spoken: Conversation): Promise<number> {
  const start = performance.now()
  await spoken.untilClosed()
  return performance.now() - start
}

describe('a client that takes too long is told so and cut off', () => {
  test('with its headers', async () => {
    const start = performance.now()
    const spoken = await begin('GET /api/health', ['accept: */*'])
    const { status, head, body } = await spoken.answer()
    expect([status, JSON.parse(body)]).toEqual([408, TOO_LONG])
    expect(head).toMatch(/^content-type: application\/json/m)
    await spoken.untilClosed()
    expect(performance.now() - start).toBeLessThan(LIMITS.upload - LIMITS.look)
  })

  test('without a word', async () => {
    const spoken = await speak(port)
    open.push(spoken)
    expect(await spoken.untilClosed()).toMatch(/^HTTP\/1\.1 408 /)
  })

  test.each([
    ['signed in', '/api/departments', () => [by(admin)]],
    ['signed in, where a form may come too', '/api/libraries', () => [by(admin)]],
    ['anonymous, signing in', '/api/login', () => []],
    ['at an address that is none', '/api/nothing', () => [by(admin)]],
  ])('with a body, %s', async (_, path, headers) => {
    const start = performance.now()
    const spoken = await begin(`POST ${path}`, [...headers(), ...JSON_BODY], '\r\n{"name":"Trickle')
    const { status, head, body } = await spoken.answer()
    expect([status, JSON.parse(body)]).toEqual([408, TOO_LONG])
    // By its own limit, not by the one that an upload has.
    expect(performance.now() - start).toBeLessThan(LIMITS.upload - LIMITS.look)
    expect(head).toMatch(/^connection: close$/m)
    await spoken.untilClosed()
    expect(await at.db.selectFrom('departments').select('id').execute()).toEqual([])
  })

  test('with a file, whose time is longer', async () => {
    const start = performance.now()
    const spoken = await begin('POST /api/task-submissions', [by(student), ...FORM_BODY], PART)
    expect(await spoken.untilClosed()).toMatch(/^HTTP\/1\.1 408 /)
    expect(performance.now() - start).toBeGreaterThan(LIMITS.upload - LIMITS.look)
  })
})

describe('what is still to come of a body whose request is answered does not keep the connection', () => {
  test.each([
    ['an anonymous upload', 'POST /api/task-submissions', () => FORM_BODY, 401],
    ['an upload of somebody who may not', 'POST /api/imports/students', () => [by(student), ...FORM_BODY], 403],
    ['an anonymous call', 'POST /api/departments', () => JSON_BODY, 401],
    ['a read with a body', 'GET /api/health', () => JSON_BODY, 200],
  ])('%s', async (_, first, headers, status) => {
    const spoken = await begin(first, headers(), '\r\n{"name":"Trickle')
    expect((await spoken.answer()).status).toBe(status)
    expect(await closes(spoken)).toBeLessThan(LIMITS.upload - LIMITS.rest)
  })

  test('and who sends the rest in time goes on with the connection', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(900) })
    const spoken = await begin(
      'POST /api/departments',
      ['content-type: application/json', `content-length: ${body.length}`],
      `\r\n${body.slice(0, 20)}`,
    )
    expect((await spoken.answer()).status).toBe(401)
    spoken.send(body.slice(20))
    spoken.send('GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    expect(await spoken.untilClosed()).toMatch(/ok/)
  })
})
