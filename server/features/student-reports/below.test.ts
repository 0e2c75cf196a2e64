import { beforeAll, expect, test } from 'vitest'
import type { BelowMinimum } from '../../../shared/contract/student-reports.ts'
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

test('nobody else reads it, and what is no department is refused', async () => {
  expect((await at.nobody.get(PATH)).status).toBe(401)
  for (const other of [faculty, affairs, (await student(wards)).caller])
    expect((await other.get(PATH)).status).toBe(403)
  expect((await principal.get(`${PATH}?department_id=x`)).status).toBe(422)
})
