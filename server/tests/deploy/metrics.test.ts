import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { APP_ROLE } from '../../machine/access.ts'
import { slowStatements } from '../../machine/observed.ts'
import { unfurnished } from '../../testing/college.ts'
import { ADMIN_EMAIL, freePort, signIn, soon, startProduct } from '../../testing/product.ts'

const at = await unfurnished()
const port = await freePort()
const directory = await mkdtemp(join(tmpdir(), 'elog-metrics-'))
const product = await startProduct({ DATA_DIR: directory, METRICS_PORT: String(port) })
afterAll(async () => {
  await product.end('SIGTERM')
  await rm(directory, { recursive: true, force: true })
})

const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

/** The value of a line, by its name and labels. */
const figureOf = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? Number.NaN,
  )

test('requests are counted by route and status, and by nothing that tells who or what', async () => {
  const headers = await signIn(product.base)
  await expect(signIn(product.base, ADMIN_EMAIL, 'Wrong-password-1')).rejects.toThrow('401')
  for (const path of ['/students/7', '/students/8', '/students?q=Secret', '/nowhere/Secret'])
    await fetch(`${product.base}${path}`, { headers })
  const text = await read()
  expect(figureOf(text, 'http_requests_total{method="POST",route="/api/login",status="200"}')).toBe(1)
  expect(figureOf(text, 'http_requests_total{method="POST",route="/api/login",status="401"}')).toBe(1)
  expect(figureOf(text, 'http_requests_total{method="GET",route="/api/students/:id",status="404"}')).toBe(2)
  expect(figureOf(text, 'http_request_duration_seconds_count{method="GET",route="/api/students/:id"}')).toBe(2)
  for (const told of ['Secret', ADMIN_EMAIL, headers.authorization.slice(7), '/students/7'])
    expect(text).not.toContain(told)
})

test('the process, its connections and its hashes are told too', async () => {
  const text = await read()
  for (const line of [
    'db_pool_connections{pool="main",state="waiting"}',
    'db_pool_connections{pool="vital",state="idle"}',
    'password_hashes{state="waiting"}',
    'slow_statements_total',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
  ])
    expect(figureOf(text, line), line).toBeGreaterThanOrEqual(0)
})

test('jobs are told by kind: what this process did, and what all have left', async () => {
  await expect.poll(async () => figureOf(await read(), 'jobs_total{kind="logins",outcome="done"}'), soon).toBe(1)
  const client = new pg.Client({ host: join(directory, 'postgres'), user: APP_ROLE, database: 'clinical_elog' })
  await client.connect()
  await client.query(
    `insert into jobs.job (name, data, state, completed_on, output) values
      ('sweeps', '{"kind": "cases"}', 'failed', now(), null),
      ('mail', '{"kind": "mail-case"}', 'failed', now(), '{"message": "Mail is not set up."}')`,
  )
  await client.end()
  const figures = await read()
  expect(figureOf(figures, 'jobs{kind="cases",state="failed"}')).toBe(1)
  expect(figureOf(figures, 'jobs{kind="mail-case",state="unsent"}')).toBe(1)
})

test('they are nowhere else, and there is nothing else', async () => {
  expect((await fetch(`${product.base.replace(/\/api$/, '')}/metrics`)).headers.get('content-type')).toMatch(/html/)
  expect((await fetch(`${product.base}/metrics`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
})

test('it says whether it takes requests', async () => {
  const answer = await fetch(`${product.base}/ready`)
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready' }])
})

test('a port that is taken stops the start with one line', async () => {
  const environment = { DATA_DIR: join(directory, 'second'), METRICS_PORT: String(port) }
  await expect(startProduct(environment)).rejects.toThrow(/cannot start: METRICS_PORT cannot be used: .*EADDRINUSE/)
})

test('a slow statement is told without its values, and a quick one is not', async () => {
  const heard: object[] = []
  // On a busy machine other statements may be slow too, and a first one, which begins a connection.
  const end = slowStatements.listen((event) => event.text.includes('$1::') && heard.push(event))
  await sql`select`.execute(at.plainDb)
  await sql`select ${'Secret'}::text`.execute(at.plainDb)
  await sql`select pg_sleep(0.15), ${'Secret'}::text`.execute(at.plainDb)
  await sql`select pg_sleep(0.15), ${'Secret'}::int`.execute(at.plainDb).catch(() => undefined)
  end()
  expect(heard).toMatchObject([{ text: 'select pg_sleep(0.15), $1::text', failed: false }])
})
