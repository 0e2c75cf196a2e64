import { expect, test } from 'vitest'
import type { FrozenRow } from '../../../shared/contract/eligibility-lists.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'

const { at, admin, principal, affairs, hod, student, medicine, batch, wards } = await furnished()

test('a frozen list tells the reason of an exemption to those who decide and to the head, and stands worst first', async () => {
  const met = await student(wards)
  const spared = await student(wards)
  const absent = await student(wards)
  const session = await at.make.session(wards, { status: 'completed', activity_date: '2026-02-02' })
  await at.make.entry(session, met.id)
  for (const { id } of [spared, absent]) await at.make.entry(session, id, { status: 'absent' })
  const freeze = async () =>
    (await principal.post('/eligibility/lists', { batch_id: batch, department_id: medicine })).body.data
  const former = await freeze()
  const exemption = { student_id: spared.id, condition: 'attendance', reason: 'Tuberculosis' }
  expect((await principal.post('/eligibility/exemptions', exemption)).status).toBe(201)
  const { id } = await freeze()

  const rowsOf = async (by: Client, query = ''): Promise<FrozenRow[]> =>
    (await by.get(`/eligibility/lists/${id}/rows${query}`)).body.data
  expect((await rowsOf(affairs)).map(({ student_id }) => student_id)).toEqual([met.id, spared.id, absent.id])
  expect((await rowsOf(affairs, '?sort=worst')).map(({ verdict }) => verdict)).toEqual([
    'not_eligible',
    'exempted',
    'eligible',
  ])
  const told = async (by: Client) => {
    const row = (await rowsOf(by)).find(({ student_id }) => student_id === spared.id)
    const { data } = (await by.get(`/eligibility/lists/${former.id}/differences?with=${id}`)).body
    return [row?.conditions[0]?.exemption?.reason, data[0].conditions[0].to.exemption]
  }
  for (const by of [admin, principal, hod]) expect(await told(by)).toEqual(['Tuberculosis', 'Tuberculosis'])
  expect(await told(affairs)).toEqual([null, ''])
  // The paper is shown around, so that it has no reason for anybody.
  const { raw } = await admin.get(`/eligibility/lists/${id}/export/pdf`)
  const paper = textOfPdf(raw)
    .flatMap((page) => page.map(({ text }) => text))
    .join(' ')
  expect(paper).toContain('(exempted)')
  expect(paper).not.toContain('Tuberculosis')
})
