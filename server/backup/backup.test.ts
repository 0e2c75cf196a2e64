import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { migrateWithin, migrationNames } from '../db/migrate.ts'
import { diskStore } from '../files/disk.ts'
import {
  asRestored,
  backUp,
  contentsOf,
  emptyDatabase,
  installed,
  keysIn,
  restoreInto,
  rulesOf,
  scratch,
} from '../testing/backups.ts'
import { furnished } from '../testing/college.ts'
import { entryForm } from '../testing/library.ts'
import { MANIFEST, MANIFEST_SUM, readManifest, sha256Of } from './manifest.ts'
import { listWholeBackups, removeOld } from './place.ts'
import { refuseNewer } from './verify.ts'

const { at, faculty, admin, medicine, batch, wards, student } = await furnished()
const source = await installed(at)
const { dataDir } = source

async function addEntry(n: number): Promise<void> {
  const file = { name: 'atlas.pdf', content: `%PDF-1.4\n${n} ${'bones '.repeat(n % 500)}` }
  const { status } = await faculty.upload(
    '/libraries',
    entryForm({ title: `Atlas ${n}`, department_id: medicine, description: 'Plates\n\\.\n\tindex' }, file),
  )
  expect(status).toBe(201)
}

/** Students answer an anonymous survey: the responses wait, sealed with the key beside the files. */
async function answerAnonymously(): Promise<void> {
  const survey = await at.make.survey({ department_id: medicine, batch_id: batch, group_id: wards, is_anonymous: true })
  const question = await at.make.question(survey, { position: 1 })
  for (let n = 0; n < 7; n += 1) {
    const answers = [{ feedback_question_id: question, answer: `said by ${n}: \\N \\.` }]
    const { status } = await (await student(wards)).caller.post('/feedback-responses', {
      feedback_survey_id: survey,
      answers,
    })
    expect(status).toBe(201)
  }
}

beforeAll(async () => {
  await addEntry(0)
  await answerAnonymously()
  await admin.post('/departments', { name: 'Forensic دوا' })
})

describe('a backup', () => {
  test('taken while rows and files are written is of one moment, with every file that its rows name', async () => {
    const place = scratch()
    let isOver = false
    const write = async (writer: number) => {
      for (let n = 1; !isOver; n += 1) await addEntry(writer * 100_000 + n)
    }
    const writing = Promise.all([write(1), write(2)])
    await expect.poll(() => at.count('library_entries')).toBeGreaterThan(4)
    const before = await at.count('library_entries')
    const { path, manifest } = await backUp({ ...source, place })
    await expect.poll(() => at.count('library_entries')).toBeGreaterThan(manifest.files.count + 2)
    isOver = true
    await writing

    const { db, config: owned } = await emptyDatabase()
    const restored = scratch()
    await restoreInto(path, owned, restored)
    const entries = await db.selectFrom('library_entries').select(['storage_key', 'sha256']).execute()
    expect(entries.length).toBeGreaterThanOrEqual(before)
    expect(entries.length).toBeLessThan(await at.count('library_entries'))
    expect(entries.map(({ storage_key }) => storage_key).sort()).toEqual(await keysIn(path))
    for (const { storage_key, sha256 } of entries) {
      const bytes = readFileSync(join(restored, 'files/kept', storage_key))
      expect(createHash('sha256').update(bytes).digest()).toEqual(sha256)
    }
    // Each upload leaves its row and its row in the trail in one transaction.
    const trail = await db.selectFrom('audit').select('id').where('entity', '=', 'library_entry').execute()
    expect(trail).toHaveLength(entries.length)
  })

  test('is restored with every row, id, constraint and trigger as it was, by an owner who is no superuser', async () => {
    const place = scratch()
    const [hash, user_id] = [Buffer.alloc(32, 7), admin.userId]
    await at.db.insertInto('password_resets').values({ token_hash: hash, user_id, expires_at: new Date() }).execute()
    await at.db.insertInto('idempotency_keys').values({ user_id, key_hash: hash, body_digest: hash }).execute()
    expect(await at.count('logins')).toBeGreaterThan(0)
    const { path } = await backUp({ ...source, place })
    const { db, config: owned } = await emptyDatabase()
    const restored = scratch()
    await restoreInto(path, owned, restored)
    expect(await contentsOf(db)).toEqual(asRestored(await contentsOf(at.db)))
    expect(await rulesOf(db)).toEqual(await rulesOf(at.db))
    for (const name of ['installation.txt', 'responses-key.txt'])
      expect(readFileSync(join(restored, 'files', name), 'utf8').trim()).toBe(
        await (name === 'installation.txt'
          ? readManifest(path).installation
          : diskStore(join(dataDir, 'files')).readResponsesKey()),
      )
  })

  test('is for its owner alone, and keeps a file once for two days', async () => {
    const place = scratch()
    const [first, second] = [await backUp({ ...source, place }), await backUp({ ...source, place })]
    const [key = ''] = await keysIn(first.path)
    const inodes = [first, second].map(({ path }) => statSync(join(path, 'files', key)).ino)
    expect(inodes[0]).toBe(inodes[1])
    for (const entry of readdirSync(place, { recursive: true, withFileTypes: true }))
      expect(statSync(join(entry.parentPath, entry.name)).mode & 0o077).toBe(0)
    // A copy that has gone bad is not carried on.
    writeFileSync(join(first.path, 'files', key), 'rotten')
    const third = await backUp({ ...source, place })
    expect(third.manifest.damaged).toEqual([])
    expect(readFileSync(join(third.path, 'files', key))).toEqual(readFileSync(join(dataDir, 'files/kept', key)))
  })

  test('is made without a file that is not there, and says so; one that was set aside is there', async () => {
    await addEntry(70_001)
    await addEntry(70_002)
    const [gone, aside] = await at.db
      .selectFrom('library_entries')
      .select('storage_key')
      .where('title', 'in', ['Atlas 70001', 'Atlas 70002'])
      .execute()
    const kept = (key = '') => join(dataDir, 'files/kept', key)
    await diskStore(join(dataDir, 'files')).setAside(aside?.storage_key ?? '')
    const bytes = readFileSync(kept(gone?.storage_key))
    rmSync(kept(gone?.storage_key))
    const { path, manifest } = await backUp({ ...source, place: scratch() })
    expect(manifest.missing).toEqual([gone?.storage_key])
    expect(await keysIn(path)).toContain(aside?.storage_key)
    writeFileSync(kept(gone?.storage_key), bytes)
  })
})

