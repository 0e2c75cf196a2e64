import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { readManifest } from '../../backup/manifest.ts'
import { hashOf, openLogin } from '../../core/login.ts'
import { hashPassword } from '../../core/passwords.ts'
import { backUp, installed, scratch } from '../../testing/backups.ts'
import { furnished } from '../../testing/college.ts'
import { run } from '../../testing/commands.ts'
import { type Product, signIn, soon, startProduct } from '../../testing/product.ts'

const { at, admin, hod, medicine, batch, wards, student } = await furnished()
let survey = 0
let product: Product | undefined

beforeAll(async () => {
  const password_hash = await hashPassword('Restored-1-and-all')
  await at.db.updateTable('users').set({ password_hash }).where('id', 'in', [admin.userId, hod.userId]).execute()
  // They wait, sealed, until the survey has ended.
  survey = await at.make.survey({ department_id: medicine, batch_id: batch, group_id: wards, is_anonymous: true })
  const question = await at.make.question(survey, { position: 1 })
  for (let n = 0; n < 10; n += 1) {
    const answers = [{ feedback_question_id: question, answer: `said by ${n}` }]
    const { caller } = await student(wards)
    expect((await caller.post('/feedback-responses', { feedback_survey_id: survey, answers })).status).toBe(201)
  }
})
afterEach(async () => {
  await product?.end('SIGKILL')
  product = undefined
})

test('a college moves into a new directory: people sign in, sealed answers open, the trail is whole, backups go on', {
  timeout: 60_000,
}, async () => {
  // Stolen, and ended once the backup is made.
  const token = await at.db.transaction().execute((tx) => openLogin(tx, hod.userId, undefined))
  const link = { token: 'l'.repeat(43), password: 'Chosen-by-link-1' }
  const expires_at = new Date(Date.now() + 3_600_000)
  await at.db
    .insertInto('password_resets')
    .values({ token_hash: hashOf(link.token), user_id: hod.userId, expires_at })
    .execute()
  const { path } = await backUp({ ...(await installed(at)), place: scratch() })
  const [DATA_DIR, BACKUP_DIR] = [join(scratch(), 'college'), scratch()]
  for (const place of [join(DATA_DIR, '..'), BACKUP_DIR]) chmodSync(place, 0o777)
  const restored = await run('restore', { DATA_DIR }, path)
  expect(restored.status, restored.said).toBe(0)
  expect(restored.said).toMatch(/\nRestored as of .*; everybody signs in again:\n/)
  expect(restored.said).toMatch(/ {2}users +17\n/)
  expect(existsSync(join(DATA_DIR, 'restoring.txt'))).toBe(false)

  product = await startProduct({ DATA_DIR, BACKUP_DIR })
  const { base } = product
  const stolen = await fetch(`${base}/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  const json = { 'content-type': 'application/json' }
  const chosen = await fetch(`${base}/auth/reset-password`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(link),
  })
  expect([stolen.status, chosen.status]).toEqual([401, 422])
  const headers = await signIn(base, 'head@furnished.test', 'Restored-1-and-all')
  const results = async () => {
    const answer = await fetch(`${base}/feedback-surveys/${survey}/statistics`, { headers })
    const { data } = (await answer.json()) as { data: { counted: number; responded: number } }
    return [data.counted, data.responded]
  }
  expect(await results()).toEqual([0, 10])
  const closed = await fetch(`${base}/feedback-surveys/${survey}/close`, { method: 'PATCH', headers })
  expect([closed.status, await results()]).toEqual([200, [10, 10]])
  // The schedule has begun with the start, and says so where administrators look.
  await expect.poll(() => product?.said(), soon).toContain('a backup was made')
  const [made = ''] = readdirSync(BACKUP_DIR)
  expect(readManifest(join(BACKUP_DIR, made)).installation).toBe(readManifest(path).installation)

  const inUse = await run('restore', { DATA_DIR }, path)
  expect([inUse.status, inUse.said]).toEqual([
    1,
    expect.stringMatching(/^Nothing was restored: the place is in use: .*\n$/),
  ])
  const beside = await run('backup', { DATA_DIR }, BACKUP_DIR)
  expect([beside.status, beside.said]).toEqual([0, expect.stringContaining('Backed up to')])
  expect(await product.end('SIGTERM')).toEqual([0, null])
  product = undefined

  const trail = await run('trail-check', { DATA_DIR })
  expect(trail.said).toContain('The audit trail is whole.')
  const off = await run('backup', { DATA_DIR }, BACKUP_DIR)
  expect(off.status, off.said).toBe(0)
  expect(readdirSync(BACKUP_DIR)).toHaveLength(3)
})

test('what is damaged, or cannot be made, is said in a line, and nothing is begun', async () => {
  const { path } = await backUp({ ...(await installed(at)), place: scratch() })
  const DATA_DIR = join(scratch(), 'college')
  expect((await run('backup', { DATA_DIR }, '--verify', path)).status).toBe(0)
  expect(await run('backup', { DATA_DIR }, scratch())).toEqual({
    status: 1,
    said: `No backup was made: there is no database in ${DATA_DIR}\n`,
  })
  rmSync(join(path, 'tables/users.copy.zst'))
  writeFileSync(join(path, 'tables/users.copy.zst'), 'nobody')
  expect(await run('backup', { DATA_DIR }, '--verify', path)).toEqual({
    status: 1,
    said: `This is no whole backup: the backup is damaged: ${path}/tables/users.copy.zst was changed\n`,
  })
  const { status, said } = await run('restore', { DATA_DIR }, path)
  expect([status, said.split('\n').at(-2)]).toEqual([1, expect.stringContaining('Nothing was restored')])
  expect(existsSync(DATA_DIR)).toBe(false)
})
