import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { numberText } from '../../backup/progress.ts'
import { connect } from '../../db/open.ts'
import { bucketStore } from '../../files/bucket.ts'
import { diskStore } from '../../files/disk.ts'
import type { FileStore } from '../../files/files.ts'
import { startEmbedded } from '../../machine/embedded.ts'
import { contentsOf, emptyDatabase, scratch } from '../../testing/backups.ts'
import { servedBucket } from '../../testing/bucket.ts'
import { databaseConfig } from '../../testing/cluster.ts'
import { begin, run } from '../../testing/commands.ts'
import { expectAllSignIn } from '../../testing/going-on.ts'
import { type Product, startProduct } from '../../testing/product.ts'
import { usersOf } from '../../testing/rights.ts'
import { addressOf } from '../../testing/upgraded.ts'
import { formerStates, loadFormer } from '../../testing/upgrades.ts'

const bucketOf = await servedBucket()

/** The demo college of the newest fixture in a data directory with its own database. */
async function embeddedCollege(): Promise<string> {
  const DATA_DIR = join(scratch(), 'college')
  chmodSync(join(DATA_DIR, '..'), 0o777)
  mkdirSync(DATA_DIR)
  const { host, port, user, database, stop } = await startEmbedded(DATA_DIR)
  await loadFormer(formerStates().at(-1) ?? '', { host, port, user, database }, DATA_DIR)
  await stop()
  return DATA_DIR
}

async function contentsIn(dataDir: string) {
  const { host, port, user, database, stop } = await startEmbedded(dataDir)
  const { db, close } = connect({ host, port, user, database, max: 2 })
  try {
    return await contentsOf(db)
  } finally {
    await close()
    await stop()
  }
}

/** An empty database of the test cluster for an owner and the plain role. */
async function target() {
  const { db, config: owned } = await emptyDatabase()
  const { config, app } = inject('cluster')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const plain = databaseConfig(config, rows[0]?.name ?? '', app)
  return { db, settings: { DATABASE_URL: addressOf(plain), DATABASE_OWNER_URL: addressOf(owned) } }
}

async function keysOf(store: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.keptFiles()) keys.push(key)
  return keys
}

/** Waits for its end; returns the users that it ran as last, also when root has begun it. */
async function watched({ child, ended }: ReturnType<typeof begin>) {
  let users: number[] = []
  const look = () => {
    try {
      users = usersOf(child.pid ?? 0)
    } catch {
      // It is gone.
    }
  }
  const looking = setInterval(look, 10)
  const result = await ended
  clearInterval(looking)
  return { ...result, users }
}

/** No database, a bucket of another college's, and a database with a table. */
async function expectRefused(moving: { DATA_DIR: string; DATABASE_URL: string }) {
  expect((await run('db-move', { DATA_DIR: moving.DATA_DIR })).said).toBe(
    'Nothing was moved: set DATABASE_URL to the database that the college moves to\n',
  )
  const FILES_URL = bucketOf('other')
  await bucketStore(FILES_URL, scratch()).writeInstallation('f'.repeat(32))
  const foreign = await run('db-move', { ...moving, FILES_URL })
  expect([foreign.status, foreign.said]).toEqual([
    1,
    expect.stringMatching(/^(?:Files …\n)?Nothing was moved: the place is in use/),
  ])
  const { db, settings } = await target()
  await sql`create table somebodys (id int)`.execute(db)
  const used = await run('db-move', { ...moving, ...settings })
  expect([used.status, used.said]).toEqual([1, expect.stringContaining('the database is in use: it has 1 table.')])
  expect(existsSync(join(moving.DATA_DIR, 'moved.txt'))).toBe(false)
}

test('a college moves to a server and a bucket, all of it, and nothing leads back by mistake', {
  timeout: 90_000,
}, async () => {
  const DATA_DIR = await embeddedCollege()
  const { db, settings } = await target()
  const moving = { DATA_DIR, FILES_URL: bucketOf('moved'), ...settings }
  let product: Product = await startProduct({ DATA_DIR })
  onTestFinished(async () => void (await product.end('SIGKILL')))
  expect(await run('db-move', moving)).toEqual({
    status: 1,
    said: `Nothing was moved: a server runs on ${DATA_DIR}: stop it first\n`,
  })
  await product.end('SIGTERM')
  await expectRefused({ DATA_DIR, ...settings })
  expect(await contentsOf(db)).toEqual({})
  const before = await contentsIn(DATA_DIR)

  const moved = await watched(begin('db-move', moving))
  expect(moved.users).not.toContain(0)
  expect(moved.status, moved.said).toBe(0)
  // The fixture has the files of few of its records.
  expect(moved.said).toMatch(/\nWARNING: \d+ files that records name missing: /)
  expect(await contentsOf(db)).toEqual(before)
  const [disk, bucket] = [diskStore(join(DATA_DIR, 'files')), bucketStore(moving.FILES_URL, scratch())]
  // The server that ran may have swept an upload of the fixture that nobody used, or may not have come to it.
  const [onDisk, inBucket] = [await keysOf(disk), await keysOf(bucket)]
  expect(inBucket.length).toBeGreaterThan(0)
  expect(onDisk).toEqual(expect.arrayContaining(inBucket))
  const rows = Object.values(before).reduce((sum, table) => sum + table.length, 0)
  const said = `${Object.keys(before).length} tables, ${numberText(rows)} rows.\nMoved and compared: ${inBucket.length} files, `
  expect(moved.said).toContain(`\nMoved and compared: ${said}`)
  expect(await bucket.readResponsesKey()).toBe(await disk.readResponsesKey())

  product = await startProduct(moving)
  await expectAllSignIn(product)
  expect(product.said()).not.toContain('files')
  expect(await product.end('SIGTERM')).toEqual([0, null])

  const left = `the college was moved. The database went to .* on \\d{4}-\\d\\d-\\d\\d\\. Go on there, with DATABASE_URL\\. To go back .* remove ${DATA_DIR}/moved.txt`
  await expect(startProduct({ DATA_DIR })).rejects.toThrow(new RegExp(`Clinical eLog cannot start: ${left}`))
  await expect(startProduct({ DATA_DIR, ...settings })).rejects.toThrow(
    /The files went to .*\/moved\. Go on there, with FILES_URL\./,
  )
  // The service is not started again, and again, until somebody has mended its settings.
  expect((await run('main', { DATA_DIR })).status).toBe(78)
  for (const script of ['backup', 'trail-check', 'db-move']) {
    const answer = await run(
      script,
      { DATA_DIR, ...(script === 'db-move' && settings) },
      ...(script === 'backup' ? [scratch()] : []),
    )
    expect([answer.status, answer.said], script).toEqual([
      script === 'trail-check' ? 2 : 1,
      expect.stringMatching(left),
    ])
  }
})
