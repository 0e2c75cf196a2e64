import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PATIENT, takingTurnsByCollege, type Who } from '../../core/turns.ts'

/** The answer of a process to a job: the result, or the reason why there is none. */
export type Reply<Done> = { done: Done } | { problem: string }

interface Limits {
  most: number
  patienceMs: number
  idleMs: number
  /** The limit for objects. Buffers are not counted (see limited.ts). */
  heapMb: number
}

const LIMITS: Limits = { most: 1, patienceMs: 60_000, idleMs: 30_000, heapMb: 96 }

/** The settings, and the secrets among them, are none of its business. */
function environment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir()
  // Told with the folder of this version of Node, which Node adds by itself.
  return cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {}
}

/**
 * Processes that do jobs: one unless a caller wants more. A process does one job at a time. The others wait their turn,
 * one of each asker after the other. A process is kept for the next job, and ended when none comes. (A thread gives
 * back little of its memory when it ends. Why no library does this: docs/decisions/0021-libraries.md.)
 */
export function processesOf<Job, Done>(
  script: URL,
  limits: Partial<Limits> = {},
): (job: Job, who?: Who) => Promise<Done> {
  const { most, patienceMs, idleMs, heapMb } = { ...LIMITS, ...limits }
  // No limit is needed here: each upload that waits has taken one of a few places already.
  const inTurn = takingTurnsByCollege({ atOnce: most, places: Number.POSITIVE_INFINITY })
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  const start = () => {
    const child = fork(fileURLToPath(script), {
      env: environment(),
      execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=4'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // A job hears of it too; here it only keeps this process alive.
    child.on('error', () => undefined)
    child.on('exit', () => {
      clearTimeout(idle.get(child))
      idle.delete(child)
    })
    return child
  }

  const take = () => {
    const [child] = idle.keys()
    if (!child) return start()
    clearTimeout(idle.get(child))
    idle.delete(child)
    child.ref()
    child.channel?.ref()
    return child
  }

  const leave = (child: ChildProcess) => {
    child.unref()
    child.channel?.unref()
    idle.set(child, setTimeout(() => child.kill('SIGKILL'), idleMs).unref())
  }

  const run = (child: ChildProcess, job: Job) =>
    new Promise<Done>((resolve, reject) => {
      const end = (said: Reply<Done>) => {
        clearTimeout(patience)
        child.off('message', end).off('error', fail).off('exit', die)
        if ('done' in said) {
          leave(child)
          resolve(said.done)
        } else {
          child.kill('SIGKILL')
          reject(new Error(said.problem))
        }
      }
      const fail = (error: Error) => end({ problem: error.message })
      const die = () => end({ problem: 'The process ended before its work was done' })
      const patience = setTimeout(() => end({ problem: 'The process took too long' }), patienceMs)
      child.on('message', end).on('error', fail).on('exit', die)
      child.send(job as object)
    })

  return (job, who = PATIENT) => inTurn(who, () => run(take(), job))
}
