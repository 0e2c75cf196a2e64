import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, admin, affairs, faculty } = await furnished()

describe('a department is added', () => {
  test('with the defaults academic and active, and leaves a trail', async () => {
    const { status, body } = await affairs.post('/departments', { name: '  Cardiology ' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ name: 'Cardiology', type: 'academic', status: 'active' })
    const trail = await at.trailOf('department', body.data.id)
    expect(trail).toHaveLength(1)
    expect(trail[0]).toMatchObject({
      action: 'create',
      actor: { id: affairs.userId },
      changes: { name: [null, 'Cardiology'], status: [null, 'active'] },
    })
  })

  test('not without a name, and not with words of no list', async () => {
    const { status, body } = await admin.post('/departments', { name: ' ', type: 'x', status: 1 })
    expect(status).toBe(422)
    expect(body.message).toBe('The given data was invalid.')
    expect(body.errors).toEqual({
      name: ['Department name is required'],
      type: ['Type must be one of: academic, non-academic'],
      status: ['Status must be one of: active, inactive'],
    })
  })

  test('not twice, whatever the case', async () => {
    await admin.post('/departments', { name: 'Dermatology' })
    const { status, body } = await admin.post('/departments', { name: 'dermaTOLOGY' })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ name: ['A department with this name already exists'] })
  })

  test('not with a name that cannot be seen, and not twice however a letter is composed', async () => {
    expect((await admin.post('/departments', { name: '\u200b\u2060' })).body.errors).toEqual({
      name: ['Department name is required'],
    })
    expect((await admin.post('/departments', { name: 'Ärzte' })).status).toBe(201)
    expect((await admin.post('/departments', { name: 'A\u0308rzte' })).body.errors).toEqual({
      name: ['A department with this name already exists'],
    })
  })

  test('not by others', async () => {
    expect((await faculty.post('/departments', { name: 'Mine' })).status).toBe(403)
    expect((await at.nobody.post('/departments', { name: 'Mine' })).status).toBe(401)
  })
})

describe('a department is changed', () => {
  test('field by field: what is left out stays', async () => {
    const id = await at.make.department({ name: 'Radiology', type: 'non-academic' })
    const { status, body } = await admin.put(`/departments/${id}`, { status: 'inactive' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ name: 'Radiology', type: 'non-academic', status: 'inactive' })
  })

  test('not over somebody else’s change', async () => {
    const id = await at.make.department()
    const read = (await admin.get(`/departments/${id}`)).body.data
    expect((await affairs.put(`/departments/${id}`, { name: 'First', updated_at: read.updated_at })).status).toBe(200)
    const second = await admin.put(`/departments/${id}`, { name: 'Second', updated_at: read.updated_at })
    expect(second.status).toBe(409)
    expect(second.body.message).toBe('This record was changed by someone else. Reload and try again.')
    expect((await at.stored('departments', id))?.name).toBe('First')
  })

  test('not to non-academic while groups belong to it', async () => {
    const id = await at.make.department()
    await at.make.group(await at.make.batch(), id)
    const { status, body } = await admin.put(`/departments/${id}`, { type: 'non-academic' })
    expect(status).toBe(409)
    expect(body.message).toBe('Department has 1 group. Only an academic department can have them.')
    expect((await at.stored('departments', id))?.type).toBe('academic')
  })

  test('not when it is not there', async () => {
    expect((await admin.put('/departments/99999', { name: 'X' })).status).toBe(404)
    expect((await admin.put('/departments/0x1', { name: 'X' })).status).toBe(404)
  })
})

describe('a department is deleted', () => {
  test('when nothing depends on it', async () => {
    const id = await at.make.department()
    expect((await admin.delete(`/departments/${id}`)).body).toEqual({ message: 'Department deleted successfully' })
    expect(await at.stored('departments', id)).toBeUndefined()
    expect((await admin.get(`/departments/${id}`)).status).toBe(404)
  })

  test('not while somebody works there, and the answer says what depends on it', async () => {
    const id = await at.make.department()
    await at.as('faculty', id)
    await at.make.group(await at.make.batch(), id)
    const { status, body } = await admin.delete(`/departments/${id}`)
    expect(status).toBe(409)
    expect(body.message).toBe('Department has 1 staff member and 1 group. Set it inactive instead.')
    expect(await at.stored('departments', id)).toBeDefined()
  })
})

describe('departments are listed', () => {
  test('by name, in pages with a total, filtered by type and status', async () => {
    await at.make.department({ name: 'Zoology of listing', type: 'non-academic', status: 'inactive' })
    await at.make.department({ name: 'anatomy of listing', type: 'non-academic', status: 'inactive' })
    const { body } = await faculty.get('/departments?type=non-academic&status=inactive&per_page=1&page=1')
    expect(body.data.map((one: { name: string }) => one.name)).toEqual(['anatomy of listing'])
    expect(body.meta.per_page).toBe(1)
    const beyond = await faculty.get('/departments?type=non-academic&status=inactive&per_page=1&page=900')
    expect(beyond.body).toEqual({ data: [], meta: { page: 900, per_page: 1, total: body.meta.total } })
  })

  test('in pages of at most 500', async () => {
    const { status, body } = await faculty.get('/departments?per_page=501&page=0')
    expect(status).toBe(422)
    expect(Object.keys(body.errors).sort()).toEqual(['page', 'per_page'])
  })
})
