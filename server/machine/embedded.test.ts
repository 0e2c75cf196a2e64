import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, type Starting, startEmbedded } from './embedded.ts'

const FIXTURE = fileURLToPath(new URL('./embedded.fixture.ts', import.meta.url))
const LIMIT = 60_000
const isRoot = process.geteuid?.() === 0
const canMount = () => isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0

let dataDir = ''
let servers: EmbeddedPostgres[] = []
let children: ChildProcess[] = []
let leftovers: string[] = []

beforeEach(() => {
  // Directly in /tmp: other users can enter it, and paths stay short.
  dataDir = realpathSync(mkdtempSync('/tmp/elog-test-'))
  // Else root's tests would all go to /var/lib.
  chmodSync(dataDir, 0o755)
  leftovers = [dataDir]
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.allSettled(servers.map((server) => server.stop()))
  for (const leftover of leftovers) await removeWhenStopped(leftover)
  servers = []
  children = []
}, LIMIT)

test('a new directory is initialised, and a restart keeps its rows', { timeout: LIMIT }, async () => {
  const first = await start()
  await ask(first, 'CREATE TABLE kept (name text)')
  await ask(first, "INSERT INTO kept VALUES ('Zoë ظفر')")
  await first.stop()
  await first.stop()
  expect(runningIn(clusterOf(dataDir))).toBeUndefined()

  const second = await start(dataDir, { settings: { autovacuum_naptime: '3s' } })
  expect(await ask(second, 'SELECT name, upper(name) AS upper FROM kept')).toEqual([
    { name: 'Zoë ظفر', upper: 'ZOË ظفر' },
  ])
  const settings = 'fsync listen_addresses jit server_encoding server_version_num autovacuum_naptime'.split(' ')
  const rows = await ask(second, 'SELECT name, setting FROM pg_settings WHERE name = ANY($1)', [settings])
  const values = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  expect(values).toMatchObject({ fsync: 'on', listen_addresses: '', jit: 'off', server_encoding: 'UTF8' })
  expect(values.autovacuum_naptime).toBe('3')
  expect(values.server_version_num).toMatch(/^18/)
})

test.runIf(canMount())('a container’s tiny shared memory does for it', { timeout: LIMIT }, async () => {
  const tiny = 'mount -t tmpfs -o size=64k tmpfs /dev/shm && exec "$@"'
  const child = spawn('unshare', ['--mount', 'sh', '-c', tiny, 'sh', process.execPath, FIXTURE, dataDir])
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part
    })
  await expect.poll(() => output, { timeout: LIMIT }).toMatch(/^1\n/)
})

test('a second server on one directory is refused with one clear line', { timeout: LIMIT }, async () => {
  await start()
  const here = `The data directory ${dataDir} is in use by another Clinical eLog server (process ${process.pid}).`
  await expect(startEmbedded(dataDir)).rejects.toThrow(here)

  const { output } = hold()
  await expect.poll(output).toContain(here)
})

test('of several that start at once exactly one gets a new directory', { timeout: LIMIT }, async () => {
  const starts = await Promise.allSettled([start(), start(), start()])
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)

  await Promise.all(servers.map((server) => server.stop()))
  const held = [hold(), hold(), hold()]
  const refused = () => held.filter(({ output }) => output().includes('in use by another')).length
  await expect.poll(refused, { timeout: 20_000 }).toBe(2)
})

test('kill -9 of its process ends the database and loses no acknowledged row', { timeout: LIMIT }, async () => {
  const { child, output } = hold()
  await expect.poll(() => rowsIn(output()), { timeout: 20_000 }).toBeGreaterThan(50)
  const cluster = clusterOf(dataDir)
  const postgres = runningIn(cluster)
  expect(postgres).toBeDefined()
  child.kill('SIGKILL')
  await expect.poll(() => runningIn(cluster)).toBeUndefined()
  await expect.poll(() => isGone(postgres ?? 0)).toBe(true)

  const next = await start()
  const [row] = await ask(next, 'SELECT count(*)::int AS count FROM row')
  expect(row?.count).toBeGreaterThanOrEqual(rowsIn(output()))
})

test('a start right after kill -9 waits for the old database', { timeout: LIMIT }, async () => {
  const { child, output } = hold()
  await expect.poll(() => rowsIn(output()), { timeout: 20_000 }).toBeGreaterThan(5)
  await killed(child)
  const next = await start()
  const [row] = await ask(next, 'SELECT count(*)::int AS count FROM row')
  expect(row?.count).toBeGreaterThanOrEqual(rowsIn(output()))
})

