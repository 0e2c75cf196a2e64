import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { auth, PASSWORD_FIRST } from '../../shared/contract/auth.ts'
import { departments } from '../../shared/contract/departments.ts'
import { studentImports } from '../../shared/contract/imports.ts'
import { students } from '../../shared/contract/students.ts'
import { submissions } from '../../shared/contract/submissions.ts'
import { answer, loginAnswer, network, pageMeta, signedIn } from '../testing/page.tsx'
import { ApiError, AUTHENTICATION_REQUIRED, problemsOf, UNREACHABLE } from './api-error.ts'
import { call } from './call.ts'
import { callFile } from './call-file.ts'
import { clearLogin, getLogin } from './login.ts'
import { uploadStreaming } from './upload.ts'

beforeEach(() => signedIn())
afterEach(() => {
  vi.unstubAllGlobals()
  clearLogin()
})

describe('call', () => {
  test('sends the stored token, the CSRF token of the page and the path’s own values', async () => {
    const removeMeta = pageMeta('csrf-token', 'signed')
    const calls = network(() => answer(200, { data: [] }))
    await call(submissions.roster, { params: { task_id: 5 }, query: { page: 2, per_page: null } })
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/api/task-submissions/task/5/roster?page=2' })
    expect(calls[0]?.headers).toMatchObject({ authorization: 'Bearer first-token', 'x-csrf-token': 'signed' })
    removeMeta()
  })

  test('an unfilled CSRF placeholder counts as absent', async () => {
    const removeMeta = pageMeta('csrf-token', '__CSRF__')
    const calls = network(() => answer(200, { data: [] }))
    await call(departments.list)
    expect(calls[0]?.headers).not.toHaveProperty('x-csrf-token')
    removeMeta()
  })

  test('without a stored token it fails before asking', async () => {
    clearLogin()
    const calls = network(() => answer(200, {}))
    await expect(call(departments.list)).rejects.toThrow(AUTHENTICATION_REQUIRED)
    expect(calls).toEqual([])
  })

  test('a 422 of a write is told field by field', async () => {
    const errors = { name: ['Department name is required'], type: ['Bad', 'Worse'] }
    network(() => answer(422, { message: 'The given data was invalid.', errors }))
    await expect(call(departments.create, { body: { name: '' }, key: 'k1' })).rejects.toMatchObject({
      status: 422,
      message: 'Validation error: name: Department name is required; type: Bad, Worse',
      errors,
    })
  })

  test('a 422 of a read or a delete is shown as its JSON text', async () => {
    network(() => answer(422, { message: 'No' }))
    await expect(call(departments.list)).rejects.toThrow('{"message":"No"}')
    await expect(call(departments.remove, { params: { id: 1 } })).rejects.toThrow('{"message":"No"}')
  })

  test('other failures show the server’s words, else the endpoint’s', async () => {
    network(() => answer(409, { message: 'Department has 3 groups.' }))
    await expect(call(departments.remove, { params: { id: 1 } })).rejects.toThrow('Department has 3 groups.')
    network(() => new Response('<html>', { status: 502 }))
    await expect(call(departments.list)).rejects.toThrow('Failed to fetch departments')
  })

  test('without a message the answer’s error is shown, and only without either the endpoint’s own words', async () => {
    network(() => answer(409, { error: 'Department has 3 groups.' }))
    await expect(call(departments.remove, { params: { id: 1 } })).rejects.toThrow('Department has 3 groups.')
    network(() => answer(401, { message: '', error: 'Too many.' }))
    await expect(call(auth.login, { body: { email: 'a@b.c', password: '123456' } })).rejects.toThrow('Too many.')
    network(() => answer(422, { error: 'Not like this.' }))
    await expect(call(departments.create, { body: { name: 'x' }, key: 'k1' })).rejects.toThrow('Not like this.')
    network(() => answer(500, { message: 7, error: { code: 'E1' } }))
    await expect(call(departments.list)).rejects.toThrow('Failed to fetch departments')
  })

  test('a sign-in that is refused is no refused create', async () => {
    network(() => answer(422, { message: 'Invalid.', errors: { email: ['Please enter a valid email address'] } }))
    const refused = call(auth.login, { body: { email: 'a@b', password: '123456' } })
    await expect(refused).rejects.toMatchObject({ message: 'Invalid.', errors: { email: expect.anything() } })
  })

  test('a create carries the key of its form, and nothing else does', async () => {
    const calls = network(() => answer(201, { data: {} }))
    await call(departments.create, { body: { name: 'Urology' }, key: 'k1' })
    await call(departments.update, { params: { id: 3 }, body: { name: 'Urology' } })
    expect(calls.map(({ headers }) => headers['idempotency-key'])).toEqual(['k1', undefined])
  })

  test('a create that is repeated after a new sign-in is still the same', async () => {
    const calls = network(({ headers }) => {
      if (headers.authorization === 'Bearer second-token') return answer(201, { data: {} })
      signedIn(['admin'], 'second-token')
      return answer(401, {})
    })
    await call(departments.create, { body: { name: 'Urology' }, key: 'k1' })
    expect(calls.map(({ headers }) => headers['idempotency-key'])).toEqual(['k1', 'k1'])
  })

  test('no answer at all is told in plain words', async () => {
    network(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call(departments.list)).rejects.toMatchObject({ status: 0, message: UNREACHABLE })
  })

  test('a web page in the place of the answer is no answer of the server’s', async () => {
    const page = () => new Response('<html></html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
    network(page)
    await expect(call(departments.list)).rejects.toMatchObject({ status: 0, message: UNREACHABLE })
    await expect(callFile(students.export, {})).rejects.toMatchObject({ status: 0, message: UNREACHABLE })
    network(() => new Response('name\n', { headers: { 'content-type': 'text/csv' } }))
    expect(await (await callFile(students.export, {})).text()).toBe('name\n')
  })

  test('a call that is given up says so, and not that the server is away', async () => {
    network(() => Promise.reject(new DOMException('aborted', 'AbortError')))
    const controller = new AbortController()
    controller.abort()
    await expect(call(departments.list, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('a 401 while no form is open ends the login', async () => {
    network(() => answer(401, { message: 'Unauthenticated.' }))
    await expect(call(departments.list)).rejects.toMatchObject({ status: 401 })
    expect(getLogin()).toBeUndefined()
    expect(localStorage.getItem('isAuthenticated')).toBeNull()
  })

  test('a call that was under way while the person signed in again is repeated', async () => {
    const calls = network(({ headers }) => {
      if (headers.authorization === 'Bearer second-token') return answer(200, { data: [] })
      signedIn(['admin'], loginAnswer('second-token').access_token)
      return answer(401, {})
    })
    await call(departments.list)
    expect(calls).toHaveLength(2)
  })

  test('being told to choose a password first is remembered', async () => {
    network(() => answer(403, { message: PASSWORD_FIRST }))
    await expect(call(departments.list)).rejects.toThrow(PASSWORD_FIRST)
    expect(getLogin()?.user.must_change_password).toBe(true)
  })
})

test('problems are told without the names of fields, or else as the message', () => {
  const errors = { name: ['Name is required'], groups: ['Group does not exist', 'Group is inactive'] }
  expect(problemsOf(new ApiError(422, 'Validation error: …', errors))).toBe(
    'Name is required; Group does not exist; Group is inactive',
  )
  const many = { submissions: ['A left', 'B left', 'C left', 'D left', 'E left'] }
  expect(problemsOf(new ApiError(422, 'No.', many))).toBe('A left; B left; C left; and 2 more')
  expect(problemsOf(new ApiError(409, 'It has changed.'))).toBe('It has changed.')
  expect(problemsOf(new ApiError(422, 'No.', {}))).toBe('No.')
})

describe('uploadStreaming', () => {
  /** Answers each request with pieces of lines. */
  function streams(...answers: { status: number; pieces: string[] }[]): string[] {
    const tokens: string[] = []
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        upload = {}
        status = 0
        responseText = ''
        onprogress = () => {}
        onload = () => {}
        onerror = () => {}
        onabort = () => {}
        onloadend = () => {}
        open() {}
        setRequestHeader(name: string, value: string) {
          if (name === 'authorization') tokens.push(value)
        }
        getResponseHeader() {
          return null
        }
        abort() {
          this.onabort()
        }
        send() {
          const answered = answers.shift()
          if (!answered) return this.onerror()
          this.status = answered.status
          for (const piece of answered.pieces) {
            this.responseText += piece
            this.onprogress()
          }
          this.onload()
          this.onloadend()
        }
      },
    )
    return tokens
  }
  const run = (onLine: (line: unknown) => void, signal = new AbortController().signal) =>
    uploadStreaming(studentImports.run, { params: {}, form: new FormData(), onSent: () => {}, onLine, signal })

  test('gives each line once, when it is whole, the last without its end too', async () => {
    streams({ status: 200, pieces: ['{"a":1}\n{"b"', ':2}', '\n{"c":3}\n{"d":4}'] })
    const lines: unknown[] = []
    await run((line) => lines.push(line))
    expect(lines).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }, { d: 4 }])
  })

  test('a refusal is thrown like any other, and is no line', async () => {
    const body = JSON.stringify({ message: 'Invalid', errors: { file: ['Choose a CSV or XLSX file'] } })
    streams({ status: 422, pieces: [`${body}\n`] })
    const lines: unknown[] = []
    await expect(run((line) => lines.push(line))).rejects.toMatchObject({
      status: 422,
      errors: { file: ['Choose a CSV or XLSX file'] },
    })
    expect(lines).toEqual([])
    streams()
    await expect(run(() => {})).rejects.toMatchObject({ status: 0, message: UNREACHABLE })
  })

  test('a 401 without an open form ends the login', async () => {
    const tokens = streams({ status: 401, pieces: ['{}'] })
    await expect(run(() => {})).rejects.toMatchObject({ status: 401 })
    expect(tokens).toEqual(['Bearer first-token'])
    expect(getLogin()).toBeUndefined()
  })

  test('what was given up before it began is not sent', async () => {
    const tokens = streams({ status: 200, pieces: [] })
    const controller = new AbortController()
    controller.abort()
    await expect(run(() => {}, controller.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(tokens).toEqual([])
  })
})
