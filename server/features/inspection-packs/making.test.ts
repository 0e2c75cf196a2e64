import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { InspectionPack } from '../../../shared/contract/inspection-packs.ts'
import type { PackFile, PackPart } from '../../documents/packs/part.ts'
import { diskStore } from '../../files/disk.ts'
import type { FileStore } from '../../files/files.ts'
import type { JobServices } from '../../jobs/kinds.ts'
import { readSettings } from '../../settings.ts'
import { furnished } from '../../testing/college.ts'
import { unpack } from '../../testing/packs.ts'
import { logbookPack } from '../logbook/pack.ts'
import { packJobOf } from './making.ts'
import { sweepPacks } from './sweeping.ts'

const { at, admin, principal, batch, wards, student } = await furnished()
const root = join(at.filesDirectory, 'files')

const log = pino({ level: 'silent' })
const servicesWith = (environment: Record<string, string> = {}, files: FileStore = diskStore(root)) =>
  ({
    db: at.plainDb,
    log,
    files,
    settings: readSettings({ DATA_DIR: at.filesDirectory, ...environment }),
  }) as unknown as JobServices
const services = servicesWith()

const TIME = { from: '2026-01-01', to: '2026-06-30' }
const find = async (id: number): Promise<InspectionPack> =>
  (await admin.get('/inspection-packs')).body.data.find((one: InspectionPack) => one.id === id)
async function ask(): Promise<number> {
  const { status, body } = await admin.post('/inspection-packs', { batch_id: batch, ...TIME })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}
const run = (id: number, parts: readonly PackPart[], by = services) => packJobOf(parts).run(by, { pack_id: id }, 'job')

const paper = (title: string) => ({
  report: { college: 'C', title, date: '', facts: [], parts: [] },
  sheet: { columns: ['Title'], rows: [[title]] },
})
const file = (place: string, before: () => unknown = () => undefined): PackFile => ({
  place,
  title: place,
  read: async () => {
    await before()
    return paper(place)
  },
})
const part = (...files: PackFile[]): PackPart => ({ folder: 'part', files: async () => files })

const incoming = () => readdirSync(join(root, 'incoming'))
const keptFiles = async () => {
  const keys = []
  for await (const { key } of diskStore(root).keptFiles()) keys.push(key)
  return keys
}
const namesIn = async (id: number) => {
  const { raw } = await admin.get(`/inspection-packs/${id}/download`)
  return (await unpack(raw)).map(({ name }) => name)
}

afterEach(async () => {
  for (const { id } of (await admin.get('/inspection-packs')).body.data) await admin.delete(`/inspection-packs/${id}`)
  expect([await keptFiles(), incoming(), await at.count('inspection_pack_files')]).toEqual([[], [], 0])
})

test('a pack whose process has died is made again from its beginning, and the dead one’s work is nobody’s', async () => {
  const id = await ask()
  const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const dead = run(id, [
    part(
      file('first'),
      file('second', () => {
        reached.resolve()
        return held.promise
      }),
    ),
  ])
  await reached.promise
  expect(await find(id)).toMatchObject({ state: 'making', size: null })
  expect((await admin.get(`/inspection-packs/${id}/download`)).status).toBe(404)

  await run(id, [part(file('first'), file('third'))])
  held.resolve()
  await dead
  expect(await find(id)).toMatchObject({ state: 'ready', files_done: 6, files_total: 6 })
  expect(await namesIn(id)).toEqual([
    'part/first.pdf',
    'part/first.csv',
    'part/third.pdf',
    'part/third.csv',
    'MANIFEST.txt',
    'manifest.json',
  ])
  // The queue gives a job again whose process died just after it.
  await run(id, [part(file('other'))])
  expect(await namesIn(id)).toContain('part/third.csv')
  expect(await keptFiles()).toHaveLength(1)
})

test('one that is cancelled stops, and leaves nothing; another one can be asked for', async () => {
  const id = await ask()
  await run(id, [
    part(
      file('first', () => principal.delete(`/inspection-packs/${id}`)),
      file('second'),
    ),
  ])
  expect(await find(id)).toBeUndefined()
  const [event] = await at.trailOf('inspection_pack', id)
  expect([event.action, event.changes.state]).toEqual(['delete', ['making', null]])
  await ask()
})

test('a student who is deleted meanwhile is left out, and the manifest says so', async () => {
  const [gone, stays] = [await student(wards), await student(wards)]
  const id = await ask()
  const lists = {
    ...logbookPack,
    files: async (...of: Parameters<PackPart['files']>) => {
      const files = await logbookPack.files(...of)
      expect((await admin.delete(`/students/${gone.id}`)).status).toBe(200)
      return files
    },
  }
  await run(id, [lists])
  const { raw } = await admin.get(`/inspection-packs/${id}/download`)
  const manifest = JSON.parse(String((await unpack(raw)).find(({ name }) => name === 'manifest.json')?.bytes))
  expect(manifest.left_out).toEqual([
    { title: expect.stringContaining(gone.rollNo), why: 'It was deleted while the pack was made.' },
  ])
  expect(JSON.stringify(manifest.files)).toContain(stays.rollNo.toLowerCase())
  expect((await find(id)).files_done).toBe(manifest.files.length + 1)
})

test('a full disk is told, and no other try is made', async () => {
  const id = await ask()
  await run(id, [part(file('first'))], servicesWith({ DISK_RESERVE: '1000000GB,5%' }))
  expect(await find(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('no room for files') })
})

test('a store that is away is tried again, five times at the most', async () => {
  const id = await ask()
  const away: FileStore = {
    ...diskStore(root),
    keep: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })),
  }
  for (let n = 1; n < 5; n += 1) {
    await expect(run(id, [part(file('first'))], servicesWith({}, away))).rejects.toThrow('away')
    expect((await find(id)).state).toBe('waiting')
  }
  await run(id, [part(file('first'))], servicesWith({}, away))
  expect(await find(id)).toMatchObject({ state: 'failed', failure: 'ECONNREFUSED' })
})

test('one who may not ask any more gets none', async () => {
  const former = await at.as('principal')
  const { body } = await former.post('/inspection-packs', { batch_id: batch, ...TIME })
  await sql`delete from user_roles where user_id = ${former.userId}`.execute(at.db)
  await run(body.data.id, [part(file('first'))])
  expect(await find(body.data.id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('may not have') })
})

test('packs are deleted after their time with their files, and one that nobody makes any more is ended', async () => {
  const id = await ask()
  await run(id, [part(file('first'))])
  expect(Date.parse((await find(id)).kept_until ?? '') - Date.now()).toBeGreaterThan(13.9 * 24 * 60 * 60 * 1000)
  await sweepPacks(services)
  expect((await find(id)).state).toBe('ready')
  await sql`update inspection_packs set kept_until = now() - interval '1 second'`.execute(at.db)
  const left = await ask()
  await sql`update inspection_packs set touched_at = now() - interval '3 hours' where id = ${left}`.execute(at.db)
  await sweepPacks(services)
  expect(await find(id)).toBeUndefined()
  expect(await keptFiles()).toEqual([])
  expect(readdirSync(join(root, 'removed'))).toEqual([])
  expect(await find(left)).toMatchObject({ state: 'failed', failure: 'It was cut off. Please ask for it again.' })
})

test('only so many are kept', async () => {
  for (let n = 0; n < 10; n += 1) await run(await ask(), [part()])
  const { status, body } = await admin.post('/inspection-packs', { batch_id: batch, ...TIME })
  expect([status, body.message]).toEqual([
    409,
    '10 inspection packs are kept, as many as there may be. Please delete one first.',
  ])
})
