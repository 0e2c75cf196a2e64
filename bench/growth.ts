import { join } from 'node:path'
import { median, requestText } from './asking.ts'
import type { College } from './college.ts'
import { compete, overHttp, type Plan, type Rival } from './contest.ts'
import { type RunningServer, startProduct } from './processes.ts'
import { atMost, type Result } from './report.ts'

/** A loaded college, and the product over it. */
export type Opened<Loaded> = Loaded & RunningServer & { directory: string }

export interface Pair<Loaded> {
  big: Opened<Loaded>
  small: Opened<Loaded>
}

type Load<Size, Loaded> = (college: College, name: string, size: Size) => Promise<Loaded>

async function open<Size, Loaded extends { url: string }>(
  college: College,
  name: string,
  load: Load<Size, Loaded>,
  size: Size,
): Promise<Opened<Loaded>> {
  const loaded = await load(college, name, size)
  const directory = join(college.directory, name)
  return { ...loaded, ...(await startProduct({ DATABASE_URL: loaded.url, DATA_DIR: directory })), directory }
}

/** Opens two colleges of a kind, loads them, and measures them. */
export async function withBoth<Size, Loaded extends { url: string }>(
  college: College,
  kind: string,
  load: Load<Size, Loaded>,
  sizes: { big: Size; small: Size },
  measure: (pair: Pair<Loaded>) => Promise<Result[]>,
): Promise<Result[]> {
  const small = await open(college, `${kind}_small`, load, sizes.small)
  const big = await open(college, `${kind}_big`, load, sizes.big)
  try {
    return await measure({ big, small })
  } finally {
    await small.stop()
    await big.stop()
  }
}

/** A call, and its caller. */
export interface Asking {
  port: number
  token: string
  path: string
}

interface Growth<Loaded> extends Pair<Loaded> {
  /** The name of the thing that is asked for, and its number in the large college. */
  what: string
  ask: (one: Opened<Loaded>) => Asking
  rounds: number
  /** True when two answers are of the same rows: others would be given in another time. */
  isSame: (big: string, small: string) => boolean
}

/** The most time that the large college may take, as a multiple of the small one's. */
const MOST_GROWTH = 1.5

async function answerOf(what: string, { port, token, path }: Asking): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${what}: ${text}`)
  return text
}

function refuseOthers(what: string, answers: string[], isSame: typeof areAsMany): void {
  const [big = '', small = ''] = answers
  if (!isSame(big, small))
    throw new Error(`${what}: two answers\n${answers.map((answer) => answer.slice(0, 300)).join('\n')}`)
}

/** Compares the two colleges in turns with a single reader, as reports are read. */
export async function compareInTurns<Loaded>(growth: Growth<Loaded>): Promise<Result> {
  const { what, big, small, ask, rounds, isSame } = growth
  const times = { big: [] as number[], small: [] as number[] }
  // The first rounds are for warming up.
  for (let round = -2; round < 2 * rounds; round++) {
    const answers: string[] = []
    for (const [size, one] of Object.entries({ big, small }) as [keyof typeof times, Opened<Loaded>][]) {
      const start = performance.now()
      answers.push(await answerOf(what, ask(one)))
      if (round >= 0) times[size].push(performance.now() - start)
    }
    refuseOthers(what, answers, isSame)
  }
  return atMost(
    MOST_GROWTH,
    what,
    median(times.big.map((time, round) => time / (times.small[round] ?? Number.NaN))),
    `${median(times.big).toFixed(1)} to ${median(times.small).toFixed(1)} ms`,
  )
}

/** Compares two rivals, over the large and over the small college, with all callers at work. */
export async function compareAtWork(what: string, rivals: Record<'big' | 'small', Rival>, plan: Plan): Promise<Result> {
  const { of, ratio } = await compete(rivals, plan)
  const detail = `${of('big').p99.toFixed(1)} to ${of('small').p99.toFixed(1)} ms`
  return atMost(MOST_GROWTH, what, ratio('p99', 'big', 'small'), detail)
}

/** Compares reading in the two colleges with all callers at work, after a look whether the answers are of the same rows. */
export async function compareReading<Loaded>(
  what: string,
  { big, small }: Pair<Loaded>,
  asks: (one: Opened<Loaded>) => Asking[],
  plan: Plan,
  isSame = areAsMany,
): Promise<Result> {
  for (const index of asks(big).keys()) {
    const asked = [big, small].map((one) => answerOf(what, asks(one)[index] as Asking))
    refuseOthers(what, await Promise.all(asked), isSame)
  }
  const reads = (one: Opened<Loaded>) =>
    overHttp(one.port, () => asks(one).map(({ token, path }) => requestText('GET', path, token)))
  return compareAtWork(what, { big: reads(big), small: reads(small) }, plan)
}

/** Returns the number of rows of an answer; a record is one. */
function rowsOf(answer: string): number {
  const { data } = JSON.parse(answer) as { data?: unknown }
  return Array.isArray(data) ? data.length : data ? 1 : 0
}

export const areAsMany = (big: string, small: string) => rowsOf(big) > 0 && rowsOf(big) === rowsOf(small)

/** Files of the same rows are as long, but for the digits of their ids. */
export const areAsLong = (big: string, small: string) =>
  small.length > 0 && Math.abs(big.length - small.length) <= 0.05 * small.length
