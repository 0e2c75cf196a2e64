import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../db/open.ts'
import { type PooledServer, startPooled } from '../../testing/pooled.ts'
import { type Product, signIn, soon, startProduct } from '../../testing/product.ts'
import { findProgram, missingText } from '../../testing/programs.ts'
import { keepRecording } from '../../testing/recording.ts'

const LIMIT = 90_000
const program = findProgram('pgbouncer')
const closing: (() => unknown)[] = []
let pooled: PooledServer

if (!program) process.stderr.write(`PgBouncer: left out, since ${missingText('pgbouncer')}\n`)

const environment = (port: number) => ({
  DATA_DIR: pooled.dataDir,
  DATABASE_URL: pooled.appUrl(port),
  DATABASE_OWNER_URL: pooled.ownerUrl,
})

beforeAll(async () => {
  if (!program) return
  pooled = await startPooled(program)
  closing.push(pooled.close)
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
  expect(refusal(pooled.bouncer.port)).toMatch(line('unsupported startup parameter.*'))
  const deaf = await pooled.another({
    ignore_startup_parameters: 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
  })
  try {
    expect(refusal(deaf.port)).toMatch(line('it does not take the timezone, jit, .* of a connection'))
  } finally {
    await deaf.close()
  }
})

/** The lines for PgBouncer that an operator finds written, to the letter. */
function writtenSettings(): Record<string, string> {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/running.md'), 'utf8')
  const [, lines = ''] = /^\[pgbouncer\]\n(.*?)^```/ms.exec(text) ?? []
  return Object.fromEntries([...lines.matchAll(/^(\w+) = (.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}

test.runIf(program)('PgBouncer takes the lines of the guide, with a password', { timeout: LIMIT }, async () => {
  const written = writtenSettings()
  expect(written).toMatchObject({ pool_mode: 'transaction', auth_type: 'scram-sha-256' })
  const bouncer = await pooled.another(written)
  const opened = connect({ connectionString: pooled.appUrl(bouncer.port), isPooled: true })
  try {
    const { rows } = await opened.pool.query('select current_user as who')
    expect(rows).toEqual([{ who: 'elog_app' }])
  } finally {
    await opened.close()
    await bouncer.close()
  }
})

test.runIf(program)(
  'two processes work through it, also when it or the database is restarted',
  { timeout: LIMIT },
  async () => {
    const { outside, bouncer } = pooled
    const settings = { ...environment(bouncer.port), DATABASE_POOLER: 'transaction' }
    const products: Product[] = await Promise.all([startProduct(settings), startProduct(settings)])
    closing.push(() => Promise.all(products.map((product) => product.end('SIGKILL'))))
    const opened = connect({ connectionString: pooled.appUrl(bouncer.port), isPooled: true })
    const owner = connect({ connectionString: pooled.ownerUrl })
    closing.push(opened.close, owner.close)
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
        opened.pool.query(`select pg_sleep(0.05), current_setting('timezone') as zone, current_setting('jit') as jit,
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
