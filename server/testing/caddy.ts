import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listening } from './listening.ts'
import { freePort } from './product.ts'
import type { Program } from './programs.ts'

const SHIPPED = readFileSync(join(import.meta.dirname, '../../deploy/Caddyfile'), 'utf8')

/** Runs Caddy over processes at these ports by the file that we ship, but for TLS. It keeps all its files in the directory. */
export async function startCaddy(
  { path, env }: Program,
  directory: string,
  ports: readonly number[],
  change = (shipped: string) => shipped,
) {
  const port = await freePort()
  mkdirSync(directory, { recursive: true })
  const config = join(directory, 'Caddyfile')
  writeFileSync(config, change(SHIPPED.replace(/^\{$/m, '{\n\tadmin off')))
  const child = spawn(path, ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      ...process.env,
      ...env,
      TMPDIR: directory,
      XDG_DATA_HOME: directory,
      XDG_CONFIG_HOME: directory,
      ELOG_HOST: `http://127.0.0.1:${port}`,
      ELOG_PROCESSES: ports.map((one) => `127.0.0.1:${one}`).join(' '),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let logged = ''
  child.stderr.on('data', (chunk) => {
    logged += chunk
  })
  const ended = once(child, 'exit')
  await listening(port)
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    logged: () => logged,
    end: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
