import type { College } from './college.ts'
import { CONNECTIONS, compete, overHttp, type Plan } from './contest.ts'
import { throughDriver } from './driver.ts'
import { requestText } from './load.ts'
import type { RunningServer } from './processes.ts'
import { atLeast, perSecond, type Result, told } from './report.ts'
import { recordStatements, transactionOf } from './statements.ts'

/** Submissions for each caller, so that no two wait for one row. */
const EACH = 8
/** The marks a task has; the recorded transactions give these, the product's never. */
const MOST = 20

/** Grading through the whole product, against the same statements in one transaction straight through the driver. */
export async function benchGrading(college: College, product: RunningServer, plan: Plan): Promise<Result[]> {
  const ids = college.submissionIds.slice(0, CONNECTIONS * EACH)
  const address = (id: number | undefined) => `/api/task-submissions/${id}`
  const requests = ids.map((id) => ({ method: 'PUT' as const, path: address(id), body: { marks: MOST } }))
  const transactions = (await recordStatements(college, requests)).map(transactionOf)

  /** Each call gives the caller's next submission, and marks that the one before did not give it. */
  const turns = Array.from({ length: CONNECTIONS }, () => 0)
  const next = (caller: number) => {
    const turn = turns[caller] ?? 0
    turns[caller] = turn + 1
    return { index: caller * EACH + (turn % EACH), marks: Math.floor(turn / EACH) % MOST }
  }
  const grade = (caller: number) => {
    const { index, marks } = next(caller)
    return requestText('PUT', address(ids[index]), college.token, { marks })
  }
  const { of, ratio } = await compete(
    {
      product: overHttp(product.port, grade),
      driver: throughDriver(college.url, async (pool, caller) => {
        const client = await pool.connect()
        for (const statement of transactions[next(caller).index] ?? []) await client.query(statement)
        client.release()
      }),
    },
    plan,
  )
  const { rate, p99 } = of('product')
  const direct = of('driver')
  return [
    atLeast(
      0.5,
      'grading a submission: rate, of its transaction through the driver',
      ratio('rate', 'product', 'driver'),
      `${perSecond(rate)} to ${perSecond(direct.rate)}`,
    ),
    told(
      'grading a submission: p99, of the same',
      ratio('p99', 'product', 'driver'),
      `${p99.toFixed(1)} to ${direct.p99.toFixed(1)} ms`,
    ),
  ]
}
