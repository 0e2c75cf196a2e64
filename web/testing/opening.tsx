import { type Query, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, test } from 'vitest'
import { declaredEndpoints } from '../../shared/contract/all.ts'
import { settings } from '../../shared/contract/settings.ts'
import { start } from '../../shared/contract/start.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { can, ROLES, type RoleName } from '../../shared/permissions.ts'
import { clearLogin, startLogin } from '../core/login.ts'
import { markOpened } from '../core/opened.ts'
import { queryClient } from '../core/query-client.ts'
import type { Screen } from '../core/screens.ts'
import { ensureStart } from '../core/start.ts'
import { SCREENS } from '../screens.ts'
import { served } from './network.ts'
import { loginAnswer, startAnswer } from './page.tsx'
import { batch, department, staffMember, student } from './records.ts'
import { SAMPLE_ID, sampledReply } from './sampled.ts'
import { walked } from './walked.ts'

// An address is read once: what a screen needs early is what its page asks for first.

export const ADDRESSES = walked('addresses')

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
    // A file has no sample.
    [settings.logo, () => new Response('')],
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
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
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

/**
 * Opens an address as the route table does, and tells where the screen asks otherwise than its needs, or asks twice. The
 * code of a screen comes before the answers, or late: after them.
 */
async function problemsOf(
  role: RoleName,
  { path, load }: Screen,
  query: string,
  isCodeLate: boolean,
): Promise<object | undefined> {
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
  if (isCodeLate) {
    release()
    await settled(seen)
  }
  const unshown = followShown()
  show(path, Page, `${path.replace(/:\w+/, id)}?${query}`)
  const first = await settled(seen)
  release()
  const all = await settled(seen)
  const problems = {
    // Answers that have come ask for more: the page's own next questions.
    notInNeeds: isCodeLate ? [] : first.slice(needed.length),
    notOnPage: await unshown(),
    twice: all.filter((call, at) => all.indexOf(call) !== at),
  }
  cleanup()
  return Object.values(problems).some(({ length }) => length > 0) ? problems : undefined
}

/**
 * Tests that each screen asks for what it needs and nothing twice, its code early or late. A file for each: they wait
 * more than they work, so two files take half the time.
 */
export function testOpening({ isCodeLate }: { isCodeLate: boolean }): void {
  afterEach(() => {
    queryClient.clear()
    markOpened(Number.POSITIVE_INFINITY)
  })

  test.each(SCREENS)('$path', { timeout: 60_000 }, async (screen) => {
    const found: Record<string, object> = {}
    const roles = screen.roles ?? ROLES
    // The roles differ in what they ask for, and not in when: the first and the last one stand for all.
    for (const role of isCodeLate ? new Set([...roles.slice(0, 1), ...roles.slice(-1)]) : roles)
      for (const query of ['', ...(ADDRESSES[screen.path] ?? [])]) {
        const problems = await problemsOf(role, screen, query, isCodeLate)
        if (problems) found[`${role} ${screen.path}?${query}`] = problems
      }
    expect(found).toEqual({})
  })
}
