import { expect, test } from 'vitest'
import { furnished } from '../testing/college.ts'

// Rules that the database keeps by itself, whoever writes into it.

const { at, medicine, surgery, batch, wards, theatre } = await furnished()
const { make } = at

test('an assessment is of its group’s department and batch, with numbers that there are', async () => {
  const other = await make.batch()
  for (const [fields, constraint] of [
    [{ department_id: surgery }, 'assessments_group_id_department_id_fkey'],
    [{ batch_id: other }, 'assessments_group_id_batch_id_fkey'],
    [{ passing_marks: 20.01 }, 'assessments_passing_marks_total'],
    [{ total_marks: null, passing_marks: 100.01 }, 'assessments_passing_marks_total'],
    [{ total_marks: -0.01 }, 'assessments_total_marks_check'],
    [{ weightage: 10_000.01 }, 'assessments_weightage_check'],
    [{ type: 'oral' as never }, 'assessments_type_check'],
    [{ status: 'done' as never }, 'assessments_status_check'],
  ] as const)
    await expect(make.assessment(wards, fields), constraint).rejects.toThrow(`"${constraint}"`)
  expect(await make.assessment(theatre, { department_id: surgery, passing_marks: 20 })).toBeGreaterThan(0)
})

test('a result is one for a student and assessment, and keeps both from being deleted', async () => {
  const assessment = await make.assessment(wards)
  const { id } = await make.student(batch, wards)
  await make.result(assessment, id, { marks: 0.1 })
  await expect(make.result(assessment, id)).rejects.toThrow('"assessment_results_assessment_id_student_id_key"')
  await expect(at.db.deleteFrom('assessments').where('id', '=', assessment).execute()).rejects.toThrow('foreign key')
  const other = await make.student(batch, wards)
  await expect(make.result(assessment, other.id, { marks: -0.01 })).rejects.toThrow('"assessment_results_marks_check"')
  await expect(make.result(assessment, other.id, { marks: 1, status: 'absent' })).rejects.toThrow(
    '"assessment_results_absent_marks"',
  )
  await expect(make.result(assessment, other.id, { status: 'excused' as never })).rejects.toThrow(
    '"assessment_results_status_check"',
  )
  await expect(make.result(assessment, other.id, { marks: 100_000 })).rejects.toThrow('numeric field overflow')
})

test('marks come back as the number that they are', async () => {
  const assessment = await make.assessment(wards, { total_marks: 10_000, weightage: 0.1 })
  for (const marks of [0, 0.01, 0.29, 1.1, 12.3, 19.99, 9999.99, 10_000]) {
    const { id } = await make.student(batch, wards)
    const result = await make.result(assessment, id, { marks })
    expect((await at.stored('assessment_results', result))?.marks).toBe(marks)
  }
  expect(await at.stored('assessments', assessment)).toMatchObject({ total_marks: 10_000, weightage: 0.1 })
})

test('an assessment knows how many results it has and how many have marks, whatever happens to them', async () => {
  const group = await make.group(batch, medicine)
  const [first, second] = [await make.assessment(group), await make.assessment(group)]
  const students = [(await make.student(batch)).id, (await make.student(batch)).id, (await make.student(batch)).id]
  const counts = async () => {
    const kept = at.db.selectFrom('assessments').select(['result_count', 'marked_count'])
    return (await kept.where('group_id', '=', group).orderBy('id').execute()).map(Object.values)
  }
  const rows = (assessment_id: number) =>
    students.map((student_id, n) => ({ assessment_id, student_id, marks: n === 0 ? null : n, remarks: null }))
  await at.db
    .insertInto('assessment_results')
    .values([...rows(first), ...rows(second)])
    .execute()
  expect(await counts()).toEqual([
    [3, 2],
    [3, 2],
  ])
  const results = at.db.updateTable('assessment_results').where('assessment_id', '=', first)
  await results.set({ marks: 5 }).execute()
  expect((await counts())[0]).toEqual([3, 3])
  await results.set({ marks: null }).execute()
  await results.set({ remarks: 'x' }).execute()
  expect((await counts())[0]).toEqual([3, 0])
  // An upsert adds and changes at once.
  await at.db
    .deleteFrom('assessment_results')
    .where('student_id', '=', students[0] as number)
    .execute()
  await at.db
    .insertInto('assessment_results')
    .values(rows(first).map((row) => ({ ...row, marks: 1 })))
    .onConflict((conflict) => conflict.columns(['assessment_id', 'student_id']).doUpdateSet({ marks: 1 }))
    .execute()
  expect(await counts()).toEqual([
    [3, 3],
    [2, 2],
  ])
})
