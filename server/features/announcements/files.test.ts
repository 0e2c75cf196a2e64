import { describe, expect, test } from 'vitest'
import { openLogin } from '../../core/login.ts'
import type { Client } from '../../testing/app.ts'
import { entryForm, libraryOver } from '../../testing/library.ts'

const { at, admin, hod, surgeon, faculty, student, medicine, surgery, wards, keptKeys, removedKeys, expectNoOrphans } =
  await libraryOver('directory')
const pupil = (await student(wards)).caller

const MB = 1024 * 1024
const texts = { title: 'Duty roster', text: 'For December.' }
const roster = { name: '../Duty roster دسمبر.pdf', content: '%PDF-1.4 roster' }

type Fields = Parameters<typeof entryForm>[0]
const send = (fields: Fields = {}, file: Parameters<typeof entryForm>[1] = roster, caller: Client = admin) =>
  caller.upload('/announcements', entryForm({ ...texts, ...fields }, file))
async function announce(fields: Fields = {}, file: Parameters<typeof entryForm>[1] = roster) {
  const { status, body } = await send(fields, file)
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data
}
const keyOf = async (id: number) =>
  (
    await at.db
      .selectFrom('announcement_files')
      .select('storage_key')
      .where('announcement_id', '=', id)
      .executeTakeFirst()
  )?.storage_key
const shown = async (caller: Client, id: number, use: 'view' | 'download' = 'download') => {
  const { status, headers, raw } = await caller.get(`/announcements/${id}/file/${use}`)
  return [status, headers['content-type'], String(headers['content-disposition']).split(';')[0], raw.toString()]
}
const fileIn = (changes: { file: [string | null, string | null] }) => changes.file
const ROSTER = /^Duty roster دسمبر\.pdf \(SHA-256 [0-9a-f]{64}\)$/

test('a head announces with a file, to those alone whom it is for', async () => {
  const { status, body } = await send({ department_id: medicine, roles: 'student,faculty', batch_id: '' }, roster, hod)
  expect([status, body.data]).toMatchObject([
    201,
    {
      ...texts,
      roles: ['student', 'faculty'],
      department_id: medicine,
      batch_id: null,
      file: { name: 'Duty roster دسمبر.pdf', size: 15, type: 'application/pdf' },
    },
  ])
  const { id } = body.data
  expect((await pupil.get(`/announcements/${id}`)).body.data.file).toEqual(body.data.file)
  for (const caller of [pupil, faculty, hod, admin]) {
    expect(await shown(caller, id)).toEqual([200, 'application/pdf', 'attachment', roster.content])
    expect(await shown(caller, id, 'view')).toEqual([200, 'application/pdf', 'inline', roster.content])
  }
  const nobody = await at.app.inject(`/api/announcements/${id}/file/download`)
  expect(nobody.statusCode).toBe(401)
  for (const caller of [surgeon, await at.as('faculty', surgery), await at.as('clerk')])
    for (const use of ['view', 'download'])
      expect((await caller.get(`/announcements/${id}/file/${use}`)).status).toBe(404)
  const [made] = await at.trailOf('announcement', id)
  expect(fileIn(made.changes)).toEqual([null, expect.stringMatching(ROSTER)])
  await expectNoOrphans()
})

test('a form without a file, and JSON, announce without one; its file is a 404', async () => {
  const { data } = (await admin.upload('/announcements', entryForm(texts))).body
  expect([data.roles, data.department_id, data.file]).toEqual([[], null, null])
  const json = (await admin.post('/announcements', texts)).body.data
  for (const { id } of [data, json])
    for (const use of ['view', 'download'])
      expect((await admin.get(`/announcements/${id}/file/${use}`)).status).toBe(404)
})

describe('what is refused leaves neither row nor file', () => {
  test.each<[string, () => ReturnType<typeof send>, number, object | string]>([
    ['from a student', () => send({}, roster, pupil), 403, 'You are not allowed to do this.'],
    [
      'for another department than a head’s own',
      () => send({ department_id: surgery }, roster, hod),
      403,
      'You can only work with announcements of your own department.',
    ],
    ['without a title', () => send({ title: '' }), 422, { title: ['Title is required'] }],
    [
      'for no role that there is',
      () => send({ roles: 'student,dean' }),
      422,
      { roles: [expect.stringMatching(/^Role must be one of/)] },
    ],
    ['for a batch that is none', () => send({ batch_id: 99_999 }), 422, { batch_id: ['Batch does not exist'] }],
    [
      'with an empty file',
      () => send({}, { name: 'a.pdf', content: '' }),
      422,
      { file: ['File "a.pdf" is empty. Choose a file with something in it.'] },
    ],
    [
      'with a file that is too large',
      () => send({}, { name: 'film.mp4', content: new Uint8Array(10 * MB + 1) }),
      413,
      { file: ['File "film.mp4" is too large. Maximum size is 10MB.'] },
    ],
  ])('%s', async (_, sending, status, said) => {
    const [rows, kept] = [await at.count('announcements'), await keptKeys()]
    const answer = await sending()
    expect([answer.status, answer.body.errors ?? answer.body.message]).toEqual([status, said])
    expect([await at.count('announcements'), await keptKeys()]).toEqual([rows, kept])
    await expectNoOrphans()
  })

  test('with two files, or without one where one is to be replaced', async () => {
    const two = entryForm(texts, roster)
    two.append('file', new Blob(['b']), 'b.txt')
    expect((await admin.upload('/announcements', two)).body.errors).toEqual({ file: ['Choose one file'] })
    const { id } = await announce()
    const { status, body } = await admin.upload(`/announcements/${id}/file`, entryForm({ title: 'Other' }))
    expect([status, body.errors]).toEqual([422, { file: ['Choose a file'] }])
    expect((await admin.get(`/announcements/${id}`)).body.data.title).toBe('Duty roster')
    await expectNoOrphans()
  })
})

