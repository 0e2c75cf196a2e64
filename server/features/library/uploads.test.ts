import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { openLogin } from '../../core/login.ts'
import type { Client } from '../../testing/app.ts'
import { entryForm, libraryOver } from '../../testing/library.ts'
import { sweepLibrary } from './sweeping.ts'

const { at, admin, hod, faculty, medicine, batch, files, keptKeys, removedKeys, expectNoOrphans, student } =
  await libraryOver('directory')
const log = pino({ level: 'silent' })

const upload = async (caller: Client, name = 'plates.pdf', content = '%PDF-1.4') => {
  const { status, body } = await caller.upload('/libraries/uploads', entryForm({}, { name, content }))
  expect(status).toBe(201)
  return body.data
}
const entryOf = (file: { file_path: string; filename: string }, more: object = {}) => ({
  title: 'Plates',
  department_id: medicine,
  filename: file.filename,
  file_path: file.file_path,
  ...more,
})
/** As if it had been uploaded so many hours ago. */
const age = (hours: number) =>
  at.db
    .updateTable('library_uploads')
    .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
    .execute()

describe('an entry as JSON', () => {
  test('without a body lacks every field', async () => {
    const token = await at.db.transaction().execute((tx) => openLogin(tx, faculty.userId, undefined))
    const answer = await at.app.inject({
      method: 'POST',
      url: '/api/libraries',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    expect([answer.statusCode, Object.keys(answer.json().errors).sort()]).toEqual([
      422,
      ['department_id', 'file_path', 'filename', 'title'],
    ])
  })

  test('has the file that its maker has uploaded just before, under a name of that kind', async () => {
    const file = await upload(faculty)
    expect(file).toMatchObject({ filename: 'plates.pdf', file_type: 'application/pdf', file_size: 8 })
    const { status, body } = await faculty.post(
      '/libraries',
      entryOf(file, {
        filename: 'Plates 1–40.PDF',
        batch_id: batch,
        uploaded_by: admin.userId,
        file_type: 'text/html',
        file_size: 1,
        sha256: '00',
      }),
    )
    expect([status, body.data]).toMatchObject([
      201,
      {
        title: 'Plates',
        batch: { name: 'Batch 2023' },
        uploaded_by: faculty.userId,
        filename: 'Plates 1–40.PDF',
        file_path: `/api/libraries/${body.data.id}/download`,
        file_type: 'application/pdf',
        file_size: 8,
        sha256: file.sha256,
      },
    ])
    expect((await hod.get(`/libraries/${body.data.id}/download`)).raw.toString()).toBe('%PDF-1.4')
    expect(await at.count('library_uploads')).toBe(0)
    await expectNoOrphans()
  })

  test('names no other file: no path, no foreign or used upload, none of yesterday', async () => {
    const before = await at.count('library_entries')
    const theirs = await upload(hod)
    const used = await upload(faculty)
    expect((await faculty.post('/libraries', entryOf(used))).status).toBe(201)
    const { storage_key } = await at.db.selectFrom('library_uploads').select('storage_key').executeTakeFirstOrThrow()
    const paths = ['/etc/passwd', '../../secrets', `${at.filesDirectory}/files`, storage_key, `kept/${storage_key}`]
    for (const file_path of [...paths, theirs.file_path, used.file_path, '/api/libraries/1/download', 'x']) {
      const { status, body } = await faculty.post('/libraries', entryOf({ filename: 'plates.pdf', file_path }))
      expect([status, body.errors], file_path).toEqual([
        422,
        { file_path: ['File path must be that of a file that you have uploaded just before'] },
      ])
    }
    await age(25)
    expect((await hod.post('/libraries', entryOf(theirs))).status).toBe(422)
    expect(await at.count('library_entries')).toBe(before + 1)
    await age(0)
    // Its owner may still use it.
    expect((await hod.post('/libraries', entryOf(theirs))).status).toBe(201)
  })

  test('used by two calls at once makes one entry', async () => {
    const file = await upload(faculty)
    const answers = await Promise.all([1, 2, 3].map(async () => faculty.post('/libraries', entryOf(file))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    await expectNoOrphans()
  })

  test('that is refused leaves the upload for the next try', async () => {
    const file = await upload(faculty)
    const refused = async (body: object) => {
      const answer = await faculty.post('/libraries', body)
      expect(answer.status).toBe(422)
      return answer.body.errors
    }
    expect(await refused({})).toEqual({
      title: ['Title is required'],
      department_id: ['Department is required'],
      filename: ['Filename is required'],
      file_path: ['File path is required'],
    })
    expect(await refused([])).toEqual({ body: ['The body must be a JSON object'] })
    expect(await refused(entryOf(file, { department_id: 99_999 }))).toEqual({
      department_id: ['Department does not exist'],
    })
    expect(await refused(entryOf(file, { filename: 'plates.html' }))).toEqual({
      filename: ['Filename must end in .pdf'],
    })
    const { body } = await faculty.post('/libraries', entryOf(file, { filename: '../../etc/plates?.pdf' }))
    expect(body.data.filename).toBe('plates.pdf')
  })

  test('is taken from who may add entries', async () => {
    const clerk = await at.as('clerk')
    for (const caller of [clerk, (await student()).caller]) {
      expect((await caller.post('/libraries', entryOf({ filename: 'x', file_path: 'x' }))).status).toBe(403)
      expect((await caller.upload('/libraries/uploads', entryForm({}, { name: 'x', content: 'x' }))).status).toBe(403)
    }
    expect((await at.nobody.post('/libraries', {})).status).toBe(401)
    expect((await at.nobody.upload('/libraries/uploads', entryForm({}))).status).toBe(401)
    expect((await faculty.post('/libraries/uploads', {})).status).toBe(415)
    expect((await faculty.upload('/libraries/uploads', entryForm({}))).body.errors).toEqual({
      file: ['Filename is required'],
    })
  })
})

test('an upload that became no entry is set aside after a day, and an entry’s file never', async () => {
  await at.db.deleteFrom('library_uploads').execute()
  const unused = await upload(faculty)
  const used = await upload(faculty)
  expect((await faculty.post('/libraries', entryOf(used))).status).toBe(201)
  const kept = await keptKeys()
  await sweepLibrary(at.plainDb, files, log)
  expect(await keptKeys()).toEqual(kept)
  await age(25)
  const { storage_key } = await at.db.selectFrom('library_uploads').select('storage_key').executeTakeFirstOrThrow()
  await sweepLibrary(at.plainDb, files, log)
  expect(await removedKeys()).toContain(storage_key)
  expect(await keptKeys()).toEqual(kept.filter((key) => key !== storage_key))
  expect((await faculty.post('/libraries', entryOf(unused))).status).toBe(422)
})

test('a call that is sent again with its key makes one entry, as a form and as JSON', async () => {
  const send = async (key: string, payload: object | Buffer, type: string) => {
    const token = await at.db.transaction().execute((tx) => openLogin(tx, faculty.userId, undefined))
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': type }
    const answer = await at.app.inject({ method: 'POST', url: '/api/libraries', headers, payload })
    return { status: answer.statusCode, body: answer.json() }
  }
  const before = await at.count('library_entries')
  const form = new Response(entryForm({ title: 'Twice', department_id: medicine }, { name: 'a.txt', content: 'a' }))
  const type = form.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await form.arrayBuffer())
  const first = await send('form', bytes, type)
  expect(await send('form', bytes, type)).toEqual(first)
  const entry = entryOf(await upload(faculty))
  const second = await send('json', entry, 'application/json')
  expect(second.status).toBe(201)
  expect(await send('json', entry, 'application/json')).toEqual(second)
  expect((await send('json', { ...entry, title: 'Other' }, 'application/json')).status).toBe(409)
  expect((await send('json', bytes, type)).status).toBe(409)
  expect(await at.count('library_entries')).toBe(before + 2)
  await expectNoOrphans()
})
