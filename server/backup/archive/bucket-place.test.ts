import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newKeyPair } from '../../offsite/keys.ts'
import { scratch } from '../../testing/backups.ts'
import { servedBucket } from '../../testing/bucket.ts'
import { bucketPlace } from './bucket-place.ts'
import { chooseArchive, markArchive } from './marks.ts'
import { directoryPlace, namesIn, type Place } from './place.ts'
import { pruneOthers } from './pruning.ts'
import { ARCHIVES, archivePlace, keysOf } from './settings-place.ts'

const addressOf = await servedBucket()
const [paper, machine, other] = [await newKeyPair(), await newKeyPair(), await newKeyPair()]
const address = addressOf('copies')
const [INSTALLATION, SECOND] = ['a'.repeat(32), 'b'.repeat(32)]

const opened = (identity: string, folder = ARCHIVES) => {
  const keys = { recipients: [paper.recipient, machine.recipient], identities: [identity] }
  return bucketPlace({ address, keys, folder, scratch: scratch() })
}
const read = async (place: Place, name: string) => {
  const found = await place.get(name)
  return found && text(found)
}

test.each([
  'bucket',
  'directory',
])('a %s keeps a file, a text and what is made just then, by their names', async (kind) => {
  const directory = scratch()
  const place = kind === 'bucket' ? opened(machine.identity, 'archive/kept') : directoryPlace(directory, 'archive/kept')
  await place.put('bases/1/data', { made: Readable.from([Buffer.from('one '), Buffer.from('two')]) })
  await place.put('log/a@1', { text: 'Ayesha Siddiqa' })
  await place.put('log/b@1', { path: join(import.meta.dirname, 'names.ts') })
  expect(await namesIn(place, 'log/')).toEqual(['log/a@1', 'log/b@1'])
  expect(await namesIn(place, 'log/a@')).toEqual(['log/a@1'])
  expect(await namesIn(place, '')).toHaveLength(3)
  expect(await read(place, 'bases/1/data')).toBe('one two')
  expect(await read(place, 'log/b@1')).toBe(readFileSync(join(import.meta.dirname, 'names.ts'), 'utf8'))
  await place.remove('log/a@1')
  expect(await read(place, 'log/a@1')).toBeUndefined()
  // Nothing is there of one that fails half-way.
  const failing = Readable.from(
    (function* () {
      yield Buffer.from('half')
      throw new Error('the cluster is gone')
    })(),
  )
  await expect(place.put('bases/2/data', { made: failing })).rejects.toThrow('the cluster is gone')
  expect(await namesIn(place, 'bases/')).toEqual(['bases/1/data'])
  if (kind === 'directory') expect(readdirSync(join(directory, 'archive/kept/bases/2'))).toEqual([])
})

test('of several archives the newest is restored that the key opens; a former key’s goes after its time', async () => {
  const all = opened(machine.identity)
  await expect(chooseArchive(all)).rejects.toThrow('holds no archive')
  await markArchive(all, `${INSTALLATION}-old`, '2026-11-20T10:00:00.000Z')
  await markArchive(all, `${INSTALLATION}-new`, '2026-11-26T10:00:00.000Z')
  const sealed = await archivePlace({ BACKUP_URL: address, BACKUP_DIR: undefined }, keysOf(paper.identity), {
    folder: ARCHIVES,
    scratch: scratch(),
  })
  expect(sealed && (await chooseArchive(sealed))).toBe(`${INSTALLATION}-new`)
  await expect(chooseArchive(opened(other.identity))).rejects.toThrow('holds no archive that the key opens')
  await markArchive(all, SECOND, '2026-11-26T10:00:00.000Z')
  await expect(chooseArchive(all)).rejects.toThrow('say whose with --installation')
  expect(await chooseArchive(all, 'bb')).toBe(SECOND)

  const now = Date.parse('2026-11-30T10:00:00.000Z')
  await all.put(`${INSTALLATION}-old/bases/2026-11-20T10-00-00.000Z/cluster.tar.zst`, { text: 'x' })
  await all.put(`${INSTALLATION}-new/bases/2026-11-26T10-00-00.000Z/cluster.tar.zst`, { text: 'x' })
  await pruneOthers(all, `${INSTALLATION}-newest`, 7, now)
  expect(await namesIn(all, 'installations/')).toEqual([`installations/${INSTALLATION}-new`, `installations/${SECOND}`])
  expect(await namesIn(all, `${INSTALLATION}-old/`)).toEqual([])
  expect(await namesIn(all, `${INSTALLATION}-new/`)).toHaveLength(1)
})
