import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { keepCopying } from '../../copying.ts'
import { readSharedFacts } from '../../features/concerns/reads.ts'
import { sharedConcerns } from '../../features/concerns/rules.ts'
import { findLastRestore } from '../../features/settings/reads.ts'
import { claimCopyTrial, whileHeard } from '../../features/settings/trials.writes.ts'
import { diskStore } from '../../files/disk.ts'
import { readSettings } from '../../settings.ts'
import { backUp, installed, scratch } from '../../testing/backups.ts'
import { servedBucket } from '../../testing/bucket.ts'
import { furnished } from '../../testing/college.ts'
import { run } from '../../testing/commands.ts'

const addressOf = await servedBucket()
const BACKUP_URL = addressOf('copies')
const { at, admin } = await furnished({ environment: { BACKUP_URL } })
const source = await installed(at)
const BACKUP_DIR = join(at.filesDirectory, 'backups-of-the-test')

const { host, port, user, password, database, connectionString } = source.config
const DATABASE_URL =
  connectionString ??
  `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`
const settings = readSettings({ DATA_DIR: source.dataDir, DATABASE_URL, BACKUP_URL, BACKUP_DIR })
const said: Record<string, unknown>[] = []
const logger = pino({ base: null }, { write: (line: string) => said.push(JSON.parse(line)) })
/** Keeps copying with these settings, in the rounds of the test alone. */
function keeping(own: typeof settings) {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const parts = { settings: own, files: diskStore(join(source.dataDir, 'files')), logger }
  const kept = keepCopying({ db: at.plainDb, pool: { options: {} } } as never, parts)
  vi.useRealTimers()
  return kept
}
const copying = keeping(settings)
const elsewhere = async () => (await admin.get('/settings')).body.data.elsewhere
const concerns = async () =>
  sharedConcerns(await readSharedFacts(at.plainDb, settings), true, undefined)
    .map(({ kind, detail }) => `${kind}: ${detail}`)
    .filter((told) => /^(?:copy|restore)/.test(told))
const passHours = async (hours: number) => {
  const past = new Date(Date.now() - hours * 3_600_000)
  await at.db
    .updateTable('college_settings')
    .set({ backup_key_at: new Date(past.getTime() - 1) })
    .execute()
  await at.db.updateTable('backup_copies').set({ begun_at: past }).execute()
  await at.db.updateTable('setting_tests').set({ begun_at: past }).execute()
}

test('once there is a key on paper the last backup leaves the machine, is restored on trial, and comes back with the paper', {
  timeout: 180_000,
}, async () => {
  const { manifest } = await backUp({ ...source, place: BACKUP_DIR })
  const now = new Date()
  await at.db
    .insertInto('backups')
    .values({ due_at: now, started_at: now, finished_at: now, bytes: 1, missing_files: 0 })
    .execute()
  await copying.round()
  expect(said.map(({ msg }) => msg)).toEqual([
    'no backup leaves the machine: make the key for paper on the page Settings',
  ])
  expect(await concerns()).toEqual(['copy-unset: Make the key for paper on the page Settings.'])
  expect(existsSync(join(source.dataDir, 'backup-key.txt'))).toBe(false)

  const made = await admin.post('/settings/backup-key', { replaces: null })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  expect(await concerns()).toEqual([])
  await copying.round()
  const shown = await elsewhere()
  expect(shown).toMatchObject({
    place: expect.stringMatching(/^127\.0\.0\.1:\d+\/college\/copies$/),
    keep: 30,
    key_made_at: made.body.data.made_at,
    last_try: { failure: null },
    last_copy: { taken_at: manifest.taken_at },
    last_restore: { failure: null, taken_at: manifest.taken_at, tables: manifest.tables.length },
  })
  expect(shown.last_copy.sent_bytes).toBeGreaterThan(1_000)
  expect(JSON.stringify(shown)).not.toContain('S3RVER:')
  expect(readdirSync(source.dataDir).filter((name) => name.startsWith('restore-test-'))).toEqual([])
  // The paper is not kept anywhere of ours.
  const { rows } = await sql`select s::text as text from college_settings s`.execute(at.db)
  const kept = [JSON.stringify(rows), readFileSync(join(source.dataDir, 'backup-key.txt'), 'utf8')].join('')
  expect(kept).not.toContain(made.body.data.credential)

  // There is nothing to be done until the next backup, or the next month.
  await passHours(48)
  await copying.round()
  expect(await at.count('backup_copies')).toBe(1)
  expect(await at.count('setting_tests')).toBe(1)

  const keyFile = join(scratch(), 'paper.txt')
  writeFileSync(keyFile, `# typed from the paper\n${made.body.data.credential.toLowerCase()}\n`)
  const DATA_DIR = join(scratch(), 'college')
  chmodSync(join(DATA_DIR, '..'), 0o777)
  const restored = await run('restore', { DATA_DIR, BACKUP_URL }, '--from-bucket', '--key-file', keyFile)
  expect(restored.status, restored.said).toBe(0)
  expect(restored.said).toMatch(/\nRestored as of .*; everybody signs in again:\n/)
  expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('restore-'))).toEqual([])
  const refused = await run('restore', { DATA_DIR: scratch(), BACKUP_URL }, '--from-bucket', made.body.data.credential)
  expect(refused.said).toBe('Nothing was restored: a key does not belong on the command line: it is asked for\n')
})

