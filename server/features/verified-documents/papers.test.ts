import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { VerifiedDocument } from '../../../shared/contract/verified-documents.ts'
import { decimalText } from '../../../shared/decimals.ts'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'

// The papers tell the very figures of the screens.

const { at, affairs, principal, student, wards, theatre, medicine } = await furnished()
const { make } = at

async function paperOf(student_id: number, kind: VerifiedDocument['kind']): Promise<string[]> {
  const { status, body } = await affairs.post('/verified-documents', { kind, student_id })
  expect(status, JSON.stringify(body)).toBe(201)
  const { raw } = await affairs.get(`/verified-documents/${body.data.id}/download`)
  return textOfPdf(raw).flatMap((page) => page.map(({ text }) => text))
}

test('the certificate of attendance has the figures of the student report with a decimal, by department and in all', async () => {
  const { id, rollNo } = await student(wards, theatre)
  const marks = [
    [wards, 'present'],
    [wards, 'present'],
    [wards, 'absent'],
    [theatre, 'leave'],
    [theatre, 'present'],
  ] as const
  for (const [at_, [group, status]] of marks.entries())
    await make.entry(await make.session(group, { status: 'completed', activity_date: `2026-03-0${at_ + 1}` }), id, {
      status,
    })
  const lines = await paperOf(id, 'attendance')
  expect(lines).toContain('Medicine | 2 of 3 sessions | 66.7%')
  expect(lines).toContain('Surgery | 1 of 2 sessions | 50%')
  expect(lines).toContain('All departments | 3 of 5 sessions | 60%')
  expect(lines).toContain('Batch | Batch 2023')
  expect(lines).toContain('Period | 1 Mar 2026 to 5 Mar 2026')
  expect(lines.join(' ')).toContain('This is to certify that')
  expect(lines.join(' ')).toContain(`roll number ${rollNo}`)
  expect(lines.join(' ')).toContain('Principal, with date and stamp')
  const report = async (query = '') =>
    (await principal.get(`/student-reports/student/${id}${query}`)).body.data.attendance_summary
  expect(await report()).toEqual({ present: 3, absent: 1, leave: 1, percentage: 60 })
  expect(await report(`?department_id=${medicine}`)).toEqual({ present: 2, absent: 1, leave: 0, percentage: 67 })
})

test('the statement of results has what the student is shown, and the weighted total of the screens', async () => {
  const { id, caller } = await student(wards)
  const assess = async (name: string, status: 'active' | 'evaluated', weightage: number, marks: number) => {
    const assessment = await make.assessment(wards, { name, status, weightage, total_marks: 20, passing_marks: 10 })
    await make.result(assessment, id, { marks })
  }
  await assess('Viva', 'evaluated', 30, 15)
  await assess('Ward test', 'evaluated', 70, 8)
  await assess('Still marked', 'active', 10, 20)
  const lines = await paperOf(id, 'results')
  expect(lines).toContain('Viva | Theory | 15.00 of 20.00 | 10.00 | 30.00 | Passed')
  expect(lines).toContain('Ward test | Theory | 8.00 of 20.00 | 10.00 | 70.00 | Not passed')
  expect(lines.join(' ')).not.toContain('Still marked')
  const shown = (await caller.get('/assessment-results')).body.data
  expect(shown).toHaveLength(2)
  const [total] = (await principal.get(`/assessments/student/${id}/totals`)).body.data
  expect(lines).toContain(
    `Wards | Medicine | ${decimalText(total.points)} of ${decimalText(total.out_of)} | ${decimalText(total.percent)}%`,
  )
})

test('the logbook has the signed performances, as its export does', async () => {
  const { id, caller } = await student(wards)
  const skill = await make.skill(medicine, { name: 'Lumbar puncture' })
  const supervisor = await make.staff(await make.user(), medicine)
  await make.logEntry(id, skill, supervisor, {
    status: 'signed',
    decision: 'completed',
    signed_by: principal.userId,
    signed_at: new Date(),
  })
  const lines = await paperOf(id, 'logbook')
  const exported = textOfPdf((await caller.get(`/logbook/student/${id}/export/pdf`)).raw).flatMap((page) =>
    page.map(({ text }) => text),
  )
  const body = exported.filter((line) => !line.includes('Page ') && !line.startsWith('MBBS-'))
  expect(lines).toEqual(expect.arrayContaining(body))
  expect(lines.join(' ')).toContain('Lumbar puncture')
})

test('a share is never rounded up to a whole percent that is not reached', async () => {
  const { id } = await student(wards)
  await make.entry(await make.session(wards, { status: 'completed', activity_date: '2026-04-01' }), id)
  await sql`update attendance_standings set present = 2249, absent = 751 where student_id = ${id}`.execute(at.db)
  expect(await paperOf(id, 'attendance')).toContain('Medicine | 2249 of 3000 sessions | 74.9%')
})

test.each([
  ['attendance', 'No session has been held for this student, so there is no attendance to certify'],
  ['results', 'This student has been shown no result yet, so there is nothing to state'],
  ['logbook', 'No performance of this student has been signed, so there is no logbook to issue'],
] as const)('without anything to tell there is no %s, and the reason is said', async (kind, reason) => {
  const { id } = await student(wards)
  const { status, body } = await affairs.post('/verified-documents', { kind, student_id: id })
  expect([status, body.errors]).toEqual([422, { kind: [reason] }])
  expect(await at.db.selectFrom('verified_documents').select('id').where('student_id', '=', id).execute()).toEqual([])
})