describe('versions', () => {
  test('a backup of a newer one is refused in a line', () => {
    const backup = { migrations: [...migrationNames, '9999_hence'], product: '9.9.9' }
    expect(() => refuseNewer(backup as never)).toThrow(/^the backup is of a newer Clinical eLog \(9\.9\.9, .*\): .*$/)
    expect(() => refuseNewer({ ...backup, migrations: migrationNames.slice(0, 3) } as never)).not.toThrow()
  })

  test('one of an older version is restored, and what is new since then is made', async () => {
    const old = await emptyDatabase()
    await old.db.transaction().execute((tx) => migrateWithin(tx, '0028_leaves'))
    await old.db
      .insertInto('secrets')
      .values({ name: 'installation', value: Buffer.alloc(32, 7) })
      .execute()
    const { id } = await old.db
      .insertInto('departments')
      .values({ name: 'Old' } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const { path } = await backUp({ config: old.config, dataDir: scratch(), place: scratch() })
    const { db, config: owned } = await emptyDatabase()
    await restoreInto(path, owned, scratch())
    expect(await db.selectFrom('departments').select(['id', 'name']).execute()).toEqual([{ id, name: 'Old' }])
    expect(await db.selectFrom('backups').selectAll().execute()).toEqual([])
    expect(await rulesOf(db)).toEqual((await rulesOf(at.db)).map((rule) => expect.objectContaining(withoutIds(rule))))
  })
})

/** Leaves out how the ids go on, which is another college's. */
function withoutIds(rule: unknown): object {
  const { place, name, rule: text } = rule as Record<string, string>
  return place === 'ids' ? { place, name } : { place, name, rule: text }
}

test('backups that are old enough are removed, never the newest whole one, nor those of others', async () => {
  const place = scratch()
  const { path, manifest } = await backUp({ ...source, place })
  const { installation } = manifest
  const agedCopy = (days: number, whose = installation) => {
    const takenAt = new Date(Date.parse(manifest.taken_at) - days * 86_400_000).toISOString()
    const name = `clinical-elog-${takenAt.replaceAll(':', '-')}`
    const text = JSON.stringify({ ...manifest, taken_at: takenAt, installation: whose })
    const directory = join(place, name)
    if (!existsSync(directory)) writeManifest(directory, text)
    return name
  }
  const [young, old, older, foreign] = [agedCopy(13), agedCopy(15), agedCopy(400), agedCopy(20, 'f'.repeat(32))]
  expect(removeOld(place, installation, 14).map((one) => one.slice(place.length + 1))).toEqual([old, older])
  expect(readdirSync(place).sort()).toEqual([foreign, young, path.slice(place.length + 1)].sort())
  rmSync(path, { recursive: true })
  // A newest one that is damaged is none.
  const damaged = join(place, agedCopy(1))
  chmodSync(join(damaged, MANIFEST), 0o600)
  writeFileSync(join(damaged, MANIFEST), '{}')
  expect(removeOld(place, installation, 1)).toEqual([])
  expect(listWholeBackups(place, installation).map(({ path: one }) => one.slice(place.length + 1))).toEqual([young])
})

function writeManifest(directory: string, text: string): void {
  mkdirSync(directory)
  writeFileSync(join(directory, MANIFEST), text)
  writeFileSync(join(directory, MANIFEST_SUM), sha256Of(text))
}
