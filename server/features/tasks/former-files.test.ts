import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { pdf } from '../../testing/make.ts'
import { countFiles, form } from '../../testing/uploads.ts'

const { at, admin, faculty, medicine, batch, wards, student } = await furnished()
const task = await at.make.task(medicine, [wards])

const handedIn = async (...names: string[]) => {
  const { caller } = await student(wards)
  const { body } = await caller.upload('/task-submissions', form({ task_id: String(task) }, ...names))
  return { caller, id: body.data.id as number }
}
const bytesOf = async (name: string) => Buffer.from(await pdf(name).arrayBuffer())
const listed = async (name: string) => ({
  name,
  sha256: createHash('sha256')
    .update(await bytesOf(name))
    .digest('hex'),
})

test('a student who replaces every file leaves them behind: in the trail by name and SHA-256, and to be read by an administrator', async () => {
  const { caller, id } = await handedIn('a.pdf', 'b.pdf')
  const kept = countFiles(at, 'kept')
  const again = form({ remove_files: '["a.pdf","b.pdf"]' }, 'c.pdf')
  const { status, body } = await caller.upload(`/task-submissions/${id}/files`, again)
  expect(status).toBe(200)
  expect(JSON.parse(body.data.files).map((file: { name: string }) => file.name)).toEqual(['c.pdf'])
  expect(countFiles(at, 'kept')).toBe(kept + 1)
  expect(countFiles(at, 'removed')).toBe(0)

  expect(await at.trailOf('task_submission', id)).toMatchObject([
    {
      action: 'resubmit',
      actor: { id: caller.userId },
      changes: { files: [[await listed('a.pdf'), await listed('b.pdf')], [await listed('c.pdf')]] },
    },
  ])
  const former = await admin.get(`/task-submissions/${id}/former-files`)
  expect(former.body.meta.total).toBe(2)
  expect(former.body.data).toEqual([
    {
      id: expect.any(Number),
      size: (await bytesOf('b.pdf')).length,
      replaced_at: expect.any(String),
      ...(await listed('b.pdf')),
    },
    {
      id: expect.any(Number),
      size: (await bytesOf('a.pdf')).length,
      replaced_at: expect.any(String),
      ...(await listed('a.pdf')),
    },
  ])
  const sent = await admin.get(`/task-submissions/${id}/former-files/${former.body.data[1].id}/download`)
  expect(sent.status).toBe(200)
  expect(sent.headers['content-disposition']).toContain('attachment; filename="a.pdf"')
  expect(sent.raw).toEqual(await bytesOf('a.pdf'))

  const other = await handedIn('x.pdf')
  expect(
    (await admin.get(`/task-submissions/${other.id}/former-files/${former.body.data[1].id}/download`)).status,
  ).toBe(404)
  expect((await admin.get(`/task-submissions/${other.id}/former-files`)).body.data).toEqual([])
  for (const someone of [caller, faculty])
    expect((await someone.get(`/task-submissions/${id}/former-files`)).status).toBe(403)
  expect((await caller.get(`/task-submissions/${id}/files/a.pdf/download`)).status).toBe(404)
})

test('what only adds files or remarks says no more than that', async () => {
  const { caller, id } = await handedIn('a.pdf')
  await caller.upload(`/task-submissions/${id}/files`, form({ remarks: 'x' }))
  expect(await at.trailOf('task_submission', id)).toEqual([])
  await caller.upload(`/task-submissions/${id}/files`, form({}, 'b.pdf'))
  expect((await at.trailOf('task_submission', id))[0]?.changes).toEqual({
    files: [[await listed('a.pdf')], [await listed('a.pdf'), await listed('b.pdf')]],
  })
  expect((await admin.get(`/task-submissions/${id}/former-files`)).body.data).toEqual([])
})

test('the files of a submission that an administrator deletes are named in the trail and set aside', async () => {
  const { caller, id } = await handedIn('a.pdf')
  await caller.upload(`/task-submissions/${id}/files`, form({ remove_files: '["a.pdf"]' }, 'b.pdf'))
  const [kept, removed] = [countFiles(at, 'kept'), countFiles(at, 'removed')]
  await admin.delete(`/task-submissions/${id}`)
  expect((await at.trailOf('task_submission', id))[0]).toMatchObject({
    action: 'delete',
    changes: { files: [[await listed('b.pdf')], null], former_files: [[await listed('a.pdf')], null] },
  })
  expect(countFiles(at, 'kept')).toBe(kept - 2)
  expect(countFiles(at, 'removed')).toBe(removed + 2)
})

test('work is not changed without end: fifty files that were replaced are the most', async () => {
  const { caller, id } = await handedIn('a.pdf')
  const values = Array.from({ length: 49 }, (_, n) => ({
    submission_id: id,
    name: 'a.pdf',
    size: 1,
    sha256: Buffer.alloc(32),
    storage_key: `key ${id} ${n}`,
  }))
  await at.db.insertInto('former_submission_files').values(values).execute()
  const change = (from: string, to: string) =>
    caller.upload(`/task-submissions/${id}/files`, form({ remove_files: `["${from}"]` }, to))
  expect((await change('a.pdf', 'b.pdf')).status).toBe(200)
  const kept = countFiles(at, 'kept')
  const { status, body } = await change('b.pdf', 'c.pdf')
  expect(status).toBe(409)
  expect(body.message).toBe('Too many files of this work have been replaced. Please ask your teacher.')
  expect(countFiles(at, 'kept')).toBe(kept)
  expect((await caller.upload(`/task-submissions/${id}/files`, form({}, 'c.pdf'))).status).toBe(200)
})

test('a refused upload keeps nothing, also when another was quicker', async () => {
  const { caller, id } = await handedIn('a.pdf')
  const kept = countFiles(at, 'kept')
  expect((await caller.upload('/task-submissions', form({ task_id: String(task) }, 'b.pdf'))).status).toBe(409)
  expect(countFiles(at, 'kept')).toBe(kept)
  const removed = countFiles(at, 'removed')
  const both = await Promise.all(
    ['x.pdf', 'y.pdf'].map((name) =>
      caller.upload(`/task-submissions/${id}/files`, form({ remove_files: '["a.pdf"]' }, name)),
    ),
  )
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const other = await at.of((await at.make.student(batch, wards)).userId)
  const statuses = await Promise.all(
    [1, 2].map(async () => (await other.upload('/task-submissions', form({ task_id: String(task) }, 'z.pdf'))).status),
  )
  expect(statuses.sort()).toEqual([201, 409])
  expect(countFiles(at, 'kept') + countFiles(at, 'removed')).toBeLessThanOrEqual(kept + removed + 4)
  const rows = await at.db.selectFrom('submission_files').select('id').execute()
  const former = await at.db
    .selectFrom('former_submission_files')
    .select('id')
    .where('storage_key', 'not like', 'key %')
    .execute()
  expect(countFiles(at, 'kept')).toBe(rows.length + former.length)
})
