import { Worker } from 'node:worker_threads'

const usedProcessor = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

const WATCH = `const { parentPort, workerData: { bytes, seconds } } = require('node:worker_threads')
const usedProcessor = ${usedProcessor}
let watching
parentPort.on('message', (begun) => {
  clearInterval(watching)
  if (begun === undefined) return
  watching = setInterval(() => {
    const isOver = process.memoryUsage.rss() > bytes || usedProcessor() - begun > seconds * 1e6
    if (isOver) process.kill(process.pid, 'SIGKILL')
  }, 20)
})`

/**
 * Gives each job of this process so many seconds of the processor's time, which a busy machine does not shorten, and the
 * process so many bytes of memory: the limits that Node takes leave buffers out, into which a small file may unfold without end.
 * The process ends beyond them. A thread watches, because such work makes no pause. Between jobs it sleeps.
 */
export function limited<Job, Done>(
  work: (job: Job) => Promise<Done>,
  limits: { seconds: number; bytes: number },
): (job: Job) => Promise<Done> {
  const watch = new Worker(WATCH, { eval: true, workerData: limits })
  watch.unref()
  return (job) => {
    watch.postMessage(usedProcessor())
    return work(job).finally(() => watch.postMessage(undefined))
  }
}
