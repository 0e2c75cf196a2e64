import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import type { BareJob } from './bare.ts'
import type { BarePages } from './bare-pages.ts'
import type { DayDone, DayJob } from './day/people.ts'

export const ROOT = join(import.meta.dirname, '..')

const START = manifest.scripts.start.split(' ')
/** The settings that `npm start` gives the process beside its own. */
const SETTINGS = Object.fromEntries(
  START.filter((word) => word.includes('=') && !word.startsWith('-')).map((word) => word.split('=')),
)

export interface RunningServer {
  port: number
  pid: number
  /** The memory that the process holds, in MB. */
  memory(): number
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Ends a child with this run, whatever way that ends. */
function endWithUs(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
}

function memoryOf({ pid }: ChildProcess): number {
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Starts the product as `npm start` does, as a process of its own; resolves as soon as it says that it listens. */
export async function startProduct(
  environment: Record<string, string>,
  options: string[] = [],
): Promise<RunningServer> {
  const port = await freePort()
  const child = spawn(process.execPath, [...START.slice(START.indexOf('node') + 1), ...options], {
    cwd: ROOT,
    env: { ...process.env, ...SETTINGS, DATABASE_URL: '', ...environment, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithUs(child)
  let said = ''
  const hear = (chunk: Buffer) => {
    said += chunk
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => said.includes('is ready at') && resolve())
    child.once('exit', () => reject(new Error(`The product ended before it listened:\n${said}`)))
  })
  return { port, pid: child.pid ?? 0, memory: () => memoryOf(child), stop: () => end(child) }
}

async function startChild(script: URL, job: BareJob | BarePages | string): Promise<RunningServer> {
  const child = fork(script, { serialization: 'advanced' })
  endWithUs(child)
  child.send(job)
  const [port] = (await once(child, 'message')) as [number]
  return { port, pid: child.pid ?? 0, memory: () => memoryOf(child), stop: () => end(child) }
}

/** Starts the bare handler as a process of its own. */
export const startBare = (job: BareJob) => startChild(new URL('./bare.ts', import.meta.url), job)

/** Starts what only passes bytes on to a file of this directory, and out of it. */
export const startBareFiles = (directory: string) => startChild(new URL('./bare-files.ts', import.meta.url), directory)

/** Starts what serves the built pages of a directory. */
export const startBarePages = (pages: BarePages) => startChild(new URL('./bare-pages.ts', import.meta.url), pages)

export const startBucket = (directory: string) => startChild(new URL('./bucket.ts', import.meta.url), directory)

/** Drives the people of a day from a process of their own. */
export async function driveDay(job: DayJob): Promise<DayDone> {
  const child = fork(new URL('./day/people.ts', import.meta.url), { serialization: 'advanced' })
  endWithUs(child)
  child.send(job)
  const [done] = (await once(child, 'message')) as [DayDone]
  await end(child)
  return done
}
