import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { holdsFiles } from '../features.ts'
import { servedBucket } from '../testing/bucket.ts'
import { unfurnished } from '../testing/college.ts'
import { bucketStore } from './bucket.ts'
import { careForFiles } from './care.ts'
import { diskStore } from './disk.ts'
import type { FileStore } from './files.ts'
import { type FileHolder, refuseForgottenHolders } from './holders.ts'
import { checkInstallation, installationOf } from './installation.ts'

/** Two tables with files that are no feature’s, beside the features’ own. */
const OWN = ['ward_files', 'former_ward_files']
const holders = [...holdsFiles, ...(OWN as FileHolder[])]

let said: string[]
const log = pino({ base: null, timestamp: false }, { write: (line: string) => said.push(JSON.parse(line).msg) })
const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-installation-'))
const bucketUrl = await servedBucket()
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const at = await unfurnished()
for (const table of OWN) await sql`create table ${sql.table(table)} (storage_key text)`.execute(at.db)

let turn = 0
let store: FileStore
beforeEach(() => {
  turn += 1
  said = []
})
afterEach(async () => {
  for (const table of OWN) await sql`delete from ${sql.table(table)}`.execute(at.db)
})

const put = async () => {
  const path = await store.temporaryPath()
  writeFileSync(path, 'x')
  return store.keep(path)
}
const know = (key: string, table = 'ward_files') => sql`insert into ${sql.table(table)} values (${key})`.execute(at.db)
const fill = async (known: number, unknown: number) => {
  for (let n = 0; n < known; n += 1) await know(await put())
  for (let n = 0; n < unknown; n += 1) await put()
}
const check = () => checkInstallation(at.db, store, holders)
const care = (most = 20, from: FileStore = store) => careForFiles(at.db, from, { holders, most, keptDays: 30, log })
/** As on the day after: what is in the store is older than a day. */
const tomorrow = (): FileStore => ({
  ...store,
  keptFiles: async function* () {
    for await (const { key } of store.keptFiles()) yield { key, at: new Date(0) }
  },
})
const counts = async () => [
  (await Array.fromAsync(store.keptFiles())).length,
  (await Array.fromAsync(store.removedFiles())).length,
]

describe.each(['directory', 'bucket'])('a %s', (kind) => {
  beforeEach(() => {
    store =
      kind === 'bucket'
        ? bucketStore(bucketUrl(`p${turn}`), join(directory, 'in'))
        : diskStore(join(directory, `d${turn}`))
  })

  test('that is empty takes the name of its database', async () => {
    await check()
    expect(await store.readInstallation()).toBe(await installationOf(at.db))
    await check()
  })

  test('of an older version, whose files the database knows, is taken', async () => {
    await fill(10, 1)
    await know(await put(), 'former_ward_files')
    await check()
    expect(await store.readInstallation()).toBe(await installationOf(at.db))
  })

  test('of which it knows too little is refused; uploads that were just cut off do not count', async () => {
    await fill(9, 2)
    await know(await put(), 'former_ward_files')
    await expect(checkInstallation(at.db, tomorrow(), holders)).rejects.toThrow('(2 of the first 12)')
    await check()
  })

  test('with files that the database does not know is refused, and stays as it is', async () => {
    await fill(0, 3)
    const id = await installationOf(at.db)
    await expect(check()).rejects.toThrow(
      new RegExp(
        `^there are files that this database does not know \\(3 of the first 3\\): restore the.* write ${id} into`,
      ),
    )
    await expect(care()).rejects.toThrow('does not know')
    expect(await store.readInstallation()).toBeUndefined()
    expect(await counts()).toEqual([3, 0])
  })

  test('of another installation is refused with both names; the way out is to write the name', async () => {
    await fill(2, 0)
    await store.writeInstallation('f'.repeat(32))
    const id = await installationOf(at.db)
    await expect(check()).rejects.toThrow(
      new RegExp(`^the files belong to installation f{32} .*this database to ${id}: restore both from the same backup`),
    )
    await store.writeInstallation(id)
    await check()
  })

  test('of another installation is refused when all it holds is set aside', async () => {
    await store.setAside(await put())
    await store.writeInstallation('f'.repeat(32))
    await expect(check()).rejects.toThrow('the files belong to installation')
  })

  test('with another name and no files at all is taken', async () => {
    await store.writeInstallation('f'.repeat(32))
    await check()
    expect(await store.readInstallation()).toBe(await installationOf(at.db))
  })

  test('beside an older database keeps its files: the sweep stops and says so', async () => {
    await check()
    const { sweep } = await care()
    await fill(9, 21)
    const later = await care(20, tomorrow())
    const why = expect.stringMatching(/^The files are not swept: 21 of 30 .*SWEEP_MOST=21 /)
    expect(await later.sweep()).toEqual(why)
    expect(said).toEqual([why])
    expect(await counts()).toEqual([30, 0])
    const allowed = await care(21, tomorrow())
    await allowed.sweep()
    expect(said[1]).toBe('21 files without a record set aside, 0 brought back, 0 deleted after 30 days')
    expect(await counts()).toEqual([9, 21])
    for await (const { key } of store.removedFiles()) await know(key)
    await sweep()
    expect(await counts()).toEqual([30, 0])
  })

  test('that another installation has taken over meanwhile is neither swept nor written to', async () => {
    await fill(1, 0)
    const { files, sweep } = await care()
    await store.writeInstallation('f'.repeat(32))
    await sweep()
    expect(files.trouble?.()).toBe('unchecked')
    const path = await files.temporaryPath()
    writeFileSync(path, 'x')
    await expect(files.keep(path)).rejects.toMatchObject({ status: 503 })
    expect(await counts()).toEqual([1, 0])
  })
})

