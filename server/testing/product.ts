import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect } from 'vitest'

/** The patience with what a test waits for. */
export const soon = { timeout: 20_000, interval: 20 }

export const ADMIN_EMAIL = 'admin@localhost.localdomain'
export const PASSWORD = 'Survives-1-and-all'

/** The real server as a process of its own. */
export interface Product {
  child: ChildProcess
  /** The beginning of its API's addresses. */
  base: string
  /** Returns its output so far. */
  said(): string
  isRunning(): boolean
  /** Sends a signal and waits for the end: status and signal. */
  end(signal: NodeJS.Signals): Promise<[number | null, NodeJS.Signals | null]>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The place of the program, and of its Node. */
interface Installation {
  cwd?: string
  node?: string
  script?: string
  /** The user who runs it; only root may say so. */
  uid?: number
}

/** Starts the server as `npm start` would, on a free port unless one is named, and waits for its word that it is ready. */
export const startProduct = (environment: Record<string, string>, ...options: string[]): Promise<Product> =>
  startInstalled({}, environment, ...options)

/** Starts the product of another installation. */
export async function startInstalled(
  { cwd = process.cwd(), node = process.execPath, script = 'server/main.ts', uid }: Installation,
  environment: Record<string, string>,
  ...options: string[]
): Promise<Product> {
  const port = Number(environment.PORT ?? (await freePort()))
  const child = spawn(node, [script, ...options], {
    cwd,
    env: {
      ...process.env,
      DATABASE_URL: '',
      ADMIN_PASSWORD: PASSWORD,
      ...environment,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let text = ''
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      text += chunk
      if (text.includes('is ready at')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => reject(new Error(`the server ended: ${text}`)))
  })
  return {
    child,
    base: `http://127.0.0.1:${port}/api`,
    said: () => text,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    end: (signal) => {
      child.kill(signal)
      return exited
    },
  }
}

/** The headers of a signed-in person. */
export async function signIn(base: string, email = ADMIN_EMAIL, password = PASSWORD) {
  const answer = await fetch(`${base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (answer.status !== 200) throw new Error(`The sign-in was answered ${answer.status}`)
  const { access_token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}

/** People who go on making departments, each until a call has no answer; what they were answered. */
export function keepWriting(base: string, headers: Record<string, string>, writers = 4) {
  const statuses = new Map<number, number>()
  const acknowledged: string[] = []
  const withoutRetry: number[] = []
  let unanswered = 0
  let isOver = false
  const write = async (writer: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      const name = `Department ${writer}-${turn}`
      const answer = await fetch(`${base}/departments`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      }).catch(() => undefined)
      if (!answer) {
        unanswered += 1
        return
      }
      await answer.arrayBuffer()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status === 201) acknowledged.push(name)
      if (answer.status >= 500 && !answer.headers.get('retry-after')) withoutRetry.push(answer.status)
    }
  }
  const count = (status: number) => statuses.get(status) ?? 0
  const all = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  return {
    statuses,
    acknowledged,
    withoutRetry,
    unanswered: () => unanswered,
    /** Returns the number of answers with this status. */
    count,
    /** Waits until some more were made. */
    more: async (many = 20) => {
      const before = count(201)
      await expect.poll(() => count(201), soon).toBeGreaterThan(before + many)
    },
    end: async () => {
      isOver = true
      await all
    },
  }
}

/** Which of these departments are not there. */
export async function missing(base: string, headers: Record<string, string>, names: string[]): Promise<string[]> {
  const there = new Set<string>()
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${base}/departments?per_page=500&page=${page}`, { headers })
    const { data } = (await answer.json()) as { data: { name: string }[] }
    for (const { name } of data) there.add(name)
    if (data.length < 500) return names.filter((name) => !there.has(name))
  }
}
