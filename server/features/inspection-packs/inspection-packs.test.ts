import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InspectionPack } from '../../../shared/contract/inspection-packs.ts'
import { codeText } from '../../../shared/verification-code.ts'
import { openLogin } from '../../core/login.ts'
import { checkPack } from '../../documents/packs/checking.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { repack, type Unpacked, unpack } from '../../testing/packs.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { dayAfter, staffIdOf } from '../../testing/today.ts'

const { at, admin, principal, affairs, hod, faculty, surgeon, student, medicine, batch, wards, theatre } =
  await furnished({ doesJobs: true })
const place = mkdtempSync(join(tmpdir(), 'clinical-elog-packs-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const TIME = { from: dayAfter(-30), to: dayAfter(0) }
const ask = (by: Client = admin, more: object = {}) =>
  by.post('/inspection-packs', { batch_id: batch, ...TIME, ...more })
const listed = async (by: Client = admin) => (await by.get('/inspection-packs')).body.data as InspectionPack[]
const download = (id: number, by: Client = admin) => by.get(`/inspection-packs/${id}/download`)

async function over(id: number): Promise<InspectionPack> {
  const find = async () => (await listed()).find((one) => one.id === id)
  await expect.poll(async () => (await find())?.finished_at, { timeout: 60_000, interval: 100 }).toBeTruthy()
  return (await find()) as InspectionPack
}

let pack: InspectionPack
let zip: Buffer
let files: Unpacked[]
let ali: Awaited<ReturnType<typeof student>>

beforeAll(async () => {
  ali = await student(wards, theatre)
  await student(wards)
  const held = await at.make.session(wards, { status: 'completed', activity_date: dayAfter(-3) })
  await at.make.entry(held, ali.id, { status: 'present', remarks: 'Came late' })
  const before = await at.make.session(theatre, { status: 'completed', activity_date: dayAfter(-31) })
  await at.make.entry(before, ali.id, { status: 'absent' })
  const theory = await at.make.assessment(wards, { status: 'evaluated', name: 'Theory of Fluids' })
  await at.make.result(theory, ali.id, { marks: 61 })
  const skill = await at.make.skill(medicine, { name: 'Blood glucose monitoring' })
  const signed = { status: 'signed' as const, decision: 'completed' as const, signed_by: faculty.userId }
  const supervisor = await staffIdOf(at, faculty)
  await at.make.logEntry(ali.id, skill, supervisor, { ...signed, signed_at: new Date(), performed_on: dayAfter(-2) })
  await at.make.survey({ batch_id: batch, title: 'Our wards', is_anonymous: true, status: 'active' })
  await affairs.post('/verified-documents', { kind: 'logbook', student_id: ali.id })
  await admin.post('/eligibility/lists', { batch_id: batch, title: 'Send-up examination' })
  await admin.post('/eligibility/lists', { batch_id: batch, title: 'Annual examination' })
})

const textsOf = (name: RegExp) => {
  const { bytes } = files.find((file) => name.test(file.name)) as Unpacked
  return bytes.subarray(0, 5).toString() === '%PDF-' ? JSON.stringify(textOfPdf(bytes)) : bytes.toString()
}

test('a pack has every part as PDF and CSV, and a manifest of all; its SHA-256 is the one that is shown', async () => {
  const { status, body } = await ask()
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body.data).toMatchObject({ state: 'waiting', batch: { id: batch }, ...TIME, size: null, sha256: null })
  pack = await over(body.data.id)
  expect(pack).toMatchObject({ state: 'ready', failure: null })
  zip = (await download(pack.id)).raw
  files = await unpack(zip)
  expect(createHash('sha256').update(zip).digest('hex')).toBe(pack.sha256)
  expect([zip.length, files.length, pack.files_done, pack.files_total]).toEqual([
    pack.size,
    files.length,
    files.length,
    files.length,
  ])
  const names = files.map(({ name }) => name)
  const pairs = names.filter((name) => name.endsWith('.pdf')).flatMap((name) => [name, name.replace('.pdf', '.csv')])
  expect(names.toSorted()).toEqual([...pairs, 'MANIFEST.txt', 'manifest.json'].toSorted())
  expect(new Set(names.map((name) => name.split('/')[0]))).toEqual(
    new Set([
      'attendance',
      'logbooks',
      'results',
      'surveys',
      'documents',
      'eligibility',
      'MANIFEST.txt',
      'manifest.json',
    ]),
  )
  // The session of the day before the time is not in it, and so neither is its group.
  expect(names.filter((name) => name.startsWith('attendance/'))).toHaveLength(2)
  expect(textsOf(/^attendance.*csv$/)).toContain(`${ali.rollNo},Present,Came late`)
  for (const ending of ['csv', 'pdf']) {
    expect(textsOf(new RegExp(`^results/.*${ending}$`))).toContain('61')
    expect(textsOf(new RegExp(`^logbooks/${ali.rollNo.toLowerCase()}.*${ending}$`))).toContain(
      'Blood glucose monitoring',
    )
    expect(textsOf(new RegExp(`^surveys/.*${ending}$`))).toContain('fewer than 5')
    expect(textsOf(new RegExp(`^documents/.*${ending}$`))).toContain(ali.rollNo)
    expect(textsOf(new RegExp(`^eligibility/.*${ending}$`))).toContain(ali.rollNo)
  }
  expect(textsOf(/^eligibility\/list-.*pdf$/)).toContain('Annual examination')
  expect(textsOf(/^eligibility\/list-.*csv$/)).toContain(ali.rollNo)
  const manifest = JSON.parse(textsOf(/^manifest/))
  // By their SHA-256 the page of checks knows both files of a frozen list.
  const { data: lists } = (await admin.get('/eligibility/lists')).body
  const shaOf = (start: string) =>
    manifest.files.find(({ name }: Unpacked) => name.startsWith(start) && name.endsWith('.pdf')).sha256
  const [{ sha256, board_sha256, verification_code: code, number }] = lists
  expect([shaOf('eligibility/list-'), shaOf('eligibility/board-')]).toEqual([sha256, board_sha256])
  expect(textsOf(/^eligibility\/board-.*csv$/)).toContain(`${ali.rollNo},`)
  expect(textsOf(/^eligibility\/frozen-lists.csv$/)).toContain(`${codeText(code)},${sha256},${board_sha256}`)
  for (const text of [number, codeText(code), 'Stands', 'Replaced by'])
    expect(textsOf(/^eligibility\/frozen-lists.pdf$/)).toContain(text)
  expect((await at.nobody.get(`/verify/${code}`)).body.data).toMatchObject({ number, sha256, board_sha256 })
  expect(textsOf(/^MANIFEST/)).toContain('the very files that the college has issued')
  expect(manifest).toMatchObject({ batch: 'Batch 2023', ...TIME, asked_by: 'Admin', left_out: [] })
  expect(textsOf(/^MANIFEST/)).toContain(manifest.files[0].sha256)
}, 90_000)

test('the check finds it whole, without database or settings, and names each thing that was done to it', async () => {
  const path = join(place, 'pack.zip')
  writeFileSync(path, zip)
  const run = (file: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../pack-check.ts'), file], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
      cwd: place,
    })
  const whole = run(path)
  expect([whole.status, whole.stderr]).toEqual([0, ''])
  expect(whole.stdout).toContain(`SHA-256 of the pack: ${pack.sha256}`)
  expect(whole.stdout).toContain('The pack is whole')

  const changed = files.map((file, n) => (n === 0 ? { ...file, bytes: Buffer.from(file.bytes) } : file))
  const [first = { name: '', bytes: Buffer.alloc(0) }, second] = changed
  first.bytes[20] = (first.bytes[20] ?? 0) ^ 1
  const added = { name: 'attendance/added.csv', bytes: Buffer.from('more') }
  await repack(path, [...changed.filter((file) => file !== second), added])
  const told = run(path)
  expect(told.status).toBe(1)
  expect(told.stdout.match(/^WRONG: .*/gm)).toEqual([
    `WRONG: ${first.name} was changed: its SHA-256 is another one`,
    `WRONG: ${second?.name} is missing`,
    'WRONG: attendance/added.csv was added: it is not listed',
  ])
  expect(told.stdout).toContain('The pack is not whole: 3 problems.')

  for (const cut of [zip.subarray(0, zip.length - 40), zip.subarray(40), Buffer.concat([zip, Buffer.from('more')])]) {
    writeFileSync(path, cut)
    const { problems } = await checkPack(path)
    expect(problems.length).toBeGreaterThan(0)
  }
}, 60_000)

