import v8 from 'node:v8'
import vm from 'node:vm'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { declaredEndpoints } from '../../shared/contract/all.ts'
import { type Endpoint, ErrorBody } from '../../shared/endpoint.ts'
import { openLogin } from '../core/login.ts'
import type { TestApp } from './app.ts'
import { oneOfEach } from './one-of-each.ts'
import { IDENTITIES } from './permissions.ts'
import { type KnownIds, type RandomRequest, requestsTo } from './random-inputs.ts'
import { type RawAnswer, rawCalls } from './raw-calls.ts'
import { listening } from './sockets.ts'
import { idIn } from './walked.ts'

/** The time that a call may take for all its requests. */
const LONGEST_MS = 1_800_000

/**
 * Texts that an answer must never have in it: where the code stands, what the database was asked, what only it knows.
 */
const INNER = [
  /\bat (?:async )?[\w.<> ]*\(?(?:file:\/\/)?\/[\w./-]+\.(?:ts|js):\d+/,
  /node_modules/,
  /\b(?:select|insert into|update|delete from) "/i,
  /violates|syntax error at|relation "|SQLSTATE|duplicate key/,
  /\$argon2/,
]
/** Its readers run the server: they are told of its disk, its errors and its slow statements. */
const TELLS_OF_THE_SERVER = '/status'
const PASSWORD_HASH = '$argon2id$v=19$nobody-is-told-this'

function wrongOf(endpoint: Endpoint, answer: RawAnswer, secrets: readonly string[]): string | undefined {
  const { status, text, headers } = answer
  if (status >= 500) return 'it is a 5xx'
  if (endpoint.path === TELLS_OF_THE_SERVER && status === 200) return undefined
  const inner = INNER.find((pattern) => pattern.test(text))
  if (inner) return `it has ${inner} in it`
  const all = text + JSON.stringify(headers)
  if (secrets.some((secret) => all.includes(secret))) return 'it tells a secret'
  if (status < 400) return undefined
  if (!String(headers['content-type']).startsWith('application/json')) return 'the refusal is no JSON'
  const packed = headers['content-encoding'] !== undefined
  if (!packed && !ErrorBody.safeParse(JSON.parse(text)).success) return 'the refusal has another form'
}

function collect(): number {
  v8.setFlagsFromString('--expose-gc')
  const gc = vm.runInNewContext('gc') as () => void
  gc()
  gc()
  return process.memoryUsage().heapUsed
}

/**
 * Returns the database's count of connections that ended otherwise than by being closed, and of transactions left open.
 */
async function leftBehind({ db }: TestApp) {
  const { rows } = await sql<{ lost: number; open: number }>`select
      (select sessions_abandoned + sessions_fatal + sessions_killed from pg_stat_database
        where datname = current_database())::int as lost,
      (select count(*) from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%')::int as open`.execute(db)
  return rows[0]
}

/**
 * Sends every declared call so many random requests, as everybody; the first that is answered wrongly is told with its
 * `seed`, which is another one each time if none is given. `onDone` hears of each call that has had all of its requests.
 */
export async function sendRandomRequests(
  at: TestApp,
  numRuns: number,
  {
    seed = Date.now() & 0x7fffffff,
    onDone = () => undefined,
  }: { seed?: number; onDone?: (call: string, ms: number, left: number) => void },
) {
  const port = await listening(at.app)
  const calls = rawCalls(port)
  const tokens: Record<string, string> = { forged: 'A'.repeat(43) }
  const people: Record<string, number> = {}
  const department = await at.make.department()
  const batch = await at.make.batch()

  const renew = async (as: string) => {
    const role = IDENTITIES[as as keyof typeof IDENTITIES]
    const person =
      role === 'student'
        ? (await at.make.student(batch)).userId
        : await at.make.person(role, role === 'no-role' ? undefined : department)
    people[as] = person
    await at.db.updateTable('users').set({ password_hash: PASSWORD_HASH }).where('id', '=', person).execute()
    tokens[as] = await at.db.transaction().execute((tx) => openLogin(tx, person, undefined))
  }
  for (const as of Object.keys(IDENTITIES)) await renew(as)

  const places = [at.filesDirectory, process.cwd()]
  const statuses = new Map<number, number>()
  let sent = 0
  const sendOne = async (endpoint: Endpoint, { as, path, headers, body }: RandomRequest): Promise<RawAnswer> => {
    const token = tokens[as]
    const answer = await calls.send(
      endpoint.method,
      `/api${path}`,
      { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body,
    )
    sent += 1
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    // Otherwise all that follow would end at a limit of ten or fifteen minutes.
    if (answer.status === 429)
      for (const counted of [
        'costly_calls',
        'day_amounts',
        'login_failures',
        'forgotten_calls',
        'document_checks',
      ] as const)
        await at.db.deleteFrom(counted).execute()
    // Their own login may be what they ended.
    if (answer.status === 401 && people[as] !== undefined && tokens[as] === token) await renew(as)
    return answer
  }

  let turn = 0
  let known: Promise<KnownIds> | undefined
  let knownSince = 0
  /** Records to name, made anew from time to time: what is sent deletes them. */
  const records = (): Promise<KnownIds> => {
    if (known && sent - knownSince < 2_000) return known
    knownSince = sent
    const make = async () => {
      turn += 1
      const mine = turn
      const made = await oneOfEach(at, (what) => `Random ${mine} ${what}`)
      const other = await oneOfEach(at, (what) => `Other ${mine} ${what}`, { department, batch })
      return {
        ids: Object.fromEntries(
          Object.entries(made.ids).map(([kind, id]) => [kind, [id, idIn(other.ids, kind), 999_999_999]]),
        ),
        fileNames: [made.fileName, other.fileName, 'none.pdf'],
      }
    }
    // Among a million requests some take the very roll number that comes next.
    known = make().catch(make)
    return known
  }
  const attack = async (endpoint: Endpoint, index: number) => {
    const name = `${endpoint.method} ${endpoint.path}`
    const property = fc.asyncProperty(requestsTo(endpoint, await records()), async (request) => {
      const answer = await sendOne(endpoint, request)
      const others = Object.entries(tokens).filter(([as]) => as !== request.as && as !== 'forged')
      const wrong = wrongOf(endpoint, answer, [...places, ...others.map(([, token]) => token)])
      if (wrong) throw new Error(`${name}: ${wrong}: ${answer.status} ${answer.text.slice(0, 300)}`)
    })
    const found = await fc.check(property, {
      seed: seed + index,
      numRuns,
      endOnFailure: false,
      interruptAfterTimeLimit: LONGEST_MS,
      markInterruptAsFailure: true,
    })
    if (found.interrupted) throw new Error(`${name}: only ${found.numRuns} of ${numRuns} requests in ${LONGEST_MS} ms`)
    if (found.failed)
      throw new Error(
        `seed ${seed}, after ${found.numRuns}: ${String(found.errorInstance)}\n${JSON.stringify(found.counterexample?.[0]).slice(0, 2000)}`,
      )
    expect(found.numRuns, name).toBe(numRuns)
  }

  const failures: string[] = []
  const spent: [name: string, ms: number][] = []
  const waiting = [...declaredEndpoints]
  const tenth = Math.floor(declaredEndpoints.length * 0.9)
  let early = 0
  const work = async () => {
    for (let endpoint = waiting.shift(); endpoint; endpoint = waiting.shift()) {
      if (!early && waiting.length <= tenth) early = collect()
      const began = performance.now()
      await attack(endpoint, declaredEndpoints.indexOf(endpoint)).catch((error: Error) => failures.push(error.message))
      const name = `${endpoint.method} ${endpoint.path}`
      const ms = performance.now() - began
      spent.push([name, ms])
      onDone(name, ms, waiting.length)
    }
  }
  await Promise.all([work(), work(), work(), work()])

  const late = collect()
  expect(failures).toEqual([])
  expect(await leftBehind(at)).toEqual({ lost: 0, open: 0 })
  const { status } = await calls.send('GET', '/api/health', {})
  expect(status).toBe(200)
  calls.close()
  const slowest = spent
    .sort(([, one], [, other]) => other - one)
    .slice(0, 5)
    .map(([name, ms]) => `${name} ${Math.round(ms / 1000)} s`)
    .join(', ')
  return { sent, statuses, growth: late / early, slowest }
}
