import type { Reply } from './processes.ts'

/** Makes this process one that does jobs, each of which comes as a message, and whose outcome goes back as one. */
export function answering<Job, Done>(work: (job: Job) => Promise<Done>): void {
  const say = (said: Reply<Done>) => process.send?.(said)
  process.on('message', async (job: Job) => {
    try {
      say({ done: await work(job) })
    } catch (error) {
      say({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  process.on('disconnect', () => process.exit())
  // Ctrl-C reaches the whole group of processes; the server finishes what it is asked for, and ends this one.
  process.on('SIGINT', () => undefined)
}
