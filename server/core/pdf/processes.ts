import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PATIENT, takingTurns } from '../turns.ts'

/** What a process answers to a job: the whole file, or why there is none. */
export type Said = { bytes: Uint8Array } | { problem: string }

interface Limits {
  most: number
  patienceMs: number
  idleMs: number
}

const LIMITS: Limits = { most: 1, patienceMs: 60_000, idleMs: 30_000 }
const MEMORY = ['--max-old-space-size=96', '--max-semi-space-size=4']

/** The settings, and the secrets among them, are none of its business. */
function environment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir()
  // Told with the folder of this version of Node, which Node adds by itself.
  return cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {}
}

/**
 * Processes that turn a job into a file: one unless a caller wants more. A process has one job at a time, the others
 * wait their turn. It is kept for the next one, and ended when none comes. (A thread gives little of its memory back
 * when it ends. Why no library does this: docs/decisions/0021-libraries.md.)
 */
export function processesOf<Job>(script: URL, limits: Partial<Limits> = {}): (job: Job) => Promise<Buffer> {
  const { most, patienceMs, idleMs } = { ...LIMITS, ...limits }
  const inTurn = takingTurns({ atOnce: most, places: 0 })
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  const start = () => {
    const child = fork(fileURLToPath(script), {
      env: environment(),
      execArgv: MEMORY,
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
    new Promise<Buffer>((resolve, reject) => {
      const end = (said: Said) => {
        clearTimeout(patience)
        child.off('message', end).off('error', fail).off('exit', die)
        if ('bytes' in said) {
          leave(child)
          resolve(Buffer.from(said.bytes))
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

  return (job) => inTurn(PATIENT, () => run(take(), job))
}
