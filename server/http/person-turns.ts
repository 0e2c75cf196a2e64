import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../shared/endpoint.ts'
import { HttpError, unavailable } from '../core/errors.ts'

const LIMITS = {
  /** Calls of one person at work while nobody else calls: fewer than there are connections to the database. */
  alone: 16,
  /** Calls of one person at work while others call. */
  besideOthers: 8,
  /** Calls at work of a person with more of them waiting than any browser has. */
  ofMany: { waiting: 8, atWork: 2 },
  /** The time after their call that others still count as calling. */
  othersMs: 1_000,
  /** Calls of one person that wait. Each has a connection, and costs little else. */
  waiting: 1_000,
  /** The time that a call waits: less than a body has, which is not read meanwhile. */
  patienceMs: 20_000,
}

interface Person {
  atWork: number
  /** Begins the next one's work. */
  waiting: Set<() => void>
}

/** Ends a wait: set while a call waits. (An AbortController costs every call as much as a small query.) */
export interface WaitingCall {
  leave?: () => void
}

const tooMany = () =>
  new HttpError(429, 'You have too many calls under way. Please try again in a moment.', {
    headers: { 'retry-after': '5' },
  })

/** Runs a few calls of each person at a time, in order, so that nobody uses up the database's connections. */
export class PersonTurns {
  readonly #limits: typeof LIMITS
  readonly #people = new Map<number, Person>()
  /** The last call, and when the last one of somebody else was. */
  #last = { who: 0, at: Number.NEGATIVE_INFINITY, othersAt: Number.NEGATIVE_INFINITY }

  constructor(limits: Partial<typeof LIMITS> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /**
   * Takes a turn at once or after a wait.
   * @param leaving keeps what ends the wait when nobody waits for the answer any more
   * @returns a function that gives the turn back; nothing when the wait was ended
   * @throws 429 when too many wait already, 503 when the wait is too long
   */
  take(who: number, leaving: WaitingCall): (() => void) | Promise<(() => void) | undefined> {
    this.note(who)
    const person = this.#people.get(who) ?? { atWork: 0, waiting: new Set() }
    this.#people.set(who, person)
    if (person.atWork < this.#most(who, person)) return this.#begin(who, person)
    if (person.waiting.size >= this.#limits.waiting) throw tooMany()
    return new Promise((resolve, reject) => {
      const begin = () => {
        stop()
        resolve(this.#begin(who, person))
      }
      const patience = setTimeout(() => {
        stop()
        reject(unavailable())
      }, this.#limits.patienceMs).unref()
      const stop = () => {
        clearTimeout(patience)
        person.waiting.delete(begin)
      }
      person.waiting.add(begin)
      leaving.leave = () => {
        stop()
        resolve(undefined)
      }
    })
  }

  /** Counts somebody as calling just now, here or in another process. */
  note(who: number): void {
    const { who: before, at, othersAt } = this.#last
    this.#last = { who, at: performance.now(), othersAt: who === before ? othersAt : at }
  }

  /** Returns the number of this person's calls that may be at work now. */
  #most(who: number, { waiting }: Person): number {
    const { alone, besideOthers, ofMany, othersMs } = this.#limits
    const { who: last, at, othersAt } = this.#last
    if (performance.now() - (who === last ? othersAt : at) > othersMs) return alone
    return waiting.size > ofMany.waiting ? ofMany.atWork : besideOthers
  }

  #begin(who: number, person: Person): () => void {
    person.atWork += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      person.atWork -= 1
      for (const next of person.waiting) {
        if (person.atWork >= this.#most(who, person)) return
        next()
      }
      if (person.atWork === 0) this.#people.delete(who)
    }
  }
}

/** A call that has its turn: it is over when the handler has ended and the answer is out, or nobody is there to read it. */
interface Turn extends WaitingCall {
  isHandled: boolean
  isOut: boolean
  over(): void
}
const held = new WeakMap<FastifyRequest, Turn>()

/** The turns of an app: what has to work while all else waits has its own. */
export const appTurns = () => ({ usual: new PersonTurns(), vital: new PersonTurns() })
export type AppTurns = ReturnType<typeof appTurns>

/** Waits for the turn of the caller. */
export async function waitForTurn(turns: AppTurns, request: FastifyRequest, reply: FastifyReply, declared: Endpoint) {
  if (!request.caller) return
  const turn: Turn = { isHandled: true, isOut: false, over: () => undefined }
  const out = () => {
    turn.isOut = true
    turn.leave?.()
    if (turn.isHandled) turn.over()
  }
  // Somebody who went while the login was looked up is not heard going any more.
  if (reply.raw.destroyed) {
    reply.hijack()
    return
  }
  reply.raw.once('finish', out).once('close', out)
  const taken = turns[declared.vital ? 'vital' : 'usual'].take(request.caller.id, turn)
  const over = taken instanceof Promise ? await taken : taken
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
