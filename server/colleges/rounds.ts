import type { FastifyBaseLogger } from 'fastify'
import { inCollege } from '../machine/of-college.ts'
import type { College } from './registry.ts'

/** Each college has its round once in so long: mails, notices, sweeps, seals, backups, the look at what may be wrong. */
const ROUND_MS = 4 * 60_000
const LOOK_MS = 500

/** Told by a process that answers, by way of the first one: there is something to do at once for this college. */
export interface Asked {
  ask: string
  /** The mark of the college's file as the process knows it. */
  mark: string
}

/** A round that is under way. */
export interface Round {
  /** Aborted when the process is to end, or the settings that the round began with are no longer those of the college. */
  signal: AbortSignal
  /** Called when there is something to do at once; the round sets it. */
  hurry?: () => void
}

interface Rounds {
  colleges: () => readonly College[]
  /** Does what is due for a college, in whichever process it was brought about. */
  visit(college: College, round: Round): Promise<void>
  /** Colleges that have their round together: by the clock, and with those that asked for one. */
  atOnce: { byClock: number; inAll: number }
  logger: FastifyBaseLogger
}

/** Does the rounds of all colleges, a few at a time. One that fails has its next round as all others. */
export function keepRounds({ colleges, visit, atOnce, logger }: Rounds) {
  const begunAt = new Map<string, number>()
  const under = new Map<string, { round: Round; mark: string; ending: AbortController; work: Promise<void> }>()
  /** Colleges that have asked for a round since their last one began, the longest waiting first. */
  const asked = new Set<string>()
  let isStopping = false

  function begin(college: College): void {
    const { name, mark } = college
    begunAt.set(name, Date.now())
    asked.delete(name)
    const ending = new AbortController()
    const round: Round = { signal: ending.signal }
    const work = inCollege(name, () => visit(college, round))
      .catch((error: unknown) => logger.error({ college: name, err: error }, 'the round of a college failed'))
      .finally(() => {
        under.delete(name)
        look()
      })
    under.set(name, { round, mark, ending, work })
  }

  /** Returns the colleges that have no round under way, and ends the rounds of those whose settings have changed. */
  function freeNow(): Map<string, College> {
    const free = new Map(colleges().map((college) => [college.name, college]))
    for (const [name, { mark, ending }] of under) {
      if (free.get(name)?.mark !== mark) ending.abort()
      free.delete(name)
    }
    return free
  }

  function look(): void {
    if (isStopping) return
    const since = ({ name }: College) => begunAt.get(name) ?? 0
    const free = freeNow()
    for (const name of asked) {
      if (under.size >= atOnce.inAll) return
      const college = free.get(name)
      if (!college) continue
      free.delete(name)
      begin(college)
    }
    const due = [...free.values()].filter((college) => Date.now() - since(college) >= ROUND_MS)
    const places = Math.max(0, atOnce.byClock - under.size)
    for (const college of due.toSorted((one, other) => since(one) - since(other)).slice(0, places)) begin(college)
  }

  look()
  const timer = setInterval(look, LOOK_MS)
  return {
    /** Begins a round of a college as soon as there is room, or hurries the one that is under way. */
    ask: (name: string) => {
      asked.add(name)
      look()
      const round = under.get(name)?.round
      if (round && !round.signal.aborted) round.hurry?.()
    },
    stop: async () => {
      clearInterval(timer)
      isStopping = true
      for (const { ending } of under.values()) ending.abort()
      await Promise.all([...under.values()].map(({ work }) => work))
    },
  }
}
