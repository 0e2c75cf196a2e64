import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from './db/open.ts'
import { type OutsideServer, outsideServer } from './testing/outside.ts'
import { type Bouncer, startBouncer } from './testing/pgbouncer.ts'
import { type Product, signIn, soon, startProduct } from './testing/product.ts'
import { findProgram, missingText } from './testing/programs.ts'
import { keepRecording } from './testing/recording.ts'

const LIMIT = 90_000
const USERS = [{ user: 'elog_app' }, { user: 'elog_owner' }]
const program = findProgram('pgbouncer')
const closing: (() => unknown)[] = []
let directory = ''
let outside: OutsideServer
let bouncer: Bouncer

if (!program) process.stderr.write(`PgBouncer: left out, since ${missingText('pgbouncer')}\n`)

const urlOf = (user: string, port: number) => `postgres://${user}@127.0.0.1:${port}/elog`
const environment = (port: number) => ({
  DATA_DIR: join(directory, 'data'),
  DATABASE_URL: urlOf('elog_app', port),
  DATABASE_OWNER_URL: urlOf('elog_owner', outside.port),
})

beforeAll(async () => {
  if (!program) return
  directory = mkdtempSync(join(tmpdir(), 'clinical-elog-pooler-'))
  chmodSync(directory, 0o755)
  mkdirSync(join(directory, 'data'))
  closing.push(() => rmSync(directory, { recursive: true, force: true }))
  // Of other settings than ours: what a connection does not say itself would be seen.
  outside = await outsideServer(['-c', 'timezone=Asia/Karachi', '-c', 'max_connections=40'])
  closing.push(outside.close)
  for (const text of [
    'create role elog_owner login',
    'create role elog_app login',
    'create database elog owner elog_owner',
  ])
    await outside.ask(text)
  bouncer = await startBouncer(program, { host: '127.0.0.1', port: outside.port }, USERS)
  closing.push(bouncer.close)
}, LIMIT)
afterAll(async () => {
  for (const close of closing.reverse()) await close()
}, LIMIT)

/** Starts a server that is to refuse to start; what it says. */
function refusal(port: number): string {
  const env = { ...process.env, ...environment(port), PORT: '0' }
  return spawnSync(process.execPath, ['server/main.ts'], { env, encoding: 'utf8', timeout: LIMIT }).stderr
}

test.runIf(program)('a server that is not told of the pooler says so in one line', { timeout: LIMIT }, async () => {
  const line = (why: string) =>
    new RegExp(
      `^Clinical eLog cannot start: The database of DATABASE_URL cannot be used: ${why}: set DATABASE_POOLER=transaction .*$`,
      'm',
    )
  expect(refusal(bouncer.port)).toMatch(line('unsupported startup parameter.*'))
  if (!program) return
  const ignored = 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout'
  const deaf = await startBouncer(program, { host: '127.0.0.1', port: outside.port }, USERS, {
    ignore_startup_parameters: ignored,
  })
  try {
    expect(refusal(deaf.port)).toMatch(line('it does not take the timezone, jit, .* of a connection'))
  } finally {
    await deaf.close()
  }
})

test.runIf(program)(
  'two processes work through it, also when it or the database is restarted',
  { timeout: LIMIT },
  async () => {
    const settings = { ...environment(bouncer.port), DATABASE_POOLER: 'transaction' }
    const products: Product[] = await Promise.all([startProduct(settings), startProduct(settings)])
    closing.push(() => Promise.all(products.map((product) => product.end('SIGKILL'))))
    const pooled = connect({ connectionString: urlOf('elog_app', bouncer.port), isPooled: true })
    const owner = connect({ connectionString: urlOf('elog_owner', outside.port) })
    closing.push(pooled.close, owner.close)
    const [first, second] = products.map(({ base }) => base) as [string, string]

    const writing = await keepRecording(first, owner.db)
    const busy = () => writing.statuses.get(503) ?? 0
    await writing.more(40)
    expect([...writing.statuses.keys()]).toEqual([201])
    await bouncer.restart()
    await writing.more()
    const before = busy()
    await outside.stop('immediate')
    await expect.poll(busy, soon).toBeGreaterThan(before)
    await outside.start()
    await writing.more()
    await writing.end()
    expect(writing.unanswered()).toBe(0)
    expect(writing.odd).toEqual([])
    expect([...writing.statuses.keys()].sort()).toEqual([201, 503])
    expect(await writing.wrong(owner.db)).toEqual([])

    // Each of its connections has what ours would have said.
    const asked = await Promise.all(
      Array.from({ length: 20 }, () =>
        pooled.pool.query(`select pg_sleep(0.05), current_setting('timezone') as zone, current_setting('jit') as jit,
        current_setting('statement_timeout') as patience, pg_backend_pid() as pid`),
      ),
    )
    const rows = asked.map((answer) => answer.rows[0])
    expect(new Set(rows.map(({ pid }) => pid)).size).toBeGreaterThan(2)
    for (const row of rows) expect(row).toMatchObject({ zone: 'UTC', jit: 'off', patience: '15s' })
    expect(await outside.ask(`select pid from pg_locks where locktype = 'advisory'`)).toEqual([])

    const headers = await signIn(second)
    const made = await fetch(`${second}/departments`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Of now' }),
    })
    const { data } = (await made.json()) as { data: { created_at: string } }
    expect(Math.abs(Date.parse(data.created_at) - Date.now())).toBeLessThan(60_000)
  },
)
