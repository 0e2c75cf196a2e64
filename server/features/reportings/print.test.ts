import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { dayIn } from '../../core/clock.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { entryForm, filed, staffIdOf } from '../../testing/reportings.ts'

const { at, admin, principal, hod, faculty, surgeon, student } = await furnished({
  environment: { COLLEGE_NAME: 'کالج of Medicine' },
})
const teacher = await staffIdOf(at, faculty)
const rename = (userId: number, name: string) =>
  at.db.updateTable('users').set({ name }).where('id', '=', userId).execute()

/** The lines of each page, and all of them as one text in which a cell's lines follow one another. */
async function printed(caller: Client, id: number) {
  const { status, headers, raw } = await caller.get(`/reportings/${id}/print`)
  expect(status).toBe(200)
  const drawn = textOfPdf(raw)
  const pages = drawn.map((lines) => lines.map(({ text }) => text))
  return { headers, drawn, pages, text: pages.flat().join('\n') }
}

test('the printed file has the case, what happened, its evidence, and who printed it', async () => {
  const concerned = await student()
  await rename(concerned.userId, 'فاطمہ زہرا')
  const { id, case_number } = await filed(surgeon, {
    student_id: concerned.id,
    assigned_to: teacher,
    title: 'وارڈ سے غیر حاضر',
    description: 'First line\nSecond line',
    severity: 'critical',
    internal_notes: 'Ask the ward sister.',
    requires_immediate_attention: true,
  })
  const content = 'Seen at nine'
  const evidence = [
    { name: 'ثبوت.txt', content },
    { name: 'roster.pdf', content: '%PDF-1.4' },
  ]
  await concerned.caller.upload(`/reportings/${id}/entries`, entryForm('I was ill.', ...evidence))
  await faculty.put(`/reportings/${id}`, { status: 'under_review', initial_response: 'I ask the ward.' })
  const { headers, drawn, pages, text } = await printed(principal, id)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${case_number}-${dayIn('Asia/Karachi')}.pdf"`,
    'cache-control': 'private, no-store',
  })
  const facts = text.split('\n')
  for (const line of [
    'کالج of Medicine',
    'Case File',
    `Case Number | ${case_number}`,
    'Title | وارڈ سے غیر حاضر',
    'Student | فاطمہ زہرا',
    `Roll Number | ${concerned.rollNo}`,
    'Category | Other',
    'Severity | Critical',
    'Status | Under Review',
    'Current Level | Faculty',
    'Assigned To | Teacher',
    'Reported By | Surgeon',
    'Open For | less than a day',
    'Immediate Attention | Yes',
    'Hidden from Student | No',
    'First line',
    'Second line',
    'I ask the ward.',
    'Ask the ward sister.',
  ])
    expect(facts, line).toContain(line)
  expect(text).toMatch(/Created \| Surgeon\n.*Assigned to Teacher \| Surgeon\n/)
  expect(text).toMatch(/Reply \| فاطمہ زہرا \| I was ill\.\n/)
  expect(text).toContain('Evidence: roster.pdf')
  const hash = createHash('sha256').update(content).digest('hex')
  expect(text.replaceAll('\n', '')).toContain(hash.slice(0, 30))
  expect(text.replaceAll('\n', '')).toContain(hash.slice(-20))
  expect(text).toMatch(/1 \| ثبوت\.txt \| 12 \| \d{1,2} \w+ \d{4}, \d\d:\d\d \| /)
  // Its ending stands on the right, here as in the timeline.
  const names = drawn.flat().filter((line) => line.text.includes('ثبوت.txt'))
  expect(names.map(({ glyphs }) => glyphs.includes('توبث.txt'))).toEqual([true, true])
  const at_ = String.raw`\d{1,2} \w{3,4} \d{4}, \d\d:\d\d`
  expect(text).toMatch(new RegExp(`^Printed By \\| Principal, ${at_}$`, 'm'))
  for (const [index, lines] of pages.entries())
    expect(lines.at(-1)).toMatch(
      new RegExp(`^${case_number} · printed by Principal, ${at_} \\| Page ${index + 1} of ${pages.length}$`),
    )
})

