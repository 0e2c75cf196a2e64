import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseAccount } from '../machine/data-directory.ts'
import { run } from './commands.ts'
import { type OutsideServer, outsideServer } from './outside.ts'
import { type Product, startProduct } from './product.ts'

export interface Called {
  status: number | undefined
  headers: IncomingMessage['headers']
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back
  body: any
}

export interface Calling {
  method?: string
  headers?: Record<string, string>
  /** A form goes as a browser sends it, anything else as JSON. */
  body?: object | FormData
}

/** An installation of many colleges: a PostgreSQL server, an empty directory, and the real processes over it. */
export async function manyColleges(environment: Record<string, string> = {}, connections = 200) {
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-colleges-'))
  chmodSync(directory, 0o755)
  const [colleges, backups] = [join(directory, 'colleges'), join(directory, 'backups')]
  for (const place of [colleges, backups]) {
    mkdirSync(place)
    // Root would not go on as root.
    if (process.geteuid?.() === 0) chownSync(place, databaseAccount('/').uid, databaseAccount('/').gid)
  }
  const outside: OutsideServer = await outsideServer(['-c', `max_connections=${connections}`], 'C.UTF-8')
  // No superuser: a role as docs/running.md has it.
  await outside.ask('create role elog_maker login createdb createrole')
  const settings = {
    COLLEGES_DIR: colleges,
    COLLEGES_BACKUP_DIR: backups,
    COLLEGES_DATABASE_URL: outside.url.replace('//elog@', '//elog_maker@'),
    COLLEGES_PROCESSES: '1',
    ...environment,
  }
  let product: Product | undefined
  const port = () => Number(new URL(product?.base ?? '').port)

  /** Calls the server by its port as the college at a host. */
  async function call(host: string, path: string, { method = 'GET', headers, body }: Calling = {}): Promise<Called> {
    const form = body instanceof FormData ? new Response(body) : undefined
    const sent = form ? Buffer.from(await form.arrayBuffer()) : body && JSON.stringify(body)
    const type = form?.headers.get('content-type') ?? 'application/json'
    const call = request({
      host: '127.0.0.1',
      port: port(),
      path,
      method,
      headers: { host, ...(sent === undefined ? {} : { 'content-type': type }), ...headers },
    })
    call.end(sent)
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    const said = await text(answer)
    const isJson = answer.headers['content-type']?.startsWith('application/json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: said,
      body: isJson && said !== '' ? JSON.parse(said) : undefined,
    }
  }

  /** Signs an administrator in; returns the headers of the login. */
  async function signIn(host: string, password: string): Promise<Record<string, string>> {
    const { status, body } = await call(host, '/api/login', {
      method: 'POST',
      body: { email: 'admin@localhost.localdomain', password },
    })
    if (status !== 200) throw new Error(`The sign-in was answered ${status}`)
    return { authorization: `Bearer ${body.access_token}` }
  }

  return {
    outside,
    colleges,
    backups,
    call,
    signIn,
    /** Signs in with the printed password, and chooses another one, as has to be done before anything else. */
    async begin(host: string, printed: string, own: string): Promise<Record<string, string>> {
      const headers = await signIn(host, printed)
      const body = { current_password: printed, password: own, password_confirmation: own }
      const changed = await call(host, '/api/auth/change-password', { method: 'POST', headers, body })
      if (changed.status !== 200) throw new Error(changed.text)
      return signIn(host, own)
    },
    /** Resolves when the server answers for the college at a host that was added while it runs. */
    async isThere(host: string): Promise<void> {
      while ((await call(host, '/api/ready')).status !== 200) await sleep(100)
    },
    command: (...args: string[]) => run('colleges', settings, ...args),
    /** Makes a college; returns the password of its administrator. */
    async add(name: string, host: string): Promise<string> {
      const { status, said } = await run('colleges', settings, 'add', name, '--host', host)
      const [, password] = /shown this once: (\S+)/.exec(said) ?? []
      if (status !== 0 || !password) throw new Error(said)
      return password
    },
    start: async () => {
      product = await startProduct(settings)
    },
    said: () => product?.said() ?? '',
    pid: () => product?.child.pid ?? 0,
    /** Gives what root has put into the folders of colleges to the user of the server. */
    giveAway: () => {
      const { uid, gid } = databaseAccount('/')
      for (const path of readdirSync(colleges, { recursive: true, encoding: 'utf8' }))
        if (process.geteuid?.() === 0) chownSync(join(colleges, path), uid, gid)
    },
    /** Sends bytes as they are; resolves with the first line of the answer. */
    async raw(bytes: string): Promise<string> {
      const socket = connect(port(), '127.0.0.1')
      socket.write(bytes)
      return (await text(socket)).split('\r\n', 1)[0] ?? ''
    },
    close: async () => {
      await product?.end('SIGTERM')
      await outside.close()
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

export type ManyColleges = Awaited<ReturnType<typeof manyColleges>>
