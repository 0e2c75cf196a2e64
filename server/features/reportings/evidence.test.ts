import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { libraryOver, STORES } from '../../testing/library.ts'
import { waitingForLocks } from '../../testing/locks.ts'
import { entriesOf, entryForm, filed, staffIdOf } from '../../testing/reportings.ts'
import { countFiles } from '../../testing/uploads.ts'

const MB = 1024 * 1024
const stores = { directory: await libraryOver('directory'), bucket: await libraryOver('bucket') }
const full = await libraryOver('directory', { environment: { DISK_RESERVE: '1000000GB,5%' } })
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')

describe.each(STORES)('evidence in a %s', (kind) => {
  const { at, admin, principal, hod, faculty, surgeon, student, expectNoOrphans, keptKeys, removedKeys } = stores[kind]
  const open = async (fields: object = {}) => {
    const concerned = await student()
    const assigned_to = await staffIdOf(at, faculty)
    const { id } = await filed(surgeon, { student_id: concerned.id, assigned_to, ...fields })
    return { id, concerned: concerned.caller, path: `/reportings/${id}/entries` }
  }

  test('is kept with its name, size, type and SHA-256, and given out to be kept by whoever is shown the case', async () => {
    const { path, concerned, id } = await open()
    const files = [
      { name: '../../رپورٹ (1).txt', content: 'Seen at nine', type: 'text/html' },
      { name: 'x.png', content: '<script>alert(1)</script>', type: 'image/png' },
      { name: 'x.html', content: '<html><script>alert(1)</script>' },
      { name: 'X.HTML', content: '%PDF-1.4\n' },
    ]
    const { status, body } = await concerned.upload(path, entryForm('See these', ...files))
    expect([status, body.data.kind, body.data.text]).toEqual([201, 'reply', 'See these'])
    expect(body.data.files).toEqual([
      { name: 'رپورٹ (1).txt', size: 12, type: 'text/plain', sha256: sha256('Seen at nine') },
      { name: 'x.png', size: 25, type: 'text/plain', sha256: sha256('<script>alert(1)</script>') },
      { name: 'x.html', size: 31, type: 'text/html', sha256: sha256('<html><script>alert(1)</script>') },
      { name: 'X (2).HTML', size: 9, type: 'application/pdf', sha256: sha256('%PDF-1.4\n') },
    ])
    expect((await entriesOf(faculty, id)).at(-1)).toEqual(body.data)
    for (const caller of [admin, principal, faculty, surgeon, concerned])
      for (const [index, { name, type }] of body.data.files.entries()) {
        const answer = await caller.get(`${path}/${body.data.id}/files/${encodeURIComponent(name)}`)
        expect([answer.status, answer.raw.toString()]).toEqual([200, files[index]?.content])
        expect(answer.headers).toMatchObject({
          'content-type': type,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, no-store',
        })
        expect(answer.headers['content-disposition']).toMatch(/^attachment;/)
      }
    const [told] = await at.trailOf('reporting', id)
    expect(told.action).toBe('reply')
    expect(told.changes.evidence[1]).toEqual(
      body.data.files.map((file: { name: string; sha256: string }) => ({ name: file.name, sha256: file.sha256 })),
    )
    await expectNoOrphans()
  })

  test('of a case that one is not shown does not exist, nor under another case or entry', async () => {
    const { path, id, concerned } = await open({ is_confidential: true })
    const added = (await surgeon.upload(path, entryForm(undefined, { name: 'a.txt', content: 'a' }))).body.data
    const text = (await surgeon.upload(path, entryForm('Only text'))).body.data
    const other = await open()
    const file = `${path}/${added.id}/files/a.txt`
    expect((await faculty.get(file)).status).toBe(200)
    for (const caller of [hod, concerned, other.concerned]) {
      const { status, body } = await caller.get(file)
      expect([status, body.message]).toEqual([404, 'Report not found.'])
    }
    for (const wrong of [
      `${other.path}/${added.id}/files/a.txt`,
      `${path}/${text.id}/files/a.txt`,
      `${path}/${added.id}/files/b.txt`,
      `${path}/${added.id}/files/..%2Fa.txt`,
    ])
      expect((await surgeon.get(wrong)).status, wrong).toBe(404)
    const reads = (await at.trailOf('reporting', id)).filter(({ action }) => action === 'download')
    expect(reads.map(({ actor, changes }) => [actor.name, changes.download[1]])).toEqual([
      ['Teacher', `a.txt (SHA-256 ${createHash('sha256').update('a').digest('hex')})`],
    ])
    await admin.delete(`/reportings/${id}`)
    for (const caller of [admin, surgeon]) expect((await caller.get(file)).status).toBe(404)
    await expectNoOrphans()
  })

  test('that is refused is not kept, and nothing of its entry is written', async () => {
    const { path, id, concerned } = await open()
    const before = [await at.count('reporting_entries'), await keptKeys(), await removedKeys()]
    const empty = await concerned.upload(path, entryForm('x', { name: 'a.txt', content: '' }))
    expect([empty.status, empty.body.errors]).toEqual([
      422,
      { files: ['File "a.txt" is empty. Choose a file with something in it.'] },
    ])
    const large = await concerned.upload(
      path,
      entryForm('x', { name: 'film.mp4', content: new Uint8Array(10 * MB + 1) }),
    )
    expect([large.status, large.body.errors]).toEqual([
      413,
      { files: ['File "film.mp4" is too large. Maximum size is 10MB.'] },
    ])
    const eleven = Array.from({ length: 11 }, (_, index) => ({ name: `${index}.txt`, content: 'a' }))
    expect((await concerned.upload(path, entryForm('x', ...eleven))).body.errors).toEqual({
      files: ['At most 10 files can be added at once'],
    })
    expect((await hod.upload(path, entryForm('x', { name: 'a.txt', content: 'a' }))).status).toBe(404)
    const late = { name: 'late.txt', content: 'late' }
    await at.db
      .updateTable('reportings')
      .set({ status: 'closed', resolved_at: new Date() })
      .where('id', '=', id)
      .execute()
    expect((await concerned.upload(path, entryForm('x', late))).status).toBe(409)
    expect([await at.count('reporting_entries'), await keptKeys(), await removedKeys()]).toEqual(before)
    await expectNoOrphans()
  })

  test('for a case that is closed in the meantime is set aside again', async () => {
    const { path, id, concerned } = await open()
    const entries = await at.count('reporting_entries')
    const removed = (await removedKeys()).length
    const closing = await at.db.startTransaction().execute()
    await closing
      .updateTable('reportings')
      .set({ status: 'closed', resolved_at: new Date() })
      .where('id', '=', id)
      .execute()
    const sending = concerned.upload(path, entryForm('x', { name: 'a.txt', content: 'a' }))
    await expect.poll(() => waitingForLocks(at.db)).toBe(1)
    await closing.commit().execute()
    expect((await sending).status).toBe(409)
    expect(await at.count('reporting_entries')).toBe(entries)
    expect(await removedKeys()).toHaveLength(removed + 1)
    await expectNoOrphans()
  })
})

test('evidence on a disk without room is a 507, and nothing of it stays', async () => {
  const { at, surgeon, faculty, student } = full
  const assigned_to = await staffIdOf(at, faculty)
  const id = await at.make.reporting((await student()).id, assigned_to, { reported_by: surgeon.userId })
  const before = (await entriesOf(surgeon, id)).length
  const form = entryForm('x', { name: 'a.txt', content: 'a' })
  expect((await surgeon.upload(`/reportings/${id}/entries`, form)).status).toBe(507)
  expect(await entriesOf(surgeon, id)).toHaveLength(before)
  expect(countFiles(at, 'kept')).toBe(0)
})
