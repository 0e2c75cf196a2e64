import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** The product's real server as a process of its own, to be killed in every way. */
export interface Product {
  /** The address of the API. */
  base: string
  child: ChildProcess
  /** What it has said so far, on both streams. */
  said(): string
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>
}

export const ADMIN_EMAIL = 'admin@localhost.localdomain'
export const ADMIN_PASSWORD = 'Durable-1-and-only'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Starts the server and waits for its word that it is ready. @throws when it ends instead, with what it said */
export async function startProduct(environment: Record<string, string>): Promise<Product> {
  const port = await freePort()
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, DATABASE_URL: '', ADMIN_PASSWORD, ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const over = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk
      if (said.includes('is ready at')) resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(`the server ended: ${said}`)))
  })
  return {
    base: `http://127.0.0.1:${port}/api`,
    child,
    said: () => said,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await over
    },
  }
}

/** Signs in; the headers of a call in that person's name. */
export async function signIn(base: string, email = ADMIN_EMAIL, password = ADMIN_PASSWORD) {
  const answer = await fetch(`${base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (answer.status !== 200) throw new Error(`the sign-in was answered ${answer.status}`)
  const { access_token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}
