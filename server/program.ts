import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The time for a program to remove what it has begun; then it is killed, and the next one removes it. */
const ENDING_MS = 5_000

/** The variables that a program gets. */
export type Environment = Record<string, string | undefined>

/** A program of this folder, begun in a process of its own, one at a time. It tells one result over its channel. */
export function programOf(script: string) {
  let child: ChildProcess | undefined
  return {
    /** Runs it to its end. @returns what it says of itself, or why it says nothing */
    async run<R extends object>(args: readonly string[], environment: Environment): Promise<R | { failure: string }> {
      const begun = fork(join(import.meta.dirname, script), args, {
        env: environment,
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      child = begun
      let told: R | { failure: string } = { failure: 'Its process ended before it was done.' }
      begun.on('message', (said: R) => {
        told = said
      })
      begun.on('error', (error) => {
        told = { failure: error.message }
      })
      await once(begun, 'close').catch(() => undefined)
      child = undefined
      return told
    },
    /** Ends it, and waits for what was waiting for it. */
    async stop(under: Promise<void> | undefined): Promise<void> {
      const running = child
      running?.kill('SIGTERM')
      const late = setTimeout(() => running?.kill('SIGKILL'), ENDING_MS)
      await under
      clearTimeout(late)
    },
  }
}