test('a copy and a restore on trial that fail are concerns, tried again later, and over with the next good one', {
  timeout: 120_000,
}, async () => {
  const away = readSettings({
    DATA_DIR: source.dataDir,
    DATABASE_URL,
    BACKUP_URL: 's3://K:S@127.0.0.1:9/college?tls=no',
    BACKUP_DIR,
  })
  const lost = keeping(away)
  await at.db.deleteFrom('backup_copies').execute()
  await lost.round()
  const failure = 'the bucket 127.0.0.1:9/college cannot be reached or does not answer (ECONNREFUSED)'
  const wrong = [`copy-failed: ${failure}`, 'copy-late: There has been none yet.']
  expect(await concerns()).toEqual(wrong)
  expect((await elsewhere()).last_try.failure).toBe(failure)
  await copying.round()
  expect(await concerns()).toEqual(wrong)
  await passHours(2)
  await copying.round()
  expect(await concerns()).toEqual([])

  await at.db.deleteFrom('setting_tests').execute()
  await lost.round()
  expect(await concerns()).toEqual([`restore-failed: From the bucket: ${failure}`])
  await at.db
    .updateTable('backup_copies')
    .set({ taken_at: new Date(Date.now() - 31 * 3_600_000) })
    .execute()
  expect(await concerns()).toContainEqual(expect.stringMatching(/^copy-late: The last one is of the backup of /))
  await lost.stop()
  await copying.stop()
})

test('a restore on trial that the stop of the server ends leaves nothing, and says nothing of the copy', {
  timeout: 60_000,
}, async () => {
  await at.db.deleteFrom('setting_tests').execute()
  const stopped = keeping(settings)
  const round = stopped.round()
  const left = () => readdirSync(source.dataDir).filter((name) => name.startsWith('restore-test-'))
  await expect.poll(left, { timeout: 20_000 }).toHaveLength(1)
  expect(await at.count('setting_tests')).toBe(1)
  await stopped.stop()
  await round
  expect([left(), await at.count('setting_tests')]).toEqual([[], 0])
})

test('one that was killed with its machine is told as cut off, and another is begun', async () => {
  const [begun_at, heard_at] = [25 * 60, 3].map((minutes) => new Date(Date.now() - minutes * 60_000))
  await at.db.insertInto('setting_tests').values({ kind: 'restore-copy', begun_at, heard_at }).execute()
  const seen = await findLastRestore(at.plainDb, 'restore-copy')
  expect([seen?.failure, seen?.finished_at]).toEqual(['It was cut off.', heard_at?.toISOString()])
  expect(await at.plainDb.transaction().execute((tx) => claimCopyTrial(tx))).toBeDefined()
  const rows = await at.db.selectFrom('setting_tests').select('failure').orderBy('id').execute()
  expect(rows).toEqual([{ failure: 'It was cut off.' }, { failure: null }])
})

test('a restore on trial is heard of while it goes on, and one that is over is not done again', async () => {
  await at.db.deleteFrom('setting_tests').execute()
  const begun = { kind: 'restore', begun_at: new Date(Date.now() - 3_600_000) } as const
  const { id } = await at.db.insertInto('setting_tests').values(begun).returning('id').executeTakeFirstOrThrow()
  const last = async () => (await findLastRestore(at.plainDb))?.failure
  const heard = () => at.db.selectFrom('setting_tests').select('heard_at').executeTakeFirst()
  expect(await whileHeard(at.plainDb, id, async () => [await heard(), await last()])).toEqual([
    { heard_at: expect.any(String) },
    null,
  ])
  await at.db.updateTable('setting_tests').set({ finished_at: new Date() }).execute()
  expect(await whileHeard(at.plainDb, id, last)).toBeUndefined()
})
