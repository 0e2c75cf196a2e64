import { setTimeout as sleep } from 'node:timers/promises'
import { keepBusy, median, openConnection, type Slice } from './asking.ts'
import type { Rest } from './attendance-college.ts'
import type { Slowing } from './browsing.ts'
import type { CollegesPlan } from './colleges.ts'
import type { Judged } from './eligibility-college.ts'
import type { Responses } from './feedback-college.ts'
import type { Logged } from './logbook-college.ts'

/** The most callers at once. */
export const CONNECTIONS = 32

/**
 * Each turn begins with work that does not count, and ends with a rest in which the rival gives up its connections. Neither
 * lasts longer than what counts.
 */
const WARM_UP_MS = 200
const REST_MS = 300

interface ScreensPlan {
  /** Only the first so many of the screens, and no visit before the one that is counted. */
  screens?: number
  /** Every screen of the product too, beside those that have limits. */
  every: boolean
  rounds: number
  /** The rounds over a slowed network. */
  slowedRounds: number
  slowing: Slowing
  /** The lateness of answers, in milliseconds, where waiting callers are counted. */
  countingLatency: number
}

/** A day of a college, and the search for the largest one. */
export interface LoadPlan {
  students: number
  /** The seconds within which they come, staff too. */
  seconds: number
  /** The part of people's thinking time that they take. */
  pace: number
  /** True to leave out the way all of whose parts are in the last one too. */
  isShort?: boolean
  /** Steady windows at the peak's rate over a college of so many; the first try is `from`. */
  search?: { students: number; from: number; halvings: number; ramp: number; window: number; pace: number }
}

/** The time that rivals go on, and the amount of their work. */
export interface Plan {
  rounds: number
  sliceMs: number
  /** The callers at once. */
  callers: number
  load: LoadPlan
  /** The students of the college that most parts ask for. */
  students: number
  /** The batches of the large college of `administration`. */
  batches: number
  /** The rest of the large college of `attendance` beside its measured part. */
  entries: Rest
  /** Classes of 60 students with 24,000 results each: those of the large college of `results`. */
  classes: number
  /** The two colleges of `logbook`. */
  logbook: { big: Logged; small: Logged }
  /** The two colleges of `eligibility`. */
  eligibility: { big: Judged; small: Judged }
  /** The cases of the large college of `reportings`. */
  cases: number
  /** The responses of the large college of `feedback`. */
  responses: Responses
  /** PDFs that are made before the memory is looked at. */
  documents: number
  /** Students of the batch of which a pack is made. */
  packed: number
  /** Rows of the file that is previewed. */
  importRows: number
  /** The size of a file of the library. */
  fileBytes: number
  /** The time in which nobody comes, before a dashboard is opened. */
  quietMs: number
  screens: ScreensPlan
  colleges: CollegesPlan
}

/** A rival's turn: for how long, and with how many callers at once. */
export interface Stint {
  milliseconds: number
  callers: number
}

/** Works through a stint and tells how that went. */
export type Rival = (stint: Stint) => Promise<Slice>

export interface Contest {
  /** The middle one of the rounds. */
  of(rival: string): Slice
  /** The middle one of the rounds' ratios: what slows the machine for a while slows both. */
  ratio(figure: keyof Slice, rival: string, other: string): number
}

/** Work that all callers do over and over. */
export async function atWork(
  { milliseconds, callers }: Stint,
  work: (caller: number) => Promise<void>,
): Promise<Slice> {
  await keepBusy(callers, Math.min(WARM_UP_MS, milliseconds), work)
  return keepBusy(callers, milliseconds, work)
}

/** Lets rivals take turns, in another order each round. */
export async function compete(rivals: Record<string, Rival>, { rounds, sliceMs, callers }: Plan): Promise<Contest> {
  const names = Object.keys(rivals)
  const slices = new Map<string, Slice[]>(names.map((name) => [name, []]))
  const turnOf = async (name: string) => {
    const slice = await rivals[name]?.({ milliseconds: sliceMs, callers })
    await sleep(Math.min(REST_MS, sliceMs))
    return slice
  }
  for (const name of names) await turnOf(name)
  for (let round = 0; round < rounds; round++) {
    for (const turn of names.keys()) {
      const name = names[(turn + round) % names.length] ?? ''
      const slice = await turnOf(name)
      if (slice) slices.get(name)?.push(slice)
    }
  }
  const all = (name: string, figure: keyof Slice) => (slices.get(name) ?? []).map((slice) => slice[figure])
  return {
    of: (rival) => ({ rate: median(all(rival, 'rate')), p99: median(all(rival, 'p99')) }),
    ratio: (figure, rival, other) => {
      const others = all(other, figure)
      return median(all(rival, figure).map((value, round) => value / (others[round] ?? Number.NaN)))
    },
  }
}

/** A rival that answers over HTTP. Several requests of one call are asked one after the other. */
export function overHttp(port: number, requests: (caller: number) => string | readonly string[]): Rival {
  return async (stint) => {
    const connections = await Promise.all(Array.from({ length: stint.callers }, () => openConnection(port)))
    try {
      return await atWork(stint, async (caller) => {
        for (const request of [requests(caller)].flat()) await connections[caller]?.ask(request)
      })
    } finally {
      for (const connection of connections) connection.close()
    }
  }
}

/** Works as `alone` does, while one `costly` call after the other is made; counts these. */
export function beside(alone: Rival, costly: () => Promise<unknown>): { meanwhile: Rival; made: () => number } {
  let made = 0
  const meanwhile: Rival = async (stint) => {
    let isOver = false
    const busy = async () => {
      for (; !isOver; made += 1) await costly()
    }
    const making = busy()
    const slice = await alone(stint)
    isOver = true
    await making
    return slice
  }
  return { meanwhile, made: () => made }
}
