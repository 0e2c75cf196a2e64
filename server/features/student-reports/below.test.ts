import { beforeAll, expect, test } from 'vitest'
import type { BelowMinimum, BelowStudent } from '../../../shared/contract/student-reports.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'

const { at, principal, hod, faculty, affairs, surgeon, student, medicine, surgery, batch, wards, theatre } =
  await furnished()

const PATH = '/student-reports/below-minimum'
const found = async (caller: Client, query = '') => {
  const { status, body } = await caller.get(`${PATH}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.map(({ department, batch, count }: BelowMinimum) => `${department.name}, ${batch.name}: ${count}`)
}

beforeAll(async () => {
  const day = '2026-02-02'
  const [medical, surgical] = [
    await at.make.session(wards, { status: 'completed', activity_date: day }),
    await at.make.session(theatre, { status: 'completed', activity_date: day }),
  ]
  for (const status of ['absent', 'leave', 'present'] as const)
    await at.make.entry(medical, (await at.make.student(batch, wards)).id, { status })
  await at.make.entry(medical, (await at.make.student(batch, wards, { status: 'graduated' })).id, { status: 'absent' })
  await at.make.entry(surgical, (await at.make.student(batch, theatre)).id, { status: 'absent' })
})

test('where students are below the minimum, the most first, and of one department', async () => {
  expect(await found(principal)).toEqual(['Medicine, Batch 2023: 2', 'Surgery, Batch 2023: 1'])
  expect(await found(principal, `?department_id=${surgery}`)).toEqual(['Surgery, Batch 2023: 1'])
  expect(await found(principal, '?per_page=1&page=2')).toEqual(['Surgery, Batch 2023: 1'])
  const { body } = await principal.get(`/student-reports?department_id=${medicine}&batch_id=${batch}&only=below`)
  expect(body.meta.total).toBe(2)
})

test('heads are told of their own department alone, whatever they ask for', async () => {
  expect(await found(hod)).toEqual(['Medicine, Batch 2023: 2'])
  expect(await found(surgeon)).toEqual(['Surgery, Batch 2023: 1'])
  expect(await found(surgeon, `?department_id=${medicine}`)).toEqual([])
})

const STUDENTS = '/student-reports/students-below'
const students = async (caller: Client, query = '') => {
  const { status, body } = await caller.get(`${STUDENTS}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.map(
    ({ department, batch: of, present, counted, precise_rate }: BelowStudent) =>
      `${department.name}, ${of.name}: ${present} of ${counted}, ${precise_rate}`,
  )
}

test('the students themselves, over all departments and batches, the lowest share first', async () => {
  const later = await at.make.session(wards, { status: 'completed', activity_date: '2026-02-03' })
  // The first by roll number, and the last by share.
  const half = await at.make.student(batch, wards, { roll_no: '0' })
  const [first] = (await at.db.selectFrom('attendance_sessions').select('id').orderBy('id').execute()) as [
    { id: number },
  ]
  await at.make.entry(first.id, half.id, { status: 'present' })
  await at.make.entry(later, half.id, { status: 'absent' })
  const medical = 'Medicine, Batch 2023: 0 of 1, 0'
  const all = [medical, medical, 'Surgery, Batch 2023: 0 of 1, 0', 'Medicine, Batch 2023: 1 of 2, 50'].sort()
  const told = await students(principal)
  expect(told.at(-1)).toBe('Medicine, Batch 2023: 1 of 2, 50')
  expect(told.toSorted()).toEqual(all)
  expect(await students(principal, `?department_id=${surgery}`)).toEqual(['Surgery, Batch 2023: 0 of 1, 0'])
  expect(await students(principal, `?batch_id=${await at.make.batch()}`)).toEqual([])
  expect(await students(principal, '?per_page=1&page=4')).toEqual(['Medicine, Batch 2023: 1 of 2, 50'])
  expect(await students(hod)).toHaveLength(3)
  expect(await students(surgeon, `?department_id=${medicine}`)).toEqual([])
  for (const other of [faculty, affairs]) expect((await other.get(STUDENTS)).status).toBe(403)
  expect((await principal.get(`${STUDENTS}?batch_id=x`)).status).toBe(422)
})

test('nobody else reads it, and what is no department is refused', async () => {
  expect((await at.nobody.get(PATH)).status).toBe(401)
  for (const other of [faculty, affairs, (await student(wards)).caller])
    expect((await other.get(PATH)).status).toBe(403)
  expect((await principal.get(`${PATH}?department_id=x`)).status).toBe(422)
})
