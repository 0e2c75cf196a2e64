import { MantineProvider } from '@mantine/core'
import { type Query, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, describe, expect, test } from 'vitest'
import { declaredEndpoints } from '../shared/contract/all.ts'
import { start } from '../shared/contract/start.ts'
import type { Endpoint } from '../shared/endpoint.ts'
import { can, ROLES, type RoleName } from '../shared/permissions.ts'
import { clearLogin, startLogin } from './core/login.ts'
import { markOpened } from './core/opened.ts'
import { queryClient } from './core/query-client.ts'
import type { Screen } from './core/screens.ts'
import { ensureStart } from './core/start.ts'
import { SCREENS } from './screens.ts'
import { served } from './testing/network.ts'
import { loginAnswer, startAnswer } from './testing/page.tsx'
import { batch, department, staffMember, student } from './testing/records.ts'
import { SAMPLE_ID, sampledReply } from './testing/sampled.ts'
import { theme } from './ui/theme.ts'

// An address is read once: what a screen needs early is what its page asks for first.

const PLACE = 'department_id=4&batch_id=4&group_id=4'

/** Addresses beside the plain one: with filters, with a status, of the second page, with a dialog open. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  '/department': ['page=2', 'modal=edit&id=4'],
  '/batches': ['q=first&page=2', 'modal=view&id=4', 'modal=promote&id=4'],
  '/staff': ['q=khan&page=2', 'only=never-signed-in', 'modal=view&id=4'],
  '/students': ['batch=4&q=khan&page=2', 'batch=none', 'only=never-signed-in', 'batch=4&modal=edit&id=4'],
  '/students/:studentId': ['modal=present&id=4'],
  '/groups': ['batch=4&department_id=4&q=a&page=2', 'batch=4&modal=view&id=4', 'batch=4&modal=students&id=4'],
  '/tasks': [`${PLACE}&page=2`, `${PLACE}&only=due`, 'only=ungraded&page=2', `${PLACE}&modal=view&id=4`],
  '/attendance': [
    `${PLACE}&fetched=yes&status=pending`,
    `${PLACE}&fetched=yes&page=2`,
    PLACE,
    'only=not-taken',
    `${PLACE}&fetched=yes&modal=take&id=4`,
  ],
  '/student-attendance': ['batch_id=4&student_id=4&page=2', 'tab=4&student_id=4&batch_id=4', 'department_id=4'],
  '/leaves': ['status=pending&department_id=4&page=2', 'modal=view&id=4', 'modal=add'],
  '/assessment': [
    `${PLACE}&fetched=yes&status=pending`,
    `${PLACE}&fetched=yes&tab=assessments&status=inactive&page=2`,
    `${PLACE}&fetched=yes&page=2`,
    'department_id=4&only=unmarked',
    `${PLACE}&fetched=yes&modal=view&id=4`,
  ],
  '/reporting': ['q=ward&status=closed&reported_page=2', 'modal=view&id=4'],
  '/reports': [
    `${PLACE}&fetched=yes&status=pending&page=2`,
    'tab=register&department_id=4&page=2',
    'tab=below',
    `department_id=4&batch_id=4&fetched=yes&only=below&modal=view&id=4`,
  ],
  '/library': ['q=a&department_id=4&batch_id=4&type=Book&page=2', 'modal=view&id=4'],
  '/feedback': ['modal=add', 'q=a&status=draft&department_id=4&batch_id=4&page=2', 'status=none', 'modal=edit&id=4'],
  '/feedback-questions': ['survey_id=4&q=a&type=text&page=2', 'modal=view&id=4', 'modal=edit&id=4', 'modal=add'],
  '/feedback-results/:surveyId': ['group_id=4'],
  '/student-feedback': ['status=completed&page=2', 'modal=view&id=4'],
  '/designations': ['q=a&page=2', 'modal=edit&id=4'],
  '/roles': ['page=2', 'modal=edit&id=4'],
  '/security-log': ['user_id=4&kind=failed&page=2'],
  '/announcements': ['q=a&page=2', 'modal=view&id=4', 'modal=edit&id=4'],
  '/student-feedback-questions/:surveyId': [''],
}

/** Screens that ask for the same at every address. */
const PLAIN = ['/dashboard', '/staff/import', '/students/import', '/my-results', '/status']

const IDLE_MS = 10

