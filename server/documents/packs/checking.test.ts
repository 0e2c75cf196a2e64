import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { repack, type Unpacked } from '../../testing/packs.ts'
import { checkPack } from './checking.ts'
import { placeOf } from './part.ts'
import { writeZip } from './zip.ts'

const place = mkdtempSync(join(tmpdir(), 'clinical-elog-check-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const path = join(place, 'pack.zip')

const MB = 1024 * 1024
const listedAs = ({ name, bytes }: Unpacked) => ({
  name,
  title: name,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})
const READABLE = { name: 'MANIFEST.txt', bytes: Buffer.from('The list') }
const REGISTER = { name: 'attendance/ward-1/group-2.csv', bytes: Buffer.from('Day,Name') }

function manifestOf(files: readonly object[], more: object = {}): Unpacked {
  const facts = { product: '1', college: 'C', batch: 'B', from: '2026-01-01', to: '2026-01-31', asked_by: 'A' }
  const at = '2026-02-01T00:00:00.000Z'
  const whole = {
    format: 'clinical-elog-inspection-pack',
    version: 1,
    ...facts,
    asked_at: at,
    made_at: at,
    files,
    left_out: [],
  }
  return { name: 'manifest.json', bytes: Buffer.from(JSON.stringify({ ...whole, ...more })) }
}

/** Packs the files with a manifest of the first two, and looks. */
async function problemsWith(files: readonly Unpacked[], manifest = manifestOf([REGISTER, READABLE].map(listedAs))) {
  await repack(path, [REGISTER, READABLE, ...files, manifest])
  return (await checkPack(path)).problems
}

/** Names a packed file otherwise, by as many letters, past the library that would not write such a name. */
async function problemsNamed(written: string, name: string) {
  await repack(path, [
    REGISTER,
    READABLE,
    { name: written, bytes: Buffer.from('evil') },
    manifestOf([REGISTER, READABLE].map(listedAs)),
  ])
  const bytes = readFileSync(path)
  for (let at = bytes.indexOf(written); at >= 0; at = bytes.indexOf(written, at + 1)) bytes.write(name, at)
  writeFileSync(path, bytes)
  return (await checkPack(path)).problems
}

test('a whole pack has no problem', async () => {
  expect(await problemsWith([])).toEqual([])
})

test.each([
  ['abc/evil.txt', '../../vil.txt'.slice(0, 12)],
  ['abcdevil.txt', '/bcdevil.txt'],
  ['abcdevil.txt', 'C:\\devil.txt'],
  ['abc/evil.txt', 'a/../vil.txt'],
  ['abc/evil.txt', 'abc/.vil.txt'],
  ['abcdevil.txt', 'abc\u0000evil.txt'.slice(0, 12)],
])('%s renamed to %j is named', async (written, name) => {
  const problems = await problemsNamed(written, name)
  expect(problems).toEqual([`${JSON.stringify(name)} leaves the folder of the pack, or is no name of a file in it`])
})

test('a link, a file that is there twice, and one that is listed twice are named', async () => {
  const link = { name: 'attendance/link.csv', bytes: Buffer.alloc(0), link: '/etc/passwd' }
  expect(await problemsWith([link])).toEqual(['attendance/link.csv is no plain file'])
  expect(await problemsWith([{ ...REGISTER, bytes: Buffer.from('Day,Nami') }])).toEqual([
    `${REGISTER.name} is there twice`,
  ])
  const listed = [REGISTER, READABLE, READABLE].map(listedAs)
  expect(await problemsWith([], manifestOf(listed))).toEqual(['MANIFEST.txt is listed twice'])
})

test('of a file no more is read than its listed size, whatever it unfolds to', async () => {
  const bomb = { name: 'bomb.csv', bytes: Buffer.alloc(200 * MB) }
  const listed = [listedAs(REGISTER), listedAs(READABLE), { ...listedAs(bomb), size: 10 }]
  const before = process.memoryUsage.rss()
  const begun = performance.now()
  const problems = await problemsWith([bomb], manifestOf(listed))
  expect(problems).toEqual(['bomb.csv is larger than 10 bytes'])
  const checked = performance.now()
  await checkPack(path)
  // Packing took longer by far than this look at its first bytes.
  expect(performance.now() - checked).toBeLessThan(Math.max(250, (checked - begun) / 2))
  expect(process.memoryUsage.rss() - before).toBeLessThan(600 * MB)
}, 30_000)

test.each([
  ['no JSON', { name: 'manifest.json', bytes: Buffer.from('{') }],
  ['another program’s', manifestOf([], { format: 'other' })],
  ['a size beyond all packs', manifestOf([{ ...listedAs(REGISTER), size: 1e15 }])],
  ['a name that leaves', manifestOf([{ ...listedAs(REGISTER), name: '../x' }])],
])('a manifest of %s is none', async (_, manifest) => {
  expect(await problemsWith([], manifest)).toEqual(['manifest.json is not the list of files of an inspection pack'])
})

test('files that are no ZIP, and a ZIP without a manifest, are named', async () => {
  writeFileSync(path, 'PK nothing')
  expect((await checkPack(path)).problems[0]).toMatch(/^The ZIP is not whole: /)
  await repack(path, [REGISTER])
  expect((await checkPack(path)).problems[0]).toMatch(/^manifest.json is missing/)
  expect((await checkPack(join(place, 'none.zip'))).problems[0]).toMatch(/ENOENT/)
})

test('a ZIP ends with the first failure of its disk, and leaves nothing open', async () => {
  const target = join(place, 'full.zip')
  const wrote = async (_: number, sum: number) => {
    if (sum > MB) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }
  let added = 0
  const written = writeZip({ path: target, wrote }, async (add) => {
    for (; added < 100; added += 1) await add(`${added}.pdf`, Buffer.alloc(MB / 4, added))
  })
  await expect(written).rejects.toThrow('full')
  expect(added).toBeLessThan(10)
})

test.each([
  ['Medicine & Allied', 'medicine-allied-7'],
  ['Ünit  Ä', 'u-nit-a-7'],
  ['شعبہ طب', '7'],
  ['../../etc', 'etc-7'],
])('%s is %s as part of a place', (name, expected) => {
  expect(placeOf(name, 7)).toBe(expected)
})
