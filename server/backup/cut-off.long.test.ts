import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '../db/open.ts'
import { bucketStore } from '../files/bucket.ts'
import { startEmbedded } from '../machine/embedded.ts'
import { asRestored, backUp, contentsOf, emptyDatabase, installed, restoreInto, scratch } from '../testing/backups.ts'
import { servedBucket } from '../testing/bucket.ts'
import { furnished } from '../testing/college.ts'
import { begin, run } from '../testing/commands.ts'
import { entryForm } from '../testing/library.ts'
import { outsideServer } from '../testing/outside.ts'
import { signIn, startProduct } from '../testing/product.ts'

const LIMIT = { timeout: 300_000 }
const ROWS = 400_000
const { at, faculty, medicine } = await furnished()
const bucketOf = await servedBucket()

/** A college of an embedded database with many rows in its security log. */
let college = ''
const closing: (() => Promise<void> | void)[] = []

beforeAll(async () => {
  college = mkdtempSync(join(tmpdir(), 'clinical-elog-large-'))
  chmodSync(college, 0o755)
  const product = await startProduct({ DATA_DIR: college })
  await product.end('SIGTERM')
  await within(college, async (db) => {
    await db.query(`insert into security_log (at, last_at, kind, name, address, device)
      select now(), now(), 'signed-in', 'Somebody ' || n, '10.0.0.1', md5(n::text) || md5((n + 1)::text)
      from generate_series(1, ${ROWS}) as n`)
  })
}, 120_000)
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => rmSync(college, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))

async function within<T>(
  dataDir: string,
  work: (pool: ReturnType<typeof connect>['pool'], db: ReturnType<typeof connect>['db']) => Promise<T>,
): Promise<T> {
  const { host, port, user, database, stop } = await startEmbedded(dataDir)
  const { pool, db, close } = connect({ host, port, user, database, max: 2, statement_timeout: 0 })
  try {
    return await work(pool, db)
  } finally {
    await close()
    await stop()
  }
}

const countOf = (dataDir: string) =>
  within(dataDir, async (pool) => (await pool.query('select count(*)::int as n from security_log')).rows[0]?.n)

test('killed at any moment, a backup is none, and the next one removes what is left of it', LIMIT, async () => {
  const place = scratch()
  let cutOff = 0
  for (const ms of [50, 100, 400, 800, 1200, 1600]) {
    const { child, ended } = begin('backup', { DATA_DIR: college }, place)
    await expect
      .poll(() => readdirSync(place).some((name) => name.startsWith('.')), { timeout: 20_000, interval: 5 })
      .toBe(true)
    await sleep(ms)
    child.kill('SIGKILL')
    await ended
    const named = readdirSync(place).filter((name) => !name.startsWith('.'))
    if (named.length === 0) cutOff += 1
    // It was whole when its process was killed over the rest.
    for (const name of named) {
      expect((await run('backup', {}, '--verify', join(place, name))).status).toBe(0)
      rmSync(join(place, name), { recursive: true })
    }
  }
  expect(cutOff).toBeGreaterThan(0)
  const { status, said } = await run('backup', { DATA_DIR: college }, place)
  expect(status, said).toBe(0)
  const names = readdirSync(place)
  expect(names).toEqual([expect.stringMatching(/^clinical-elog-/)])
  expect((await run('backup', {}, '--verify', join(place, names[0] ?? ''))).status).toBe(0)
})

test('killed at any moment, a restore has restored nothing or all, and can be begun again', LIMIT, async () => {
  const place = scratch()
  expect((await run('backup', { DATA_DIR: college }, place)).status).toBe(0)
  const backup = join(place, readdirSync(place)[0] ?? '')
  const top = scratch()
  chmodSync(top, 0o755)
  const DATA_DIR = join(top, 'restored')
  for (const ms of [0, 300, 700, 1200, 2000]) {
    const { child, said, ended } = begin('restore', { DATA_DIR }, backup)
    await expect.poll(said, { timeout: 20_000, interval: 5 }).toContain('Tables …')
    await sleep(ms)
    child.kill('SIGKILL')
    await ended
    const start = await run('main', { DATA_DIR, PORT: '0' })
    expect([start.status, start.said]).toEqual([1, expect.stringContaining('was cut off: run it again')])
    const tables = await within(
      DATA_DIR,
      async (pool) => (await pool.query(`select from pg_tables where schemaname = 'public'`)).rowCount,
    )
    expect(tables).toBe(0)
  }
  const { status, said } = await run('restore', { DATA_DIR }, backup)
  expect(status, said).toBe(0)
  expect(await countOf(DATA_DIR)).toBe(await countOf(college))
  const product = await startProduct({ DATA_DIR })
  closing.push(async () => void (await product.end('SIGTERM')))
  expect(await signIn(product.base)).toHaveProperty('authorization')
})

