import { expect, test } from 'vitest'
import type { WeightedTotal } from '../../../shared/contract/assessment-figures.ts'
import { furnished } from '../../testing/college.ts'

const { at, hod, affairs, batch, wards, clinic } = await furnished()
const [stays, moves, left] = [
  await at.make.student(batch, wards),
  await at.make.student(batch, wards),
  await at.make.student(batch, wards),
]
// Has left without a result: nothing says that the student was there.
await at.make.student(batch, wards, { status: 'graduated' })
const exam = await at.make.assessment(wards, { status: 'approved', weightage: 10, total_marks: 100 })
for (const [n, { id }] of [stays, moves, left].entries()) await at.make.result(exam, id, { marks: 50 + n })
const body = { group_id: clinic, student_ids: [moves.id], since: '2026-02-01' }
expect((await affairs.post('/student-groups/assign', body)).status).toBe(200)
await at.db.updateTable('students').set({ status: 'graduated' }).where('id', '=', left.id).execute()

async function studentsOf(group: number, day?: string) {
  const path = `/assessments/group/${group}/totals`
  const query = day === undefined ? '' : `?day=${day}`
  const [list, file] = [await hod.get(`${path}${query}`), await hod.get(`${path}/export/csv${query}`)]
  expect([list.status, file.status], JSON.stringify(list.body)).toEqual([200, 200])
  const found = (list.body.data as WeightedTotal[]).map(({ student }) => student)
  for (const { roll_no } of found) expect(file.raw.toString()).toContain(roll_no)
  return found.map(({ id }) => id)
}

test('the totals of a group of a day are of its members of then; of no day, of the present ones', async () => {
  expect(await studentsOf(wards, '2026-01-31')).toEqual([stays.id, moves.id, left.id])
  expect(await studentsOf(wards, '2026-02-01')).toEqual([stays.id, left.id])
  expect(await studentsOf(clinic, '2026-01-31')).toEqual([])
  expect(await studentsOf(clinic, '2026-02-01')).toEqual([moves.id])
  expect(await studentsOf(wards)).toEqual([stays.id])
  const refused = await hod.get(`/assessments/group/${wards}/totals?day=soon`)
  expect(refused.body.errors).toEqual({ day: ['Day must be a valid date (YYYY-MM-DD)'] })
})
