import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './asking.ts'
import type { College } from './college.ts'
import type { Plan } from './contest.ts'
import type { RunningServer } from './processes.ts'
import { atMost, type Result } from './report.ts'

/** The calls of a dashboard that is opened by its address. */
const CALLS = ['/api/start', '/api/today', '/api/reportings/waiting']
/** The openings after which a connection knows the plans of its statements. */
const OPENINGS = 20

/** A head's dashboard in a college where nobody has come for a while, against one that is opened over and over. */
export async function benchQuiet({ token }: College, { port }: RunningServer, plan: Plan): Promise<Result[]> {
  const headers = { authorization: `Bearer ${token}` }
  async function opened(): Promise<number> {
    const start = performance.now()
    const answers = await Promise.all(CALLS.map((path) => fetch(`http://127.0.0.1:${port}${path}`, { headers })))
    for (const answer of answers) {
      if (!answer.ok) throw new Error(`${answer.url} answers ${answer.status}`)
      await answer.arrayBuffer()
    }
    return performance.now() - start
  }
  for (let opening = 0; opening < OPENINGS; opening += 1) await opened()
  const [rested, over]: [number[], number[]] = [[], []]
  for (let round = 0; round < plan.rounds; round += 1) {
    await sleep(plan.quietMs)
    rested.push(await opened())
    over.push(await opened())
  }
  return [
    atMost(
      2,
      `a dashboard’s calls after ${plan.quietMs / 1000} quiet seconds, of the next ones`,
      median(rested.map((ms, round) => ms / (over[round] ?? Number.NaN))),
      `${median(rested).toFixed(0)} to ${median(over).toFixed(0)} ms`,
    ),
  ]
}
