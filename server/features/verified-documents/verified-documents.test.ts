import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { VerifiedDocument } from '../../../shared/contract/verified-documents.ts'
import { codeText } from '../../../shared/verification-code.ts'
import { dayIn } from '../../core/clock.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { addDocument, studentWithFigures } from './verified-documents.walks.ts'

const college = await furnished({ environment: { PUBLIC_URL: 'https://elog.test' } })
const {
  at,
  admin,
  principal,
  affairs,
  hod,
  surgeon,
  faculty,
  nobody: stranger,
  wards,
  theatre,
} = {
  ...college,
  nobody: college.at.nobody,
}

const today = () => dayIn('Asia/Karachi')
/** Makes what a student has been given so old that a newer one may take its place. */
const age = (student_id: number) =>
  at.db
    .updateTable('verified_documents')
    .set({ created_at: sql`created_at - interval '61 seconds'` })
    .where('student_id', '=', student_id)
    .execute()
const issue = async (student_id: number, kind: VerifiedDocument['kind'] = 'logbook', by: Client = affairs) => {
  await age(student_id)
  const { status, body } = await by.post('/verified-documents', { kind, student_id })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data as VerifiedDocument
}
const check = async (code: string) => (await stranger.get(`/verify/${encodeURIComponent(code)}`)).body.data
const fileOf = async ({ id }: VerifiedDocument, by: Client = affairs) => by.get(`/verified-documents/${id}/download`)
const textsOf = (pdf: Buffer) => textOfPdf(pdf).map((page) => page.map(({ text }) => text))
const withdraw = (id: number, by: Client = principal) =>
  by.post(`/verified-documents/${id}/withdrawal`, { reason: 'The name was misspelt' })

