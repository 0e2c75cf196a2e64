import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, admin, affairs, medicine, surgery, batch } = await furnished()
const office = await at.make.department({ name: 'Office', type: 'non-academic' })
/** Student affairs of Medicine. */
const scoped = await at.as('student-affair', medicine)

let count = 0
const input = (fields: object = {}) => {
  count += 1
  return { name: `Group No. ${count}`, batch_id: batch, department_id: medicine, ...fields }
}
const added = async (fields: object = {}) => {
  const { status, body } = await admin.post('/groups', input(fields))
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

describe('a group is added', () => {
  test('active, and leaves a trail', async () => {
    const { status, body } = await scoped.post('/groups', input({ name: ' Bedside ', description: '' }))
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      name: 'Bedside',
      batch: { id: batch, name: 'Batch 2023' },
      department: { id: medicine, name: 'Medicine' },
      description: null,
      status: 'active',
      student_count: 0,
    })
    expect(await at.trailOf('group', body.data.id)).toMatchObject([
      {
        action: 'create',
        actor: { id: scoped.userId },
        changes: { name: [null, 'Bedside'], batch: [null, 'Batch 2023'], department: [null, 'Medicine'] },
      },
    ])
  })

  test('not without what is required, and not with what is not there', async () => {
    expect((await affairs.post('/groups', { status: 'closed' })).body.errors).toEqual({
      name: ['Group name is required'],
      batch_id: ['Batch is required'],
      department_id: ['Department is required'],
      status: ['Status must be one of: active, pending, inactive'],
    })
    for (const [fields, errors] of [
      [{ batch_id: 99_999 }, { batch_id: ['Batch does not exist'] }],
      [{ department_id: 99_999 }, { department_id: ['Department does not exist'] }],
      [
        { batch_id: 99_999, department_id: 99_999 },
        { batch_id: ['Batch does not exist'], department_id: ['Department does not exist'] },
      ],
      [{ department_id: office }, { department_id: ['Department must be academic'] }],
    ] as const) {
      const { status, body } = await affairs.post('/groups', input(fields))
      expect(status).toBe(422)
      expect(body.errors).toEqual(errors)
    }
  })

  test('not twice in a batch and department, whatever the case', async () => {
    await added({ name: 'Twice' })
    const again = await admin.post('/groups', input({ name: 'TWICE' }))
    expect(again.status).toBe(422)
    expect(again.body.errors).toEqual({ name: ['A group with this name already exists in this batch and department'] })
    await added({ name: 'Twice', department_id: surgery })
    const { id } = await added({ name: 'Twice', batch_id: await at.make.batch() })
    const answers = await Promise.all([1, 2, 3].map(() => admin.post('/groups', input({ name: 'Race' }))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    expect((await admin.put(`/groups/${id}`, { batch_id: batch })).status).toBe(422)
  })

  test('not in another department, and not by others', async () => {
    const foreign = await scoped.post('/groups', input({ department_id: surgery }))
    expect(foreign.status).toBe(403)
    expect(foreign.body.message).toBe('You can only work with groups of your own department.')
    for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student', 'no-role'] as const)
      expect((await (await at.as(role)).post('/groups', input())).status, role).toBe(403)
    expect((await at.nobody.post('/groups', input())).status).toBe(401)
  })
})

describe('a group is changed', () => {
  test('field by field: what is left out stays', async () => {
    const { id } = await added({ name: 'Old name', description: 'Old wing' })
    const { status, body } = await affairs.put(`/groups/${id}`, { name: 'New name', status: 'pending' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ name: 'New name', status: 'pending', description: 'Old wing' })
    expect((await at.trailOf('group', id))[0]).toMatchObject({
      action: 'update',
      changes: { name: ['Old name', 'New name'], status: ['active', 'pending'] },
    })
  })

  test('to another batch and department while it is empty, though some were in it once', async () => {
    const { id } = await added()
    const other = await at.make.batch({ name: 'Batch 2024' })
    await at.make.student(batch, id)
    await at.make.leave({ group_id: id })
    const { status, body } = await affairs.put(`/groups/${id}`, { batch_id: other, department_id: surgery })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ batch: { name: 'Batch 2024' }, department: { name: 'Surgery' } })
    expect((await affairs.put(`/groups/${id}`, { batch_id: 99_999 })).body.errors).toEqual({
      batch_id: ['Batch does not exist'],
    })
    expect((await affairs.put(`/groups/${id}`, { department_id: office })).body.errors).toEqual({
      department_id: ['Department must be academic'],
    })
  })

  test('but not away from its students and tasks', async () => {
    const { id } = await added()
    await at.make.student(batch, id)
    await at.make.student(batch, id)
    const other = await at.make.batch()
    expect((await affairs.put(`/groups/${id}`, { batch_id: other })).body.message).toBe(
      'Group has 2 students. Only an empty group can move to another batch or department.',
    )
    await at.make.task(medicine, [id], { status: 'inactive' })
    const refused = await affairs.put(`/groups/${id}`, { department_id: surgery })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe(
      'Group has 2 students and 1 task. Only an empty group can move to another batch or department.',
    )
    expect(await at.stored('groups', id)).toMatchObject({ batch_id: batch, department_id: medicine })
    const same = { batch_id: batch, department_id: medicine, name: 'Still here' }
    expect((await affairs.put(`/groups/${id}`, same)).status).toBe(200)
  })

  test('not over somebody else’s change', async () => {
    const { id, updated_at } = await added()
    expect((await admin.put(`/groups/${id}`, { description: 'First', updated_at })).status).toBe(200)
    expect((await affairs.put(`/groups/${id}`, { description: 'Second', updated_at })).status).toBe(409)
    expect((await at.stored('groups', id))?.description).toBe('First')
  })

  test('within the own department alone, and not by others', async () => {
    const own = await added()
    const foreign = await added({ department_id: surgery })
    expect((await scoped.put(`/groups/${own.id}`, { description: 'x' })).status).toBe(200)
    expect((await scoped.put(`/groups/${own.id}`, { department_id: surgery })).status).toBe(403)
    expect((await scoped.put(`/groups/${foreign.id}`, { description: 'x' })).status).toBe(404)
    expect((await scoped.delete(`/groups/${foreign.id}`)).status).toBe(404)
    for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student'] as const) {
      const caller = await at.as(role)
      expect((await caller.put(`/groups/${own.id}`, { name: 'Mine' })).status, role).toBe(403)
      expect((await caller.delete(`/groups/${own.id}`)).status, role).toBe(403)
    }
    expect((await at.nobody.put(`/groups/${own.id}`, { name: 'Mine' })).status).toBe(401)
    expect((await admin.put('/groups/99999', { name: 'X' })).status).toBe(404)
    expect((await at.stored('groups', own.id))?.department_id).toBe(medicine)
  })
})

