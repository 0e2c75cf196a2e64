import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listening } from './listening.ts'
import { freePort } from './product.ts'
import type { Program } from './programs.ts'

export interface Bouncer {
  port: number
  said(): string
  /** As an administrator restarts it. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Few, so that the callers of a test have to take turns. */
const CONNECTIONS = 6

/** Runs PgBouncer in transaction mode over all databases of a server, for these users. */
export async function startBouncer(
  { path, env }: Program,
  server: { host: string; port: number },
  users: readonly { user: string; password?: string }[],
  more: Record<string, string> = {},
): Promise<Bouncer> {
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-bouncer-'))
  chmodSync(directory, 0o777)
  const port = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(directory, 'users'),
    logfile: join(directory, 'log'),
    pool_mode: 'transaction',
    default_pool_size: String(CONNECTIONS),
    max_client_conn: '400',
    server_idle_timeout: '5',
    server_login_retry: '1',
    query_wait_timeout: '10',
    ...more,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const ini = join(directory, 'pgbouncer.ini')
  writeFileSync(ini, `[databases]\n* = host=${server.host} port=${server.port}\n[pgbouncer]\n${lines.join('\n')}\n`)
  writeFileSync(join(directory, 'users'), users.map(({ user, password = '' }) => `"${user}" "${password}"\n`).join(''))
  const start = () => {
    // It does not run as root.
    const args = process.geteuid?.() === 0 ? ['-u', 'nobody', ini] : [ini]
    return spawn(path, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
  }
  let child = start()
  await listening(port)
  const stop = async () => {
    const ended = once(child, 'exit')
    // At once, with whatever goes on.
    child.kill('SIGTERM')
    await ended
  }
  return {
    port,
    said: () => readFileSync(join(directory, 'log'), 'utf8'),
    restart: async () => {
      await stop()
      child = start()
      await listening(port)
    },
    close: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
