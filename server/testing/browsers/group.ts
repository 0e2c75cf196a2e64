import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** A program with whatever it starts. */
export interface ProcessGroup {
  child: ChildProcessByStdio<Writable, Readable, Readable>
  end(): Promise<void>
}

/** Ends the group as soon as nobody holds its input, also when the tests' process is killed and can end nothing. */
const WATCHED = '"$@" </dev/null & read -r _; kill -KILL 0'

export function startGroup(program: string, options: string[], env = process.env): ProcessGroup {
  const child = spawn('/bin/sh', ['-c', WATCHED, 'sh', program, ...options], {
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  return {
    child,
    end: async () => {
      child.stdin.end()
      await ended
    },
  }
}
