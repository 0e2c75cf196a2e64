import { expect, test } from 'vitest'
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

test('a head exports the matrix of a group', async () => {
  const csv = await hod.get(`/logbook/group/${wards}/export/csv`)
  expect(csv.status).toBe(200)
  expect(csv.raw.toString()).toContain('Cannulation (of 3)')
  for (const format of ['xlsx', 'pdf'])
    expect((await hod.get(`/logbook/group/${wards}/export/${format}`)).status).toBe(200)
  expect((await hod.get(`/logbook/group/${wards}/export/doc`)).status).toBe(422)
  expect((await surgeon.get(`/logbook/group/${wards}/export/csv`)).status).toBe(404)
})