test('a download goes on after a break, and each is told in the trail', async () => {
  const token = await at.db.transaction().execute((tx) => openLogin(tx, admin.userId, undefined))
  const range = await at.app.inject({
    method: 'GET',
    url: `/api/inspection-packs/${pack.id}/download`,
    headers: { range: 'bytes=100-', authorization: `Bearer ${token}` },
  })
  expect([range.statusCode, range.headers['content-range']]).toEqual([206, `bytes 100-${zip.length - 1}/${zip.length}`])
  expect(range.rawPayload.equals(zip.subarray(100))).toBe(true)
  const rows = (await admin.get('/audit?entity=export')).body.data
  expect(rows[0]).toMatchObject({
    entity_id: pack.id,
    changes: { what: [null, 'inspection pack'], format: [null, 'zip'] },
  })
  expect((await at.trailOf('inspection_pack', pack.id)).map(({ action, changes }) => [action, changes.sha256])).toEqual(
    [
      ['update', [null, pack.sha256]],
      ['create', undefined],
    ],
  )
})

test('of two who ask at once one is given a pack, the other a reason', async () => {
  const answers = await Promise.all([ask(admin), ask(principal)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(/^An inspection pack is being made/)
  const { id } = answers.find(({ status }) => status === 201)?.body.data ?? {}
  expect((await over(id)).state).toBe('ready')
  expect((await principal.delete(`/inspection-packs/${id}`)).status).toBe(200)
  expect((await download(id)).status).toBe(404)
}, 60_000)

test('a frozen list whose kept file is another one or gone is left out, and the manifest says why', async () => {
  const { storage_key } = await at.db
    .selectFrom('verified_documents')
    .select('storage_key')
    .where('kind', '=', 'eligibility-list')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const board = await at.db
    .selectFrom('eligibility_list_boards')
    .select('storage_key')
    .orderBy('list_id', 'desc')
    .executeTakeFirstOrThrow()
  const pathOf = (key: string) => join(at.filesDirectory, 'files', 'kept', key)
  const former = readFileSync(pathOf(storage_key))
  writeFileSync(pathOf(storage_key), Buffer.concat([former, Buffer.from('more')]))
  rmSync(pathOf(board.storage_key))
  const { id } = await over((await ask()).body.data.id)
  const manifest = JSON.parse(
    String((await unpack((await download(id)).raw)).find(({ name }) => name === 'manifest.json')?.bytes),
  )
  expect(manifest.left_out).toEqual([
    {
      title: expect.stringMatching(/^Eligibility list/),
      why: 'The kept file is not the one that was issued: its SHA-256 is another one.',
    },
    {
      title: expect.stringContaining('names for the board'),
      why: 'The file that was issued is not there any more.',
    },
  ])
  writeFileSync(pathOf(storage_key), former)
}, 60_000)

test('only administrators and the principal who see the whole college have packs', async () => {
  const within = await at.as('principal', medicine)
  for (const by of [affairs, hod, faculty, surgeon, ali.caller])
    expect([
      (await ask(by)).status,
      (await by.get('/inspection-packs')).status,
      (await download(pack.id, by)).status,
    ]).toEqual([403, 403, 403])
  expect((await ask(within)).body.message).toBe('Inspection packs are made by people who see the whole college.')
  expect(await listed(within)).toEqual([])
  expect((await download(pack.id, within)).status).toBe(404)
  expect((await within.delete(`/inspection-packs/${pack.id}`)).status).toBe(404)
  expect((await download(pack.id, principal)).status).toBe(200)
})

test.each([
  [{ batch_id: 999_999 }, { batch_id: ['Batch does not exist'] }],
  [{ from: dayAfter(1), to: dayAfter(0) }, { to: ['To must not be before From'] }],
  [{ from: '2000-01-01' }, { to: ['The time must be at most 2200 days long'] }],
  [{ from: '2026-02-01', to: '2026-02-30' }, { to: ['To must be a valid date (YYYY-MM-DD)'] }],
])('%j is refused on its field', async (more, errors) => {
  const { status, body } = await ask(admin, more)
  expect([status, body.errors]).toEqual([422, errors])
})
