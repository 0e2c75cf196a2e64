import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLogin } from '../server/core/login.ts'
import { connect } from '../server/db/open.ts'
import { insertForIds, insertRows } from '../server/demo/insert.ts'
import { median } from './asking.ts'
import type { College } from './college.ts'
import type { Plan } from './contest.ts'
import { type RunningServer, startBareFiles, startProduct } from './processes.ts'
import { atLeast, atMost, type Result } from './report.ts'

/** Uploads at once; a person has two of them at the most. */
const AT_ONCE = 20
const LOOKED_AT_EVERY_MS = 100
const MB = 1024 * 1024

interface OpenedLibrary extends RunningServer {
  tokens: string[]
  departmentId: number
}

/** A file into the library and out of it, against bytes that are only passed on; and what many at once cost in memory. */
export async function benchLibrary(college: College, plan: Plan): Promise<Result[]> {
  const directory = join(college.directory, 'library')
  mkdirSync(directory)
  const people = await addPeople(college)
  const product = { ...people, ...(await startProduct({ DATABASE_URL: college.url, DATA_DIR: directory })) }
  const bare = await startBareFiles(directory)
  try {
    return [...(await benchSpeed(product, bare, plan)), await benchMemory(product, plan)]
  } finally {
    await bare.stop()
    await product.stop()
  }
}

async function addPeople({ url }: College): Promise<Pick<OpenedLibrary, 'tokens' | 'departmentId'>> {
  const { db, close } = connect({ connectionString: url })
  const { id: departmentId } = await db.selectFrom('departments').select('id').orderBy('id').executeTakeFirstOrThrow()
  const { id: role_id } = await db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'faculty')
    .executeTakeFirstOrThrow()
  const people = Array.from({ length: AT_ONCE / 2 }, (_, n) => ({
    name: `Librarian ${n}`,
    email: `librarian${n}@college.test`,
    password_hash: 'none',
    must_change_password: false,
  }))
  const userIds = await insertForIds(db, 'users', people)
  await insertRows(
    db,
    'user_roles',
    userIds.map((user_id) => ({ user_id, role_id })),
  )
  const tokens: string[] = []
  for (const id of userIds) tokens.push(await db.transaction().execute((tx) => openLogin(tx, id, undefined)))
  await close()
  return { tokens, departmentId }
}

interface Form {
  type: string
  body: Buffer
}

async function formOf(bytes: number, departmentId: number): Promise<Form> {
  const form = new FormData()
  form.set('title', 'A film of an operation')
  form.set('department_id', String(departmentId))
  form.set('file', new Blob([Buffer.alloc(bytes, 'theatre three, ')]), 'film.mp4')
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type') ?? '', body: Buffer.from(await encoded.arrayBuffer()) }
}

async function send(port: number, token: string, { type, body }: Form): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length }
  const sending = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/libraries', headers, agent: false })
  sending.end(body)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  return answer
}

async function addEntry({ port }: OpenedLibrary, token: string, form: Form): Promise<number> {
  const answer = await send(port, token, form)
  const { data } = (await json(answer)) as { data?: { id: number } }
  if (!data) throw new Error(`An upload is answered ${answer.statusCode}`)
  return data.id
}

async function receive(port: number, token: string, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const [answer] = await once(request({ port, host: '127.0.0.1', path, headers, agent: false }).end(), 'response')
  let bytes = 0
  for await (const chunk of answer as IncomingMessage) bytes += chunk.length
  return bytes
}

async function benchSpeed(product: OpenedLibrary, bare: RunningServer, { rounds, fileBytes }: Plan): Promise<Result[]> {
  const [token = ''] = product.tokens
  const form = await formOf(fileBytes, product.departmentId)
  let id = 0
  const work = {
    'an upload': {
      product: async () => {
        id = await addEntry(product, token, form)
      },
      bare: async () => void (await send(bare.port, token, form)).resume(),
    },
    'a download': {
      product: async () => {
        const bytes = await receive(product.port, token, `/api/libraries/${id}/download`)
        if (bytes !== fileBytes) throw new Error(`A download of ${bytes} bytes`)
      },
      bare: async () => void (await receive(bare.port, token, '/')),
    },
  }
  const results: Result[] = []
  for (const [what, sides] of Object.entries(work)) {
    const times = { product: [] as number[], bare: [] as number[] }
    // The first ones of each are for warming up.
    for (let round = -2; round < rounds; round++)
      for (const side of ['product', 'bare'] as const) {
        const start = performance.now()
        await sides[side]()
        if (round >= 0) times[side].push(performance.now() - start)
      }
    results.push(
      atLeast(
        0.7,
        `${what} of ${(fileBytes / MB).toFixed(0)} MB, in speeds of a bare pipe`,
        median(times.bare.map((time, round) => time / (times.product[round] ?? Number.NaN))),
        `${median(times.product).toFixed(0)} to ${median(times.bare).toFixed(0)} ms`,
      ),
    )
  }
  return results
}

async function benchMemory(product: OpenedLibrary, { fileBytes }: Plan): Promise<Result> {
  const form = await formOf(fileBytes, product.departmentId)
  const before = product.memory()
  let most = before
  let isOver = false
  const watching = (async () => {
    for (; !isOver; await sleep(LOOKED_AT_EVERY_MS)) most = Math.max(most, product.memory())
  })()
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => addEntry(product, product.tokens[n >> 1] ?? '', form)))
  isOver = true
  await watching
  return atMost(
    100,
    `memory that ${AT_ONCE} uploads at once take, MB`,
    most - before,
    `${before.toFixed(0)} before, ${most.toFixed(0)} at the most, ${product.memory().toFixed(0)} after`,
  )
}
