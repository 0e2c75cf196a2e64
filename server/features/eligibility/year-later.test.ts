import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import type { FrozenListWithRules } from '../../../shared/contract/eligibility-lists.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { moveClock } from '../../testing/moved-clock.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { dayAfter, staffIdOf } from '../../testing/today.ts'
import { toldPng } from '../../testing/told-pictures.ts'
import { sheetsOf } from '../../testing/workbooks.ts'

const college = await furnished({ environment: { PUBLIC_URL: 'https://elog.test' } })
const { at, admin, principal, faculty, student, medicine, batch, wards } = college
afterAll(() => vi.useRealTimers())

const logo = (name: string, content: Buffer) => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)]), name)
  return form
}

async function done(answer: ReturnType<Client['put']>) {
  const { status, body } = await answer
  expect([200, 201], JSON.stringify(body)).toContain(status)
  return body.data
}

/** All that is told of a list: on the screen, in its files and at the page of checks. */
async function told(by: Client, list: FrozenListWithRules) {
  const path = `/eligibility/lists/${list.id}`
  const pdf = (await by.get(`${path}/export/pdf`)).raw
  const { state: _, ended_on: __, replaced_by: ___, ...shown } = (await by.get(path)).body.data
  const {
    state: ____,
    ended_on: _____,
    replaced_by: ______,
    ...checked
  } = (await at.nobody.get(`/verify/${list.verification_code}`)).body.data
  const sheet = await by.get(`${path}/export/xlsx`)
  return {
    shown,
    rows: (await by.get(`${path}/rows`)).body.data,
    pdf: createHash('sha256').update(pdf).digest('hex'),
    text: textOfPdf(pdf)
      .flat()
      .map(({ text }) => text)
      .join('\n'),
    board: createHash('sha256')
      .update((await by.get(`${path}/export/board`)).raw)
      .digest('hex'),
    sheetName: sheet.headers['content-disposition'],
    sheet: JSON.stringify(await sheetsOf(sheet.raw)).replace(/"State","[^"]*"/, '"State",""'),
    checked,
  }
}

test('a list that was frozen a year ago by every clock says what it said, and a new one says what is now', async () => {
  const [ali, sana] = [await student(wards), await student(wards)]
  const session = await at.make.session(wards, { status: 'completed', activity_date: dayAfter(-20) })
  await at.make.entry(session, ali.id)
  await at.make.entry(session, sana.id, { status: 'absent' })
  const theory = await at.make.assessment(wards, { status: 'evaluated', weightage: 10, total_marks: 20 })
  const marks = await at.make.result(theory, ali.id, { marks: 9 })
  const skill = await at.make.skill(medicine)
  await at.make.task(medicine, [wards], { task_type: 'bulk', detail: '2', skill_id: skill })
  const signed = { status: 'signed', decision: 'completed', signed_by: faculty.userId, signed_at: new Date() } as const
  await at.make.logEntry(ali.id, skill, await staffIdOf(at, faculty), { ...signed, performed_on: dayAfter(-5) })
  await done(admin.put('/settings/college', { college_name: 'Old Medical College' }))
  await done(admin.put('/settings/signatories', { signatories: [{ name: 'Dr. Old', title: 'Controller' }] }))
  await done(admin.upload('/settings/logo', logo('old.png', toldPng())))
  const asked = { batch_id: batch, attendance: 60, logbook: 50, assessments: 40, tasks: null }
  const rules = await done(principal.post('/eligibility/rules', asked))
  const excused = { student_id: sana.id, condition: 'attendance', reason: 'Illness' }
  const exemption = await done(principal.post('/eligibility/exemptions', excused))
  const list = await done(principal.post('/eligibility/lists', { batch_id: batch, title: 'Final' }))
  const before = await told(principal, list)
  expect(before.text).toContain('Old Medical College')
  expect(before.text).toContain('Dr. Old')
  expect(before.sheet).toContain('Old Medical College')
  expect(before.pdf).toBe(list.sha256)
  const year = Number(list.number.slice(0, 4))

  await moveClock(at, 366)
  await expect.poll(async () => (await principal.get('/auth/me')).status).toBe(401)
  const [chief, office] = [await at.of(principal.userId), await at.of(admin.userId)]
  await done(office.put('/settings/college', { college_name: 'New Medical University', attendance_minimum: 90 }))
  await done(office.put('/settings/signatories', { signatories: [{ name: 'Dr. New', title: 'Registrar' }] }))
  await done(office.delete('/settings/logo'))
  await done(chief.put(`/eligibility/rules/${rules.id}`, { ...asked, attendance: 95, logbook: null }))
  await done(chief.post(`/eligibility/exemptions/${exemption.id}/withdraw`, { reason: 'It was another one' }))
  await sql`update assessment_results set marks = 1 where id = ${marks}`.execute(at.db)
  await at.db.updateTable('attendance_submissions').set({ status: 'absent' }).where('student_id', '=', ali.id).execute()
  await at.db.updateTable('users').set({ name: 'Another Name' }).where('id', 'in', [ali.userId, chief.userId]).execute()
  await at.db.updateTable('students').set({ roll_no: 'NEW-1' }).where('id', '=', ali.id).execute()
  await at.db.updateTable('batches').set({ name: 'Batch of then' }).where('id', '=', batch).execute()
  await at.db.updateTable('departments').set({ name: 'General medicine' }).where('id', '=', medicine).execute()
  const other = await at.make.group(batch, medicine)
  await done(office.post('/student-groups/assign', { group_id: other, student_ids: [ali.id, sana.id] }))
  expect(await told(chief, list)).toEqual(before)

  const later = await done(chief.post('/eligibility/lists', { batch_id: batch, title: 'Final' }))
  expect(Number(later.number.slice(0, 4))).toBe(year + 1)
  expect(Date.parse(later.frozen_at) - Date.parse(list.frozen_at)).toBeGreaterThan(365 * 86_400_000)
  expect(await told(chief, list)).toEqual(before)
  const now = await told(chief, later)
  for (const text of [now.text, now.sheet]) {
    expect(text).toContain('New Medical University')
    expect(text).toContain('Another Name')
    expect(text).not.toContain('Old Medical College')
  }
  const { state, replaced_by } = (await at.nobody.get(`/verify/${list.verification_code}`)).body.data
  expect([state, replaced_by]).toEqual(['replaced', later.number])
  const differences = (await chief.get(`/eligibility/lists/${list.id}/differences/counts?with=${later.id}`)).body.data
  expect(differences.counts).toMatchObject({ came: 0, left: 0, verdict: 2, figure: 2, rule: 2, exemption: 1 })
})
