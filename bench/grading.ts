import { requestText } from './asking.ts'
import type { College } from './college.ts'
import { CONNECTIONS, overHttp, type Plan } from './contest.ts'
import { benchWrite } from './driver.ts'
import type { RunningServer } from './processes.ts'
import type { Result } from './report.ts'
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
  return benchWrite(
    {
      what: 'grading a submission',
      url: college.url,
      product: overHttp(product.port, grade),
      transaction: (caller) => transactions[next(caller).index] ?? [],
    },
    plan,
  )
}
