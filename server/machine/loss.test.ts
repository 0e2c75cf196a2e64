import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import type { Watch } from './keeper.ts'

const FIXTURE = fileURLToPath(new URL('./busy.fixture.ts', import.meta.url))
const LIMIT = 60_000

let directory = ''
let servers: EmbeddedPostgres[] = []
let child: ChildProcess | undefined
let said: string[] = []

// The tests share one cluster.
beforeAll(() => {
  directory = realpathSync(mkdtempSync('/tmp/elog-loss-'))
  chmodSync(directory, 0o755)
})
afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
afterEach(async () => {
  child?.kill('SIGKILL')
  await Promise.all(servers.map((server) => server.stop()))
  servers = []
  said = []
}, LIMIT)

async function start(place = directory, watch: Watch = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbedded(place, { say: (line) => said.push(line), ...watch })
  servers.push(server)
  return server
}

async function ask({ host, port, user, database }: EmbeddedPostgres, text: string) {
  const client = new Client({ host, port, user, database })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const postmaster = (place = directory) =>
  Number.parseInt(readFileSync(join(place, 'postgres/postmaster.pid'), 'utf8'), 10)
const isGone = (pid: number) =>
  !existsSync(`/proc/${pid}/stat`) || readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')

/** Another process that holds the database and keeps it busy. */
async function holdBusy() {
  const holder = spawn(process.execPath, [FIXTURE, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
  child = holder
  const [pids] = (await once(holder.stdout, 'data')) as [Buffer]
  return { holder, pids: String(pids).split(' ').map(Number) }
}

/** Its lock is free then. */
async function killed(holder: ChildProcess) {
  const exit = once(holder, 'exit')
  holder.kill('SIGKILL')
  await exit
}

test('a busy backend is killed, then its parent: the next start works by itself', { timeout: LIMIT }, async () => {
  const { holder, pids } = await holdBusy()
  process.kill(pids[0] as number, 'SIGKILL')
  // The interrupt of the dying parent meets the recovery.
  while (!readFileSync(join(directory, 'postgres.log'), 'utf8').includes('reinitializing')) await sleep(1)
  await killed(holder)
  const next = await start()
  expect(await ask(next, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the main process is killed while backends are busy, then its parent: so does this one', {
  timeout: LIMIT,
}, async () => {
  const { holder, pids } = await holdBusy()
  // A stopped backend sees no more of the world than a busy one, and for ever.
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  holder.kill('SIGSTOP')
  process.kill(postmaster(), 'SIGKILL')
  await killed(holder)
  const next = await start()
  expect(await ask(next, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(pids.filter((pid) => !isGone(pid))).toEqual([])
})

test.each([
  ['', ''],
  [', also on a socket in a place of its own', 'x'.repeat(100)],
])('killed while nobody asks, it is started again on the same socket%s', { timeout: LIMIT }, async (_, name) => {
  const place = join(directory, name)
  const server = await start(place)
  for (let round = 0; round < 2; round += 1) {
    const old = postmaster(place)
    process.kill(old, 'SIGKILL')
    await expect
      .poll(() => said.filter((line) => line === 'The database runs again.').length, { timeout: 20_000 })
      .toBe(round + 1)
    expect(postmaster(place)).not.toBe(old)
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
  }
  expect(said[0]).toBe('The database has ended unexpectedly by signal 9. It is started again.')
  await server.stop()
  expect(isGone(postmasterOrNone(place))).toBe(true)
  expect(existsSync(server.host)).toBe(name === '')
})

const postmasterOrNone = (place: string) => (existsSync(join(place, 'postgres/postmaster.pid')) ? postmaster(place) : 0)

test('it is given up when it can’t be started again, with the reason', { timeout: LIMIT }, async () => {
  const server = await start(directory, { pausesMs: [0, 50, 50] })
  renameSync(join(directory, 'postgres/global/pg_control'), join(directory, 'kept'))
  process.kill(postmaster(), 'SIGKILL')
  const error = await server.lost
  expect(error.message).toMatch(/^The database can't be kept running: .*pg_control/)
  expect(said.filter((line) => line.includes('could not be started again'))).toHaveLength(3)
  await server.stop()
  renameSync(join(directory, 'kept'), join(directory, 'postgres/global/pg_control'))
  expect(await ask(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('stop() wins over a start that is under way, and over one that waits', { timeout: LIMIT }, async () => {
  for (const pausesMs of [[0], [60_000]]) {
    const server = await start(directory, { pausesMs })
    process.kill(postmaster(), 'SIGKILL')
    await expect.poll(() => said.length).toBeGreaterThan(0)
    await server.stop()
    expect(isGone(postmasterOrNone(directory))).toBe(true)
    expect(said.length).toBeLessThan(3)
    said = []
  }
})