test('kill -9 at any moment of the first start leaves a directory that starts', { timeout: LIMIT }, async () => {
  for (const delay of [150, 300, 500, 700]) {
    const { child } = hold()
    await sleep(delay)
    await killed(child)
  }
  const next = await start()
  expect(await ask(next, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a first start that was cut off before its database was made is gone on with', { timeout: LIMIT }, async () => {
  const first = await start()
  const mark = join(first.cluster, 'clinical-elog-new')
  expect(existsSync(mark)).toBe(false)
  await ask({ ...first, database: 'postgres' }, `DROP DATABASE ${first.database}`)
  await first.stop()
  writeFileSync(mark, '')
  const second = await start()
  expect(await ask(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(existsSync(mark)).toBe(false)
})

test('what a dead server left is survived: lock, postmaster.pid of a foreign process', { timeout: LIMIT }, async () => {
  const first = await start()
  await first.stop()
  const cluster = clusterOf(dataDir)
  // This test's own number: alive, but no server of this cluster.
  writeFileSync(join(dataDir, 'server.pid'), `${process.pid}\n`)
  const postmaster = [process.pid, cluster, 1, 5432, cluster, '', '', 'ready   ', '']
  writeFileSync(join(cluster, 'postmaster.pid'), postmaster.join('\n'))
  const second = await start()
  expect(await ask(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a killed postgres does not keep stop() or the next start from working', { timeout: LIMIT }, async () => {
  const first = await start()
  process.kill(runningIn(clusterOf(dataDir)) ?? 0, 'SIGKILL')
  await first.stop()
  const second = await start()
  expect(await ask(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a long path, blanks, commas and quotes are no obstacle', { timeout: LIMIT }, async () => {
  const plain = join(dataDir, 'a, "b" \'c\'')
  expect(await ask(await start(plain), 'SELECT 1 AS one')).toEqual([{ one: 1 }])

  const long = await start(join(dataDir, 'x'.repeat(120)))
  expect(await ask(long, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(statSync(long.host).mode & 0o777).toBe(0o700)
  await long.stop()
  expect(existsSync(long.host)).toBe(false)
})

test('a cluster that is none, or of another version, is named and left alone', { timeout: LIMIT }, async () => {
  const cluster = join(dataDir, 'postgres')
  const first = await start()
  await first.stop()
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
  await expect(startEmbedded(dataDir)).rejects.toThrow(`The database in ${cluster} is of PostgreSQL 17`)
  rmSync(join(cluster, 'PG_VERSION'))
  await expect(startEmbedded(dataDir)).rejects.toThrow(`${cluster} is not a PostgreSQL database`)
})

describe.runIf(isRoot)('as root', () => {
  test('a directory that the database’s user can’t enter', { timeout: LIMIT }, async () => {
    const closed = mkdtempSync('/root/elog-test-')
    leftovers.push(closed)
    const inner = join(closed, 'data')
    const first = await start(inner)
    const cluster = clusterOf(inner)
    leftovers.push(dirname(cluster))
    expect(existsSync(join(inner, 'postgres'))).toBe(false)
    expect(cluster).toMatch(/^\/var\/lib\/clinical-elog\/[0-9a-f]{16}\/postgres$/)
    await ask(first, 'CREATE TABLE kept ()')
    await first.stop()
    const second = await start(inner)
    expect(await ask(second, 'SELECT * FROM kept')).toEqual([])
    await second.stop()

    await removeWhenStopped(dirname(cluster))
    await expect(startEmbedded(inner)).rejects.toThrow(`lay in ${cluster}, which is gone`)

    rmSync(inner, { recursive: true })
    const anew = await start(inner)
    expect(clusterOf(inner)).not.toBe(cluster)
    leftovers.push(dirname(clusterOf(inner)))
    expect(await ask(anew, "SELECT to_regclass('kept') AS kept")).toEqual([{ kept: null }])
  })

  test('a cluster of root’s own is refused', { timeout: LIMIT }, async () => {
    mkdirSync(join(dataDir, 'postgres'))
    await expect(startEmbedded(dataDir)).rejects.toThrow('belongs to root')
  })
})

async function start(directory = dataDir, starting?: Starting): Promise<EmbeddedPostgres> {
  const server = await startEmbedded(directory, starting)
  servers.push(server)
  return server
}

/** Another process that starts the database and writes rows until it is killed. */
function hold() {
  const child = spawn(process.execPath, [FIXTURE, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part))
  return { child, output: () => text }
}

async function killed(child: ChildProcess) {
  const exit = new Promise((resolve) => child.once('close', resolve))
  if (child.exitCode !== null) return
  child.kill('SIGKILL')
  await exit
}

function rowsIn(output: string): number {
  return Math.max(0, ...output.split('\n').slice(0, -1).map(Number))
}

async function ask(server: EmbeddedPostgres, statement: string, values: unknown[] = []) {
  const { host, port, user, database } = server
  const client = new Client({ host, port, user, database })
  // The database may be killed below it.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement, values)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

function clusterOf(directory: string): string {
  const pointer = join(directory, 'postgres-location.txt')
  if (!existsSync(pointer)) return join(directory, 'postgres')
  return /^\/.*$/m.exec(readFileSync(pointer, 'utf8'))?.[0] ?? ''
}

function runningIn(cluster: string): number | undefined {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return isGone(pid) ? undefined : pid
}

function isGone(pid: number): boolean {
  const stat = `/proc/${pid}/stat`
  return !existsSync(stat) || readFileSync(stat, 'utf8').includes(') Z ')
}

async function removeWhenStopped(directory: string): Promise<void> {
  for (let tries = 0; tries < 500 && runningIn(clusterOf(directory)); tries++) await sleep(20)
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
