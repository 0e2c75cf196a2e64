import { expect, test } from 'vitest'
import type { VerifiedDocument } from '../../../shared/contract/verified-documents.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { addDocument } from './verified-documents.walks.ts'

const { at, admin, affairs, hod, surgeon, faculty, student, wards, theatre } = await furnished()

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
