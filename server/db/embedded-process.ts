import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, openSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** The account that the database's processes run as; null: our own. */
export interface Account {
  name: string
  uid: number
  gid: number
}

export interface Program {
  /** Of the program itself, not of the shell above it. */
  pid: Promise<number | undefined>
  exited: Promise<number>
  hasExited(): boolean
  /** Asks for a fast shutdown and waits for the end. */
  stop(): Promise<void>
  /** Lets our process end while this one still runs. */
  unref(): void
}

// The shell's input is a pipe that only our process holds: its end, however we died, makes the watcher interrupt the
// program. The ignored signals are those that reach a whole group (Ctrl-C, service managers): we decide when to stop.
const SUPERVISOR = `
trap '' HUP INT QUIT TERM
exec 3<&0 4>&1 0</dev/null 1>&2
private=$1
shift
"$@" 3<&- 4>&- &
program=$!
echo $program >&4
exec 4>&-
{ read -r _ <&3; kill -INT $program; } &
watcher=$!
exec 3<&-
wait $program
status=$?
exec 2>/dev/null
kill -KILL $watcher
wait $watcher
if [ -n "$private" ]; then rm -f "$private"/.s.PGSQL.*; rmdir "$private"; fi
exit $status
`

/** Runs a program that can't outlive us. `privateDirectory` is removed after its end. */
export function run(command: string[], logFile: string, account: Account | null, privateDirectory = ''): Program {
  rmSync(`${logFile}.1`, { force: true })
  try {
    renameSync(logFile, `${logFile}.1`)
  } catch {
    // The first start has none.
  }
  const log = openSync(logFile, 'wx', 0o600)
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, 'clinical-elog-postgres', privateDirectory, ...command], {
    cwd: '/',
    // A group of its own: Ctrl-C in the terminal is for us, the database goes after its pool was closed.
    detached: true,
    // Nothing of PG* or LC_* may change what the server does.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'pipe', log],
    ...(account && { uid: account.uid, gid: account.gid }),
  }) as ChildProcessByStdio<Writable, Readable, null>
  closeSync(log)
  let over = false
  const exited = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      appendFileSync(logFile, `${error.message}\n`)
      resolve(126)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  }).then((code) => {
    over = true
    return code
  })
  const pid = new Promise<number | undefined>((resolve) => {
    child.stdout.once('data', (text) => resolve(Number.parseInt(String(text), 10)))
    child.stdout.once('close', () => resolve(undefined))
    child.once('error', () => resolve(undefined))
  })
  child.stdin.on('error', () => {})
  return {
    pid,
    exited,
    hasExited: () => over,
    async stop() {
      const program = await pid
      child.ref()
      // Directly too, should the watcher be gone. The number can't be another's while the shell is above it.
      if (program && !over) interrupt(program)
      child.stdin.end()
      await exited
    },
    unref() {
      child.unref()
      for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as { unref?(): void }).unref?.()
    },
  }
}

/** What postmaster.pid says; its eighth line is the state. */
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

/**
 * Ends the server that an earlier process of ours left, and removes a postmaster.pid whose process is gone.
 * The caller holds the directory's lock, so a server found here has lost its parent.
 */
export async function endOldServer(cluster: string, shownAs: string): Promise<void> {
  const deadline = Date.now() + 60_000
  const old = readPostmaster(cluster)
  if (old && old.state !== 'stopping' && isPostgresOf(old.pid, cluster)) interrupt(old.pid)
  while (old && isPostgresOf(old.pid, cluster)) {
    if (Date.now() > deadline) {
      throw new Error(`The database of ${shownAs} is still shutting down (process ${old.pid}): try again in a moment.`)
    }
    await sleep(10)
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
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

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // Gone meanwhile.
  }
}

export function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().split('\n', 1)[0]?.replace(/\.$/, '') ?? ''
}

/** The line of a log that says most about a failure. */
export function failureIn(logFile: string, status: number): string {
  const lines = readFileSync(logFile, 'utf8').split('\n').filter(Boolean)
  const failures = lines.filter((line) => /FATAL: |PANIC: |: error: /.test(line))
  const line = failures.at(-1) ?? lines.at(-1) ?? `it ended with status ${status}`
  return reason(line.replace(/^.*?(FATAL|PANIC|error): +/, ''))
}
