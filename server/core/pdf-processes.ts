import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** What a process answers to a job: bytes, then that it is done or why it is not. */
export type Said = { bytes: Uint8Array } | { isDone: true } | { problem: string }

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
 * Processes that turn a job into a stream of bytes: one unless a caller wants more. A process has one job at a time, the
 * others wait their turn. It is kept for the next one, and ended when none comes. (A thread gives little of its memory
 * back when it ends.) A stream is there only with its first bytes: what fails or dies before that is an error, and after
 * it a stream that breaks off.
 */
export function processesOf<Job>(script: URL, limits: Partial<Limits> = {}): (job: Job) => Promise<Readable> {
  const { most, patienceMs, idleMs } = { ...LIMITS, ...limits }
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const waiting: (() => void)[] = []
  let busy = 0

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

  const free = () => {
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }

  async function turn(): Promise<void> {
    if (busy < most) busy += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function run(child: ChildProcess, job: Job): Promise<Readable> {
    const stream = new PassThrough()
    // Whoever reads it hears of a failure by themselves, however late they begin.
    stream.on('error', () => undefined)
    return new Promise((resolve, reject) => {
      const end = (problem?: Error) => {
        clearTimeout(patience)
        child.off('message', hear).off('error', end).off('exit', died)
        if (problem) {
          child.kill('SIGKILL')
          stream.destroy(problem)
          reject(problem)
        } else {
          leave(child)
          stream.end()
        }
        free()
      }
      const hear = (message: unknown) => {
        const said = message as Said
        if ('problem' in said) end(new Error(said.problem))
        else if ('isDone' in said) end()
        else {
          // Not held up by a slow reader: a report is small, and others wait for the process.
          stream.write(said.bytes)
          resolve(stream)
        }
      }
      const died = () => end(new Error('The process ended before its work was done'))
      const patience = setTimeout(() => end(new Error('The process took too long')), patienceMs)
      child.on('message', hear).on('error', end).on('exit', died)
      child.send(job as object)
    })
  }

  return async (job) => {
    await turn()
    return run(take(), job)
  }
}
