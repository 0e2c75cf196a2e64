import { expect, test } from 'vitest'
import { declaredEndpoints } from '../../shared/contract/all.ts'
import { casesCollege } from '../testing/cases.ts'
import { WALKS } from '../testing/walked.ts'

const { at, admin, hod, faculty, batch, medicine, wards, student, report } = await casesCollege({
  environment: { DISK_RESERVE: '1000000GB,5%' },
})

const message =
  'The server has too little disk space left. Nothing can be added until an administrator has made room; attendance and marks can still be saved.'

test('below the disk’s reserve nothing is added, but attendance and marks are, and an administrator tidies up', async () => {
  const learner = await student(wards)
  const refused = [
    await admin.post('/departments', { name: 'Wards', type: 'academic' }),
    await admin.post('/students', { name: 'Sana', email: 'sana@college.test', batch_id: batch }),
    await hod.post('/tasks', { name: 'Bedside', department_id: medicine, group_ids: [wards] }),
    await faculty.post('/feedback-surveys', { title: 'Teaching' }),
    await learner.caller.post('/reportings', report()),
  ]
  for (const { status, body } of refused) expect([status, body]).toEqual([507, { message }])
  const session = await at.make.session(wards)
  const taken = await faculty.post('/attendance-submissions', {
    attendance_session_id: session,
    submissions: [{ student_id: learner.id, status: 'present' }],
  })
  expect(taken.status).toBe(201)
  const assessment = await at.make.assessment(wards)
  const given = await faculty.post('/assessment-results', {
    assessment_id: assessment,
    student_id: learner.id,
    marks: 6,
  })
  expect(given.status).toBe(201)
  const designation = await at.make.designation()
  expect((await admin.put(`/designations/${designation}`, { name: 'Registrar' })).status).toBe(200)
  expect((await admin.delete(`/designations/${designation}`)).status).toBe(200)
})

test('every POST that adds something is refused then: these go on', () => {
  const goOn = declaredEndpoints.filter(({ method, goesOn }) => method === 'POST' && goesOn !== undefined)
  const said = Object.values(WALKS).flatMap((walks) => walks.goOn ?? [])
  expect(goOn.map(({ path }) => path).sort(), 'Say in goOn of its walks.ts which POST goes on').toEqual(said.sort())
})
