import { createECDH, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedSecret } from '../../core/secrets.ts'
import { connect, type OpenDatabase } from '../../db/open.ts'
import { issueReset } from '../../features/accounts/passwords.writes.ts'
import { addPack } from '../../features/inspection-packs/inspection-packs.walks.ts'
import { stopTokenOf } from '../../features/notices/rules.ts'
import { addDocument } from '../../features/verified-documents/verified-documents.walks.ts'
import { type Calling, type ManyColleges, manyColleges } from '../../testing/colleges.ts'
import { pdf } from '../../testing/make.ts'

const LIMIT = 120_000
const [A, B] = ['north.example.org', 'south.example.org']
const OWN = 'Of-one-college-only-7'
const EMAIL = 'admin@localhost.localdomain'

let many: ManyColleges
let northern: Record<string, string>
let southern: Record<string, string>
let north: OpenDatabase
let south: OpenDatabase
let department: number

/** Calls both colleges alike, each as its own administrator: the one that has the thing, and the other one. */
const both = async (path: string, more: Calling = {}) => [
  await many.call(A, path, { ...more, headers: { ...northern, ...more.headers } }),
  await many.call(B, path, { ...more, headers: { ...southern, ...more.headers } }),
]
const statuses = (answers: { status: number | undefined }[]) => answers.map(({ status }) => status)

beforeAll(async () => {
  many = await manyColleges()
  const first = await many.add('north', A)
  await many.start()
  northern = await many.begin(A, first, OWN)
  const second = await many.add('south', B)
  await many.isThere(B)
  southern = await many.begin(B, second, OWN)
  const open = (name: string) =>
    connect({ connectionString: Object.assign(new URL(many.outside.url), { pathname: `/${name}` }).href, max: 2 })
  ;[north, south] = [open('elog_north'), open('elog_south')]
  // Both have records of the same numbers, so that an id alone tells nobody which of them is meant.
  const made = await both('/api/departments', { method: 'POST', body: { name: 'Medicine' } })
  expect(made.map(({ body }) => body.data.id)).toEqual([1, 1])
  department = 1
}, LIMIT)
afterAll(async () => {
  await Promise.all([north?.close(), south?.close()])
  await many?.close()
}, LIMIT)

test('a device that has signed in at one college is a stranger at the other', async () => {
  const signIn = async (device?: string) =>
    many.call(B, '/api/login', {
      method: 'POST',
      headers: device === undefined ? {} : { cookie: device },
      body: { email: EMAIL, password: OWN },
    })
  const cookieOf = ({ headers }: Awaited<ReturnType<typeof signIn>>) =>
    headers['set-cookie']?.find((one) => one.startsWith('clinical_elog_device='))?.split(';')[0]
  const own = cookieOf(await signIn())
  const others = cookieOf(await many.call(A, '/api/login', { method: 'POST', body: { email: EMAIL, password: OWN } }))
  expect([own, others]).toEqual([expect.any(String), expect.any(String)])
  const { id } = await south.db.selectFrom('users').select('id').where('email', '=', EMAIL).executeTakeFirstOrThrow()
  await south.db
    .insertInto('login_failures')
    .values(Array.from({ length: 20 }, (_, n) => ({ user_id: id, network: `10.9.8.${n}` })))
    .execute()
  expect(statuses([await signIn(), await signIn(others), await signIn(own)])).toEqual([429, 429, 200])
  await south.db.deleteFrom('login_failures').execute()
})

