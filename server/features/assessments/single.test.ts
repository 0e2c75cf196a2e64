import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { marking } from '../../testing/marking.ts'

const { at, admin, hod, faculty, medicine, surgeon, batch, examined, bulk, marksOf } = await marking()

/** An assessment out of 20 whose only student has 5. */
async function marked() {
  const { assessment, group, ids } = await examined(1)
  const student = ids[0] as number
  const id = await at.make.result(assessment, student, { marks: 5, remarks: 'fair' })
  return { assessment, group, student, id, path: `/assessment-results/${id}` }
}

describe('one result is given', () => {
  test('to an active student of the group, once; the assessment’s status stays', async () => {
    const { assessment, ids } = await examined()
    const result = { assessment_id: assessment, student_id: ids[0], marks: 7.25 }
    const { status, body } = await faculty.post('/assessment-results', result)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toMatchObject({ marks: 7.25, remarks: null, status: 'submitted' })
    expect((await at.stored('assessments', assessment))?.status).toBe('active')
    expect((await at.trailOf('assessment_result', body.data.id))[0]).toMatchObject({ changes: { marks: [null, 7.25] } })
    const again = await hod.post('/assessment-results', { ...result, marks: 8 })
    expect([again.status, again.body.message]).toEqual([409, 'This student already has a result in this assessment.'])
    expect(await marksOf(assessment)).toEqual([7.25])
  })

  test('with marks that there are, to who is there', async () => {
    const { assessment, ids } = await examined(1)
    const outsider = await at.make.student(batch)
    const refused = async (fields: object) => {
      const { status, body } = await faculty.post('/assessment-results', {
        assessment_id: assessment,
        student_id: ids[0],
        ...fields,
      })
      expect(status).toBe(422)
      return body.errors
    }
    expect(await refused({ marks: 20.5 })).toEqual({ marks: ['Marks must be at most 20'] })
    expect(await refused({ marks: 2.555 })).toEqual({ marks: ['Marks must have at most two decimals'] })
    expect(await refused({ student_id: outsider.id })).toEqual({
      student_id: ['The student is not an active student of this group'],
    })
    expect(await refused({ assessment_id: 99_999 })).toEqual({ assessment_id: ['Assessment does not exist'] })
    expect(await refused({ status: 'approved' })).toEqual({ status: ['Status must be one of: submitted, absent'] })
    expect(await marksOf(assessment)).toEqual([])
  })

  test('once, when two give it at the same moment', async () => {
    const { assessment, ids } = await examined(1)
    const give = (marks: number) =>
      faculty.post('/assessment-results', { assessment_id: assessment, student_id: ids[0], marks })
    const answers = await Promise.all([give(1), give(2)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await marksOf(assessment)).toHaveLength(1)
  })
})

describe('a result is changed', () => {
  test('in what is named, leaving the old and the new mark', async () => {
    const { id, path } = await marked()
    const { status, body } = await faculty.put(path, { marks: 5.5 })
    expect([status, body.data.marks, body.data.remarks]).toEqual([200, 5.5, 'fair'])
    expect(await at.trailOf('assessment_result', id)).toEqual([
      expect.objectContaining({ action: 'update', changes: { marks: [5, 5.5] } }),
    ])
    expect((await faculty.put(path, { marks: 21 })).body.errors).toEqual({ marks: ['Marks must be at most 20'] })
    expect((await faculty.put(path, {})).body.data).toEqual(body.data)
  })

  test('not over somebody else’s, even when they say the same', async () => {
    const { assessment, path } = await marked()
    const { updated_at } = (await faculty.get(path)).body.data
    await admin.put(path, { marks: 6, updated_at })
    for (const change of [{ marks: 7 }, { marks: 6 }, {}]) {
      const { status, body } = await faculty.put(path, { ...change, updated_at })
      expect([status, body.message]).toEqual([409, CHANGED_MEANWHILE])
    }
    expect(await marksOf(assessment)).toEqual([6])
    expect((await faculty.put(path, { marks: 8 })).status).toBe(200)
  })

  test('of one who has left the group too', async () => {
    const { path, student } = await marked()
    await at.db.updateTable('students').set({ status: 'graduated' }).where('id', '=', student).execute()
    expect((await faculty.put(path, { marks: 9 })).body.data.marks).toBe(9)
  })

  test('within the total that a change under way is about to set', async () => {
    const { assessment, path } = await marked()
    const changed = await at.db.transaction().execute(async (tx) => {
      await tx.selectFrom('assessments').select('id').where('id', '=', assessment).forUpdate().execute()
      const asked = faculty.put(path, { marks: 20 })
      await setTimeout(200)
      await tx.updateTable('assessments').set({ total_marks: 10 }).where('id', '=', assessment).execute()
      return { asked }
    })
    expect((await changed.asked).body.errors).toEqual({ marks: ['Marks must be at most 10'] })
  })
})

test('one result that is given, changed or deleted ends the approval of its assessment', async () => {
  const { assessment, ids } = await examined(2)
  const address = `/assessments/${assessment}`
  const approve = () =>
    at.db.updateTable('assessments').set({ status: 'approved' }).where('id', '=', assessment).execute()
  const statusNow = async () => (await admin.get(address)).body.data.status
  const given = { assessment_id: assessment, student_id: ids[0], marks: 5 }
  const first = (await faculty.post('/assessment-results', given)).body.data
  expect(await statusNow()).not.toBe('approved')
  await approve()
  await faculty.put(`/assessment-results/${first.id}`, { marks: 5 })
  expect(await statusNow()).toBe('approved')
  const acts = [
    () => faculty.put(`/assessment-results/${first.id}`, { marks: 6 }),
    () => faculty.post('/assessment-results', { ...given, student_id: ids[1] }),
    () => admin.delete(`/assessment-results/${first.id}`),
  ]
  for (const act of acts) {
    await approve()
    expect((await act()).status).toBeLessThan(300)
    expect(await statusNow()).toBe('evaluated')
  }
})

test('a result is deleted by admin and hod, and its trail says whose it was', async () => {
  const { assessment, student, id, path } = await marked()
  for (const caller of [faculty, await at.as('clerk', medicine), await at.as('student')])
    expect((await caller.delete(path)).status).toBe(403)
  expect((await surgeon.delete(path)).status).toBe(404)
  const { status, body } = await hod.delete(path)
  expect([status, body.message]).toEqual([200, 'Assessment result deleted successfully'])
  expect(await at.stored('assessments', assessment)).toMatchObject({ result_count: 0, marked_count: 0 })
  expect((await at.trailOf('assessment_result', id))[0].changes).toMatchObject({
    marks: [5, null],
    student_id: [student, null],
  })
  expect((await hod.delete(path)).status).toBe(404)
})

test('the history of an assessment tells who gave which marks, those deleted since too', async () => {
  const { assessment, group, student, path } = await marked()
  const other = await at.make.student(batch, group)
  await bulk(faculty, assessment, [
    { student_id: student, marks: 6.1 },
    { student_id: other.id, marks: 3, remarks: 'new' },
  ])
  await hod.delete(path)
  const read = async (query = '') => (await faculty.get(`/assessments/${assessment}/history${query}`)).body.data
  const told = (await read()).map((row: { action: string; student: { id: number }; marks: object }) => [
    row.action,
    row.student.id,
    row.marks,
  ])
  expect(told).toHaveLength(3)
  expect(told[0]).toEqual(['delete', student, { from: 6.1, to: null }])
  expect(told).toContainEqual(['update', student, { from: 5, to: 6.1 }])
  expect(told).toContainEqual(['create', other.id, { from: null, to: 3 }])
  const [one, ...none] = await read(`?student_id=${other.id}`)
  expect([one, none]).toEqual([
    expect.objectContaining({ actor: { id: faculty.userId, name: 'Teacher' }, remarks: { from: null, to: 'new' } }),
    [],
  ])
  expect((await surgeon.get(`/assessments/${assessment}/history`)).status).toBe(404)
})

test('the roster has the group by roll number, and who left it with a result', async () => {
  const { assessment, group } = await examined(0)
  const person = (roll_no: string, fields: object = {}) => at.make.student(batch, group, { roll_no, ...fields })
  const second = await person('MBBS-00002')
  const first = await person('MBBS-00001', { status: 'on_leave' })
  const left = await at.make.student(batch, undefined, { roll_no: 'MBBS-00003' })
  await at.make.result(assessment, left.id, { marks: 1 })
  await at.make.result(assessment, second.id, { marks: 2.5 })
  const { status, body } = await faculty.get(`/assessments/${assessment}/roster`)
  expect(status).toBe(200)
  expect(
    body.data.map((row: { student: { id: number }; is_marked: boolean; result: { marks: number } | null }) => [
      row.student.id,
      row.is_marked,
      row.result?.marks,
    ]),
  ).toEqual([
    [first.id, false, undefined],
    [second.id, true, 2.5],
    [left.id, false, 1],
  ])
  const [result] = (await faculty.get(`/assessment-results/assessment/${assessment}`)).body.data
  expect(body.data[1].result).toEqual(result)
  expect(body.meta.total).toBe(3)
})