/** Answers the start at once, and holds everything else until `release`. */
function openNetwork(roles: readonly RoleName[]) {
  const opened = Promise.withResolvers<void>()
  const own = { id: 4, name: 'Medicine', type: 'academic' as const }
  const whole = <T,>(row: T) => ({ data: [row], meta: { page: 1, per_page: 500, total: 1 } })
  const isStaff = !roles.includes('admin') && can(roles, 'staff:read-own')
  const told = startAnswer(roles, {
    staff: isStaff ? staffMember({ id: 4, department_id: 4, department: own }) : null,
    student: roles.includes('student') ? student({ id: 4 }) : null,
    departments: whole(department({ id: 4 })),
    batches: whole(batch({ id: 4 })),
  })
  const held = async (endpoint: Endpoint, query: object) => {
    await opened.promise
    return sampledReply(endpoint, query) as never
  }
  const calls = served(
    ...declaredEndpoints
      .filter(({ method, reply }) => method === 'GET' && reply)
      .map((endpoint) => [endpoint, ({ query }: { query: object }) => held(endpoint, query)] as const),
    [start.read, told],
  )
  const before = calls.length
  const seen = () => calls.slice(before).flatMap(({ path }) => (path === '/api/start' ? [] : path.slice('/api'.length)))
  return { seen, release: opened.resolve }
}

/** Waits until nothing more is asked for. */
async function settled(seen: () => string[]): Promise<string[]> {
  for (let before = -1; before !== seen().length; ) {
    before = seen().length
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  }
  return [...seen()]
}

function show(path: string, Page: ComponentType, address: string): void {
  const router = createMemoryRouter([{ path, element: <Page /> }], { initialEntries: [address] })
  render(
    <MantineProvider env="test" theme={theme}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

/** Lists the queries that are asked for and that nothing has shown. */
function followShown(): () => Promise<string[]> {
  const isAsked = (query: Query) => query.state.fetchStatus === 'fetching'
  const unshown = new Set(
    queryClient
      .getQueryCache()
      .findAll({ predicate: isAsked })
      .map(({ queryHash }) => queryHash),
  )
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerAdded') unshown.delete(query.queryHash)
  })
  return async () => {
    // The code of a dialog may still be loading.
    await expect
      .poll(() => unshown.size)
      .toBe(0)
      .catch(() => undefined)
    unsubscribe()
    return [...unshown]
  }
}

/** Opens an address as the route table does, and tells where the screen asks otherwise than its needs, or asks twice. */
async function problemsOf(role: RoleName, { path, load }: Screen, query: string): Promise<object | undefined> {
  clearLogin()
  queryClient.clear()
  // A start is told once for each login.
  startLogin(loginAnswer(`token of ${role} at ${path}?${query}`, { roles: [role] }))
  const { seen, release } = openNetwork([role])
  markOpened()
  const [{ Page, needs }] = await Promise.all([load(SCREENS), ensureStart()])
  const id = String(SAMPLE_ID)
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name as string, id]))
  needs?.(new URLSearchParams([...Object.entries(params), ...new URLSearchParams(query)]), [role])
  const needed = await settled(seen)
  const unshown = followShown()
  show(path, Page, `${path.replace(/:\w+/, id)}?${query}`)
  const first = await settled(seen)
  release()
  const all = await settled(seen)
  const problems = {
    notInNeeds: first.slice(needed.length),
    notOnPage: await unshown(),
    twice: all.filter((call, at) => all.indexOf(call) !== at),
  }
  cleanup()
  return Object.values(problems).some(({ length }) => length > 0) ? problems : undefined
}

afterEach(() => {
  queryClient.clear()
  markOpened(Number.POSITIVE_INFINITY)
})

test('every screen has its addresses', () => {
  expect([...Object.keys(ADDRESSES), ...PLAIN].toSorted()).toEqual(SCREENS.map(({ path }) => path).toSorted())
})

describe('a screen asks as its address was read early', () => {
  test.each(SCREENS)('$path', { timeout: 60_000 }, async (screen) => {
    const found: Record<string, object> = {}
    for (const role of screen.roles ?? ROLES)
      for (const query of ['', ...(ADDRESSES[screen.path] ?? [])]) {
        const problems = await problemsOf(role, screen, query)
        if (problems) found[`${role} ${screen.path}?${query}`] = problems
      }
    expect(found).toEqual({})
  })
})
