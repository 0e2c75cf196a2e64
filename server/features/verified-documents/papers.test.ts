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

test('the certificate of attendance has the figures of the student report, by department and in all', async () => {
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
  expect(lines).toContain('Medicine | 2 of 3 sessions | 67%')
  expect(lines).toContain('Surgery | 1 of 2 sessions | 50%')
  expect(lines).toContain('All departments | 3 of 5 sessions | 60%')
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

test('without figures a paper says that there are none', async () => {
  const { id } = await student()
  expect(await paperOf(id, 'attendance')).toContain('No session has been held for this student.')
  expect(await paperOf(id, 'results')).toContain('No results yet')
})
