import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Begins a program of the server: `main`, `backup`, `restore` … */
export function begin(script: string, environment: Record<string, string>, ...args: string[]) {
  const child: ChildProcess = spawn(process.execPath, [`server/${script}.ts`, ...args], {
    env: { ...process.env, DATABASE_URL: '', BACKUP_DIR: '', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      said += part
    })
  const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, said }))
  return { child, pid: child.pid ?? 0, said: () => said, ended }
}

/** Runs a program of the server until it ends. */
export const run = (...given: Parameters<typeof begin>) => begin(...given).ended
