import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { ConnectionBound } from './bound.ts'
import { type Connecting, connect, type OpenDatabase } from './open.ts'

const MINUTE = 60_000

let opened: OpenDatabase

beforeEach(() => {
  // The pool's own timers: sockets and the database know nothing of them.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await opened.close()
})

/** Opens the pool, and asks so many statements at once of it. */
async function ask(most: number, given: Connecting = {}) {
  opened = connect({ ...inject('cluster').config, ...given })
  await Promise.all(Array.from({ length: most }, () => sql`select pg_sleep(0.05)`.execute(opened.db)))
  expect(opened.pool.totalCount).toBe(most)
}

test('connections of a burst stay for some minutes, and a few of them for good', async () => {
  await ask(9)
  vi.advanceTimersByTime(4 * MINUTE)
  expect(opened.pool.totalCount).toBe(9)
  vi.advanceTimersByTime(2 * MINUTE)
  expect(opened.pool.totalCount).toBe(4)
  vi.advanceTimersByTime(600 * MINUTE)
  expect(opened.pool.totalCount).toBe(4)
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(opened.db)
  expect(rows).toEqual([{ one: 1 }])
})

test('colleges that share connections keep none that nobody uses', async () => {
  await ask(3, { bound: new ConnectionBound(5) })
  vi.advanceTimersByTime(MINUTE)
  expect(opened.pool.totalCount).toBe(0)
})
