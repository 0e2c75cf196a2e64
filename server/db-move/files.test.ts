import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { connectAlone } from '../db/alone.ts'
import { diskStore } from '../files/disk.ts'
import type { FileStore } from '../files/files.ts'
import { installed, scratch, silent } from '../testing/backups.ts'
import { furnished } from '../testing/college.ts'
import { entryForm } from '../testing/library.ts'
import { moveFiles } from './files.ts'

const { at, faculty, medicine } = await furnished()
const { config, dataDir } = await installed(at)
const from = diskStore(join(dataDir, 'files'))
const keys: string[] = []

beforeAll(async () => {
  for (const name of ['bones', 'muscles', 'nerves']) {
    const file = { name: `${name}.pdf`, content: `%PDF-1.4\n${name}` }
    await faculty.upload('/libraries', entryForm({ title: name, department_id: medicine }, file))
  }
  for await (const { key } of from.keptFiles()) keys.push(key)
})

async function move(to?: FileStore) {
  const { client, close } = await connectAlone(config)
  try {
    return await moveFiles(client, { from, to, say: silent })
  } finally {
    await close()
  }
}

const emptyStore = () => diskStore(join(scratch(), 'files'))

async function sumIn(store: FileStore, key: string) {
  const hash = createHash('sha256')
  for await (const piece of (await store.read(key)) ?? []) hash.update(piece)
  return hash.digest('hex')
}

test('every file is there as it was, with whose they are and the key of the sealed responses', async () => {
  const to = emptyStore()
  const moved = await move(to)
  expect(moved).toEqual({ count: 3, bytes: expect.any(Number), missing: [], damaged: [] })
  for (const key of keys) expect(await sumIn(to, key)).toBe(await sumIn(from, key))
  expect(await to.readInstallation()).toBe(await from.readInstallation())
  expect(await to.readResponsesKey()).toBe(await from.readResponsesKey())
  // As after a move that was cut off, or where the bucket was in use before.
  const put: string[] = []
  const again = await move({ ...to, keepAs: async (_, key) => void put.push(key) })
  expect([again.count, put]).toEqual([3, []])
})

test('a file that is another one after it was written is found, and nothing is called moved', async () => {
  const to = emptyStore()
  const put = new Set<string>()
  const keepAs: FileStore['keepAs'] = async (temporaryPath, key) => {
    await to.keepAs(temporaryPath, key)
    put.add(key)
  }
  const read: FileStore['read'] = async (key) => (put.has(key) ? Readable.from([Buffer.from('other')]) : undefined)
  await expect(move({ ...to, keepAs, read })).rejects.toThrow(/^the file .* is not in the bucket as it was here$/)
})

test('what is missing or damaged is told, whether the files stay or go', async () => {
  const [gone = '', bad = ''] = keys
  rmSync(join(dataDir, 'files/kept', gone))
  writeFileSync(join(dataDir, 'files/kept', bad), 'another one')
  for (const to of [undefined, emptyStore()])
    expect(await move(to)).toMatchObject({ count: 2, missing: [gone], damaged: [bad] })
})

test('the files of another college, or with another key, are refused', async () => {
  const to = emptyStore()
  await to.writeInstallation('f'.repeat(32))
  await expect(move(to)).rejects.toThrow(/^the place is in use: there is .*installation\.txt/)
  const keyed = emptyStore()
  await keyed.writeResponsesKey('0'.repeat(64))
  await expect(move(keyed)).rejects.toThrow(/responses-key\.txt is another one than /)
})