describe('a group is deleted', () => {
  test('with the links of those who were in it once', async () => {
    const { id } = await added({ name: 'Closed' })
    await at.make.student(batch, id)
    await at.make.leave({ group_id: id })
    expect((await affairs.delete(`/groups/${id}`)).body).toEqual({ message: 'Group deleted successfully' })
    expect(await at.stored('groups', id)).toBeUndefined()
    const links = at.db.selectFrom('student_groups').select('id').where('group_id', '=', id)
    expect(await links.execute()).toEqual([])
    expect((await at.trailOf('group', id))[0]).toMatchObject({ action: 'delete', changes: { name: ['Closed', null] } })
    expect((await affairs.delete(`/groups/${id}`)).status).toBe(404)
  })

  test('not while students or tasks depend on it', async () => {
    const { id } = await added()
    await at.make.student(batch, id)
    await at.make.task(medicine, [id])
    await at.make.task(medicine, [id])
    const refused = await affairs.delete(`/groups/${id}`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('Group has 1 student and 2 tasks. Set it inactive instead.')
    await at.make.leave({ group_id: id })
    expect((await affairs.delete(`/groups/${id}`)).body.message).toBe('Group has 2 tasks. Set it inactive instead.')
    expect(await at.stored('groups', id)).toBeDefined()
  })

  test('at the same time as students are put into it: one of the two', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await added()
      const student = await at.make.student(batch)
      const [deleted, assigned] = await Promise.all([
        affairs.delete(`/groups/${id}`),
        admin.post('/student-groups/assign', { group_id: id, student_ids: [student.id] }),
      ])
      expect(['200 422', '409 200']).toContain(`${deleted.status} ${assigned.status}`)
      const links = at.db.selectFrom('student_groups').select('id').where('group_id', '=', id)
      expect(await links.execute()).toHaveLength(deleted.status === 200 ? 0 : 1)
    }
  })

  test('not over a task that is just being given to it', async () => {
    const { id } = await added()
    const task = await at.make.task(medicine, [])
    const deleting = await at.db.transaction().execute(async (tx) => {
      const link = { task_id: task, group_id: id, department_id: medicine, position: 0 }
      await tx.insertInto('task_groups').values(link).execute()
      const answer = affairs.delete(`/groups/${id}`)
      await setTimeout(150)
      return { answer }
    })
    expect((await deleting.answer).body.message).toBe('Group has 1 task. Set it inactive instead.')
  })
})

