import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, admin, hod, faculty, medicine, surgery, batch } = await furnished()

/** A group of its own with so many students, and an assessment of 20 marks. */
async function arranged(students = 2, fields: Parameters<typeof at.make.assessment>[1] = {}) {
  const group = await at.make.group(batch, medicine)
  const people = []
  for (let n = 0; n < students; n += 1) people.push(await at.make.student(batch, group))
  const assessment = await at.make.assessment(group, fields)
  return { group, people, assessment, ids: people.map(({ id }) => id) }
}

const bulk = (assessment_id: number, results: object[]) => ({ assessment_id, submission_type: 'assessment', results })

describe('results of an assessment', () => {
  test('are added, evaluate it, and leave a row of the trail for each', async () => {
    const { assessment, ids } = await arranged()
    const results = [
      { student_id: ids[1], marks: 19.99, remarks: ' well\ndone ', updated_at: null },
      { student_id: ids[0], marks: null, remarks: null },
    ]
    const { status, body } = await faculty.post('/assessment-results', bulk(assessment, results))
    expect([status, body.message], JSON.stringify(body)).toEqual([201, undefined])
    expect(body.data.map((one: { student_id: number }) => one.student_id)).toEqual([ids[1], ids[0]])
    expect(body.data[0]).toMatchObject({ marks: 19.99, remarks: 'well\ndone', status: 'submitted' })
    expect(body.data[0].assessment).toMatchObject({ id: assessment, total_marks: 20, status: 'evaluated' })
    expect(await at.stored('assessments', assessment)).toMatchObject({
      status: 'evaluated',
      result_count: 2,
      marked_count: 1,
    })
    const [row] = await at.trailOf('assessment_result', body.data[0].id)
    expect(row).toMatchObject({ action: 'create', actor: { id: faculty.userId } })
    expect(row.changes).toMatchObject({ marks: [null, 19.99], assessment_id: [null, assessment] })
    const [told] = await at.trailOf('assessment', assessment)
    expect(told).toMatchObject({ action: 'evaluate', changes: { status: ['active', 'evaluated'] } })
  })
})
