import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { followNetwork } from './query-client.ts'

test.each([
  ['an answer that the device kept is asked for again', () => ({ keptAt: '2026-11-20T03:00:00.000Z' }), 2],
  ['an answer of the server is not', () => ({ keptAt: null }), 1],
  ['a failure is asked for again', () => Promise.reject(new Error('The server cannot be reached.')), 2],
])('when the network is back, %s', async (_, answer, times) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  followNetwork(client)
  let calls = 0
  const read = () => {
    calls += 1
    return answer()
  }
  const stop = new QueryObserver(client, { queryKey: ['sessions'], queryFn: read }).subscribe(() => {})
  await expect.poll(() => client.getQueryState(['sessions'])?.fetchStatus).toBe('idle')
  window.dispatchEvent(new Event('online'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(calls).toBe(times)
  stop()
})