describe('groups are searched', () => {
  test('by name, batch, department and description, letter by letter', async () => {
    const batch_id = await at.make.batch({ name: 'Quintessence' })
    const department_id = await at.make.department({ name: 'Ophthalmology' })
    await added({ name: 'Alpha_1', batch_id, department_id, description: '90% practice' })
    const found = async (q: string) =>
      (await admin.get(`/groups?q=${encodeURIComponent(q)}`)).body.data.map(({ name }: { name: string }) => name)
    for (const q of ['ALPHA_', 'quintess', 'phthal', '90%']) expect(await found(q), q).toEqual(['Alpha_1'])
    for (const q of ['a_pha', '9%', 'alpha\\']) expect(await found(q), q).toEqual([])
    expect((await scoped.get('/groups?q=alpha')).body.meta.total).toBe(0)
  })
})

describe('groups as a table', () => {
  test('have a row for each student, and one when there is none', async () => {
    const batch_id = await at.make.batch({ name: 'Batch 2030' })
    const full = await added({ name: 'Full', batch_id })
    await added({ name: 'Empty', batch_id, status: 'pending' })
    await added({ name: 'Foreign', batch_id, department_id: surgery })
    const [second, first, former] = [
      await at.make.student(batch_id, full.id, { roll_no: 'MBBS-30002', status: 'on_leave' }),
      await at.make.student(batch_id, full.id, { roll_no: 'MBBS-30001' }),
      await at.make.student(batch_id, full.id),
    ]
    await at.db
      .updateTable('student_groups')
      .set({ status: 'inactive', ended_at: new Date() })
      .where('student_id', '=', former.id)
      .execute()
    for (const [one, name] of [
      [first, 'Ali Raza'],
      [second, 'Sana, Dr.'],
    ] as const)
      await at.db.updateTable('users').set({ name }).where('id', '=', one.userId).execute()
    const { status, headers, raw } = await admin.get(`/groups/export?batch_id=${batch_id}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/csv')
    const lines = [
      'Group,Batch,Department,Group Status,Roll Number,Student,Student Status',
      'Empty,Batch 2030,Medicine,pending,,,',
      'Full,Batch 2030,Medicine,active,MBBS-30001,Ali Raza,active',
      'Full,Batch 2030,Medicine,active,MBBS-30002,"Sana, Dr.",on_leave',
    ]
    const linesOf = (file: Buffer) => file.toString('utf8').replace('\ufeff', '').split(/\r?\n/)
    expect(linesOf(raw)).toEqual([...lines, 'Foreign,Batch 2030,Surgery,active,,,', ''])
    expect(linesOf((await scoped.get(`/groups/export?batch_id=${batch_id}`)).raw)).toEqual([...lines, ''])
    const sheet = await admin.get('/groups/export?format=xlsx&q=Full')
    expect(sheet.raw.subarray(0, 2).toString()).toBe('PK')
    expect((await admin.get('/groups/export?format=pdf')).status).toBe(422)
    expect((await (await at.as('student')).get('/groups/export')).status).toBe(403)
    expect((await at.nobody.get('/groups/export')).status).toBe(401)
  })
})
