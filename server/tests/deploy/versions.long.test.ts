import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { connect } from '../../db/open.ts'
import { startEmbedded } from '../../machine/embedded.ts'
import { asRestored, contentsOf, scratch } from '../../testing/backups.ts'
import { run } from '../../testing/commands.ts'
import { expectAllSignIn } from '../../testing/going-on.ts'
import { OTHER_MISSING, otherMajorVersion } from '../../testing/outside.ts'
import { startProduct } from '../../testing/product.ts'
import { formerStates, loadFormer } from '../../testing/upgrades.ts'

const newest = formerStates().at(-1) ?? ''

function openScratch(): string {
  const directory = scratch()
  chmodSync(directory, 0o777)
  return directory
}

/** Returns the stored files by path: the SHA-256 of each, the responses' key included. */
const filesIn = (dataDir: string) =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [path.slice(dataDir.length), createHash('sha256').update(readFileSync(path)).digest('hex')])
    .sort()

async function contentsAt(config: pg.PoolConfig) {
  const { db, close } = connect({ ...config, max: 2 })
  try {
    return await contentsOf(db)
  } finally {
    await close()
  }
}

async function contentsIn(dataDir: string) {
  const { host, port, user, database, stop } = await startEmbedded(dataDir)
  try {
    return await contentsAt({ host, port, user, database })
  } finally {
    await stop()
  }
}

/** Backs up with these settings, and says where the backup is. */
async function backUp(environment: Record<string, string>): Promise<string> {
  const place = openScratch()
  const { status, said } = await run('backup', environment, place)
  expect([status, said]).toEqual([0, expect.stringContaining('Backed up to')])
  return join(place, readdirSync(place)[0] ?? '')
}

const other = otherMajorVersion()
if (!other) process.stderr.write(`a college on another PostgreSQL: left out, since ${OTHER_MISSING}\n`)

test.runIf(other)(
  'a college goes from a server of another major version of PostgreSQL to the embedded one, and back',
  {
    timeout: 240_000,
  },
  async () => {
    if (!other) return
    const server = await other.startServer('C.UTF-8')
    try {
      for (const name of ['first', 'second', 'third']) await server.ask(`create database ${name}`)
      const urlOf = (name: string) => server.url.replace(/postgres$/, name)
      const former = { DATA_DIR: openScratch(), DATABASE_URL: urlOf('first') }
      await loadFormer(newest, { connectionString: former.DATABASE_URL }, former.DATA_DIR)
      await (await startProduct(former)).end('SIGTERM')
      const before = await contentsAt({ connectionString: former.DATABASE_URL })
      const files = filesIn(former.DATA_DIR)
      expect([before.students?.length, files.length > 5]).toEqual([102, true])

      const embedded = { DATA_DIR: join(openScratch(), 'college') }
      mkdirSync(embedded.DATA_DIR)
      const there = await run('restore', embedded, await backUp(former))
      expect(there.status, there.said).toBe(0)
      expect(await contentsIn(embedded.DATA_DIR)).toEqual(asRestored(before))
      expect(filesIn(embedded.DATA_DIR)).toEqual(files)
      const product = await startProduct(embedded)
      await expectAllSignIn(product)
      expect(await product.end('SIGTERM')).toEqual([0, null])

      const back = { DATA_DIR: openScratch(), DATABASE_URL: urlOf('second') }
      const since = await contentsIn(embedded.DATA_DIR)
      const restored = await run('restore', back, await backUp(embedded))
      expect(restored.status, restored.said).toBe(0)
      expect(await contentsAt({ connectionString: back.DATABASE_URL })).toEqual(asRestored(since))
      expect(filesIn(back.DATA_DIR)).toEqual(files)
      const again = await startProduct(back)
      await expectAllSignIn(again)
      expect(await again.end('SIGTERM')).toEqual([0, null])

      const moving = { ...embedded, DATABASE_URL: urlOf('third') }
      const moved = await run('db-move', moving)
      expect([moved.status, moved.said]).toEqual([0, expect.stringContaining('Moved and compared: ')])
      expect(await contentsAt({ connectionString: moving.DATABASE_URL })).toEqual(since)
    } finally {
      await server.close()
    }
  },
)
