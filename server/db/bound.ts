import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** The wait for a connection of others. It ends before the pool's own patience does. */
const PATIENCE_MS = 4_000

type Connected = (error: Error) => void

/**
 * The connections that several pools of a process share: so many are open, and whoever wants another one gets the place of
 * the one that has been idle longest, or waits.
 */
export class ConnectionBound {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  /** The one that gave a connection back longest ago comes first. */
  readonly #pools = new Set<pg.Pool>()
  #open = 0

  constructor(most: number) {
    this.#most = most
  }

  get isWaitedFor(): boolean {
    return this.#waiting.length > 0
  }

  /** Begins when there is room, or says that there was none in time. */
  #take(begin: () => void, giveUp: Connected): void {
    if (this.#open < this.#most) {
      this.#open += 1
      begin()
      return
    }
    const late = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(go), 1)
      // As the pool says it of its own connections.
      giveUp(new Error('timeout exceeded when trying to connect'))
    }, PATIENCE_MS)
    // The room may be given back by another college.
    const go = AsyncLocalStorage.bind(() => {
      clearTimeout(late)
      begin()
    })
    this.#waiting.push(go)
    this.#endIdle()
  }

  #endIdle(): void {
    for (const pool of this.#pools)
      if (pool.idleCount > 0 && pool.waitingCount === 0 && !pool.ending) {
        pool.connect().then(
          (client) => client.release(true),
          () => undefined,
        )
        return
      }
  }

  /** Takes a pool among those whose idle connections are ended for others. @returns what takes it out again */
  share(pool: pg.Pool): () => void {
    this.#pools.add(pool)
    pool.on('release', () => {
      if (this.#pools.delete(pool)) this.#pools.add(pool)
    })
    return () => void this.#pools.delete(pool)
  }

  /** Hands the room of a connection that has ended to whoever waits longest. */
  #give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#open -= 1
  }

  /** Makes the kind of connection that a pool of this process opens: one that waits for room. */
  within(Kind: typeof pg.Client): typeof pg.Client {
    const take = (begin: () => void, giveUp: Connected) => this.#take(begin, giveUp)
    const give = () => this.#give()
    const Bounded = class extends Kind {
      // biome-ignore lint/suspicious/noExplicitAny: the driver declares a promise and a callback form
      override connect(connected?: any): any {
        const begin = () => {
          this.once('end', give)
          super.connect(connected)
        }
        take(begin, connected)
      }
    }
    return Bounded
  }
}
