import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listening } from './listening.ts'
import { freePort } from './product.ts'
import type { Program } from './programs.ts'

const SHIPPED = join(import.meta.dirname, '../../deploy/nginx.conf')

/** The configuration that we ship, with other addresses. @throws Error when it has not what is to be replaced */
function shippedWith(changes: readonly (readonly [RegExp, string])[]): string {
  let text = readFileSync(SHIPPED, 'utf8')
  for (const [what, put] of changes) {
    if (!what.test(text)) throw new Error(`${SHIPPED} has no ${what}`)
    text = text.replace(what, put)
  }
  return text
}

/** Returns a configuration that keeps in this directory what nginx would keep in the system's. */
function around(directory: string, name: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  )
  // Its workers would be of a user who can't enter the directory.
  const user = process.geteuid?.() === 0 ? 'user root;' : ''
  return `${user} daemon off; worker_processes 2; pid ${directory}/nginx.pid; error_log ${directory}/error.log;
events { worker_connections 8192; }
http { ${temporary.join(' ')} include ${directory}/${name}; }
`
}

/** Runs nginx over processes at these ports, by the configuration that we ship but for TLS, which `checkShipped` looks at. */
export async function startNginx({ path, env }: Program, directory: string, ports: readonly number[]) {
  const [port, other] = [await freePort(), await freePort()]
  const ours = ports.map((one) => `server 127.0.0.1:${one} fail_timeout=1s;`).join(' ')
  mkdirSync(directory, { recursive: true })
  writeFileSync(
    join(directory, 'elog.conf'),
    shippedWith([
      [/server 127\.0\.0\.1:3000 fail_timeout=1s;/, ours],
      [/listen 80;/, `listen 127.0.0.1:${other};`],
      [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
      [/(?:\s+ssl_\w+\s+[^;]+;){4}/, ''],
      [/\/var\/log\/nginx\/clinical-elog\.log/, join(directory, 'access.log')],
    ]),
  )
  writeFileSync(join(directory, 'nginx.conf'), around(directory, 'elog.conf'))
  const child = spawn(
    path,
    ['-c', join(directory, 'nginx.conf'), '-p', directory, '-e', join(directory, 'error.log')],
    {
      env: { ...process.env, ...env },
      stdio: 'ignore',
    },
  )
  const ended = once(child, 'exit')
  await listening(port)
  return {
    base: `http://127.0.0.1:${port}/api`,
    /** The address without TLS, which leads elsewhere. */
    plain: `http://127.0.0.1:${other}`,
    port,
    pid: child.pid ?? 0,
    logged: {
      access: () => readFileSync(join(directory, 'access.log'), 'utf8'),
      errors: () => readFileSync(join(directory, 'error.log'), 'utf8'),
    },
    end: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs `nginx -t` on the shipped configuration itself, with this certificate. */
export function checkShipped(directory: string, certificate: string, key: string) {
  writeFileSync(
    join(directory, 'shipped.conf'),
    shippedWith([
      [/\/etc\/letsencrypt\/live\/elog\.college\.example\/fullchain\.pem/, certificate],
      [/\/etc\/letsencrypt\/live\/elog\.college\.example\/privkey\.pem/, key],
      [/\/var\/log\/nginx\/clinical-elog\.log/, join(directory, 'access.log')],
    ]),
  )
  writeFileSync(join(directory, 'whole.conf'), around(directory, 'shipped.conf'))
  return ['-t', '-c', join(directory, 'whole.conf'), '-p', directory, '-e', join(directory, 'error.log')]
}