test('a browser that is told by one college is told by that one alone', async () => {
  const point = createECDH('prime256v1')
  const keys = { p256dh: point.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  const body = { endpoint: 'https://fcm.googleapis.com/fcm/send/one-browser', keys }
  const added = await many.call(A, '/api/notices/device', { method: 'POST', headers: northern, body })
  expect(added.status, added.text).toBe(200)
  const choices = async () => (await both('/api/notices')).map(({ body }) => body.data)
  const [there, here] = await choices()
  expect([there.on_device, here.on_device, here.other_devices]).toEqual([true, false, 0])
  // No push service takes a notice of one college for one of the other.
  expect(there.push_key).not.toBe(here.push_key)
  await many.call(B, '/api/notices/device', { method: 'DELETE', headers: southern })
  await many.call(B, '/api/notices/devices', { method: 'DELETE', headers: southern })
  expect((await choices())[0].on_device).toBe(true)
})

test('the code of a document is none at the other college, for its administrator too', async () => {
  const id = await addDocument(north.db, { student_id: null, name: null, kind: 'eligibility-list', issued_by: 1 })
  const { code } = await north.db
    .selectFrom('verified_documents')
    .select('code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const none = await many.call(B, '/api/verify/0123456789ABCDEF')
  for (const headers of [{}, southern]) {
    expect((await many.call(A, `/api/verify/${code}`, { headers })).status).toBe(200)
    const answer = await many.call(B, `/api/verify/${code}`, { headers })
    expect([answer.status, answer.text]).toEqual([404, none.text])
  }
  expect(statuses(await both(`/api/verified-documents?q=${code}`))).toEqual([200, 200])
  expect((await many.call(B, '/api/verified-documents', { headers: southern })).text).not.toContain(code)
})

test('a file is its own college’s: neither its id, its upload nor its key gives it to the other one', async () => {
  const file = pdf('Only of the north')
  const form = new FormData()
  form.set('title', 'Of the north')
  form.set('department_id', String(department))
  form.set('file', file, 'north.pdf')
  const made = await many.call(A, '/api/libraries', { method: 'POST', headers: northern, body: form })
  expect(made.status, made.text).toBe(201)
  const { id, sha256 } = made.body.data
  for (const what of ['', '/download', '/view'])
    expect(statuses(await both(`/api/libraries/${id}${what}`)), what).toEqual([200, 404])

  const loose = new FormData()
  loose.set('file', pdf('Not yet an entry'), 'loose.pdf')
  const { body } = await many.call(A, '/api/libraries/uploads', { method: 'POST', headers: northern, body: loose })
  const { file_path, filename } = body.data
  const entry = { title: 'Taken', department_id: department, filename, file_path }
  const add = { method: 'POST', body: entry }
  const refused = await many.call(B, '/api/libraries', { ...add, headers: southern })
  const odd = { ...add, headers: southern, body: { ...entry, file_path: `${file_path}x` } }
  expect([refused.status, refused.text]).toEqual([422, (await many.call(B, '/api/libraries', odd)).text])
  expect((await many.call(A, '/api/libraries', { ...add, headers: northern })).status).toBe(201)

  // Even a row that names the file, as no call can make one.
  const { storage_key, file_size } = await north.db
    .selectFrom('library_entries')
    .select(['storage_key', 'file_size'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const own = await south.db
    .insertInto('library_entries')
    .values({
      title: 'Forged',
      department_id: department,
      uploaded_by: 1,
      filename: 'north.pdf',
      file_type: 'application/pdf',
      file_size,
      sha256: Buffer.from(sha256, 'hex'),
      storage_key,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const forged = await many.call(B, `/api/libraries/${own.id}/download`, { headers: southern })
  expect(forged.status).toBe(404)
  expect(forged.text).not.toContain('%PDF')
  await south.db.deleteFrom('library_entries').where('id', '=', own.id).execute()
})

test('an inspection pack is downloaded, and deleted, at its own college alone', async () => {
  const batch = await north.db
    .insertInto('batches')
    .values({ name: 'MBBS 2030', current_year: '1st Year' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { storage_key, sha256, file_size } = await north.db
    .selectFrom('library_entries')
    .select(['storage_key', 'sha256', 'file_size'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const file = { storage_key, sha256, size: file_size }
  const id = await addPack(north.db, { batch_id: batch.id, asked_by: 1 }, file)
  expect(statuses(await both(`/api/inspection-packs/${id}/download`))).toEqual([200, 404])
  const removed = await many.call(B, `/api/inspection-packs/${id}`, { method: 'DELETE', headers: southern })
  expect(removed.status).toBe(404)
  expect((await many.call(A, `/api/inspection-packs/${id}/download`, { headers: northern })).status).toBe(200)
})

test('an import is undone at its own college alone', async () => {
  const sheet = 'Name\nWard of the north\n'
  const formOf = (fields: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set('file', new Blob([sheet]), 'departments.csv')
    return form
  }
  const call = (path: string, body: FormData) => many.call(A, path, { method: 'POST', headers: northern, body })
  const { body } = await call('/api/imports/departments/preview', formOf())
  const ran = await call('/api/imports/departments', formOf({ digest: body.data.digest }))
  expect(ran.text).toContain('"type":"done"')
  const recent = (await both('/api/imports/departments/recent')).map(({ body }) => body.data)
  expect(recent).toEqual([[expect.objectContaining({ id: expect.any(Number) })], []])
  const undo = { method: 'POST' }
  const address = `/api/imports/departments/${recent[0][0].id}/undo`
  expect((await many.call(B, address, { ...undo, headers: southern })).status).toBe(404)
  expect((await many.call(A, address, { ...undo, headers: northern })).status).toBe(200)
})

test('the address of a calendar shows nothing at the other college, and does not end there', async () => {
  const made = await many.call(A, '/api/calendar', { method: 'POST', headers: northern })
  const url = JSON.stringify(made.body).match(/\/api\/calendar\/[^"]+/)?.[0] ?? ''
  await many.call(B, '/api/calendar', { method: 'POST', headers: southern })
  expect([(await many.call(A, url)).status, (await many.call(B, url)).status]).toEqual([200, 404])
  await many.call(B, '/api/calendar', { method: 'DELETE', headers: southern })
  expect((await many.call(A, url)).status).toBe(200)
})

test('the link of a weekly mail stops no mail of the other college, whose person has the same number', async () => {
  for (const { db } of [north, south])
    await db.insertInto('notice_choices').values({ user_id: 1, digest_since: new Date() }).execute()
  const token = stopTokenOf(await sharedSecret(north.db, 'notices'), 1)
  const stop = (host: string, word: string) =>
    many.call(host, `/api/notices/weekly-mail/stop?token=${word}`, { method: 'POST' })
  const refused = await stop(B, token)
  expect([refused.status, refused.text]).toEqual([404, (await stop(B, `1.${'x'.repeat(43)}`)).text])
  const wanting = async () =>
    (await Promise.all([north, south].map(({ db }) => db.selectFrom('notice_choices').selectAll().execute()))).map(
      ([own]) => own?.digest_since != null,
    )
  expect(await wanting()).toEqual([true, true])
  expect((await stop(A, token)).status).toBe(200)
  expect(await wanting()).toEqual([false, true])
})

test('the link for another password chooses none at the other college, and is not used up there', async () => {
  const issued = await north.db.transaction().execute((tx) => issueReset(tx, 1))
  const token = issued?.token ?? ''
  const password = 'Another-of-the-north-8'
  const choose = (host: string, word: string) =>
    many.call(host, '/api/auth/reset-password', {
      method: 'POST',
      body: { token: word, email: EMAIL, password, password_confirmation: password },
    })
  const refused = await choose(B, token)
  expect([refused.status, refused.text]).toEqual([422, (await choose(B, 'x'.repeat(token.length))).text])
  expect((await many.call(B, '/api/auth/me', { headers: southern })).status).toBe(200)
  expect((await choose(A, token)).status).toBe(200)
  expect((await many.call(A, '/api/auth/me', { headers: northern })).status).toBe(401)
  await many.signIn(A, password)
  await many.signIn(B, OWN)
})
