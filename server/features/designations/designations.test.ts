import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, admin } = await furnished()
const clerk = await at.as('clerk')

const added = async (name: string) => (await admin.post('/designations', { name })).body.data
const holder = async (designation_id: number, departmentId: number) =>
  at.make.staff(await at.make.person('faculty'), departmentId, { designation_id })

describe('a designation', () => {
  test('is added, and leaves a trail', async () => {
    const { status, body } = await admin.post('/designations', { name: ' Professor ' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ name: 'Professor', staff_count: 0, updated_at: expect.any(String) })
    expect((await clerk.get(`/designations/${body.data.id}`)).body.data).toEqual(body.data)
    const trail = await at.trailOf('designation', body.data.id)
    expect(trail).toMatchObject([{ action: 'create', changes: { name: [null, 'Professor'] } }])
  })

  test('has a name, and no two have the same, whatever the case', async () => {
    expect((await admin.post('/designations', {})).body.errors).toEqual({ name: ['Designation name is required'] })
    await added('Lecturer')
    const again = await admin.post('/designations', { name: 'LECTURER' })
    expect(again.status).toBe(422)
    expect(again.body.errors).toEqual({ name: ['A designation with this name already exists'] })
    const { id } = await added('Reader')
    expect((await admin.put(`/designations/${id}`, { name: 'lecturer' })).status).toBe(422)
  })

  test('is renamed, not over somebody else’s change', async () => {
    const { id, updated_at } = await added('Tutor')
    const { body } = await admin.put(`/designations/${id}`, { name: 'Senior Tutor', updated_at })
    expect(body.data).toMatchObject({ id, name: 'Senior Tutor', staff_count: 0 })
    expect((await admin.put(`/designations/${id}`, { name: 'Other', updated_at })).status).toBe(409)
    expect((await at.stored('designations', id))?.name).toBe('Senior Tutor')
    expect((await admin.put('/designations/99999', { name: 'X' })).status).toBe(404)
  })

  test('is deleted when nobody has it', async () => {
    const { id } = await added('Porter')
    const department = await at.make.department()
    await Promise.all([holder(id, department), holder(id, await at.make.department())])
    const refused = await (await at.as('admin', department)).delete(`/designations/${id}`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('Designation has 2 staff members. Give them another designation first.')
    await at.db.deleteFrom('staff').where('designation_id', '=', id).execute()
    expect((await admin.delete(`/designations/${id}`)).body).toEqual({ message: 'Designation deleted successfully' })
    expect(await at.stored('designations', id)).toBeUndefined()
    expect((await admin.delete(`/designations/${id}`)).status).toBe(404)
  })

  test('is for administrators to change and for staff to read', async () => {
    const { id } = await added('Chemist')
    for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student-affair'] as const) {
      const caller = await at.as(role)
      expect((await caller.get('/designations')).status, role).toBe(200)
      expect((await caller.post('/designations', { name: 'Mine' })).status, role).toBe(403)
      expect((await caller.put(`/designations/${id}`, { name: 'Mine' })).status, role).toBe(403)
      expect((await caller.delete(`/designations/${id}`)).status, role).toBe(403)
    }
    expect((await (await at.as('student')).get('/designations')).status).toBe(403)
    expect((await at.nobody.get('/designations')).status).toBe(401)
    expect((await at.stored('designations', id))?.name).toBe('Chemist')
  })
})

test('designations are listed by name, searched, with those of their staff whom one may see', async () => {
  const medicine = await at.make.department()
  const { id } = await added('Zz 50% post')
  await added('zz Another post')
  await Promise.all([holder(id, medicine), holder(id, medicine), holder(id, await at.make.department())])
  const { body } = await clerk.get('/designations?q=zz')
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Zz 50% post', 'zz Another post'])
  expect(body.data[0].staff_count).toBe(3)
  expect((await clerk.get('/designations?q=zz&per_page=1&page=2')).body).toMatchObject({
    data: [{ name: 'zz Another post' }],
    meta: { page: 2, per_page: 1, total: 2 },
  })
  expect((await clerk.get('/designations?q=%25')).body.meta.total).toBe(1)
  expect((await (await at.as('hod', medicine)).get('/designations?q=50%25')).body.data[0].staff_count).toBe(2)
})
