import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { College } from './registry.ts'

/** The variables of ours that a college's program needs; every other setting is the college's own. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'NODE_COMPILE_CACHE']

/** Returns the environment for programs of a college: nothing in it is the installation's or another college's. */
export const environmentOf = ({ environment }: College): Record<string, string | undefined> => ({
  ...Object.fromEntries(KEPT.map((name) => [name, process.env[name]])),
  ...environment,
})

/** Runs a program of the server with a college's own settings; `lines` are what it said. */
export async function runFor(college: College, script: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `../${script}.ts`), ...args], {
    env: environmentOf(college),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part
    })
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, lines: said.trim().split('\n') }
}
