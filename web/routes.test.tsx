import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearLogin, getLogin, startLogin } from './core/login.ts'
import { markOpened } from './core/opened.ts'
import { queryClient } from './core/query-client.ts'
import { followRoles, makeRouter } from './routes.tsx'
import { answer, loginAnswer, network } from './testing/page.tsx'

type Router = ReturnType<typeof makeRouter>

let router: Router | undefined
let unfollow: (() => void) | undefined
let asked = Promise.withResolvers<Response>()

/** A screen's code is really loaded. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

beforeEach(() => queryClient.clear())
afterEach(async () => {
  // Otherwise the next one would wait for the roles of this one.
  asked.resolve(answer(200, { data: [] }))
  await vi.waitFor(() => expect(getLogin()?.roles).toBeTruthy())
  unfollow?.()
  router?.dispose()
  vi.unstubAllGlobals()
  clearLogin()
  queryClient.clear()
  markOpened(Number.POSITIVE_INFINITY)
  window.history.replaceState(null, '', '/')
})

/** Opens an address as a new tab does: the stored login tells the roles, and they are asked for again. */
function opened(address: string, roles: string[], { own = null as unknown } = {}) {
  startLogin(loginAnswer('first-token', { roles }))
  asked = Promise.withResolvers()
  const calls = network(({ path }) => {
    if (path === '/api/users/7/roles') return asked.promise
    if (path === '/api/staff/current-user') return own ? answer(200, { data: own }) : answer(404, { message: 'none' })
    return answer(200, { data: [], meta: { page: 1, per_page: 100, total: 0 } })
  })
  window.history.replaceState(null, '', address)
  router = makeRouter()
  unfollow = followRoles(router)
  return {
    router,
    paths: () => calls.map(({ path }) => path.replace(/^\/api/, '')),
    /** The server's answer to who the person is. */
    tellRoles: (now: string[] = roles) => asked.resolve(answer(200, { data: now.map((name, id) => ({ id, name })) })),
  }
}

const hod = { id: 3, department: { id: 4, name: 'Medicine', type: 'academic' } }

describe('what a screen needs', () => {
  test('is asked for while the roles are, by what the address says', async () => {
    const { paths } = opened('/tasks?group_id=65&page=2&modal=view&id=9', ['hod'], { own: hod })
    await waitFor(() =>
      expect(paths().sort()).toEqual([
        '/departments?type=academic&per_page=500',
        '/groups?department_id=4&status=active&per_page=500',
        '/staff/current-user',
        '/tasks/9',
        '/tasks/group/65?page=2&per_page=50',
        '/users/7/roles',
      ]),
    )
  })

  test('of a register by its address is asked for at once', async () => {
    const list = 'department_id=4&batch_id=5&group_id=6'
    const { paths } = opened(`/attendance?${list}&fetched=yes&modal=take&id=9`, ['faculty'], { own: hod })
    await waitFor(() =>
      expect(paths()).toEqual(
        expect.arrayContaining([
          '/attendance-sessions/9',
          '/attendance-sessions/9/roster?page=1&per_page=500',
          `/attendance-sessions?${list}&page=1&per_page=50`,
          '/batches?page=1&per_page=500',
        ]),
      ),
    )
    expect(new Set(paths()).size).toBe(paths().length)
  })

  test('is not asked for again when a dialog is opened over the screen, only what the dialog needs', async () => {
    const { router, paths, tellRoles } = opened('/department', ['admin'])
    tellRoles()
    await waitFor(() => expect(router.state.initialized).toBe(true))
    await waitFor(() => expect(paths()).toContain('/departments?page=1&per_page=500'))
    await router.navigate('/department?modal=edit&id=4')
    await waitFor(() => expect(paths().slice(2)).toEqual(['/departments/4']))
  })

  test('that is refused leaves the screen to say so', async () => {
    const { router, tellRoles } = opened('/department', ['admin'])
    vi.stubGlobal('fetch', async (path: string) =>
      path.includes('/roles') ? answer(200, { data: [] }) : answer(403, { message: 'no' }),
    )
    tellRoles()
    await waitFor(() => expect(router.state.initialized).toBe(true))
    expect(router.state.errors).toBeNull()
    expect(router.state.location.pathname).toBe('/department')
  })
})

describe('a screen of students that everybody may open', () => {
  test.each(['/student-feedback', '/student-feedback-questions/5'])('%s asks nothing for staff', async (path) => {
    const { router, paths, tellRoles } = opened(path, ['hod'])
    tellRoles()
    await waitFor(() => expect(router.state.initialized).toBe(true))
    expect(router.state.location.pathname).toBe(path)
    expect(paths()).toEqual(['/users/7/roles'])
  })
})

describe('a screen that is not for everybody', () => {
  test.each(['/reports', '/designations', '/roles', '/security-log'])('%s asks nothing for a student', async (path) => {
    const { router, paths, tellRoles } = opened(path, ['student'])
    tellRoles()
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    // The dashboard, to which they are sent, asks what waits for them.
    expect(paths().filter((asked) => asked !== '/reportings/waiting')).toEqual(['/users/7/roles'])
  })

  test('is left when the role was taken away since the sign-in', async () => {
    const { router, tellRoles } = opened('/reports', ['hod'])
    tellRoles(['faculty'])
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })

  test('opens before the roles are told, for who had its role at the sign-in', async () => {
    const { router } = opened('/security-log', ['admin'])
    await waitFor(() => expect(router.state.initialized).toBe(true))
    expect(router.state.location.pathname).toBe('/security-log')
    expect(getLogin()?.roles).toBeUndefined()
  })

  test('opens for who was given its role since the sign-in', async () => {
    const { router, tellRoles } = opened('/security-log', ['student'])
    tellRoles(['admin'])
    await waitFor(() => expect(router.state.initialized).toBe(true))
    expect(router.state.location.pathname).toBe('/security-log')
  })

  test('opens for who holds its role', async () => {
    const { router, tellRoles } = opened('/security-log', ['admin'])
    tellRoles()
    await waitFor(() => expect(router.state.initialized).toBe(true))
    expect(router.state.location.pathname).toBe('/security-log')
  })
})