test.each([
  'logbook',
  'attendance',
  'results',
] as const)('a %s is issued with number and code on every page, and its file is the one that was hashed', async (kind) => {
  const { id, rollNo } = await studentWithFigures(college, wards)
  const issued = await issue(id, kind)
  expect(issued).toMatchObject({
    kind,
    student_id: id,
    roll_no: rollNo,
    issued_on: today(),
    issued_by: { id: affairs.userId },
    state: 'stands',
    ended_on: null,
    replaced_by: null,
    is_open: true,
  })
  expect(issued.number).toMatch(new RegExp(`^${today().slice(0, 4)}-\\d{6}$`))
  expect(issued.verification_code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
  const { raw, headers } = await fileOf(issued)
  expect(headers['content-disposition']).toContain(`${kind}-${issued.number}.pdf`)
  expect(createHash('sha256').update(raw).digest('hex')).toBe(issued.sha256)
  const pages = textsOf(raw)
  for (const page of pages)
    expect(page.join('\n')).toContain(`${issued.number} · ${codeText(issued.verification_code)}`)
  const last = pages.at(-1)?.join('\n')
  expect(last).toContain(`Document ${issued.number}`)
  expect(last).toContain(`Code ${codeText(issued.verification_code)}`)
  expect(last).toContain(`Check it at https://elog.test/verify/${issued.verification_code}`)
  expect(await check(issued.verification_code)).toMatchObject({ kind, number: issued.number, sha256: issued.sha256 })
})

test('a stranger is told so much of a document, and nothing more', async () => {
  const { id, rollNo } = await studentWithFigures(college, wards)
  const issued = await issue(id)
  const { status, body, headers } = await stranger.get(`/verify/${issued.verification_code}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    data: {
      number: issued.number,
      kind: 'logbook',
      name: issued.name,
      roll_no: rollNo,
      issued_on: today(),
      sha256: issued.sha256,
      state: 'stands',
      ended_on: null,
      replaced_by: null,
      board_sha256: null,
    },
  })
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
})

test('a code is found however it is written, and all that is none has the same answer', async () => {
  const { id } = await studentWithFigures(college, wards)
  const number = 'ABCD01EFGH01JKMN'
  const issued = await issue(id)
  await at.db.updateTable('verified_documents').set({ code: number }).where('id', '=', issued.id).execute()
  for (const written of [number, 'abcd-01ef-gh01-jkmn', ' ABCD OIEF GHOL JKMN ', 'ab cd–0l ef gh o i jk mn'])
    expect(await check(written), written).toMatchObject({ number: issued.number })
  const answers = await Promise.all(
    ['ABCD01EFGH01JKMP', 'ABCD', 'ÄÖÜ', 'U'.repeat(16), `${number}0`, "' or 1=1 --"].map((text) =>
      stranger.get(`/verify/${encodeURIComponent(text)}`),
    ),
  )
  for (const { status, body } of answers) expect([status, body.message]).toEqual([404, 'No document has this code.'])
})

test('a newer document of its kind takes the place of the former, others stand', async () => {
  const { id } = await studentWithFigures(college, wards)
  const [first, other] = [await issue(id), await issue(id, 'results')]
  const second = await issue(id)
  expect(Number(second.number.slice(5))).toBeGreaterThan(Number(first.number.slice(5)))
  expect(await check(first.verification_code)).toMatchObject({
    state: 'replaced',
    ended_on: today(),
    replaced_by: second.number,
  })
  expect(await check(second.verification_code)).toMatchObject({ state: 'stands', ended_on: null })
  expect(await check(other.verification_code)).toMatchObject({ state: 'stands' })
  // A replaced one can still be compared with its file.
  expect((await fileOf(first)).status).toBe(200)
  expect((await withdraw(first.id)).body.data).toMatchObject({ state: 'withdrawn', replaced_by: second.number })
  expect(await check(first.verification_code)).toMatchObject({ state: 'withdrawn', ended_on: today() })
  expect(await check(second.verification_code)).toMatchObject({ state: 'stands' })
  const actions = (await at.trailOf('verified_document', first.id)).map(({ action }) => action)
  expect(actions).toEqual(['update', 'update', 'create'])
})

test('a withdrawn document says so; the reason is for the college and the student', async () => {
  const { id, caller } = await studentWithFigures(college, wards)
  const issued = await issue(id)
  expect((await withdraw(issued.id, principal)).body.data).toMatchObject({ state: 'withdrawn', ended_on: today() })
  const told = await check(issued.verification_code)
  expect(told).toMatchObject({ state: 'withdrawn', ended_on: today(), replaced_by: null })
  expect(JSON.stringify(told)).not.toContain('misspelt')
  expect((await caller.get('/verified-documents')).body.data[0].reason).toBe('The name was misspelt')
  expect((await withdraw(issued.id)).body.message).toBe('This document has already been withdrawn.')
  const next = await issue(id)
  expect(await check(issued.verification_code)).toMatchObject({ state: 'withdrawn', replaced_by: null })
  expect(await check(next.verification_code)).toMatchObject({ state: 'stands' })
  const missing = await principal.post(`/verified-documents/${next.id}/withdrawal`, { reason: ' ' })
  expect([missing.status, missing.body.errors]).toEqual([422, { reason: ['Reason is required'] }])
})

test('a second one of its kind within a minute is refused, another kind is not', async () => {
  const { id } = await studentWithFigures(college, wards)
  const first = await issue(id)
  const again = await affairs.post('/verified-documents', { kind: 'logbook', student_id: id })
  expect([again.status, again.body.message]).toEqual([
    409,
    `Document ${first.number} of this kind was issued less than a minute ago. Please look at it first.`,
  ])
  expect((await affairs.post('/verified-documents', { kind: 'results', student_id: id })).status).toBe(201)
  await age(id)
  expect((await affairs.post('/verified-documents', { kind: 'logbook', student_id: id })).status).toBe(201)
})

test('of two that are issued at once one stands', async () => {
  const { id } = await studentWithFigures(college, wards)
  await issue(id)
  await age(id)
  const answers = await Promise.all(
    [admin, principal, affairs].map((by) => by.post('/verified-documents', { kind: 'logbook', student_id: id })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const rows = await at.db.selectFrom('verified_documents').selectAll().where('student_id', '=', id).execute()
  expect(rows.filter(({ state }) => state === 'stands')).toHaveLength(1)
  expect(rows.length).toBe(1 + answers.filter(({ status }) => status === 201).length)
  const standing = rows.find(({ state }) => state === 'stands')
  expect(rows.every(({ number }) => number <= (standing?.number ?? ''))).toBe(true)
})

test('who sees which document, and who is given its file', async () => {
  const [one, other] = [await studentWithFigures(college, wards), await studentWithFigures(college, theatre)]
  const issued = await issue(one.id)
  const listed = async (by: Client) => (await by.get(`/verified-documents?student_id=${one.id}`)).body.data.length
  for (const by of [admin, principal, affairs, hod, one.caller]) expect(await listed(by)).toBe(1)
  for (const by of [surgeon, other.caller]) expect(await listed(by)).toBe(0)
  for (const by of [admin, principal, affairs, one.caller]) expect((await fileOf(issued, by)).status).toBe(200)
  for (const by of [hod, surgeon, other.caller]) expect((await fileOf(issued, by)).status).toBe(404)
  expect((await hod.get(`/verified-documents?student_id=${one.id}`)).body.data[0].is_open).toBe(false)
  for (const by of [faculty, hod, one.caller])
    expect((await by.post('/verified-documents', { kind: 'logbook', student_id: one.id })).status).toBe(403)
  expect((await withdraw(issued.id, one.caller)).status).toBe(403)
  const within = await at.as('principal', college.medicine)
  const refused = await within.post('/verified-documents', { kind: 'logbook', student_id: one.id })
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'Documents are issued by people who see the whole college.',
  ])
})

test('what can’t be issued names its field', async () => {
  const { id } = await studentWithFigures(college, wards)
  const { body } = await affairs.post('/verified-documents', { kind: 'diploma', student_id: 999_999 })
  expect(Object.keys(body.errors)).toEqual(['kind'])
  const unknown = await affairs.post('/verified-documents', { kind: 'logbook', student_id: 999_999 })
  expect([unknown.status, unknown.body.errors]).toEqual([422, { student_id: ['Student does not exist'] }])
  expect((await affairs.post('/verified-documents', { student_id: id })).status).toBe(422)
})

test('issuing and downloading are told in the security log, and a download in the trail', async () => {
  const { id } = await studentWithFigures(college, wards)
  // The log tells twenty exports of a person in a minute one by one. The principal has none yet.
  const issued = await issue(id, 'logbook', college.principal)
  await fileOf(issued, college.principal)
  const [row] = (await admin.get('/audit?entity=export')).body.data
  expect(row).toMatchObject({ entity_id: issued.id, changes: { what: [null, `document ${issued.number}, logbook`] } })
  await expect
    .poll(async () =>
      (await admin.get('/security-log?kind=export')).body.data.map(({ detail }: { detail: string }) => detail),
    )
    .toEqual(expect.arrayContaining([`document ${issued.number} issued, logbook, PDF`]))
})

test('a student with a document is not deleted', async () => {
  const { id } = await college.student()
  await addDocument(at.db, { student_id: id })
  const { status, body } = await admin.delete(`/students/${id}`)
  expect(status).toBe(409)
  expect(body.message).toBe('Student has been given 1 document. Set the status to inactive instead.')
})
