import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type SealedBucket, sealedBucket } from '../../offsite/bucket.ts'
import { newKeyPair } from '../../offsite/keys.ts'
import {
  asRestored,
  backUp,
  contentsOf,
  emptyDatabase,
  installed,
  restoreInto,
  scratch,
  silent,
} from '../../testing/backups.ts'
import { servedBucket } from '../../testing/bucket.ts'
import { furnished } from '../../testing/college.ts'
import { entryForm } from '../../testing/library.ts'
import { MANIFEST, MANIFEST_SUM } from '../manifest.ts'
import { nameOf } from '../place.ts'
import { fetchCopy } from './fetching.ts'
import { type Copy, keysName, listCopies } from './layout.ts'
import { keptOf, removeOldCopies } from './retention.ts'
import { sendBackup } from './sending.ts'

const addressOf = await servedBucket()
const { at, faculty, medicine, batch, wards } = await furnished()
const source = await installed(at)
const [paper, machine, stranger] = await Promise.all([newKeyPair(), newKeyPair(), newKeyPair()])
const recipients = [paper.recipient, machine.recipient]
const keys = keysName(recipients)
const { signal } = new AbortController()
const NAME = 'Zarmina Gulfaraz'

const bucketOf = (prefix: string, { identity } = machine) =>
  sealedBucket(addressOf(prefix), { recipients, identities: [identity] })
const send = (bucket: SealedBucket, backup: Awaited<ReturnType<typeof backUp>>) =>
  sendBackup({ bucket, keys, ...backup, signal, say: silent })
const fetchNewest = async (bucket: SealedBucket, directory = join(scratch(), 'fetched')) => {
  const [newest] = await listCopies(bucket)
  if (!newest) throw new Error('there is no copy')
  const manifest = await fetchCopy(bucket, newest, directory, { say: silent, signal })
  return { directory, manifest }
}
async function addEntry(title: string): Promise<void> {
  const file = { name: 'atlas.pdf', content: `%PDF-1.4\nplates of ${title} by ${NAME}` }
  const form = entryForm({ title, department_id: medicine, description: 'Plates' }, file)
  expect((await faculty.upload('/libraries', form)).status).toBe(201)
}
/** The bytes of an object as the bucket has them, and putting others there, past the seal. */
const objectUrl = (prefix: string, name: string) => {
  const { host, pathname } = new URL(addressOf(prefix))
  return `http://${host}${pathname}/${name}.age`
}
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

/** A bucket that is lost at the first object of such a name. */
const cutOffAt = (bucket: SealedBucket, end: string): SealedBucket => ({
  ...bucket,
  put: (name, what) =>
    name.endsWith(end) ? Promise.reject(new Error('the bucket cannot be reached')) : bucket.put(name, what),
})

beforeAll(async () => {
  const { userId } = await at.make.student(batch, wards)
  await at.db.updateTable('users').set({ name: NAME }).where('id', '=', userId).execute()
  await addEntry('Atlas 1')
})

test('a copy that is cut off is none and goes on, a night sends what is new, and nothing in the bucket can be read', async () => {
  const place = scratch()
  const bucket = bucketOf('nights')
  const first = await backUp({ ...source, place })
  await expect(send(cutOffAt(bucket, MANIFEST_SUM), first)).rejects.toThrow('cannot be reached')
  expect((await listCopies(bucket)).map(({ isWhole }) => isWhole)).toEqual([false])
  const rest = await send(bucket, first)
  expect(rest.sent_bytes).toBeLessThan(1_000)
  expect(await listCopies(bucket)).toEqual([
    expect.objectContaining({ isWhole: true, installation: first.manifest.installation, keys }),
  ])
  expect((await send(bucket, first)).sent_bytes).toBe(0)

  await addEntry('Atlas 2')
  const second = await backUp({ ...source, place })
  const sent: string[] = []
  await sendBackup({
    bucket: {
      ...bucket,
      put: async (name, what) => {
        sent.push(name)
        return bucket.put(name, what)
      },
    },
    keys,
    ...second,
    signal,
    say: silent,
  })
  expect(sent.filter((name) => name.startsWith('files/'))).toHaveLength(1)
  expect(second.manifest.files.count).toBeGreaterThan(1)

  const words = [NAME, 'Zarmina', 'Gulfaraz', 'plates of', 'Atlas', first.manifest.tables[0]?.sha256 ?? '']
  for await (const { name } of bucket.list('')) {
    const bytes = await bytesAt(objectUrl('nights', name))
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    for (const word of words) expect(`${name}${bytes.toString('latin1')}`).not.toContain(word)
  }
})

