import { PassThrough, type Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'

/** What a thread answers to a job: bytes, then that it is done or why it is not. */
export type Said = { bytes: Uint8Array } | { isDone: true } | { problem: string }

interface Limits {
  most: number
  patienceMs: number
  idleMs: number
}

const LIMITS: Limits = { most: 1, patienceMs: 60_000, idleMs: 30_000 }
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

/**
 * Threads that turn a job into a stream of bytes: one unless a caller wants more, for each takes some hundred megabytes.
 * A thread has one job at a time, the others wait their turn. It is kept for the next one, and ended when none comes, so
 * that its memory is given back. A stream is there only with its first bytes: what fails or dies before that is an
 * error, and after it a stream that breaks off.
 */
export function threadsOf<Job>(script: URL, limits: Partial<Limits> = {}): (job: Job) => Promise<Readable> {
  const { most, patienceMs, idleMs } = { ...LIMITS, ...limits }
  const idle = new Map<Worker, NodeJS.Timeout>()
  const waiting: (() => void)[] = []
  let busy = 0

  const start = () => {
    const worker = new Worker(script, { resourceLimits: MEMORY })
    // A job hears of it too; here it only keeps the process alive.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      clearTimeout(idle.get(worker))
      idle.delete(worker)
    })
    return worker
  }

  const take = () => {
    const [worker] = idle.keys()
    if (!worker) return start()
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    worker.ref()
    return worker
  }

  const leave = (worker: Worker) => {
    worker.unref()
    idle.set(worker, setTimeout(() => worker.terminate(), idleMs).unref())
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

  function run(worker: Worker, job: Job): Promise<Readable> {
    const stream = new PassThrough()
    // Whoever reads it hears of a failure by themselves, however late they begin.
    stream.on('error', () => undefined)
    return new Promise((resolve, reject) => {
      const end = (problem?: Error) => {
        clearTimeout(patience)
        worker.off('message', hear).off('error', end).off('exit', died)
        if (problem) {
          void worker.terminate()
          stream.destroy(problem)
          reject(problem)
        } else {
          leave(worker)
          stream.end()
        }
        free()
      }
      const hear = (said: Said) => {
        if ('problem' in said) end(new Error(said.problem))
        else if ('isDone' in said) end()
        else {
          // Not held up by a slow reader: a report is small, and others wait for the thread.
          stream.write(said.bytes)
          resolve(stream)
        }
      }
      const died = () => end(new Error('The thread ended before its work was done'))
      const patience = setTimeout(() => end(new Error('The thread took too long')), patienceMs)
      worker.on('message', hear).on('error', end).on('exit', died)
      worker.postMessage(job)
    })
  }

  return async (job) => {
    await turn()
    return run(take(), job)
  }
}
