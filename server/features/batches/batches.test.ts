import { expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { listed, unfurnished } from '../../testing/college.ts'

const at = await unfurnished()
const admin = await at.as('admin')

const namesOf = (caller: Client, path: string) => listed(caller, path, 'name')

test('batches are listed by name, filtered by status, in pages', async () => {
  await at.make.batch({ name: 'b 2' })
  await at.make.batch({ name: 'B 1', status: 'inactive' })
  await at.make.batch({ name: 'B 3' })
  expect(await namesOf(admin, '/batches')).toEqual(['B 1', 'b 2', 'B 3'])
  expect(await namesOf(admin, '/batches?status=active')).toEqual(['b 2', 'B 3'])
  expect((await admin.get('/batches?per_page=2&page=2')).body).toMatchObject({
    data: [{ name: 'B 3', current_year: '3rd Year' }],
    meta: { page: 2, per_page: 2, total: 3 },
  })
  expect(await namesOf(await at.as('faculty', await at.make.department()), '/batches')).toHaveLength(3)
  expect((await (await at.as('no-role')).get('/batches')).status).toBe(403)
  expect((await at.nobody.get('/batches')).status).toBe(401)
})

test('a batch has active groups, of which each sees those of the own scope', async () => {
  const [medicine, surgery] = [await at.make.department({ name: 'M' }), await at.make.department({ name: 'S' })]
  const batch = await at.make.batch()
  const wards = await at.make.group(batch, medicine, { name: 'Wards' })
  await at.make.group(batch, medicine, { name: 'Clinic' })
  await at.make.group(batch, surgery, { name: 'Theatre' })
  await at.make.group(batch, surgery, { name: 'Closed', status: 'inactive' })
  await at.make.group(batch, surgery, { name: 'Soon', status: 'pending' })
  await at.make.group(await at.make.batch(), medicine, { name: 'Elsewhere' })
  const path = `/batches/${batch}/active-groups`
  expect(await namesOf(admin, path)).toEqual(['Clinic', 'Wards', 'Theatre'])
  expect(await namesOf(await at.as('hod', surgery), path)).toEqual(['Theatre'])
  const { userId } = await at.make.student(batch, wards)
  expect(await namesOf(await at.of(userId), path)).toEqual(['Wards'])
  expect((await admin.get(`${path}?per_page=1`)).body.meta).toEqual({ page: 1, per_page: 1, total: 3 })
  expect((await admin.get('/batches/99999/active-groups')).status).toBe(404)
})

test('a student sees the own batch and no other', async () => {
  const [own, other] = [await at.make.batch({ name: 'Own' }), await at.make.batch()]
  const { id, userId } = await at.make.student(own)
  const caller = await at.of(userId)
  expect(await namesOf(caller, '/batches')).toEqual(['Own'])
  expect((await caller.get(`/batches/${own}`)).body.data.name).toBe('Own')
  expect((await caller.get(`/batches/${other}`)).status).toBe(404)
  expect((await caller.get(`/batches/${other}/active-groups`)).status).toBe(404)
  const left = { status: 'inactive', ended_at: new Date() } as const
  await at.db.updateTable('student_batches').set(left).where('student_id', '=', id).execute()
  expect(await namesOf(caller, '/batches')).toEqual([])
  expect((await caller.get(`/batches/${own}`)).status).toBe(404)
})