test.each([
  ['a page', 'a.html', '<!doctype html><script>alert(1)</script>', ['text/html', 'attachment']],
  ['a page named as a PDF', 'a.pdf', '<!doctype html><script>alert(1)</script>', ['text/plain', 'attachment']],
  ['a picture named as a page', 'a.html', 'GIF89a<script>', ['image/gif', 'inline']],
])('%s is what its content says, and is shown in place only when nothing in it runs', async (_, name, content, kind) => {
  const { id, file } = await announce({}, { name, content })
  const { headers } = await pupil.get(`/announcements/${id}/file/view`)
  expect(headers).toMatchObject({
    'content-type': file.type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect([file.type, String(headers['content-disposition']).split(';')[0]]).toEqual(kind)
})

describe('an announcement with a file', () => {
  test('gets another one with its texts; the former one is set aside, and the trail tells of both', async () => {
    const { id, updated_at } = await announce({ department_id: medicine, roles: 'student' })
    const [before, removed] = [await keyOf(id), await removedKeys()]
    const form = entryForm(
      { title: 'New roster', department_id: '', roles: '', updated_at },
      { name: 'new.txt', content: 'new' },
    )
    const { status, body } = await admin.upload(`/announcements/${id}/file`, form)
    expect([status, body.data]).toMatchObject([
      200,
      { title: 'New roster', text: texts.text, department_id: null, roles: [], file: { name: 'new.txt', size: 3 } },
    ])
    expect(await removedKeys()).toEqual([...removed, before].sort())
    expect((await shown(pupil, id))[3]).toBe('new')
    const [changed] = await at.trailOf('announcement', id)
    expect(fileIn(changed.changes)).toEqual([expect.stringMatching(ROSTER), expect.stringMatching(/^new\.txt \(SHA/)])
    await expectNoOrphans()
  })

  test('keeps it while its texts change, and loses it on demand', async () => {
    const { id, file } = await announce()
    const key = await keyOf(id)
    expect((await admin.put(`/announcements/${id}`, { title: 'Other' })).body.data.file).toEqual(file)
    expect((await admin.put(`/announcements/${id}`, { remove_file: 'yes' })).status).toBe(422)
    const { status, body } = await admin.put(`/announcements/${id}`, { remove_file: true })
    expect([status, body.data.file, body.data.title]).toEqual([200, null, 'Other'])
    expect(await removedKeys()).toContain(key)
    expect((await pupil.get(`/announcements/${id}/file/view`)).status).toBe(404)
    const [changed] = await at.trailOf('announcement', id)
    expect(fileIn(changed.changes)).toEqual([expect.stringMatching(ROSTER), null])
    await expectNoOrphans()
  })

  test('takes it along when it is deleted', async () => {
    const { id } = await announce()
    const key = await keyOf(id)
    expect((await admin.delete(`/announcements/${id}`)).status).toBe(200)
    expect([await keyOf(id), (await removedKeys()).includes(key ?? '')]).toEqual([undefined, true])
    const [gone] = await at.trailOf('announcement', id)
    expect([gone.action, fileIn(gone.changes)]).toEqual(['delete', [expect.stringMatching(ROSTER), null]])
    await expectNoOrphans()
  })

  test('keeps it from people who may not change it, and from those who have read an older state', async () => {
    const { id } = await announce({ department_id: medicine })
    const change = (caller: Client, more: Fields = {}) =>
      caller.upload(`/announcements/${id}/file`, entryForm({ title: 'x', ...more }, { name: 'a.txt', content: 'a' }))
    const stale = { updated_at: '2020-01-01T00:00:00.000Z' }
    for (const [answer, status] of [
      [await change(pupil), 403],
      [await change(surgeon), 404],
      [await change(hod, { department_id: surgery }), 403],
      [await change(hod, { department_id: '' }), 403],
      [await change(hod, stale), 409],
      [await change(hod, { department_id: medicine, batch_id: 99_999 }), 422],
      [await hod.put(`/announcements/${id}`, { remove_file: true, ...stale }), 409],
    ] as const)
      expect(answer.status).toBe(status)
    const ofAll = await announce()
    const form = entryForm({ title: 'x' }, { name: 'a.txt', content: 'a' })
    expect((await hod.upload(`/announcements/${ofAll.id}/file`, form)).status).toBe(403)
    expect((await shown(pupil, id))[3]).toBe(roster.content)
    await expectNoOrphans()
  })
})

test('a form that is sent again with its key makes one announcement with one file', async () => {
  const token = await at.db.transaction().execute((tx) => openLogin(tx, admin.userId, undefined))
  const form = new Response(entryForm(texts, roster))
  const headers = {
    authorization: `Bearer ${token}`,
    'idempotency-key': 'roster',
    'content-type': form.headers.get('content-type') ?? '',
  }
  const payload = Buffer.from(await form.arrayBuffer())
  const before = await at.count('announcements')
  const answers = []
  for (const _ of [1, 2])
    answers.push((await at.app.inject({ method: 'POST', url: '/api/announcements', headers, payload })).json())
  expect(answers[1]).toEqual(answers[0])
  expect(await at.count('announcements')).toBe(before + 1)
  await expectNoOrphans()
})

test('its bytes count among those of the person’s day', async () => {
  const { userId } = admin
  const amount = async () =>
    Number(
      (
        await at.db
          .selectFrom('day_amounts')
          .select('amount')
          .where('user_id', '=', userId)
          .where('what', '=', 'uploaded bytes')
          .executeTakeFirst()
      )?.amount ?? 0,
    )
  const before = await amount()
  await announce()
  expect((await amount()) - before).toBe(roster.content.length)
})
