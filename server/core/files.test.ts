import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileStore, sweepTemporary } from './files.ts'
import { bucketStore } from './files-bucket.ts'
import { diskStore } from './files-disk.ts'
import { sweepOrphans } from './sweep.ts'

let directory: string
let bucket: S3rver
const stores = new Map<string, FileStore>()

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'clinical-elog-stores-'))
  bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(directory, 'bucket'),
    configureBuckets: [{ name: 'college', configs: [] }],
  })
  const { port } = await bucket.run()
  stores.set('directory', diskStore(join(directory, 'disk')))
  const url = `s3://S3RVER:S3RVER@127.0.0.1:${port}/college/some/prefix?tls=no`
  stores.set('bucket', bucketStore(url, join(directory, 'incoming')))
})
afterAll(async () => {
  await bucket.close()
  rmSync(directory, { recursive: true, force: true })
})

describe.each(['directory', 'bucket'])('a %s', (kind) => {
  const open = () => {
    const store = stores.get(kind)
    if (!store) throw new Error(`no ${kind}`)
    return store
  }
  const put = async (text: string) => {
    const path = await open().temporaryPath()
    writeFileSync(path, text)
    return { key: await open().keep(path), path }
  }
  const tomorrow = () => new Date(Date.now() + 86_400_000)
  const keys = async () => (await Array.fromAsync(open().keysBefore(tomorrow()))).sort()

  test('keeps bytes under a key of its own and gives them back', async () => {
    const { key, path } = await put('a ward round, سلام')
    expect(key).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{40}$/)
    expect(existsSync(path)).toBe(false)
    const stream = await open().read(key)
    expect(stream && (await buffer(stream)).toString()).toBe('a ward round, سلام')
  })

  test('has nothing behind a key that it did not give, and nothing after a removal', async () => {
    expect(await open().read('00/none')).toBeUndefined()
    const { key } = await put('gone')
    await open().remove(key)
    expect(await open().read(key)).toBeUndefined()
    await open().remove(key)
  })

  test('is swept of what no row refers to, but only once that is old', async () => {
    const { key: held } = await put('held')
    const { key: orphan } = await put('orphan')
    const orphansAmong = async (all: string[]) => all.filter((key) => key !== held)
    await sweepOrphans(open(), orphansAmong)
    expect(await keys()).toContain(orphan)
    await sweepOrphans(open(), orphansAmong, new Date(Date.now() + 2 * 86_400_000))
    expect(await keys()).toEqual([held])
  })
})

test('half-written uploads of a killed process are swept', async () => {
  const incoming = join(directory, 'half')
  const path = await diskStore(join(directory, 'x')).temporaryPath()
  writeFileSync(path, 'half')
  utimesSync(path, new Date(0), new Date(0))
  await sweepTemporary(join(directory, 'x/incoming'), new Date(1_000))
  expect(readdirSync(join(directory, 'x/incoming'))).toEqual([])
  await sweepTemporary(incoming, new Date())
})
