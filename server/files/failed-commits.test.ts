import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openLogin } from '../core/login.ts'
import { holdsFiles } from '../features.ts'
import { entryForm, libraryOver } from '../testing/library.ts'
import { form } from '../testing/uploads.ts'
import { knownAmong } from './holders.ts'
import { sweepFiles } from './sweep.ts'

// A file that is replaced or deleted is moved once that is committed. A COMMIT that fails leaves it where it was.

const { at, admin, medicine, wards, student, files, keptKeys, removedKeys, expectNoOrphans, add } =
  await libraryOver('directory')
const task = await at.make.task(medicine, [wards])

const REFUSED = sql`raise exception 'no commit'`
const LOST = sql`perform pg_terminate_backend(pg_backend_pid()), pg_sleep(1)`
const TABLES = ['library_entries', 'task_submissions']

/** Expects nothing to be moved by a call that failed, and the new file alone to be swept later. */
async function expectSwept(kept: string[], removed: string[]): Promise<void> {
  expect(await removedKeys()).toEqual(removed)
  expect(await keptKeys()).toEqual(expect.arrayContaining(kept))
  await sweepLater()
  expect(await keptKeys()).toEqual(kept)
  expect(await removedKeys()).toHaveLength(removed.length + 1)
  await expectNoOrphans()
}

/** Makes every COMMIT fail, in one way, that comes after a write to one of the tables. */
async function failCommits(how: typeof REFUSED): Promise<void> {
  await sql`create or replace function fail_commit() returns trigger language plpgsql as
    $$ begin ${how}; return null; end $$`.execute(at.db)
  for (const table of TABLES)
    await sql`create constraint trigger fail_commit after insert or update or delete on ${sql.table(table)}
      deferrable initially deferred for each row execute function fail_commit()`.execute(at.db)
}

async function letCommit(): Promise<void> {
  for (const table of TABLES) await sql`drop trigger if exists fail_commit on ${sql.table(table)}`.execute(at.db)
}

afterEach(letCommit)

/** Sweeps as on the day after tomorrow, when what no record knows is old enough. */
const sweepLater = () =>
  sweepFiles(files, {
    knownAmong: (keys) => knownAmong(at.plainDb, holdsFiles, keys),
    most: 20,
    keptDays: 30,
    now: new Date(Date.now() + 2 * 86_400_000),
  })

/** A form or nothing, sent by a new login of an account. */
async function send(userId: number, method: 'POST' | 'DELETE', path: string, sent?: FormData, key?: string) {
  const token = await at.db.transaction().execute((tx) => openLogin(tx, userId, undefined))
  const encoded = new Response(sent)
  const type = encoded.headers.get('content-type')
  return at.app.inject({
    method,
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(type === null ? {} : { 'content-type': type }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(sent ? { payload: Buffer.from(await encoded.arrayBuffer()) } : {}),
  })
}

describe.each([
  ['refused by PostgreSQL', 500, REFUSED],
  ['on a connection that is lost', 503, LOST],
])('a COMMIT %s', (_how, status, how) => {
  describe.each([
    ['without an Idempotency-Key', () => undefined],
    ['with an Idempotency-Key', () => crypto.randomUUID()],
  ])('%s', (_with, newKey) => {
    test('leaves a library file that was to be replaced, and its new file is swept', async () => {
      const entry = await add('atlas.pdf', '%PDF-1.4 former')
      const [kept, removed] = [await keptKeys(), await removedKeys()]
      const key = newKey()
      const replace = () =>
        send(
          admin.userId,
          'POST',
          `/libraries/${entry.id}/file`,
          entryForm({ title: 'New', department_id: medicine }, { name: 'new.pdf', content: '%PDF-1.4 new' }),
          key,
        )
      await failCommits(how)
      expect((await replace()).statusCode).toBe(status)
      expect((await admin.get(`/libraries/${entry.id}/download`)).raw.toString()).toBe('%PDF-1.4 former')
      expect((await admin.get(`/libraries/${entry.id}`)).body.data).toMatchObject({
        title: 'Atlas',
        sha256: entry.sha256,
      })
      await expectSwept(kept, removed)

      // The same call, sent again, does it: its key is not used up, and now the former file is set aside.
      await letCommit()
      expect((await replace()).statusCode).toBe(200)
      expect((await admin.get(`/libraries/${entry.id}/download`)).raw.toString()).toBe('%PDF-1.4 new')
      expect(await removedKeys()).toHaveLength(removed.length + 2)
      await expectNoOrphans()
    })

    test('leaves a file that was handed in and was to be replaced, and the new one is swept', async () => {
      const { caller } = await student(wards)
      const first = await caller.upload('/task-submissions', form({ task_id: String(task) }, 'a.pdf'))
      const { id } = first.body.data
      const path = `/task-submissions/${id}`
      const former = (await caller.get(`${path}/files/a.pdf/download`)).raw
      const [kept, removed] = [await keptKeys(), await removedKeys()]
      const key = newKey()
      const replace = () =>
        send(caller.userId, 'POST', `${path}/files`, form({ remove_files: '["a.pdf"]' }, 'b.pdf'), key)
      await failCommits(how)
      expect((await replace()).statusCode).toBe(status)
      expect((await caller.get(`${path}/files/a.pdf/download`)).raw).toEqual(former)
      expect((await caller.get(`${path}/files/b.pdf/download`)).status).toBe(404)
      expect((await caller.get(path)).body.data).toEqual(first.body.data)
      await expectSwept(kept, removed)

      await letCommit()
      expect((await replace()).statusCode).toBe(200)
      // The replaced file stays, as a former one of the submission.
      expect(await keptKeys()).toHaveLength(kept.length + 1)
      await expectNoOrphans()
    })
  })

  test('leaves the files of an entry and of a submission that were to be deleted', async () => {
    const entry = await add('atlas.pdf', '%PDF-1.4 former')
    const { caller } = await student(wards)
    const handedIn = await caller.upload('/task-submissions', form({ task_id: String(task) }, 'a.pdf'))
    const [kept, removed] = [await keptKeys(), await removedKeys()]
    const paths = [`/libraries/${entry.id}`, `/task-submissions/${handedIn.body.data.id}`]
    await failCommits(how)
    for (const path of paths) expect((await send(admin.userId, 'DELETE', path)).statusCode).toBe(status)
    expect([await keptKeys(), await removedKeys()]).toEqual([kept, removed])
    await letCommit()
    for (const path of paths) expect((await send(admin.userId, 'DELETE', path)).statusCode).toBe(200)
    expect(await removedKeys()).toHaveLength(removed.length + 2)
  })
})
