import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followAddress } from './arriving.ts'
import { writeStart } from './core/kept-start.ts'
import { clearLogin, getLogin, startLogin } from './core/login.ts'
import { markOpened } from './core/opened.ts'
import { queryClient } from './core/query-client.ts'
import { ensureStart, ownStaffQuery } from './core/start.ts'
import { dialogs } from './features/tasks/dialogs.ts'
import { followRoles, makeRouter } from './routes.tsx'
import { answer, loginAnswer, network, startAnswer } from './testing/page.tsx'
import { batch, department, staffMember } from './testing/records.ts'

type Router = ReturnType<typeof makeRouter>

let router: Router | undefined
let unfollow: (() => void) | undefined
let asked = Promise.withResolvers<Response>()

/** Waits long, as a screen's code is really loaded. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

beforeEach(() => queryClient.clear())
afterEach(async () => {
  // Otherwise the next test would wait for this start.
  asked.resolve(answer(200, startAnswer([])))
  if (getLogin()) await waitFor(() => expect(getLogin()?.roles).toBeTruthy())
  unfollow?.()
  router?.dispose()
  vi.unstubAllGlobals()
  clearLogin()
  queryClient.clear()
  markOpened(Number.POSITIVE_INFINITY)
  window.history.replaceState(null, '', '/')
})

/** Opens an address as a new tab does: with the roles of the stored login, which are read again. */
function opened(address: string, roles: string[], told: object = {}) {
  startLogin(loginAnswer('first-token', { roles }))
  asked = Promise.withResolvers()
  const calls = network(({ path }) => {
    if (path === '/api/start') return asked.promise
    return answer(200, { data: [], meta: { page: 1, per_page: 100, total: 0 } })
  })
  window.history.replaceState(null, '', address)
  router = makeRouter()
  const following = [followRoles(router), followAddress(router)]
  unfollow = () => {
    for (const end of following) end()
  }
  return {
    router,
    paths: () => calls.map(({ path }) => path.replace(/^\/api/, '')),
    headers: (asked: string) => calls.find(({ path }) => path === `/api${asked}`)?.headers,
    /** Answers the start. */
    tellStart: (now: string[] = roles) => asked.resolve(answer(200, startAnswer(now, told), { etag: 'W/"told"' })),
    failStart: () => asked.resolve(answer(500, { message: 'Failed' })),
    keepStart: () => asked.resolve(new Response(null, { status: 304 })),
  }
}

const hod = staffMember({ department_id: 4, department: { id: 4, name: 'Medicine', type: 'academic' } })

const whole = <T,>(row: T) => ({ data: [row], meta: { page: 1, per_page: 500, total: 1 } })
const ofHod = { staff: hod, departments: whole(department({ id: 4 })), batches: whole(batch({ id: 5 })) }
const TASKS = '/tasks?group_id=65&page=2&modal=view&id=9'
const OF_TASKS = ['/tasks/9', '/tasks/group/65?page=2&per_page=50']
const GROUPS = '/groups?department_id=4&status=active&per_page=500'

describe('on one screen', () => {
  test('a new address is asked for at once, and nothing else is checked or drawn for it', async () => {
    const { router, paths } = opened('/tasks?group_id=65', ['hod'])
    await waitFor(() => expect(paths()).toContain('/tasks/group/65?page=1&per_page=50'))
    const states = new Set<string>()
    router.subscribe(({ navigation }) => states.add(navigation.state))
    await router.navigate('/tasks?group_id=65&modal=view&id=9')
    expect(paths()).toContain('/tasks/9')
    expect([...states]).toEqual(['idle'])
  })

  test('a choice is kept, but none that the way back brings', async () => {
    const { router, paths } = opened('/tasks?department_id=4', ['hod'])
    await waitFor(() => expect(paths()).toContain('/start'))
    const kept = () => JSON.parse(localStorage.getItem('places') ?? '[]')[0]?.place
    await router.navigate('/tasks?department_id=5')
    expect(kept()).toEqual({ department: '5' })
    await router.navigate(-1)
    await waitFor(() => expect(router.state.location.search).toBe('?department_id=4'))
    expect(kept()).toEqual({ department: '5' })
  })
})

