import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { staffIdOf } from '../../testing/today.ts'

const { at, admin, faculty, student, wards, medicine } = await furnished()

async function errorsOf(signatories: readonly unknown[]) {
  const { status, body } = await admin.put('/settings/signatories', { signatories })
  expect(status).toBe(422)
  return body.errors
}

test('signatories stand below the lines to sign on of what is given out from now on, and in the trail', async () => {
  const people = [
    { name: 'Prof. Dr. Ayesha Khan', title: 'Principal' },
    { name: 'Dr. Bilal Ahmad', title: 'Controller of examinations' },
  ]
  const [first, second] = [await student(wards), await student(wards)]
  const session = await at.make.session(wards, { status: 'completed', activity_date: '2026-03-02' })
  const theory = await at.make.assessment(wards, { status: 'evaluated', weightage: 10, total_marks: 20 })
  for (const { id } of [first, second]) {
    await at.make.entry(session, id)
    await at.make.result(theory, id, { marks: 9 })
  }
  const signed = { status: 'signed', decision: 'completed', signed_by: faculty.userId, signed_at: new Date() } as const
  await at.make.logEntry(second.id, await at.make.skill(medicine), await staffIdOf(at, faculty), signed)
  const linesOf = async (kind: string, { id } = second) => {
    const { body } = await admin.post('/verified-documents', { kind, student_id: id })
    const { raw } = await admin.get(`/verified-documents/${body.data.id}/download`)
    return {
      id: body.data.id,
      text: textOfPdf(raw)
        .flat()
        .map(({ text }) => text)
        .join(' '),
    }
  }
  const before = await linesOf('attendance', first)
  expect(before.text).toContain('Principal, with date and stamp')
  const { body } = await admin.put('/settings/signatories', { signatories: people })
  expect(body.data.signatories).toEqual(people)
  for (const kind of ['logbook', 'attendance', 'results']) {
    const { text } = await linesOf(kind)
    for (const { name, title } of people) {
      expect(text).toContain(name)
      expect(text).toContain(title)
    }
    expect(text).not.toContain('Head of department')
  }
  const kept = textOfPdf((await admin.get(`/verified-documents/${before.id}/download`)).raw).flat()
  expect(kept.map(({ text }) => text).join(' ')).not.toContain('Ayesha Khan')
  expect((await at.trailOf('college_settings', 1))[0].changes).toEqual({
    signatories: ['', 'Prof. Dr. Ayesha Khan, Principal; Dr. Bilal Ahmad, Controller of examinations'],
  })
  expect(await errorsOf([...people, ...people, people[0]])).toEqual({
    signatories: ['At most 4 people sign a document'],
  })
  expect(await errorsOf([{ name: 'A', title: ' ' }])).toEqual({
    'signatories.0.title': ['Title is required'],
  })
  await admin.put('/settings/signatories', { signatories: [] })
})
