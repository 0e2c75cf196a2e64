import { collegeNow } from '../machine/of-college.ts'
import { unavailable } from './errors.ts'

interface Waiting {
  go(): void
  refuse(reason: Error): void
}

/**
 * The asker whose work waits as long as it takes and needs no place: the server's own, such as the passwords of an
 * import.
 */
export const PATIENT = Symbol('patient')
/** The asker: callers share their turns with those of the same name only. */
export type Who = string | typeof PATIENT

/**
 * Lets `atOnce` pieces of work run together and at most `places` more wait, one of each asker in turn, so that an asker
 * of a hundred things holds nobody else up. When all places are taken, an asker with fewer of them gets the last place
 * of the asker with the most.
 * @returns a function that runs a piece of work in its turn, and says how many run and wait now. It throws 503 when
 * there is no place.
 */
export function takingTurns({ atOnce, places }: { atOnce: number; places: number }) {
  const queues = new Map<Who, Waiting[]>()
  let running = 0
  let taken = 0

  function makeRoom(who: Who): void {
    let longest: Waiting[] = []
    for (const [other, queue] of queues) if (other !== PATIENT && queue.length > longest.length) longest = queue
    const own = queues.get(who)?.length ?? 0
    if (own + 1 >= longest.length) throw unavailable()
    longest.pop()?.refuse(unavailable())
    taken -= 1
  }

  async function wait(who: Who): Promise<void> {
    if (who !== PATIENT) {
      if (taken >= places) makeRoom(who)
      taken += 1
    }
    await new Promise<void>((go, refuse) => {
      const queue = queues.get(who)
      if (queue) queue.push({ go, refuse })
      else queues.set(who, [{ go, refuse }])
    })
  }

  /** Hands the turn on to the asker who has not had one for the longest time. */
  function handOn(): void {
    const [next] = queues
    if (!next) {
      running -= 1
      return
    }
    const [who, queue] = next
    queues.delete(who)
    const waiting = queue.shift()
    if (queue.length > 0) queues.set(who, queue)
    if (who !== PATIENT) taken -= 1
    waiting?.go()
  }

  async function inTurn<T>(who: Who, work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await wait(who)
    else running += 1
    try {
      return await work()
    } finally {
      handOn()
    }
  }

  const now = () => ({ running, waiting: [...queues.values()].reduce((sum, { length }) => sum + length, 0) })
  return Object.assign(inTurn, { now })
}

/**
 * The same for work that all colleges of a process share: `atOnce` runs in all, one of each college in turn, and each
 * college has its own places and askers.
 */
export function takingTurnsByCollege(limits: { atOnce: number; places: number }) {
  const ofOne = takingTurns(limits)
  const amongAll = takingTurns({ atOnce: limits.atOnce, places: Number.POSITIVE_INFINITY })
  const ofEach = new Map<string, ReturnType<typeof takingTurns>>()
  const inTurn = <T>(who: Who, work: () => Promise<T>): Promise<T> => {
    const college = collegeNow()
    if (college === undefined) return ofOne(who, work)
    const own = ofEach.get(college) ?? takingTurns(limits)
    ofEach.set(college, own)
    return own(who, () => amongAll(college, work))
  }
  return Object.assign(inTurn, { now: ofOne.now })
}
