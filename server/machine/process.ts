import { type ChildProcessByStdio, spawn } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { endPostgres } from './stop.ts'

/** The account that the database's processes run as; null: our own. */
export interface Account {
  name: string
  uid: number
  gid: number
}

export interface Program {
  /** The process id of the program itself, not of the shell above it. */
  pid: Promise<number | undefined>
  exited: Promise<number>
  hasExited(): boolean
  /** The line of its log that says most about its failure. */
  failure(status: number): string
  /** Asks for a fast shutdown, then for ever firmer ones, and waits for the end. */
  stop(): Promise<void>
  /** Lets our process end while this one still runs. */
  unref(): void
}

// The shell's input is a pipe that only our process holds: its end, however we died, makes the watcher end the program,
// in the steps of stop.ts. The ignored signals are those that reach a whole group (Ctrl-C, service managers): we
// decide when to stop. A private directory outlives a program that ended by itself, so that nobody takes its name.
const SUPERVISOR = `
trap '' HUP INT QUIT TERM
exec 3<&0 4>&1 0</dev/null 1>&2
private=$1
shift
"$@" 3<&- 4>&- &
program=$!
echo $program >&4
exec 4>&-
{
  read -r _ <&3
  exec 3<&-
  if [ -n "$private" ]; then : >"$private/stopping"; fi
  for signal in INT QUIT KILL; do
    kill -$signal $program
    for second in 1 2 3 4 5; do sleep 1; done
  done
} &
watcher=$!
exec 3<&-
wait $program
status=$?
exec 2>/dev/null
kill -KILL $watcher
wait $watcher
if [ -n "$private" ] && [ -e "$private/stopping" ]; then rm -f "$private"/.s.PGSQL.* "$private/stopping"; rmdir "$private"; fi
exit $status
`

export interface Running {
  logFile: string
  /** A new log, with the one before beside it, or more of the same. */
  log: 'new' | 'same'
  account: Account | null
  /** Removed when the program ends because we did, or because we wanted it to. */
  privateDirectory?: string
}

/** Runs a program that can't outlive us. */
export function run(command: string[], { logFile, log: kind, account, privateDirectory = '' }: Running): Program {
  if (kind === 'new') rotate(logFile)
  const log = openLog(logFile, account)
  const { size } = fstatSync(log)
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
    failure: (status) => failureIn(readFileSync(logFile).subarray(size).toString(), status),
    async stop() {
      const program = await pid
      child.ref()
      child.stdin.end()
      // Directly too, should the watcher be gone. The number can't be another's while the shell is above it.
      if (program) await endPostgres(program, () => !over)
      await exited
    },
    unref() {
      child.unref()
      for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as { unref?(): void }).unref?.()
    },
  }
}

function rotate(logFile: string): void {
  try {
    rmSync(`${logFile}.1`, { force: true })
    renameSync(logFile, `${logFile}.1`)
  } catch {
    // The first start has none, and in a directory that is somebody else's it stays where it is.
  }
}

function openLog(logFile: string, account: Account | null): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  // Not where a link of another user's leads.
  const log = openSync(logFile, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  // It may be the account that starts the program again, when root's rights are given up.
  if (account && process.geteuid?.() === 0) fchownSync(log, account.uid, account.gid)
  return log
}

export function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().split('\n', 1)[0]?.replace(/\.$/, '') ?? ''
}

function failureIn(log: string, status: number): string {
  const lines = log.split('\n').filter(Boolean)
  const failures = lines.filter((line) => /FATAL: |PANIC: |: error: /.test(line))
  const line = failures.at(-1) ?? lines.at(-1) ?? `it ended with status ${status}`
  return reason(line.replace(/^.*?(FATAL|PANIC|error): +/, ''))
}