describe('what a screen needs', () => {
  test('is nothing of a dialog whose name is none', async () => {
    const { paths } = opened('/tasks?group_id=65&page=2&modal=constructor', ['hod'])
    await waitFor(() => expect(paths()).toContain('/tasks/group/65?page=2&per_page=50'))
  })

  test('is the code of the dialog of its address too', async () => {
    const load = vi.spyOn(dialogs.submissions, 'load')
    const { paths } = opened('/tasks?group_id=65&page=2&modal=submissions&id=9', ['hod'])
    await waitFor(() => expect(paths()).toContain('/tasks/group/65?page=2&per_page=50'))
    expect(load).toHaveBeenCalled()
    load.mockRestore()
  })

  test('is asked for while the start is, by what the address says, and what the start brings is not', async () => {
    const { paths, tellStart } = opened(TASKS, ['hod'], ofHod)
    await waitFor(() => expect(paths().sort()).toEqual(['/start', ...OF_TASKS]))
    tellStart()
    await waitFor(() => expect(paths().sort()).toEqual([GROUPS, '/start', ...OF_TASKS]))
  })

  test('is asked for one by one where the start does not come', async () => {
    const { paths, failStart } = opened(TASKS, ['hod'])
    await waitFor(() => expect(paths()).toContain('/start'))
    failStart()
    await waitFor(() =>
      expect(paths()).toEqual(
        expect.arrayContaining(['/departments?type=academic&per_page=500', '/staff/current-user', ...OF_TASKS]),
      ),
    )
  })

  test('is asked for at once, as the person was told last on this device, until the server says that it is others', async () => {
    startLogin(loginAnswer('first-token'))
    writeStart({ owner: 7, validator: 'W/"one"', start: startAnswer(['hod'], ofHod).data })
    const { paths, headers, tellStart } = opened(TASKS, ['hod'], { ...ofHod, staff: null })
    await waitFor(() => expect(paths().sort()).toEqual([GROUPS, '/start', ...OF_TASKS]))
    expect(headers('/start')).toMatchObject({ 'if-none-match': 'W/"one"' })
    expect(queryClient.getQueryData(ownStaffQuery.queryKey)).toEqual(hod)
    tellStart()
    await waitFor(() => expect(queryClient.getQueryData(ownStaffQuery.queryKey)).toBeNull())
    expect(paths()).toHaveLength(4)
  })

  test('is as the person was told last while the server says that it holds', async () => {
    startLogin(loginAnswer('first-token'))
    writeStart({ owner: 7, validator: 'W/"one"', start: startAnswer(['hod', 'faculty'], ofHod).data })
    const { paths, keepStart } = opened(TASKS, ['hod'])
    await waitFor(() => expect(paths()).toHaveLength(4))
    keepStart()
    await waitFor(() => expect(getLogin()?.roles).toEqual(['hod', 'faculty']))
    expect(queryClient.getQueryData(ownStaffQuery.queryKey)).toEqual(hod)
    expect(paths()).toHaveLength(4)
  })

  test('is nothing that the app, newer than what this device was told, does not take', async () => {
    startLogin(loginAnswer('first-token'))
    const { staff: _, ...older } = startAnswer(['hod'], ofHod).data
    const another = { app: 'another version', owner: 7, validator: 'W/"one"', start: older }
    localStorage.setItem('start', JSON.stringify(another))
    const { paths, headers, tellStart } = opened(TASKS, ['hod'], ofHod)
    await waitFor(() => expect(paths().sort()).toEqual(['/start', ...OF_TASKS]))
    expect(headers('/start')).not.toHaveProperty('if-none-match')
    tellStart()
    await waitFor(() => expect(getLogin()?.roles).toEqual(['hod']))
    expect(queryClient.getQueryData(ownStaffQuery.queryKey)).toEqual(hod)
  })

  test('is kept on the device until the login ends', async () => {
    const { paths, tellStart } = opened(TASKS, ['hod'], ofHod)
    await waitFor(() => expect(paths()).toContain('/start'))
    tellStart()
    await waitFor(() => expect(localStorage.getItem('start')).toContain(hod.name))
    clearLogin()
    expect(localStorage.getItem('start')).toBeNull()
  })

  test('is not kept where it arrives after the login has ended', async () => {
    const { paths, tellStart } = opened(TASKS, ['hod'], ofHod)
    await waitFor(() => expect(paths()).toContain('/start'))
    const telling = ensureStart()
    clearLogin()
    tellStart()
    await telling
    expect(localStorage.getItem('start')).toBeNull()
  })

  test('is nothing that this device was told for somebody else', async () => {
    startLogin(loginAnswer('first-token'))
    writeStart({ owner: 8, validator: 'W/"one"', start: startAnswer(['hod'], ofHod).data })
    const { paths } = opened(TASKS, ['hod'])
    await waitFor(() => expect(paths().sort()).toEqual(['/start', ...OF_TASKS]))
    expect(queryClient.getQueryData(ownStaffQuery.queryKey)).toBeUndefined()
  })

  test('of a register by its address is asked for at once', async () => {
    const list = 'department_id=4&batch_id=5&group_id=6'
    const { paths } = opened(`/attendance?${list}&fetched=yes&modal=take&id=9`, ['faculty'], ofHod)
    await waitFor(() =>
      expect(paths()).toEqual(
        expect.arrayContaining([
          '/attendance-sessions/9/roster?page=1&per_page=500',
          `/attendance-sessions?${list}&page=1&per_page=50`,
        ]),
      ),
    )
    expect(new Set(paths()).size).toBe(paths().length)
  })

  test('is not asked for again when a dialog is opened over the screen, only what the dialog needs', async () => {
    const { router, paths, tellStart } = opened('/department', ['admin'])
    tellStart()
    await waitFor(() => expect(router.state.initialized).toBe(true))
    await waitFor(() => expect(paths()).toContain('/departments?page=1&per_page=500'))
    await router.navigate('/department?modal=edit&id=4')
    await waitFor(() => expect(paths().slice(2)).toEqual(['/departments/4']))
  })

  test('that is refused leaves the screen to say so', async () => {
    const { router, tellStart } = opened('/department', ['admin'])
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/api/start' ? answer(200, startAnswer([])) : answer(403, { message: 'no' }),
    )
    tellStart()
    await waitFor(() => expect(router.state.initialized).toBe(true))
    expect(router.state.errors).toBeNull()
    expect(router.state.location.pathname).toBe('/department')
  })
})