test('of a long file every page says which case it is, who printed it and how many pages there are', async () => {
  const { id: student_id } = await student()
  const { id, case_number } = await filed(surgeon, { student_id, assigned_to: teacher })
  const entries = Array.from({ length: 120 }, (_, index) => ({
    reporting_id: id,
    kind: 'comment' as const,
    author_id: faculty.userId,
    text: `Comment ${index + 1}`,
  }))
  await at.db.insertInto('reporting_entries').values(entries).execute()
  await rename(faculty.userId, `Dr. ${'Long'.repeat(40)}`)
  const { pages, text } = await printed(faculty, id)
  expect(pages.length).toBeGreaterThan(3)
  for (const { text: comment } of entries) expect(text).toMatch(new RegExp(`${comment}$`, 'm'))
  for (const [index, lines] of pages.entries()) {
    expect(lines.at(-1)).toMatch(new RegExp(` \\| Page ${index + 1} of ${pages.length}$`))
    expect(lines.at(-1)).toContain(`${case_number} · printed by Dr.`)
  }
  expect(text).toContain('No evidence was added')
  await rename(faculty.userId, 'Teacher')
})

test('texts of the greatest length are printed, also without a space', async () => {
  const { id: student_id } = await student()
  const long = { description: 'W'.repeat(4000), internal_notes: 'W'.repeat(4000) }
  const { id } = await filed(surgeon, { student_id, assigned_to: teacher, ...long })
  for (const text of ['W'.repeat(5000), 'x'.repeat(4999), 'ث'.repeat(5000)])
    expect((await faculty.upload(`/reportings/${id}/entries`, entryForm(text))).status).toBe(201)
  const { text } = await printed(faculty, id)
  expect(text.match(/W{2,}/g)?.join('')).toHaveLength(13_000)
  expect(text.match(/ث/g)).toHaveLength(5000)
})

test('an escalation and a resolution that are past stand in the timeline alone', async () => {
  const { id: student_id } = await student()
  const { id } = await filed(surgeon, { student_id, assigned_to: teacher })
  const steps: [Client, object][] = [
    [faculty, { status: 'escalated', escalation_reason: 'Too grave', escalated_to: await staffIdOf(at, hod) }],
    [hod, { status: 'resolved', resolution_notes: 'Both have talked' }],
    [principal, { status: 'reopened' }],
  ]
  const texts: string[] = []
  for (const [caller, change] of steps) {
    const { status, body } = await caller.put(`/reportings/${id}`, change)
    expect([status, body.errors]).toEqual([200, undefined])
    texts.push((await printed(principal, id)).text)
  }
  const [escalated = '', resolved = '', reopened = ''] = texts
  for (const text of [escalated, resolved]) {
    expect(text).toMatch(/^Escalated \| \d/m)
    expect(text).toMatch(/^Escalated To \| Head$/m)
    expect(text).toMatch(/^Reason for Escalation\nToo grave$/m)
  }
  expect(escalated).not.toContain('Resolution Notes')
  expect(resolved).toMatch(/^Resolution Notes\nBoth have talked$/m)
  expect(reopened).not.toMatch(/^(Escalated|Escalated To|Resolved) \||Reason for Escalation|Resolution Notes/m)
  expect(reopened).toMatch(/ \| Too grave\n/)
  expect(reopened).toMatch(/ \| Both have talked\n/)
})

test('a student concerned who teaches as well prints it without notes and reporter', async () => {
  const both = await student()
  await at.make.giveRole(both.userId, 'faculty')
  const fields = { student_id: both.id, assigned_to: teacher, internal_notes: 'Ask the ward sister.' }
  const { id } = await filed(surgeon, fields)
  await surgeon.upload(`/reportings/${id}/entries`, entryForm('He was not there.'))
  const { text } = await printed(both.caller, id)
  expect(text).toContain('He was not there.')
  expect(text).not.toMatch(/Surgeon|Reported By|ward sister|Internal Notes/)
  const own = await printed(surgeon, id)
  expect(own.text).toMatch(/Reported By \| Surgeon[\s\S]*ward sister/)
})

test('printing is told to the trail as an export; who is not shown the case prints nothing', async () => {
  const concerned = await student()
  const { id, case_number } = await filed(surgeon, { student_id: concerned.id, assigned_to: teacher })
  expect((await concerned.caller.get(`/reportings/${id}/print`)).status).toBe(403)
  expect((await hod.get(`/reportings/${id}/print`)).status).toBe(404)
  const before = await exportsOf(id)
  expect(before).toEqual([])
  await printed(admin, id)
  expect(await exportsOf(id)).toMatchObject([
    {
      actor: { name: 'Admin' },
      changes: { what: [null, 'case file'], format: [null, 'pdf'], filters: [null, { case_number }], rows: [null, 2] },
    },
  ])
})

const exportsOf = (id: number) => at.trailOf('export', id)
