import { median } from './asking.ts'
import { atMost, type Result } from './report.ts'

/** A call, and its caller. */
export interface Asking {
  port: number
  token: string
  path: string
}

interface Growth<College> {
  /** The name of the thing that is asked for, and its number in the large college. */
  what: string
  big: College
  small: College
  ask: (one: College) => Asking
  rounds: number
  /** True when two answers are of the same rows: others would be given in another time. */
  isSame: (big: string, small: string) => boolean
}

/** The most time that the large college may take, as a multiple of the small one's. */
export const MOST_GROWTH = 1.5

/** Compares the two colleges in turns with a single reader, as reports are read. */
export async function compareInTurns<College>(growth: Growth<College>): Promise<Result> {
  const { what, big, small, ask, rounds, isSame } = growth
  const times = { big: [] as number[], small: [] as number[] }
  // The first rounds are for warming up.
  for (let round = -2; round < 2 * rounds; round++) {
    const answers: string[] = []
    for (const [size, one] of Object.entries({ big, small }) as [keyof typeof times, College][]) {
      const { port, token, path } = ask(one)
      const start = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
      answers.push(await answer.text())
      if (!answer.ok) throw new Error(`${what}: ${answers.at(-1)}`)
      if (round >= 0) times[size].push(performance.now() - start)
    }
    const [ofBig = '', ofSmall = ''] = answers
    if (!isSame(ofBig, ofSmall))
      throw new Error(`${what}: two answers\n${answers.map((answer) => answer.slice(0, 300)).join('\n')}`)
  }
  return atMost(
    MOST_GROWTH,
    what,
    median(times.big.map((time, round) => time / (times.small[round] ?? Number.NaN))),
    `${median(times.big).toFixed(1)} to ${median(times.small).toFixed(1)} ms`,
  )
}

/** Returns the number of rows of an answer; a record is one. */
export function rowsOf(answer: string): number {
  const { data } = JSON.parse(answer) as { data?: unknown }
  return Array.isArray(data) ? data.length : data ? 1 : 0
}

export const areAsMany = (big: string, small: string) => rowsOf(big) > 0 && rowsOf(big) === rowsOf(small)

/** Files of the same rows are as long, but for the digits of their ids. */
export const areAsLong = (big: string, small: string) =>
  small.length > 0 && Math.abs(big.length - small.length) <= 0.05 * small.length
