import { QueryClient, QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { attendanceSessions } from '../../shared/contract/attendance-sessions.ts'
import { dashboard } from '../../shared/contract/dashboard.ts'
import { departments } from '../../shared/contract/departments.ts'
import { groups } from '../../shared/contract/groups.ts'
import { students } from '../../shared/contract/students.ts'
import { submissions } from '../../shared/contract/submissions.ts'
import { tasks } from '../../shared/contract/tasks.ts'
import { answer, network, signedIn } from '../testing/page.tsx'
import { clearLogin } from './login.ts'
import { dataOf, everyOf, foundOf, keyOf, queryOf, sameBut, useChange } from './queries.ts'

let client: QueryClient
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

beforeEach(() => {
  signedIn()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  clearLogin()
})

const medicine = { id: 4, name: 'Medicine', type: 'academic', status: 'active', created_at: '', updated_at: '' }
const pageOf = (data: unknown[], total = data.length, per_page = 100) => ({ data, meta: { page: 1, per_page, total } })

describe('a key', () => {
  test('begins with the resource, goes on with the path, and ends with what is asked', () => {
    expect(keyOf(tasks.listByGroup, { params: { group_id: 3 }, query: { page: 2 } })).toEqual([
      'tasks',
      '/tasks/group/:group_id',
      { params: { group_id: 3 }, query: { page: 2 } },
    ])
    expect(keyOf(submissions.roster, { params: { task_id: 3 } }, 'every')[3]).toBe('every')
  })

  test('the same page of the same list, whole or in part, is not the same data', () => {
    const asked = { params: { task_id: 3 } }
    expect(everyOf(submissions.roster, asked).queryKey).not.toEqual(queryOf(submissions.roster, asked).queryKey)
  })
})

describe('a query', () => {
  test('calls what the contract declares, and selects of the answer', async () => {
    const calls = network(() => answer(200, { data: medicine }))
    const query = queryOf(departments.read, { params: { id: 4 } }, { select: dataOf })
    const { result } = renderHook(() => useQuery(query), { wrapper })
    await waitFor(() => expect(result.current.data?.name).toBe('Medicine'))
    expect(calls.map(({ path }) => path)).toEqual(['/api/departments/4'])
  })

  test('waits while a parameter is not known, or while it is told to', () => {
    const calls = network(() => answer(200, pageOf([])))
    const { result } = renderHook(
      () => [
        useQuery(queryOf(tasks.listByGroup, { params: { group_id: undefined } })),
        useQuery(queryOf(groups.list, skipToken)),
      ],
      { wrapper },
    )
    expect(result.current.map(({ fetchStatus }) => fetchStatus)).toEqual(['idle', 'idle'])
    expect(calls).toEqual([])
  })

  test('of a whole list reads page after page', async () => {
    const calls = network(({ path }) =>
      answer(200, path.includes('page=1&') ? pageOf([medicine], 2, 1) : pageOf([{ ...medicine, id: 5 }], 2, 1)),
    )
    const { result } = renderHook(() => useQuery(everyOf(departments.list, { query: { type: 'academic' } })), {
      wrapper,
    })
    await waitFor(() => expect(result.current.data?.map(({ id }) => id)).toEqual([4, 5]))
    expect(calls).toHaveLength(2)
    expect(calls[0]?.path).toContain('type=academic')
  })

  test('of what may be missing answers null to a 404 only', async () => {
    let status = 404
    network(() => answer(status, { message: 'no' }))
    const query = foundOf(students.byUser, { params: { user_id: 7 } })
    const { result } = renderHook(() => useQuery(query), { wrapper })
    await waitFor(() => expect(result.current.data).toBeNull())
    status = 403
    await act(() => result.current.refetch())
    expect(client.getQueryState(query.queryKey)?.error).toMatchObject({ status: 403 })
  })
})

describe('the former answer', () => {
  const listOf = (group_id: number, page: number, status = 'pending') =>
    keyOf(attendanceSessions.list, { query: { group_id, status, page } })

  test('stands in for another page of the same list', () => {
    expect(sameBut(listOf(3, 2), 'page')('before', { queryKey: listOf(3, 1) })).toBe('before')
  })

  test('does not for another list', () => {
    expect(sameBut(listOf(4, 1), 'page')('before', { queryKey: listOf(3, 1) })).toBeUndefined()
    expect(sameBut(listOf(3, 1, 'completed'), 'page')('before', { queryKey: listOf(3, 1) })).toBeUndefined()
    expect(sameBut(listOf(3, 1), 'page')('before', undefined)).toBeUndefined()
  })
})

describe('a change', () => {
  const STALE = { stale: [departments, dashboard] }

  /** Shows both kinds of list during the change. */
  function shown() {
    return renderHook(
      () => {
        useQuery(queryOf(departments.list, {}))
        useQuery(queryOf(dashboard.statistics, {}))
        useQuery(queryOf(students.list, {}))
        return useChange(departments.update, STALE)
      },
      { wrapper },
    )
  }
  const input = { params: { id: 4 }, body: { name: 'Surgery', updated_at: '2026-01-01T00:00:00.000Z' } }

  test('reads again what its contracts show and nothing else, before it resolves', async () => {
    const calls = network(({ method }) => answer(200, method === 'PUT' ? { data: medicine } : pageOf([medicine])))
    const { result } = shown()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    calls.length = 0
    const reply = await act(() => result.current(input))
    expect(reply.data.name).toBe('Medicine')
    expect(client.isFetching()).toBe(0)
    expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /api/dashboard/statistics',
      'GET /api/departments',
      'PUT /api/departments/4',
    ])
  })

  test.each([
    [409, ['/api/departments', '/api/dashboard/statistics']],
    [422, []],
  ])('refused with %i it reads again %j', async (status, again) => {
    const calls = network(({ method }) =>
      method === 'PUT' ? answer(status, { message: 'no' }) : answer(200, pageOf([medicine])),
    )
    const { result } = shown()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    calls.length = 0
    await act(() => expect(result.current(input)).rejects.toMatchObject({ status }))
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(calls.slice(1).map(({ path }) => path)).toEqual(again)
  })

  test('asks once more for what has been on its way since before, and takes the new answer', async () => {
    const before = Promise.withResolvers<Response>()
    let asked = 0
    network(({ method, path }) => {
      if (method === 'PUT') return answer(200, { data: medicine })
      if (path !== '/api/departments') return answer(200, pageOf([]))
      asked += 1
      return asked === 1 ? before.promise : answer(200, pageOf([{ ...medicine, name: 'Surgery' }]))
    })
    const { result } = shown()
    await waitFor(() => expect(client.isFetching()).toBe(1))
    await act(() => result.current(input))
    const named = () => client.getQueryData(queryOf(departments.list, {}).queryKey)?.data.map(({ name }) => name)
    expect(named()).toEqual(['Surgery'])
    before.resolve(answer(200, pageOf([medicine])))
    await act(() => before.promise)
    expect(named()).toEqual(['Surgery'])
    expect(asked).toBe(2)
  })

  test('that brings what is told only once does not wait for the lists', async () => {
    const lists = Promise.withResolvers<Response>()
    let isChanging = false
    network(({ method }) => {
      if (method === 'POST') return answer(201, { data: medicine })
      return isChanging ? lists.promise : answer(200, pageOf([medicine]))
    })
    const { result } = renderHook(
      () => {
        useQuery(queryOf(departments.list, {}))
        return useChange(departments.create, { ...STALE, atOnce: true })
      },
      { wrapper },
    )
    await waitFor(() => expect(client.isFetching()).toBe(0))
    isChanging = true
    await act(() => result.current({ body: { name: 'Medicine' }, key: 'one-form' }))
    expect(client.isFetching()).toBe(1)
    lists.resolve(answer(200, pageOf([])))
    await waitFor(() => expect(client.isFetching()).toBe(0))
  })

  test('is typed by its contract', () => {
    const create = (change: ReturnType<typeof useChange<typeof departments.create>>) =>
      // @ts-expect-error a create without the key of its form does not compile
      change({ body: { name: 'Medicine' } })
    const read = () =>
      // @ts-expect-error a department has no number
      queryOf(departments.read, { params: { number: 4 } })
    expect([create, read]).toHaveLength(2)
  })
})
