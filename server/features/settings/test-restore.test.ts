import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp, installed } from '../../testing/backups.ts'
import { furnished } from '../../testing/college.ts'

const { at, admin } = await furnished({ doesJobs: true })
const source = await installed(at)
const place = mkdtempSync(join(tmpdir(), 'clinical-elog-test-restore-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

beforeAll(async () => {
  expect((await admin.put('/settings/backup', { backup_dir: place })).status).toBe(200)
})

const lastRestore = async () => (await admin.get('/settings')).body.data.last_restore
const over = async () => {
  await expect.poll(async () => (await lastRestore())?.finished_at, { timeout: 90_000, interval: 300 }).toBeTruthy()
  return lastRestore()
}
const leftBehind = () => readdirSync(at.filesDirectory).filter((name) => name.startsWith('restore-test-'))

test('without a backup a test restore says so', async () => {
  expect((await admin.post('/settings/test-restore')).status).toBe(200)
  expect((await over()).failure).toBe('there is no whole backup of this installation in the directory yet')
})

test('the newest backup is really restored, one at a time; rows are told, and nothing is left of it', async () => {
  const { path, manifest } = await backUp({ ...source, place })
  const answers = await Promise.all([1, 2, 3].map(() => admin.post('/settings/test-restore')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  expect(await over()).toMatchObject({
    failure: null,
    taken_at: manifest.taken_at,
    tables: manifest.tables.length,
    rows,
    files: manifest.files.count,
  })
  expect(leftBehind()).toEqual([])
  expect(existsSync(path)).toBe(true)
}, 120_000)

test('a damaged backup fails the test', async () => {
  const [name = ''] = readdirSync(place)
  const tables = join(place, name, 'tables')
  writeFileSync(join(tables, readdirSync(tables).find((one) => one.startsWith('users.')) ?? ''), 'rotten')
  await admin.post('/settings/test-restore')
  expect((await over()).failure).toMatch(/^the backup is damaged: .*users/)
  expect(leftBehind()).toEqual([])
}, 120_000)
