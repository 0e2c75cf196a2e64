import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A fast shutdown, an immediate one, the end. A fast one that meets the recovery from a crash hangs for ever; the others
 * lose nothing either, since what was acknowledged is in the log that the next start reads.
 */
const STEPS = [
  { signal: 'SIGINT', afterMs: 0 },
  { signal: 'SIGQUIT', afterMs: 5_000 },
  { signal: 'SIGKILL', afterMs: 10_000 },
] as const
/** The time that the kernel needs to take a killed process away, be it in the middle of writing. */
const PATIENCE_MS = 60_000

/**
 * Ends PostgreSQL's main process, ever more firmly until it is gone.
 * @returns whether it is
 */
export async function endPostgres(pid: number, isRunning: () => boolean): Promise<boolean> {
  const begun = Date.now()
  const steps = [...STEPS]
  while (isRunning()) {
    const waited = Date.now() - begun
    if (waited > PATIENCE_MS) return false
    const [next] = steps
    if (next && waited >= next.afterMs) {
      steps.shift()
      send(pid, next.signal)
    }
    await sleep(waited < 1_000 ? 5 : 50)
  }
  return true
}

/**
 * Ends the server that an earlier process of ours left, and removes a postmaster.pid whose process is gone.
 * The caller holds the directory's lock, so a server found here has lost its parent.
 */
export async function endOldServer(cluster: string, shownAs: string): Promise<void> {
  const old = readPostmaster(cluster)
  if (old) {
    const isGone = await endPostgres(old.pid, () => isPostgresOf(old.pid, cluster))
    if (!isGone) throw new Error(`The old database of ${shownAs} can't be ended (process ${old.pid}).`)
    await endOrphans(cluster)
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/** The other processes of a server whose main one was killed: the busy ones notice late, and keep the next from starting. */
export async function endOrphans(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return
  const deadline = Date.now() + 10_000
  for (;;) {
    const orphans = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isPostgresOf(Number(name), cluster))
    if (orphans.length === 0 || Date.now() > deadline) return
    for (const pid of orphans) send(Number(pid), 'SIGKILL')
    await sleep(5)
  }
}

/** Reads postmaster.pid; its eighth line is the state. */
export function readPostmaster(cluster: string): { pid: number; state: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10))
    return pid > 0 ? { pid, state: (lines[7] ?? '').trim() } : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** False for another program that got the number meanwhile, and for a zombie. */
function isPostgresOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return describe(pid).includes('postgres')
  try {
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    return name === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    // Gone, or another user's: the cluster's own user would be allowed to look.
    return false
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  if (process.platform !== 'linux') return !describe(pid).startsWith('Z')
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !'ZX'.includes(stat.charAt(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

/** State and program where there is no /proc (macOS). */
function describe(pid: number): string {
  return spawnSync('ps', ['-o', 'state=,comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone meanwhile.
  }
}
