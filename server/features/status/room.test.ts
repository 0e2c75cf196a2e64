import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLogin } from '../../core/login.ts'
import { diskStore } from '../../files/disk.ts'
import { knownAmong, setAsideAmong } from '../../files/holders.ts'
import { sweepFiles } from '../../files/sweep.ts'
import { furnished } from '../../testing/college.ts'
import { oneOfEach } from '../../testing/one-of-each.ts'
import { entryForm, filed, staffIdOf } from '../../testing/reportings.ts'

const { at, admin, principal, faculty, student } = await furnished()
const store = diskStore(join(at.filesDirectory, 'files'))
const keysIn = async (files: AsyncIterable<{ key: string }>) => (await Array.fromAsync(files)).map(({ key }) => key)
const roomOf = async (kind: string) =>
  (await admin.get('/status/room')).body.data.find((one: { kind: string }) => one.kind === kind)

const swept = () =>
  sweepFiles(store, {
    knownAmong: (keys) => knownAmong(at.db, ['reporting_files', 'former_submission_files'], keys),
    setAsideAmong: (keys) => setAsideAmong(at.db, keys),
    most: 20,
    keptDays: 30,
  })

test('an administrator sets the evidence of withdrawn reports aside; the trail keeps names and SHA-256', async () => {
  const concerned = await student()
  const { id } = await filed(principal, { student_id: concerned.id, assigned_to: await staffIdOf(at, faculty) })
  const file = { name: 'roster.pdf', content: '%PDF-1.4\n' }
  await principal.upload(`/reportings/${id}/entries`, entryForm('Seen', file))
  expect(await roomOf('withdrawn_cases')).toMatchObject({ files: 0 })
  expect((await admin.delete(`/reportings/${id}`)).status).toBe(200)
  expect(await roomOf('withdrawn_cases')).toEqual({ kind: 'withdrawn_cases', files: 1, bytes: 9 })

  const answer = await admin.post('/status/room', { kind: 'withdrawn_cases' })
  expect([answer.status, answer.body.message]).toEqual([200, '1 file set aside, to be deleted after 30 days.'])
  expect(await roomOf('withdrawn_cases')).toMatchObject({ files: 0, bytes: 0 })
  const sha256 = createHash('sha256').update(file.content).digest('hex')
  expect((await at.trailOf('reporting', id))[0]).toMatchObject({
    action: 'set-aside',
    changes: { files: [[{ name: 'roster.pdf', sha256 }], null] },
  })
  const { storage_key: key } = await at.db.selectFrom('reporting_files').select('storage_key').executeTakeFirstOrThrow()
  expect(await keysIn(store.removedFiles())).toContain(key)
  // Its row is still there, and the sweep does not bring it back.
  await swept()
  expect(await keysIn(store.removedFiles())).toContain(key)
  // Nothing is left to set aside.
  expect((await admin.post('/status/room', { kind: 'withdrawn_cases' })).body.message).toMatch(/^0 files/)
})

test('a replaced file of a submission that was set aside says so when it is asked for', async () => {
  const made = await oneOfEach(at, (what) => `Room ${what}`)
  const former = await at.db.selectFrom('former_submission_files').selectAll().executeTakeFirstOrThrow()
  const address = `/task-submissions/${former.submission_id}/former-files/${former.id}/download`
  expect((await admin.get(address)).status).toBe(200)
  // With a key, since the browser sends one: the file is moved after the commit.
  const token = await at.db.transaction().execute((tx) => openLogin(tx, admin.userId, 'test'))
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'room-1' }
  const payload = { kind: 'replaced_submissions' }
  const answers = [1, 2].map(() => at.app.inject({ method: 'POST', url: '/api/status/room', headers, payload }))
  const [first, again] = await Promise.all(answers)
  expect([first?.statusCode, again?.body]).toEqual([200, first?.body])
  const refused = await admin.get(address)
  expect([refused.status, refused.body.message]).toEqual([
    410,
    `${made.fileName} was set aside by an administrator to make room. Its name and SHA-256 stay in the audit trail.`,
  ])
  expect(await keysIn(store.removedFiles())).toContain(former.storage_key)
})

test('what a server that was killed has left is set aside by the sweep, however much it is', async () => {
  const path = await store.temporaryPath()
  await writeFile(path, 'x')
  const key = await store.keep(path)
  await at.db.insertInto('set_aside_files').values({ file_key: key }).execute()
  await swept()
  expect(await keysIn(store.keptFiles())).not.toContain(key)
})

test('nobody else is shown what could be set aside, and another kind is a 422', async () => {
  for (const caller of [principal, faculty]) {
    expect((await caller.get('/status/room')).status).toBe(403)
    expect((await caller.post('/status/room', { kind: 'withdrawn_cases' })).status).toBe(403)
  }
  const { status, body } = await admin.post('/status/room', { kind: 'everything' })
  expect([status, Object.keys(body.errors)]).toEqual([422, ['kind']])
})
