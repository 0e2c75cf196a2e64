import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { median } from './asking.ts'
import type { College } from './college.ts'
import type { Plan } from './contest.ts'
import { startProduct } from './processes.ts'
import { atMost, type Result } from './report.ts'

async function emptyNode(): Promise<number> {
  const start = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - start
}

/** Returns the time from the start of the process to the first answer, as `npm start` starts it. */
async function firstAnswer(environment: Record<string, string>): Promise<number> {
  const start = performance.now()
  const product = await startProduct(environment)
  const answer = await fetch(`http://127.0.0.1:${product.port}/api/health`)
  const took = performance.now() - start
  await product.stop()
  if (!answer.ok) throw new Error(`/api/health answers ${answer.status}`)
  return took
}

/** The start over an existing database, against the start of a Node process that does nothing. */
export async function benchStart(college: College, { rounds }: Plan): Promise<Result[]> {
  const own = { DATA_DIR: join(college.directory, 'start') }
  const kinds = {
    'start to first answer, embedded database': own,
    'start to first answer, DATABASE_URL': { ...own, DATABASE_URL: college.url },
  }
  // The first start makes the database and fills the compile cache.
  for (const environment of Object.values(kinds)) await firstAnswer(environment)
  const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]))
  const empty: number[] = []
  for (let round = 0; round < rounds; round++) {
    empty.push(await emptyNode())
    for (const [kind, environment] of Object.entries(kinds)) times.get(kind)?.push(await firstAnswer(environment))
  }
  return [...times].map(([kind, took]) =>
    atMost(
      15,
      `${kind}, in starts of an empty Node`,
      median(took.map((time, round) => time / (empty[round] ?? Number.NaN))),
      `${median(took).toFixed(0)} to ${median(empty).toFixed(0)} ms`,
    ),
  )
}
