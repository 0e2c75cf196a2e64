import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { HttpError, unavailable } from '../errors.ts'

const LIMITS = {
  /** Calls of one person at work. */
  atWork: 8,
  /** Calls of one person that wait. Each has a connection, and costs little else. */
  waiting: 1_000,
  /** How long one waits: less than a body has, which is not read meanwhile. */
  patienceMs: 20_000,
}

interface Person {
  atWork: number
  /** Begins the next one's work. */
  waiting: Set<() => void>
}

const tooMany = () =>
  new HttpError(429, 'You have too many calls under way. Please try again in a moment.', {
    headers: { 'retry-after': '5' },
  })

/** Lets a few calls of each person work at a time, in the order in which they came, so that nobody takes all there is. */
export class PersonTurns {
  readonly #limits: typeof LIMITS
  readonly #people = new Map<string, Person>()

  constructor(limits: Partial<typeof LIMITS> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /**
   * Takes a turn at once or after a wait.
   * @param gone aborted when nobody waits for the answer any more
   * @returns what gives the turn back; nothing when `gone` came first
   * @throws 429 when too many wait already, 503 when the wait is too long
   */
  take(who: string, gone: AbortSignal): (() => void) | Promise<(() => void) | undefined> {
    const person = this.#people.get(who) ?? { atWork: 0, waiting: new Set() }
    this.#people.set(who, person)
    if (person.atWork < this.#limits.atWork) return this.#begin(who, person)
    if (person.waiting.size >= this.#limits.waiting) throw tooMany()
    return new Promise((resolve, reject) => {
      const begin = () => {
        stop()
        resolve(this.#begin(who, person))
      }
      const leave = () => {
        stop()
        resolve(undefined)
      }
      const patience = setTimeout(() => {
        stop()
        reject(unavailable())
      }, this.#limits.patienceMs).unref()
      const stop = () => {
        clearTimeout(patience)
        person.waiting.delete(begin)
        gone.removeEventListener('abort', leave)
      }
      person.waiting.add(begin)
      gone.addEventListener('abort', leave)
    })
  }

  #begin(who: string, person: Person): () => void {
    person.atWork += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      person.atWork -= 1
      const [next] = person.waiting
      if (next) next()
      else if (person.atWork === 0) this.#people.delete(who)
    }
  }
}

/** A call that has its turn: it is over when the handler has ended and the answer is out, or nobody is there to read it. */
interface Turn {
  isHandled: boolean
  isOut: boolean
  over(): void
}
const held = new WeakMap<FastifyRequest, Turn>()

/** Waits for the turn of the caller. What has to work while all else waits has turns of its own. */
export async function waitForTurn(
  turns: PersonTurns,
  request: FastifyRequest,
  reply: FastifyReply,
  declared: Endpoint,
) {
  if (!request.caller) return
  const gone = new AbortController()
  const turn: Turn = { isHandled: true, isOut: false, over: () => undefined }
  const out = () => {
    turn.isOut = true
    gone.abort()
    if (turn.isHandled) turn.over()
  }
  reply.raw.once('finish', out).once('close', out)
  const over = await turns.take(`${declared.vital ? 'vital ' : ''}${request.caller.id}`, gone.signal)
  if (!over || turn.isOut) {
    over?.()
    reply.hijack()
    return
  }
  turn.over = over
  held.set(request, turn)
}

/** Does the work of a call that has its turn, which it keeps until then, whether or not somebody is there to read the answer. */
export async function inTurn<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const turn = held.get(request)
  if (!turn) return work()
  turn.isHandled = false
  try {
    return await work()
  } finally {
    turn.isHandled = true
    if (turn.isOut) turn.over()
  }
}