test(
  'from the embedded database to a server with an owner and a plain role, who has just its rights',
  LIMIT,
  async () => {
    const outside = await outsideServer()
    closing.push(outside.close)
    for (const statement of [
      'create role owner_of login',
      'create role plain login',
      'create database elog owner owner_of',
    ])
      await outside.ask(statement)
    const urlOf = (role: string) => outside.url.replace('elog@', `${role}@`).replace('/postgres', '/elog')
    const place = scratch()
    expect((await run('backup', { DATA_DIR: college }, place)).status).toBe(0)
    const urls = { DATABASE_URL: urlOf('plain'), DATABASE_OWNER_URL: urlOf('owner_of') }
    const top = scratch()
    chmodSync(top, 0o755)
    const DATA_DIR = join(top, 'restored')
    const { status, said } = await run('restore', { ...urls, DATA_DIR }, join(place, readdirSync(place)[0] ?? ''))
    expect(status, said).toBe(0)
    const BACKUP_DIR = join(top, 'backups')
    mkdirSync(BACKUP_DIR)
    chmodSync(BACKUP_DIR, 0o777)
    const product = await startProduct({ ...urls, DATA_DIR, BACKUP_DIR })
    closing.push(async () => void (await product.end('SIGTERM')))
    expect(await signIn(product.base)).toHaveProperty('authorization')
    expect(product.said()).not.toContain('set DATABASE_OWNER_URL')
    await expect.poll(product.said, { timeout: 60_000 }).toContain('a backup was made')
  },
)

test('goes into a bucket as well as out of one', LIMIT, async () => {
  const file = { name: 'atlas.pdf', content: '%PDF-1.4\nbones' }
  await faculty.upload('/libraries', entryForm({ title: 'Atlas', department_id: medicine }, file))
  const storeOf = (prefix: string) => bucketStore(bucketOf(prefix), join(scratch(), 'incoming'))
  const { path, manifest } = await backUp({ ...(await installed(at)), place: scratch() })
  expect(manifest.files.count).toBe(1)
  const [first, second] = [await emptyDatabase(), await emptyDatabase()]
  await restoreInto(path, first.config, scratch(), storeOf('first'))
  const of = await backUp({ config: first.config, dataDir: scratch(), place: scratch(), store: storeOf('first') })
  expect(of.manifest.files).toEqual(manifest.files)
  await expect(restoreInto(of.path, second.config, scratch(), storeOf('first'))).rejects.toThrow('the place is in use')
  await restoreInto(of.path, second.config, scratch(), storeOf('second'))
  expect(await contentsOf(second.db)).toEqual(asRestored(await contentsOf(at.db)))
})

test.runIf(process.geteuid?.() === 0)('a disk that gets full leaves nothing, and says so', LIMIT, async () => {
  const disk = join(scratch(), 'disk')
  mkdirSync(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk])
  closing.push(() => void execFileSync('umount', [disk]))
  const { status, said } = await run('backup', { DATA_DIR: college }, disk)
  expect([status, said]).toEqual([1, expect.stringContaining('No backup was made: the disk of the backups is full')])
  expect(readdirSync(disk)).toEqual([])
})

test('the memory of a backup does not grow with its rows', LIMIT, async () => {
  const peakOf = async (place: string) => {
    const { child, ended } = begin('backup', { DATA_DIR: college }, place)
    let peak = 0
    const watching = setInterval(() => {
      const status = `/proc/${child.pid}/status`
      const [, kilobytes] = (existsSync(status) && /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))) || []
      peak = Math.max(peak, Number(kilobytes ?? 0))
    }, 20)
    expect((await ended).status).toBe(0)
    clearInterval(watching)
    return peak
  }
  const before = await peakOf(scratch())
  await within(college, (pool) =>
    pool.query(
      'insert into security_log (at, last_at, kind, name, address, device) select at, last_at, kind, name, address, device from security_log s, generate_series(1, 4)',
    ),
  )
  // Five times the rows.
  expect(await peakOf(scratch())).toBeLessThan(before * 1.4)
})
