import { setTimeout as sleep } from 'node:timers/promises'
import { type Program, reason } from './process.ts'

/** The ways to watch the running database. */
export interface Watch {
  /** Called with each line about what happens to the database. */
  say?(line: string): void
  /** Pauses before each try to start it again; when the last one was in vain it is given up. */
  pausesMs?: readonly number[]
}

const PAUSES_MS = [0, 1_000, 3_000, 10_000, 30_000]
/** The time after which a program that ran so long has all tries again. */
const CALM_MS = 5 * 60_000

/** Starts the program and waits until it is ready; `onProgram` is given it as soon as it runs. */
export type Start = (onProgram: (program: Program) => void, signal: AbortSignal) => Promise<Program>

/** A program that is started again when it ends unasked. */
export interface Keeper {
  /** Resolves with the reason, once it ended and can't be started again. */
  lost: Promise<Error>
  stop(): Promise<void>
}

const ending = (status: number) => (status > 128 ? `by signal ${status - 128}` : `with status ${status}`)

export function keepRunning(first: Program, start: Start, watch: Watch): Keeper {
  const { say = () => undefined, pausesMs = PAUSES_MS } = watch
  const stopping = new AbortController()
  const { signal } = stopping
  const lost = Promise.withResolvers<Error>()
  let current = first
  let tries = 0

  async function startAgain(ended: string): Promise<void> {
    let why = ended
    for (;;) {
      const pause = pausesMs[tries]
      if (pause === undefined) throw new Error(`The database can't be kept running: ${why}.`)
      tries += 1
      await sleep(pause, undefined, { signal })
      try {
        const program = await start((begun) => {
          current = begun
        }, signal)
        program.unref()
        say('The database runs again.')
        return
      } catch (error) {
        signal.throwIfAborted()
        why = reason(error)
        say(`The database could not be started again (try ${tries} of ${pausesMs.length}): ${why}.`)
      }
    }
  }

  async function keep(): Promise<void> {
    for (;;) {
      const begun = Date.now()
      const status = await current.exited
      if (signal.aborted) return
      if (Date.now() - begun > CALM_MS) tries = 0
      const ended = `it ended unexpectedly ${ending(status)}`
      say(`The database has ended unexpectedly ${ending(status)}. It is started again.`)
      await startAgain(ended)
    }
  }

  const kept = keep().catch((error: Error) => {
    if (!signal.aborted) lost.resolve(error)
  })
  return {
    lost: lost.promise,
    async stop() {
      stopping.abort()
      await current.stop()
      await kept
    },
  }
}