test('a fetched copy is the backup, with the key on paper too; another key, a changed and a missing object are told', async () => {
  const bucket = bucketOf('fetched')
  const backup = await backUp({ ...source, place: scratch() })
  await send(bucket, backup)
  const { directory, manifest } = await fetchNewest(bucketOf('fetched', paper))
  expect(manifest).toEqual(backup.manifest)
  const { db, config } = await emptyDatabase()
  await restoreInto(directory, config, scratch())
  expect(await contentsOf(db)).toEqual(asRestored(await contentsOf(at.db)))

  const into = join(scratch(), 'fetched')
  await expect(fetchNewest(bucketOf('fetched', stranger), into)).rejects.toThrow('the key does not open')
  const [copy] = await listCopies(bucket)
  const users = copy?.objects.find((name) => name.includes('tables/users.')) ?? ''
  const bytes = await bytesAt(objectUrl('fetched', users))
  const at100 = bytes.length - 100
  bytes[at100] = (bytes[at100] ?? 0) ^ 1
  await fetch(objectUrl('fetched', users), { method: 'PUT', body: new Uint8Array(bytes) })
  await expect(fetchNewest(bucket, into)).rejects.toThrow(/users.* was changed or damaged/)
  // Sealed by whoever knows a recipient, which is no secret: the manifest has its sum.
  await bucket.put(users, { text: 'other rows' })
  await expect(fetchNewest(bucket, into)).rejects.toThrow(/the copy is damaged: .*users/)
  await bucket.remove(users)
  await expect(fetchNewest(bucket, into)).rejects.toThrow(/the copy is not whole: .*users.* is missing/)
  expect(readdirSync(join(into, '..'))).toEqual([])
})

test('a file that was damaged when it was backed up does not stand for the whole one of the next night', async () => {
  const bucket = bucketOf('damaged')
  const place = scratch()
  const { storage_key } = await at.db.selectFrom('library_entries').select('storage_key').executeTakeFirstOrThrow()
  const path = join(source.dataDir, 'files/kept', storage_key ?? '')
  const bytes = readFileSync(path)
  writeFileSync(path, 'rotten')
  const rotten = await backUp({ ...source, place })
  expect(rotten.manifest.damaged).toEqual([storage_key])
  await send(bucket, rotten)
  await fetchNewest(bucket)
  writeFileSync(path, bytes)
  rmSync(rotten.path, { recursive: true })
  await send(bucket, await backUp({ ...source, place }))
  const { directory } = await fetchNewest(bucket)
  expect(readFileSync(join(directory, 'files', storage_key ?? ''))).toEqual(bytes)
})

const day = (text: string) => new Date(`${text}T21:30:00.000Z`)
const copyOf = (date: string, isWhole = true): Copy => ({
  installation: 'a'.repeat(32),
  keys,
  name: nameOf(day(date)),
  takenAt: day(date),
  isWhole,
  objects: [],
  bytes: 0,
})

test('kept are those of thirty days, the first of each month for a year, and always the newest', () => {
  const dates = ['2026-11-29', '2026-11-01', '2026-10-15', '2026-10-02', '2026-10-01', '2025-12-05', '2025-11-03']
  const kept = keptOf(
    dates.map((date) => copyOf(date)),
    30,
    day('2026-11-29'),
  )
  expect(kept.map(({ takenAt }) => takenAt.toISOString().slice(0, 10))).toEqual([
    '2026-11-29',
    '2026-11-01',
    '2026-10-01',
    '2025-12-05',
  ])
  expect(keptOf([copyOf('2020-01-01'), copyOf('2019-01-01')], 30, day('2026-11-29'))).toHaveLength(1)
  expect(keptOf([copyOf('2026-11-29', false)], 30, day('2026-11-29'))).toEqual([])
})

test('old copies go with the files that no kept one names; what is not ours stays', async () => {
  const bucket = bucketOf('old')
  const place = scratch()
  await addEntry('Atlas to go')
  const first = await backUp({ ...source, place })
  await send(bucket, first)
  const { installation } = first.manifest
  await at.db.deleteFrom('library_entries').where('title', '=', 'Atlas to go').execute()
  const second = await backUp({ ...source, place })
  await send(bucket, second)
  const others = [
    'notes.txt',
    `backups/${'b'.repeat(32)}/${keys}/${nameOf(day('2020-01-01'))}/${MANIFEST}`,
    `backups/${installation}/mine`,
    `files/${'b'.repeat(32)}/${keys}/aa/a`,
  ]
  for (const name of others) await bucket.put(name, { text: 'not ours' })
  const files = async () => (await Array.fromAsync(bucket.list(`files/${installation}/`))).length
  expect(await files()).toBe(first.manifest.files.count)
  const tidy = (now: string) => removeOldCopies({ bucket, installation, days: 30, now: day(now), say: silent })
  expect(await tidy('2026-11-30')).toEqual([])
  const later = new Date(Date.parse(second.manifest.taken_at) + 500 * 86_400_000).toISOString().slice(0, 10)
  expect(await tidy(later)).toEqual([nameOf(new Date(first.manifest.taken_at))])
  expect((await listCopies(bucket, installation)).map(({ name }) => name)).toEqual([
    nameOf(new Date(second.manifest.taken_at)),
  ])
  expect(await files()).toBe(second.manifest.files.count)
  for (const name of others) expect(await bucket.get(name), name).toBeDefined()
})
