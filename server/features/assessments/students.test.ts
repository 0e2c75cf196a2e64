import { expect, test } from 'vitest'
import { listed } from '../../testing/college.ts'
import { marking } from '../../testing/marking.ts'

const { at, medicine, batch, wards, student } = await marking()

const STATUSES = ['pending', 'active', 'evaluated', 'approved', 'rejected', 'inactive'] as const

/** An assessment of each status for a group, each with marks for these students. */
async function inEveryStatus(group: number, students: number[]) {
  const made = {} as Record<(typeof STATUSES)[number], { id: number; results: number[] }>
  for (const status of STATUSES) {
    const id = await at.make.assessment(group, { status, weightage: 10 })
    const results = []
    for (const [n, one] of students.entries()) results.push(await at.make.result(id, one, { marks: n + 1 }))
    made[status] = { id, results }
  }
  return made
}

test('a student sees the assessments of own active groups that are announced, without counts', async () => {
  const own = await student(wards)
  const made = await inEveryStatus(wards, [own.id])
  const foreign = await at.make.assessment(await at.make.group(batch, medicine), { status: 'approved' })
  const shown = [made.approved.id, made.evaluated.id, made.active.id]
  expect(await listed(own.caller, '/assessments')).toEqual(shown)
  expect(await listed(own.caller, `/assessments/group/${wards}`)).toEqual(shown)
  expect(await listed(own.caller, `/assessments/group/${wards}/pending`)).toEqual([])
  const { body } = await own.caller.get(`/assessments/${made.evaluated.id}`)
  expect(body.data).toMatchObject({ id: made.evaluated.id, marked_count: null })
  for (const id of [made.pending.id, made.rejected.id, made.inactive.id, foreign])
    expect((await own.caller.get(`/assessments/${id}`)).status).toBe(404)
  await at.db
    .updateTable('student_groups')
    .set({ status: 'inactive', ended_at: new Date() })
    .where('student_id', '=', own.id)
    .execute()
  expect(await listed(own.caller, '/assessments')).toEqual([])
})

test('a student sees the own results of evaluated and approved assessments, and no others', async () => {
  const group = await at.make.group(batch, medicine)
  const own = await student(group)
  const other = await student(group)
  const made = await inEveryStatus(group, [own.id, other.id])
  const shown = [made.approved.results[0], made.evaluated.results[0]]
  for (const path of [
    '/assessment-results',
    `/assessment-results?student_id=${own.id}`,
    `/assessment-results?group_id=${group}`,
    `/assessment-results/group/${group}?status=submitted`,
    `/assessment-results/student/${own.id}/group/${group}`,
  ])
    expect(await listed(own.caller, path), path).toEqual(shown)
  const { body } = await own.caller.get(`/assessment-results/assessment/${made.approved.id}`)
  expect([body.data.length, body.meta.total, body.data[0].marks]).toEqual([1, 1, 1])

  // The student changes the id in the address.
  expect(await listed(own.caller, `/assessment-results?student_id=${other.id}`)).toEqual([])
  expect((await own.caller.get(`/assessment-results/student/${other.id}/group/${group}`)).status).toBe(404)
  for (const status of STATUSES) {
    const [mine, theirs] = made[status].results
    const isShown = status === 'evaluated' || status === 'approved'
    expect((await own.caller.get(`/assessment-results/${mine}`)).status, status).toBe(isShown ? 200 : 404)
    expect((await own.caller.get(`/assessment-results/${theirs}`)).status, status).toBe(404)
  }
  // Announced and not evaluated: the assessment is there, and no result of it.
  expect(await listed(own.caller, `/assessment-results/assessment/${made.active.id}`)).toEqual([])
  expect((await own.caller.get(`/assessment-results/assessment/${made.pending.id}`)).status).toBe(404)
})

test('a result stays the student’s own after the group was left', async () => {
  const own = await student(wards)
  const assessment = await at.make.assessment(wards, { status: 'approved' })
  const result = await at.make.result(assessment, own.id, { marks: 3 })
  await at.db
    .updateTable('student_groups')
    .set({ status: 'inactive', ended_at: new Date() })
    .where('student_id', '=', own.id)
    .execute()
  expect(await listed(own.caller, '/assessment-results')).toEqual([result])
  expect(await listed(own.caller, `/assessment-results/assessment/${assessment}`)).toEqual([result])
})

test('counts, means, totals, rosters, histories and exports are not for students', async () => {
  const own = await student(wards)
  const assessment = await at.make.assessment(wards, { status: 'approved' })
  await at.make.result(assessment, own.id, { marks: 3 })
  for (const path of [
    `/assessments/${assessment}/summary`,
    `/assessments/${assessment}/roster`,
    `/assessments/${assessment}/history`,
    `/assessments/${assessment}/export/csv?sheet=notice`,
    `/assessments/group/${wards}/totals`,
    `/assessments/group/${wards}/totals/export/csv`,
  ])
    expect((await own.caller.get(path)).status, path).toBe(403)
  const marks = { assessment_id: assessment, student_id: own.id, marks: 20 }
  expect((await own.caller.post('/assessment-results', marks)).status).toBe(403)
})
