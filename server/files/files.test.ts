import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { servedBucket } from '../testing/bucket.ts'
import { bucketStore } from './bucket.ts'
import { diskStore } from './disk.ts'
import { dayOfRemoval, type FileStore, sweepTemporary } from './files.ts'
import { sweepFiles } from './sweep.ts'

const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-stores-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const bucketUrl = (await servedBucket())('some/prefix')
const stores = new Map<string, FileStore>([
  ['directory', diskStore(join(directory, 'disk'))],
  ['bucket', bucketStore(bucketUrl, join(directory, 'incoming'))],
])

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
  const keys = async () => (await Array.fromAsync(open().keptFiles())).map(({ key }) => key).sort()
  const removed = async () => (await Array.fromAsync(open().removedFiles())).map(({ key }) => key).sort()
  const later = (days: number) => new Date(Date.now() + days * 86_400_000)
  const sweep = (held: string[], days: number, { most = 20, keptDays = 30 } = {}) =>
    sweepFiles(open(), {
      knownAmong: async (all) => new Set(all.filter((key) => held.includes(key))),
      most,
      keptDays,
      now: later(days),
    })
  /** Nothing kept, nothing set aside. */
  const empty = async () => {
    for await (const { key } of open().keptFiles()) await open().setAside(key)
    for await (const file of open().removedFiles()) await open().forget(file)
  }

  test('keeps bytes under a key of its own and gives them back', async () => {
    const { key, path } = await put('a ward round, سلام')
    expect(key).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{40}$/)
    expect(existsSync(path)).toBe(false)
    const stream = await open().read(key)
    expect(stream && (await buffer(stream)).toString()).toBe('a ward round, سلام')
    const range = await open().read(key, { start: 2, end: 5 })
    expect(range && (await buffer(range)).toString()).toBe('ward')
  })

  test('has nothing behind a key that it did not give', async () => {
    expect(await open().read('00/none')).toBeUndefined()
    await open().setAside(`00/${'00'.repeat(20)}`)
  })

  test('sets a file aside, from where it is still read, comes back, or is forgotten', async () => {
    await empty()
    const { key } = await put('once')
    await open().setAside(key)
    expect(await keys()).toEqual([])
    const [file] = await Array.fromAsync(open().removedFiles())
    expect(file).toEqual({ key, day: dayOfRemoval() })
    const aside = await open().read(key)
    expect(aside && (await buffer(aside)).toString()).toBe('once')
    const part = await open().read(key, { start: 1, end: 3 })
    expect(part && (await buffer(part)).toString()).toBe('nce')
    if (file) await open().bringBack(file)
    expect([await keys(), await removed()]).toEqual([[key], []])
    const back = await open().read(key)
    expect(back && (await buffer(back)).toString()).toBe('once')
    await open().setAside(key)
    if (file) await open().forget(file)
    expect([await keys(), await removed()]).toEqual([[], []])
    expect(await open().read(key)).toBeUndefined()
  })

  test('is swept of what no row knows, but only once that is old; deleted is that after its days', async () => {
    await empty()
    const { key: held } = await put('held')
    const { key: orphan } = await put('orphan')
    expect(await sweep([held], 0)).toEqual({ seen: 2, setAside: 0, broughtBack: 0, forgotten: 0 })
    expect(await sweep([held], 2)).toEqual({ seen: 2, setAside: 1, broughtBack: 0, forgotten: 0 })
    expect([await keys(), await removed()]).toEqual([[held], [orphan]])
    expect(await sweep([held], 30)).toMatchObject({ forgotten: 0 })
    expect(await sweep([held], 31, { keptDays: 40 })).toMatchObject({ forgotten: 0 })
    expect(await removed()).toEqual([orphan])
    expect(await sweep([held], 31)).toMatchObject({ forgotten: 1 })
    expect([await keys(), await removed()]).toEqual([[held], []])
  })

  test('brings back what a row knows again, whenever that is', async () => {
    await empty()
    const { key } = await put('held')
    await sweep([], 2)
    expect(await removed()).toEqual([key])
    expect(await sweep([key], 40)).toMatchObject({ broughtBack: 1, forgotten: 0 })
    expect([await keys(), await removed()]).toEqual([[key], []])
  })

  test('is not swept at all when more than 20 files and one in a hundred have no row, unless that is allowed', async () => {
    await empty()
    const held = (await put('held')).key
    const orphans: string[] = []
    for (let n = 0; n < 21; n += 1) orphans.push((await put('orphan')).key)
    await expect(sweep([held], 2)).rejects.toThrow(
      'The files are not swept: 21 of 22 are known to no record of the database.',
    )
    expect(await keys()).toEqual([held, ...orphans].sort())
    expect(await removed()).toEqual([])
    expect(await sweep([held, ...orphans.slice(20)], 2)).toMatchObject({ setAside: 20 })
    expect(await sweep([held, ...orphans], 2)).toMatchObject({ broughtBack: 20 })
    expect(await sweep([held], 2, { most: 21 })).toMatchObject({ setAside: 21 })
  })

  test('leaves alone what is not named by a key of ours', async () => {
    await empty()
    if (kind === 'directory') {
      mkdirSync(join(directory, 'disk/kept/ab'), { recursive: true })
      for (const name of ['kept/ab/notes.txt', 'kept/readme']) writeFileSync(join(directory, 'disk', name), 'mine')
    } else {
      const other = bucketStore(bucketUrl.replace('some/prefix', 'some'), join(directory, 'incoming'))
      const path = await other.temporaryPath()
      writeFileSync(path, 'of another installation, in the folder above')
      await other.keep(path)
    }
    expect(await sweep([], 2)).toEqual({ seen: 0, setAside: 0, broughtBack: 0, forgotten: 0 })
  })

  test('says which installation it belongs to', async () => {
    expect(await open().readInstallation()).toBeUndefined()
    await open().writeInstallation('abc')
    await open().writeInstallation('def')
    expect(await open().readInstallation()).toBe('def')
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
