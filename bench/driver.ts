import type pg from 'pg'
import { connect } from '../server/db/open.ts'
import { atWork, type Rival } from './contest.ts'

/**
 * A rival that asks the database itself, straight through the driver and a pool as large as the product's. The pool
 * lives for one turn: those of all rivals together are more than the embedded server takes.
 */
export function throughDriver(url: string, work: (pool: pg.Pool, caller: number) => Promise<void>): Rival {
  return async (milliseconds) => {
    const { pool } = connect({ connectionString: url })
    try {
      return await atWork(milliseconds, (caller) => work(pool, caller))
    } finally {
      await pool.end()
    }
  }
}
