import { expect, test } from 'vitest'
import type { FrozenList } from '../../../shared/contract/eligibility-lists.ts'
import type { VerifiedDocument } from '../../../shared/contract/verified-documents.ts'
import { codeText } from '../../../shared/verification-code.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { addDocument } from './verified-documents.walks.ts'

const { at, admin, affairs, hod, surgeon, faculty, student, wards, theatre, batch, medicine, surgery } =
  await furnished()

test('the list of the college is searched and narrowed; a head has the own department, a student the own', async () => {
  const ali = await student(wards)
  const sana = await student(theatre)
  const withdrawn = { state: 'withdrawn', ended_on: '2026-03-04', withdrawn_by: admin.userId, reason: 'Wrong' } as const
  const ids = {
    logbook: await addDocument(at.db, { student_id: ali.id, name: 'Álì Raza', roll_no: 'MBBS-22011' }),
    results: await addDocument(at.db, { student_id: ali.id, name: 'Ali Raza', kind: 'results', ...withdrawn }),
    other: await addDocument(at.db, { student_id: sana.id, name: 'Sana Khan', number: '2021-000777', kind: 'results' }),
    list: await addDocument(at.db, { student_id: null, name: null, kind: 'eligibility-list' }),
  }
  const found = async (by: Client, query = ''): Promise<number[]> => {
    const { status, body } = await by.get(`/verified-documents?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data.map(({ id }: VerifiedDocument) => id)
  }
  for (const by of [admin, affairs]) expect(await found(by)).toEqual([ids.list, ids.other, ids.results, ids.logbook])
  expect(await found(admin, 'kind=results')).toEqual([ids.other, ids.results])
  expect(await found(admin, 'state=withdrawn')).toEqual([ids.results])
  expect(await found(admin, 'kind=results&state=stands')).toEqual([ids.other])
  expect(await found(admin, 'q=ali%20raza')).toEqual([ids.results, ids.logbook])
  expect(await found(admin, 'q=mbbs-22')).toEqual([ids.logbook])
  expect(await found(admin, 'q=000777')).toEqual([ids.other])
  expect(await found(hod)).toEqual([ids.results, ids.logbook])
  expect(await found(surgeon, 'q=raza')).toEqual([])
  expect(await found(ali.caller, 'q=a')).toEqual([ids.results, ids.logbook])
  expect((await faculty.get('/verified-documents')).status).toBe(403)
  expect((await admin.get('/verified-documents?kind=diploma')).body.errors).toHaveProperty('kind')
})

test('a head has the frozen lists of the own department with their files; each is told apart and found', async () => {
  const ali = await student(wards, theatre)
  for (const group of [wards, theatre])
    await at.make.entry(await at.make.session(group, { status: 'completed', activity_date: '2026-02-02' }), ali.id)
  const freeze = async (department_id: number | null, title: string): Promise<FrozenList> =>
    (await admin.post('/eligibility/lists', { batch_id: batch, department_id, title })).body.data
  const own = await freeze(medicine, 'Finál viva')
  const foreign = await freeze(surgery, 'Final theatre')
  const whole = await freeze(null, 'Final of all')
  const listed = async (by: Client, query = ''): Promise<VerifiedDocument[]> =>
    (await by.get(`/verified-documents?kind=eligibility-list${query}`)).body.data
  const found = async (by: Client, q: string) =>
    (await listed(by, `&q=${encodeURIComponent(q)}`)).map(({ number }) => number)
  const shown = { is_open: true, student_id: null, number: own.number }
  const told = { id: own.id, title: 'Finál viva', batch: 'Batch 2023', department: 'Medicine' }
  expect(await listed(hod)).toMatchObject([{ ...shown, list: told }])
  expect(await found(admin, 'final')).toEqual([whole.number, foreign.number, own.number])
  expect(await found(hod, 'final')).toEqual([own.number])
  expect(await found(admin, 'medicine')).toEqual([own.number])
  const code = own.verification_code
  for (const q of [code, codeText(code), codeText(code).toLowerCase()])
    expect(await found(hod, q)).toEqual([own.number])
  expect(await found(surgeon, code)).toEqual([])
  const fileOf = async (by: Client, { document_id }: FrozenList) =>
    (await by.get(`/verified-documents/${document_id}/download`)).status
  expect([await fileOf(hod, own), await fileOf(hod, foreign), await fileOf(hod, whole)]).toEqual([200, 404, 404])
  // With the eyes of a department nobody withdraws what the college has frozen.
  const within = await at.as('principal', medicine)
  const withdrawal = { reason: 'Wrong figures' }
  expect((await within.post(`/verified-documents/${own.document_id}/withdrawal`, withdrawal)).status).toBe(403)
})
