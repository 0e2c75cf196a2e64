import type pg from 'pg'
import { connect } from '../server/db/open.ts'
import { atWork, compete, type Plan, type Rival } from './contest.ts'
import { atLeast, perSecond, type Result, told } from './report.ts'
import type { Statement } from './statements.ts'

/**
 * A rival that asks the database itself, straight through the driver and a pool as large as the product's. The pool
 * lives for one turn: those of all rivals together are more than the embedded server takes.
 */
export function throughDriver(url: string, work: (pool: pg.Pool, caller: number) => Promise<void>): Rival {
  return async (stint) => {
    const { pool } = connect({ connectionString: url })
    try {
      return await atWork(stint, (caller) => work(pool, caller))
    } finally {
      await pool.end()
    }
  }
}

interface Write {
  /** The name of the figures. */
  what: string
  url: string
  product: Rival
  /** The statements of a caller's next write. */
  transaction: (caller: number) => readonly Statement[]
  /** The work around each turn of either rival. */
  inTurn?: (rival: Rival) => Rival
}

/** A write through the whole product, against the same transaction straight through the driver. */
export async function benchWrite({ what, url, product, transaction, inTurn }: Write, plan: Plan): Promise<Result[]> {
  const driver = throughDriver(url, async (pool, caller) => {
    const client = await pool.connect()
    let isDone = false
    try {
      for (const statement of transaction(caller)) await client.query(statement)
      isDone = true
    } finally {
      // The pool would wait for it, and nobody would see what went wrong.
      client.release(!isDone)
    }
  })
  const rivals = inTurn ? { product: inTurn(product), driver: inTurn(driver) } : { product, driver }
  const { of, ratio } = await compete(rivals, plan)
  const { rate, p99 } = of('product')
  const direct = of('driver')
  return [
    atLeast(
      0.5,
      `${what}: rate, of its transaction through the driver`,
      ratio('rate', 'product', 'driver'),
      `${perSecond(rate)} to ${perSecond(direct.rate)}`,
    ),
    told(
      `${what}: p99, of the same`,
      ratio('p99', 'product', 'driver'),
      `${p99.toFixed(1)} to ${direct.p99.toFixed(1)} ms`,
    ),
  ]
}
