import { describe, expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'

const { at, admin, affairs } = await furnished()

describe('a batch is added', () => {
  test('active unless said, and leaves a trail', async () => {
    const { status, body } = await affairs.post('/batches', { name: ' Batch A ', current_year: '1st Year' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ name: 'Batch A', current_year: '1st Year', status: 'active', description: null })
    expect(await at.trailOf('batch', body.data.id)).toMatchObject([
      { action: 'create', actor: { id: affairs.userId }, changes: { name: [null, 'Batch A'] } },
    ])
  })

  test('not without name and year, nor with words of no list', async () => {
    const { status, body } = await admin.post('/batches', { name: ' ', status: 'x' })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      name: ['Batch name is required'],
      current_year: ['Current year is required'],
      status: ['Status must be one of: active, inactive'],
    })
    expect((await admin.post('/batches', { name: 'X', current_year: '6th Year' })).body.errors).toEqual({
      current_year: ['Current year must be one of: 1st Year, 2nd Year, 3rd Year, 4th Year, 5th Year'],
    })
  })

  test('not twice, whatever the case', async () => {
    await at.make.batch({ name: 'Twice' })
    const { status, body } = await admin.post('/batches', { name: 'tWICE', current_year: '1st Year' })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ name: ['A batch with this name already exists'] })
  })

  test('not by others', async () => {
    const batch = { name: 'Mine', current_year: '1st Year' }
    for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student'] as const)
      expect((await (await at.as(role)).post('/batches', batch)).status, role).toBe(403)
    expect((await at.nobody.post('/batches', batch)).status).toBe(401)
  })
})

describe('a batch is changed', () => {
  test('field by field, and the trail tells what changed alone', async () => {
    const id = await at.make.batch({ name: 'Old', description: 'kept' })
    const { status, body } = await affairs.put(`/batches/${id}`, { name: 'New', status: 'inactive' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ name: 'New', description: 'kept', current_year: '3rd Year', status: 'inactive' })
    expect((await at.trailOf('batch', id))[0].changes).toEqual({ name: ['Old', 'New'], status: ['active', 'inactive'] })
  })

  test('not over somebody else’s change, nor to a name that is taken', async () => {
    const id = await at.make.batch()
    await at.make.batch({ name: 'Taken' })
    const { updated_at } = (await admin.get(`/batches/${id}`)).body.data
    expect((await affairs.put(`/batches/${id}`, { description: 'First', updated_at })).status).toBe(200)
    expect((await admin.put(`/batches/${id}`, { description: 'Second', updated_at })).status).toBe(409)
    expect((await at.stored('batches', id))?.description).toBe('First')
    expect((await admin.put(`/batches/${id}`, { name: 'TAKEN' })).body.errors).toEqual({
      name: ['A batch with this name already exists'],
    })
  })

  test('not by others, nor when it is not there', async () => {
    const id = await at.make.batch()
    expect((await (await at.as('hod')).put(`/batches/${id}`, { name: 'X' })).status).toBe(403)
    expect((await admin.put('/batches/99999', { name: 'X' })).status).toBe(404)
  })
})

