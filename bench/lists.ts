import { requestText } from './asking.ts'
import { type College, LIST_ROWS } from './college.ts'
import { compete, overHttp, type Plan } from './contest.ts'
import { throughDriver } from './driver.ts'
import { type RunningServer, startBare } from './processes.ts'
import { atLeast, atMost, perSecond, type Result, told } from './report.ts'
import { recordStatements, type Statement } from './statements.ts'

/**
 * Lists of 60 rows through the whole product, against the same statements behind a bare `node:http` handler and
 * straight through the driver. A second bare handler runs the list's own statement only, not what finds out who asks.
 */
export async function benchLists(college: College, product: RunningServer, plan: Plan): Promise<Result[]> {
  const lists = {
    'students of a group': `/api/student-groups/group/${college.groupId}/active`,
    'tasks of a group': `/api/tasks/group/${college.groupId}`,
  }
  const results: Result[] = []
  for (const [name, path] of Object.entries(lists))
    results.push(...(await benchList(name, path, college, product, plan)))
  results.push(await benchRegister(lists['students of a group'], college, product, plan))
  return results
}

/** The register, its session included, against the bare list of as many students. */
async function benchRegister(list: string, college: College, product: RunningServer, plan: Plan): Promise<Result> {
  const path = `/api/attendance-sessions/${college.sessionId}/roster?per_page=500`
  const [statements = []] = await recordStatements(college, [{ method: 'GET', path: list }])
  const bare = await startBare({ url: college.url, routes: { '/list': statements } })
  try {
    await checkRows(product, path, college.token)
    const { of, ratio } = await compete(
      {
        product: overHttp(product.port, () => requestText('GET', path, college.token)),
        bare: overHttp(bare.port, () => requestText('GET', '/list', college.token)),
      },
      plan,
    )
    const detail = `${perSecond(of('product').rate)} to ${perSecond(of('bare').rate)}`
    return atLeast(0.4, 'register: rate, of a bare list of as many', ratio('rate', 'product', 'bare'), detail)
  } finally {
    await bare.stop()
  }
}

async function benchList(name: string, path: string, college: College, product: RunningServer, plan: Plan) {
  const [statements = []] = await recordStatements(college, [{ method: 'GET', path }])
  const own = statements.slice(-1)
  const bare = await startBare({ url: college.url, routes: { '/same': statements, '/own': own } })
  try {
    await checkRows(product, path, college.token)
    const { of, ratio } = await compete(
      {
        product: overHttp(product.port, () => requestText('GET', path, college.token)),
        bare: overHttp(bare.port, () => requestText('GET', '/same', college.token)),
        own: overHttp(bare.port, () => requestText('GET', '/own', college.token)),
        driver: throughDriver(college.url, async (pool) => {
          for (const statement of statements) await pool.query(statement)
        }),
      },
      plan,
    )
    const { rate, p99 } = of('product')
    const detail = (rival: string) => `${perSecond(rate)} to ${perSecond(of(rival).rate)}`
    return [
      atLeast(0.6, `${name}: rate, of a bare handler`, ratio('rate', 'product', 'bare'), detail('bare')),
      atMost(
        2,
        `${name}: p99, of the bare handler's`,
        ratio('p99', 'product', 'bare'),
        `${p99.toFixed(1)} to ${of('bare').p99.toFixed(1)} ms`,
      ),
      told(
        `${name}: rate, of a bare handler of its last of ${statements.length} statements`,
        ratio('rate', 'product', 'own'),
        detail('own'),
      ),
      told(`${name}: rate, of the driver alone`, ratio('rate', 'product', 'driver'), detail('driver')),
    ]
  } finally {
    await bare.stop()
  }
}

/** A list that is empty or refused would be answered fast. */
async function checkRows(product: RunningServer, path: string, token: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await answer.json()) as { data?: Statement[] }
  if (data?.length !== LIST_ROWS) throw new Error(`${path} has ${data?.length} rows instead of ${LIST_ROWS}`)
}
