import { Worker } from 'node:worker_threads'

const WATCH = `const { parentPort, workerData: { bytes, seconds } } = require('node:worker_threads')
const usedProcessor = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
let begun = 0
const look = () => {
  if (process.memoryUsage.rss() > bytes || usedProcessor() - begun > seconds) process.kill(process.pid, 'SIGKILL')
}
let watching
parentPort.on('message', (isAtWork) => {
  clearInterval(watching)
  if (isAtWork) begun = usedProcessor()
  watching = setInterval(look, isAtWork ? 20 : 1000)
})`

/**
 * Gives each job of this process so many seconds of the processor's time, which a busy machine does not shorten, and the
 * process so many bytes of memory: the limits that Node takes leave buffers out, into which a small file may unfold without end.
 * The process ends beyond them. A thread watches, because such work makes no pause. Between jobs it looks seldom, for
 * work that goes on after its answer.
 */
export function limited<Job, Done>(
  work: (job: Job) => Promise<Done>,
  limits: { seconds: number; bytes: number },
): (job: Job) => Promise<Done> {
  const watch = new Worker(WATCH, { eval: true, workerData: limits })
  watch.unref()
  return (job) => {
    watch.postMessage(true)
    return work(job).finally(() => watch.postMessage(false))
  }
}
