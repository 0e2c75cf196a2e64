import cluster, { type Worker } from 'node:cluster'
import type { Calling } from './colleges/calling.ts'
import { collegeNames } from './colleges/registry.ts'
import type { Asked } from './colleges/rounds.ts'
import { type InstallationSettings, readInstallation } from './colleges/settings.ts'
import { becomeOwnerOf } from './machine/colleges-directory.ts'
import { WrongSettings } from './settings.ts'

/** A process that has ended is begun again after so long. */
const AGAIN_MS = 1_000
/** A college needs so many connections to work at all. */
const LEAST_CONNECTIONS = 4
/** The variable by which the first process tells another one that it is that of the rounds. */
const ROUNDS = 'COLLEGES_ROUNDS'

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Serves all colleges of COLLEGES_DIR: a process for each core that answers, and one for the rounds. This first one only
 * looks after them.
 * @param program the file that each process runs
 * @throws WrongSettings with one line for people
 */
export async function startColleges(environment: Record<string, string | undefined>, program: string): Promise<void> {
  if (process.argv.includes('--demo')) throw new WrongSettings('the demo is one college: start it without COLLEGES_DIR')
  const installation = readInstallation(environment)
  const most = Math.floor(installation.connections / (installation.processes + 1))
  if (most < LEAST_CONNECTIONS)
    throw new WrongSettings(
      `COLLEGES_CONNECTIONS must be at least ${LEAST_CONNECTIONS * (installation.processes + 1)} for ${installation.processes} processes`,
    )
  if (cluster.isWorker) {
    const { workForColleges } = await import('./serve-colleges.ts')
    workForColleges(installation, most, environment[ROUNDS] !== undefined)
    return
  }
  becomeOwnerOf(installation.directory)
  // The server needs no role that may make databases, so that a thief of one of its processes finds none.
  delete process.env.COLLEGES_DATABASE_URL
  const { length } = collegeNames(installation)
  await begin(installation, program)
  const { HOST, PORT } = installation.own
  const host = HOST.includes(':') ? `[${HOST}]` : HOST
  say(`Clinical eLog is ready at http://${host}:${PORT} for ${length} ${length === 1 ? 'college' : 'colleges'}`)
}

/** Begins the processes, and begins again whichever ends; resolves when all that answer listen. */
async function begin({ processes }: InstallationSettings, program: string): Promise<void> {
  const ready = Promise.withResolvers<void>()
  let left = processes
  let isReady = false
  let isStopping = false
  const running = new Set<Worker>()
  let rounds: Worker | undefined
  cluster.setupPrimary({ exec: program, args: [] })

  function start(isRounds: boolean): void {
    const worker = cluster.fork(isRounds ? { [ROUNDS]: 'yes' } : {})
    running.add(worker)
    if (isRounds) rounds = worker
    worker.on('message', (said: Asked | Calling) => {
      // A process that is just beginning hears of nothing, and begins with a round of each college.
      const others = 'ask' in said ? [rounds] : [...running].filter((other) => other !== worker && other !== rounds)
      for (const other of others) if (other?.isConnected()) other.send(said)
    })
    worker.once('listening', () => {
      left -= 1
      if (left > 0) return
      isReady = true
      ready.resolve()
    })
    worker.once('exit', (code, signal) => {
      running.delete(worker)
      if (isStopping) return
      if (!isReady) {
        for (const other of running) other.process.kill('SIGKILL')
        isStopping = true
        ready.reject(new Error('one of its processes ended'))
        return
      }
      process.stderr.write(`A process of Clinical eLog ended (${signal ?? code}); another one takes its place\n`)
      setTimeout(() => isStopping || start(isRounds), AGAIN_MS)
    })
  }

  /** Ends all; a second call ends them at once. */
  function stop(): void {
    for (const worker of running) worker.process.kill(isStopping ? 'SIGKILL' : 'SIGTERM')
    isStopping = true
    const looking = setInterval(() => {
      if (running.size > 0) return
      clearInterval(looking)
      process.exit(0)
    }, 20)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  for (let n = 0; n < processes; n += 1) start(false)
  start(true)
  await ready.promise
}
