import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PASSWORD_FIRST } from '../../shared/contract/auth.ts'
import { departments } from '../../shared/contract/departments.ts'
import { submissions } from '../../shared/contract/submissions.ts'
import { answer, loginAnswer, network, pageMeta, signedIn } from '../testing/page.tsx'
import { AUTHENTICATION_REQUIRED, UNREACHABLE } from './api-error.ts'
import { call } from './call.ts'
import { clearSession, getSession } from './session.ts'

beforeEach(() => signedIn())
afterEach(() => {
  vi.unstubAllGlobals()
  clearSession()
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
    clearSession()
    const calls = network(() => answer(200, {}))
    await expect(call(departments.list)).rejects.toThrow(AUTHENTICATION_REQUIRED)
    expect(calls).toEqual([])
  })

  test('a 422 of a write is told field by field', async () => {
    const errors = { name: ['Department name is required'], type: ['Bad', 'Worse'] }
    network(() => answer(422, { message: 'The given data was invalid.', errors }))
    await expect(call(departments.create, { body: { name: '' } })).rejects.toMatchObject({
      status: 422,
      message: 'Validation error: name: Department name is required; type: Bad, Worse',
      errors,
    })
  })

  test('a 422 of a read is shown as its JSON text', async () => {
    network(() => answer(422, { message: 'No' }))
    await expect(call(departments.list)).rejects.toThrow('{"message":"No"}')
  })

  test('other failures show the server’s words, else the endpoint’s', async () => {
    network(() => answer(409, { message: 'Department has 3 groups.' }))
    await expect(call(departments.remove, { params: { id: 1 } })).rejects.toThrow('Department has 3 groups.')
    network(() => new Response('<html>', { status: 502 }))
    await expect(call(departments.list)).rejects.toThrow('Failed to fetch departments')
  })

  test('no answer at all is told in plain words', async () => {
    network(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call(departments.list)).rejects.toMatchObject({ status: 0, message: UNREACHABLE })
  })

  test('a call that is given up says so, and not that the server is away', async () => {
    network(() => Promise.reject(new DOMException('aborted', 'AbortError')))
    const controller = new AbortController()
    controller.abort()
    await expect(call(departments.list, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('a 401 while no form is open ends the session', async () => {
    network(() => answer(401, { message: 'Unauthenticated.' }))
    await expect(call(departments.list)).rejects.toMatchObject({ status: 401 })
    expect(getSession()).toBeUndefined()
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
    expect(getSession()?.user.must_change_password).toBe(true)
  })
})
