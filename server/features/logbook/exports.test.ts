import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { LOGBOOK_PRINTED_MAX } from '../../../shared/limits.ts'
import { logging } from '../../testing/logbook.ts'
import { textOfPdf } from '../../testing/pdf.ts'

const college = await logging()
const { at, hod, faculty, surgeon, wards, medicine, skill, log } = college
const pupil = await college.student(wards)
await at.make.task(medicine, [wards], { task_type: 'bulk', detail: '3', skill_id: skill, name: 'Cannulation' })
const { id } = await log(pupil.caller, { place: 'وارڈ' })
await faculty.post('/log-entries/sign', { ids: [id], decision: 'completed' })
await log(pupil.caller)

test('a student prints the own logbook, with counts, signed performances and lines to sign', async () => {
  const { status, headers, raw } = await pupil.caller.get(`/logbook/student/${pupil.id}/export/pdf`)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  const text = textOfPdf(raw)
    .flat()
    .map((line) => line.text)
    .join('\n')
  expect(text).toContain('1 of 3')
  expect(text).toContain('Performed under')
  expect(text).toContain('Head of department or principal')
  const [told] = await at.db.selectFrom('audit').selectAll().where('entity', '=', 'export').execute()
  expect(told).toMatchObject({ actor_id: pupil.userId, changes: { what: [null, 'logbook'], rows: [null, 1] } })
  const other = await college.student(wards)
  expect((await other.caller.get(`/logbook/student/${pupil.id}/export/pdf`)).status).toBe(404)
})

test('it has the college’s day of each signature, and says what a later entry has corrected', async () => {
  const { id: studentId, caller } = await college.student(wards)
  const { id: first } = await log(caller)
  await faculty.post('/log-entries/sign', { ids: [first], decision: 'completed' })
  const { id: second } = await log(caller, { corrects_id: first })
  await faculty.post('/log-entries/sign', { ids: [second], decision: 'repeat' })
  await at.db
    .updateTable('log_entries')
    .set({ signed_at: '2026-01-05T20:30:00Z' })
    .where('student_id', '=', studentId)
    .execute()
  const { raw } = await caller.get(`/logbook/student/${studentId}/export/pdf`)
  const text = textOfPdf(raw)
    .flat()
    .map((line) => line.text)
    .join(' ')
  expect(text.match(/6 Jan 2026/g)).toHaveLength(2)
  expect(text.match(/corrected\s+later/g)).toHaveLength(1)
  expect(text.match(/repeat/g)).toHaveLength(1)
})

test('a logbook with too much for one file is refused, and says why', async () => {
  const { id: studentId, caller } = await college.student(wards)
  const entry = await at.make.logEntry(studentId, skill, college.supervisor, {
    status: 'signed',
    decision: 'completed',
    signed_by: faculty.userId,
    signed_at: new Date(),
  })
  await sql`insert into log_entries (student_id, skill_id, department_id, performed_on, level, supervisor_id, status,
      decision, signed_by, signed_at)
    select student_id, skill_id, department_id, performed_on, level, supervisor_id, status, decision, signed_by, signed_at
    from log_entries, generate_series(1, ${LOGBOOK_PRINTED_MAX}) where id = ${entry}`.execute(at.db)
  const { status, body } = await caller.get(`/logbook/student/${studentId}/export/pdf`)
  expect([status, body.message]).toEqual([
    409,
    'This logbook has more than 5000 signed performances, too many for one file.',
  ])
})

test('a head exports the matrix of a group', async () => {
  const csv = await hod.get(`/logbook/group/${wards}/export/csv`)
  expect(csv.status).toBe(200)
  const [heading = '', first = ''] = csv.raw.toString().split('\r\n')
  expect(heading).toMatch(
    /Cannulation \(of 3\),Counted in All,Required in All,To Be Signed,Behind In,Department,Batch,Group$/,
  )
  expect(first).toMatch(/,3,\d+,[^,]*,Medicine,/)
  for (const format of ['xlsx', 'pdf'])
    expect((await hod.get(`/logbook/group/${wards}/export/${format}`)).status).toBe(200)
  expect((await hod.get(`/logbook/group/${wards}/export/doc`)).status).toBe(422)
  expect((await surgeon.get(`/logbook/group/${wards}/export/csv`)).status).toBe(404)
})