describe('a batch is deleted', () => {
  test('when nothing depends on it', async () => {
    const id = await at.make.batch()
    expect((await affairs.delete(`/batches/${id}`)).body).toEqual({ message: 'Batch deleted successfully' })
    expect(await at.stored('batches', id)).toBeUndefined()
    expect((await at.trailOf('batch', id))[0]).toMatchObject({ action: 'delete' })
    expect((await affairs.delete(`/batches/${id}`)).status).toBe(404)
  })

  test('not while it has students or groups, and the answer says what depends on it', async () => {
    const id = await at.make.batch()
    const refusal = async () => {
      const { status, body } = await affairs.delete(`/batches/${id}`)
      expect(status).toBe(409)
      return body.message
    }
    const { id: student } = await at.make.student(id)
    expect(await refusal()).toBe('Batch has 1 student. Set it inactive instead.')
    await at.make.student(id)
    await at.make.group(id, await at.make.department())
    expect(await refusal()).toBe('Batch has 2 students and 1 group. Set it inactive instead.')
    await affairs.put(`/students/${student}`, { batch_id: null })
    expect(await refusal()).toBe('Batch has 1 student and 1 group. Set it inactive instead.')
    expect(await at.stored('batches', id)).toBeDefined()
  })

  test('not when only former students were in it', async () => {
    const id = await at.make.batch()
    const { id: student } = await at.make.student(id)
    await affairs.put(`/students/${student}`, { batch_id: null })
    const { status, body } = await affairs.delete(`/batches/${id}`)
    expect(status).toBe(409)
    expect(body.message).toBe('Batch has 1 former student. Set it inactive instead.')
  })

  test('not while a student comes in at the same time', async () => {
    const id = await at.make.batch()
    const { id: student } = await at.make.student(await at.make.batch())
    await at.db.deleteFrom('student_batches').where('student_id', '=', student).execute()
    let deleting: ReturnType<Client['delete']> | undefined
    await at.db.transaction().execute(async (tx) => {
      await tx.insertInto('student_batches').values({ student_id: student, batch_id: id }).execute()
      deleting = affairs.delete(`/batches/${id}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    expect((await deleting)?.body.message).toBe('Batch has 1 student. Set it inactive instead.')
  })

  test('not by others', async () => {
    const id = await at.make.batch()
    expect((await (await at.as('principal')).delete(`/batches/${id}`)).status).toBe(403)
    expect((await at.nobody.delete(`/batches/${id}`)).status).toBe(401)
  })
})

describe('batches are searched and counted', () => {
  test('over name, current year and description', async () => {
    await at.make.batch({ name: 'Search 100%', current_year: '5th Year', description: 'the old_one' })
    await at.make.batch({ name: 'Search B', current_year: '4th Year' })
    const search = async (path: string) => (await admin.get(path)).body.data.map((one: { name: string }) => one.name)
    expect(await search('/batches?q=search')).toEqual(['Search 100%', 'Search B'])
    expect(await search('/batches?q=5TH')).toEqual(['Search 100%'])
    expect(await search('/batches?q=d_o')).toEqual(['Search 100%'])
    expect(await search('/batches?q=0%25')).toEqual(['Search 100%'])
    expect(await search('/batches?q=search&status=inactive')).toEqual([])
  })

  test('in the same order and pages as they are listed, each seeing the groups of the own scope', async () => {
    const [medicine, surgery] = [await at.make.department(), await at.make.department()]
    const [one, two, three] = await Promise.all(
      ['Count 1', 'Count 2', 'Count 3'].map((name) => at.make.batch({ name })),
    )
    if (!one || !two || !three) throw new Error('three were made')
    const wards = await at.make.group(one, medicine)
    await at.make.group(one, medicine)
    await at.make.group(one, surgery)
    await at.make.group(one, surgery, { status: 'inactive' })
    const { userId } = await at.make.student(one, wards)
    await at.make.student(one)
    const { id: former } = await at.make.student(one)
    await affairs.put(`/students/${former}`, { batch_id: two })
    const counts = async (caller: Client, path = '/batches/counts?q=count') => (await caller.get(path)).body
    expect(await counts(admin)).toEqual({
      data: [
        { batch_id: one, student_count: 2, active_group_count: 3 },
        { batch_id: two, student_count: 1, active_group_count: 0 },
        { batch_id: three, student_count: 0, active_group_count: 0 },
      ],
      meta: { page: 1, per_page: 100, total: 3 },
    })
    expect((await counts(await at.as('faculty', surgery))).data[0].active_group_count).toBe(1)
    expect(await counts(admin, '/batches/counts?q=count&per_page=1&page=2')).toMatchObject({
      data: [{ batch_id: two }],
      meta: { page: 2, per_page: 1, total: 3 },
    })
    expect(await counts(await at.of(userId))).toMatchObject({
      data: [{ batch_id: one, student_count: 2, active_group_count: 1 }],
      meta: { total: 1 },
    })
    expect((await at.nobody.get('/batches/counts')).status).toBe(401)
    expect((await (await at.as('no-role')).get('/batches/counts')).status).toBe(403)
  })
})
