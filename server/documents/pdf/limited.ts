import { Worker } from 'node:worker_threads'

const usedProcessor = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

const WATCH = `const { workerData: { bytes, seconds, begun } } = require('node:worker_threads')
const usedProcessor = ${usedProcessor}
setInterval(() => {
  const isOver = process.memoryUsage.rss() > bytes || usedProcessor() - begun[0] > seconds * 1e6
  if (isOver) process.kill(process.pid, 'SIGKILL')
}, 20)`

/**
 * Gives each job of this process so many seconds of the processor's time, which a busy machine does not shorten, and the
 * process so many bytes of memory: the limits that Node takes leave buffers out, into which a small file may unfold without end.
 * The process ends beyond them. A thread watches, because such work makes no pause.
 */
export function limited<Job, Done>(
  work: (job: Job) => Promise<Done>,
  limits: { seconds: number; bytes: number },
): (job: Job) => Promise<Done> {
  const begun = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))
  new Worker(WATCH, { eval: true, workerData: { ...limits, begun } }).unref()
  return (job) => {
    begun[0] = usedProcessor()
    return work(job)
  }
}
