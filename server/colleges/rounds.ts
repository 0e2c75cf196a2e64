import type { FastifyBaseLogger } from 'fastify'
import { inCollege } from '../machine/of-college.ts'
import type { College } from './registry.ts'

/** Each college has its round once in so long: mails, notices, sweeps, seals, backups, the look at what may be wrong. */
const ROUND_MS = 4 * 60_000
const LOOK_MS = 500

interface Rounds {
  colleges: () => readonly College[]
  /** Does what is due for a college that nobody may be at. */
  visit(college: College): Promise<void>
  /** Colleges that have their round together. */
  atOnce: number
  logger: FastifyBaseLogger
}

/** Does the rounds of all colleges, a few at a time. One that fails has its next round as all others. */
export function keepRounds({ colleges, visit, atOnce, logger }: Rounds) {
  const begunAt = new Map<string, number>()
  const under = new Map<string, Promise<void>>()

  function begin(college: College): void {
    const { name } = college
    begunAt.set(name, Date.now())
    const work = inCollege(name, () => visit(college))
      .catch((error: unknown) => logger.error({ college: name, err: error }, 'the round of a college failed'))
      .finally(() => under.delete(name))
    under.set(name, work)
  }

  function look(): void {
    const since = ({ name }: College) => begunAt.get(name) ?? 0
    const due = colleges().filter((college) => !under.has(college.name) && Date.now() - since(college) >= ROUND_MS)
    for (const college of due.toSorted((one, other) => since(one) - since(other)).slice(0, atOnce - under.size))
      begin(college)
  }

  look()
  const timer = setInterval(look, LOOK_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(under.values())
    },
  }
}
