import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { inCollege } from '../machine/of-college.ts'
import type { Callable, Called } from './front.ts'
import type { College } from './registry.ts'
import type { InstallationSettings } from './settings.ts'
import { WatchedRegistry } from './watched.ts'

/** After a failure the college is tried again so much later at the soonest: each try costs a connection. */
const AGAIN_MS = 1_000
/** For the calls of a college that is closed while somebody is there; then they are left to fail. */
const GRACE_MS = 15_000
const DRAINING_MS = 50

/** A college that is open in this process. */
export interface OpenCollege {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): Promise<void>
}

interface Held {
  college: College
  number: number
  opening: Promise<OpenCollege>
  /** Calls that are not over. */
  calls: number
  lastAt: number
  /** Set once it takes no further call. */
  closing?: Promise<void>
}

interface Holding {
  installation: InstallationSettings
  open(college: College): Promise<OpenCollege>
  logger: FastifyBaseLogger
}

/** The colleges of a process: opened when they are called, closed when nobody calls or their file has changed. */
export class HeldColleges implements Callable {
  readonly #holding: Holding
  readonly #registry: WatchedRegistry
  readonly #held = new Map<string, Held>()
  readonly #failed = new Map<string, { at: number; error: unknown }>()
  readonly #numbers = new Map<string, number>()

  constructor(holding: Holding) {
    this.#holding = holding
    this.#registry = new WatchedRegistry(holding.installation, holding.logger, () => this.#look())
  }

  nameAt(host: string): string | undefined {
    return this.#registry.at(host)?.name
  }

  numberOf(name: string): number {
    const number = this.#numbers.get(name) ?? this.#numbers.size + 1
    this.#numbers.set(name, number)
    return number
  }

  async enter(name: string): Promise<Called> {
    const before = this.#held.get(name)
    if (before?.closing) {
      await before.closing
      return this.enter(name)
    }
    const held = before ?? this.#begin(name)
    held.calls += 1
    let isOver = false
    const leave = () => {
      if (isOver) return
      isOver = true
      held.calls -= 1
      held.lastAt = Date.now()
    }
    try {
      const { handle } = await held.opening
      return { number: held.number, leave, handle: (...given) => inCollege(name, () => handle(...given)) }
    } catch (error) {
      leave()
      throw error
    }
  }

  #begin(name: string): Held {
    const college = this.#registry.get(name)
    if (!college) throw new Error(`there is no college ${name}`)
    const failed = this.#failed.get(name)
    if (failed && Date.now() - failed.at < AGAIN_MS) throw failed.error
    const opening = inCollege(name, () => this.#holding.open(college))
    const held: Held = { college, number: this.numberOf(name), opening, calls: 0, lastAt: Date.now() }
    this.#held.set(name, held)
    opening.then(
      () => this.#failed.delete(name),
      (error: unknown) => {
        this.#held.delete(name)
        this.#failed.set(name, { at: Date.now(), error })
        this.#holding.logger.error({ college: name, err: error }, 'a college could not be opened')
      },
    )
    return held
  }

  /** Closes a college behind the calls that are open. */
  #close(held: Held): Promise<void> {
    const { name } = held.college
    const close = async () => {
      const open = await held.opening
      for (const until = Date.now() + GRACE_MS; held.calls > 0 && Date.now() < until; ) await sleep(DRAINING_MS)
      await inCollege(name, () => open.close())
    }
    held.closing ??= close()
      .catch((error: unknown) =>
        this.#holding.logger.warn({ college: name, err: error }, 'a college did not close well'),
      )
      .finally(() => this.#held.delete(name))
    return held.closing
  }

  #look(): void {
    const idleBefore = Date.now() - this.#holding.installation.idleMinutes * 60_000
    for (const held of this.#held.values()) {
      const isSame = this.#registry.get(held.college.name)?.mark === held.college.mark
      if (!isSame || (held.calls === 0 && held.lastAt < idleBefore)) void this.#close(held)
    }
  }

  async close(): Promise<void> {
    this.#registry.stop()
    await Promise.all([...this.#held.values()].map((held) => this.#close(held)))
  }
}
