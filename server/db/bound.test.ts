import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { databaseConfig } from '../testing/cluster.ts'
import { unfurnished } from '../testing/college.ts'
import { ConnectionBound } from './bound.ts'
import { connect } from './open.ts'

const at = await unfurnished()
const { rows: places } = await sql<{ name: string }>`select current_database() as name`.execute(at.db)
const { config } = inject('cluster')

test('an idle connection makes room for another pool at once, and one at work for nobody', async () => {
  const bound = new ConnectionBound(2)
  const open = () =>
    connect({ ...databaseConfig(config, places[0]?.name ?? ''), bound, max: 2, idleTimeoutMillis: 60_000 })
  const [one, other] = [open(), open()]
  try {
    const pid = async ({ pool }: typeof one) =>
      (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
    const [working, idle] = [await one.pool.connect(), await one.pool.connect()]
    idle.release()
    expect([one.pool.idleCount, one.pool.totalCount]).toEqual([1, 2])
    const from = performance.now()
    const first = await pid(other)
    expect(performance.now() - from).toBeLessThan(2_000)
    expect([one.pool.totalCount, other.pool.totalCount]).toEqual([1, 1])
    // The one at work is still there, and so is the other pool's for its next query.
    await working.query('select 1')
    expect(await pid(other)).toBe(first)
    working.release()
    expect(one.pool.idleCount).toBe(1)
  } finally {
    await Promise.all([one.close(), other.close()])
  }
})