describe('a screen of students that everybody may open', () => {
  test.each(['/student-feedback', '/student-feedback-questions/5'])('%s asks nothing for staff', async (path) => {
    const { router, paths, tellStart } = opened(path, ['hod'])
    tellStart()
    await waitFor(() => expect(router.state.initialized).toBe(true))
    expect(router.state.location.pathname).toBe(path)
    expect(paths()).toEqual(['/start'])
  })
})

describe('a screen that is not for everybody', () => {
  test.each(['/reports', '/designations', '/roles', '/security-log'])('%s asks nothing for a student', async (path) => {
    const { router, paths, tellStart } = opened(path, ['student'])
    tellStart()
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    // The dashboard, to which they are led, reads the waiting records.
    expect(paths().filter((asked) => !['/reportings/waiting', '/today'].includes(asked))).toEqual(['/start'])
  })

  test('is left when the role was taken away since the sign-in', async () => {
    const { router, tellStart } = opened('/reports', ['hod'])
    tellStart(['faculty'])
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })

  test('opens before the roles are told, for who had its role at the sign-in', async () => {
    const { router } = opened('/security-log', ['admin'])
    await waitFor(() => expect(router.state.initialized).toBe(true))
    expect(router.state.location.pathname).toBe('/security-log')
    expect(getLogin()?.roles).toBeUndefined()
  })

  test('opens for who was given its role since the sign-in', async () => {
    const { router, tellStart } = opened('/security-log', ['student'])
    tellStart(['admin'])
    await waitFor(() => expect(router.state.initialized).toBe(true))
    expect(router.state.location.pathname).toBe('/security-log')
  })

  test('opens for who holds its role', async () => {
    const { router, tellStart } = opened('/security-log', ['admin'])
    tellStart()
    await waitFor(() => expect(router.state.initialized).toBe(true))
    expect(router.state.location.pathname).toBe('/security-log')
  })
})
