import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import {
  backUp,
  contentsOf,
  emptyDatabase,
  installed,
  keysIn,
  restoreInto,
  scratch,
  silent,
} from '../testing/backups.ts'
import { furnished } from '../testing/college.ts'
import { entryForm } from '../testing/library.ts'
import { MANIFEST, MANIFEST_SUM, readManifest, sha256Of, tableFile } from './manifest.ts'
import { backupAt } from './source.ts'
import { refuseStrays, verifyBackup } from './verify.ts'

const { at, faculty, medicine } = await furnished()
const source = await installed(at)
const { config, dataDir } = source

beforeAll(async () => {
  const file = { name: 'atlas.pdf', content: '%PDF-1.4\nbones' }
  await faculty.upload('/libraries', entryForm({ title: 'Atlas', department_id: medicine }, file))
})

test('leaves nothing that looks like a backup', async () => {
  const place = scratch()
  const stopping = new AbortController()
  const say = (line: string) => line.startsWith('Files') && stopping.abort(new Error('stopped'))
  await expect(backUp({ ...source, place, signal: stopping.signal, say })).rejects.toThrow()
  expect(readdirSync(place)).toEqual([])
})

test('a second backup at the same time is refused', async () => {
  const place = scratch()
  const both = await Promise.allSettled([backUp({ ...source, place }), backUp({ ...source, place })])
  const refused = both.filter((one) => one.status === 'rejected').map(({ reason }) => reason.message)
  expect(refused).toEqual(['another backup of this database is being made just now'])
  expect(readdirSync(place)).toHaveLength(1)
})

test('one bit that is another, and a file that is gone, are found by who verifies', async () => {
  const { path } = await backUp({ ...source, place: scratch() })
  const [key = ''] = await keysIn(path)
  const names = [MANIFEST, 'files.tsv', 'responses-key.txt', tableFile('users'), tableFile('audit'), join('files', key)]
  for (const name of names) {
    const bytes = readFileSync(join(path, name))
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    writeFileSync(join(path, name), changed)
    await expect(verifyBackup(backupAt(path), silent), name).rejects.toThrow(/damaged|was changed/)
    rmSync(join(path, name))
    await expect(verifyBackup(backupAt(path), silent), name).rejects.toThrow(/is missing|is no backup/)
    writeFileSync(join(path, name), bytes)
  }
  expect((await verifyBackup(backupAt(path), silent)).installation).toMatch(/^[0-9a-f]{32}$/)
})

test('a file that is no part of it is named by who verifies on the command line, and does not keep it from being restored', async () => {
  const { path } = await backUp({ ...source, place: scratch() })
  const manifest = await verifyBackup(backupAt(path), silent)
  await refuseStrays(path, manifest)
  mkdirSync(join(path, 'files/zz'))
  for (const name of ['files/zz/stray', 'tables/users.copy.zst.orig']) writeFileSync(join(path, name), 'x')
  await expect(refuseStrays(path, manifest)).rejects.toThrow(
    /^all of the backup is there, and beside it 2 files that nobody put there with it: (?=.*files\/zz\/stray)(?=.*users\.copy\.zst\.orig)/,
  )
  const { config: owned } = await emptyDatabase()
  await restoreInto(path, owned, scratch())
})

test('a table that breaks a rule of the database leaves the database empty', async () => {
  const { path } = await backUp({ ...source, place: scratch() })
  const broken = { ...readManifest(path) }
  broken.tables = broken.tables.map((table) => (table.name === 'staff' ? { ...table, rows: table.rows + 1 } : table))
  const text = JSON.stringify(broken)
  writeFileSync(join(path, MANIFEST), text)
  writeFileSync(join(path, MANIFEST_SUM), sha256Of(text))
  const { db, config: owned } = await emptyDatabase()
  await expect(restoreInto(path, owned, scratch())).rejects.toThrow('the table staff did not come as it was')
  expect(await contentsOf(db)).toEqual({})
})

test('a place in use is refused: rows, files, the rest of another restore', async () => {
  const { path } = await backUp({ ...source, place: scratch() })
  await expect(restoreInto(path, config, scratch())).rejects.toThrow('the database is in use')
  await expect(restoreInto(path, config, dataDir)).rejects.toThrow('the place is in use')
  const other = scratch()
  writeFileSync(join(other, 'restoring.txt'), 'f'.repeat(64))
  await expect(restoreInto(path, config, other)).rejects.toThrow('another backup was cut off')
})

test('where no server has run there is nothing to back up', async () => {
  const { config: owned } = await emptyDatabase()
  await expect(backUp({ config: owned, dataDir: scratch(), place: scratch() })).rejects.toThrow(
    'there is nothing to back up yet',
  )
})