describe('a sweep', () => {
  beforeEach(() => {
    store = diskStore(join(directory, `d${turn}`))
  })

  test('asks every table that has files, and does not run when one is not named', async () => {
    await refuseForgottenHolders(at.db, holders)
    await sql`create table forgotten_files (storage_key text)`.execute(at.db)
    await fill(1, 0)
    const { sweep } = await care()
    expect(await sweep()).toBeDefined()
    expect(said).toEqual(['sweeping the files failed'])
    await expect(refuseForgottenHolders(at.db, holders)).rejects.toThrow('forgotten_files has files too')
    await sql`drop table forgotten_files`.execute(at.db)
    expect(await sweep()).toBeUndefined()
  })

  test('is done by one process at a time', async () => {
    const reached = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    let listed = 0
    await fill(1, 0)
    const slow: FileStore = {
      ...store,
      keptFiles: async function* () {
        listed += 1
        reached.resolve()
        await go.promise
        yield* store.keptFiles()
      },
    }
    await check()
    const [one, other] = [await care(20, slow), await care(20, slow)]
    const first = one.sweep()
    await reached.promise
    await other.sweep()
    expect(listed).toBe(1)
    go.resolve()
    await first
    await other.sweep()
    expect(listed).toBe(2)
    // The lock belongs to a connection: one that keeps it would shut all other processes out.
    const { rows } = await sql`select l.pid from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database()`.execute(at.db)
    expect(rows).toEqual([])
  })

  test('ends when the server does, wherever it is', async () => {
    const reached = Promise.withResolvers<void>()
    await fill(1, 0)
    const hanging: FileStore = {
      ...store,
      keptFiles: async function* () {
        reached.resolve()
        await new Promise<never>(() => undefined)
        yield* store.keptFiles()
      },
    }
    await check()
    const { sweep, stop } = await care(20, hanging)
    const sweeping = sweep()
    await reached.promise
    stop()
    await sweeping
    expect(said).toEqual([])
  })
})

test('a bucket that is away keeps nobody from starting; it is looked at before the first file goes there', async () => {
  const place = mkdtempSync(join(directory, 'away-'))
  const nobody = createServer().listen(0, '127.0.0.1')
  await once(nobody, 'listening')
  const { port } = nobody.address() as AddressInfo
  nobody.close()
  store = bucketStore(`s3://K:S@127.0.0.1:${port}/college?tls=no`, place)
  const { files, sweep } = await care()
  expect(said).toEqual(['the files cannot be reached; uploads wait until they are'])
  expect(files.trouble?.()).toBe('unchecked')
  const path = await files.temporaryPath()
  writeFileSync(path, 'x')
  await expect(files.keep(path)).rejects.toMatchObject({ status: 503 })
  await sweep()
  expect(said).toEqual([said[0], 'sweeping the files failed'])
})
