import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, hod, medicine: department, batch, wards, clinic } = await furnished()
const groups = [wards, clinic]
const closed = await at.make.group(batch, department, { name: 'Closed', status: 'pending' })

const tasksNow = () => at.db.selectFrom('tasks').select(['name', 'detail']).orderBy('id').execute()

test('a bulk payload makes one task for each name, with its frequency in detail', async () => {
  const { status, body } = await hod.post('/tasks', {
    department_id: department,
    group_id: groups,
    name: [' Cannulation ', 'Catheter', 'Cannulation'],
    detail: ['5', 12, ' 007 '],
  })
  expect(status).toBe(201)
  expect(body.data).toHaveLength(3)
  expect(body.data.map((task: { name: string; detail: string }) => [task.name, task.detail])).toEqual([
    ['Cannulation', '5'],
    ['Catheter', '12'],
    ['Cannulation', '007'],
  ])
  for (const task of body.data) {
    expect(task).toMatchObject({ task_type: 'bulk', status: 'active', group_ids: groups, department_id: department })
    const trail = await at.db
      .selectFrom('audit')
      .selectAll()
      .where('entity', '=', 'task')
      .where('entity_id', '=', task.id)
      .execute()
    expect(trail).toMatchObject([{ action: 'create', entity: 'task', actor_id: hod.userId }])
  }
})

test('all tasks of a bulk payload are stored, or none', async () => {
  const before = await tasksNow()
  const add = async (wrong: object) => {
    const bulk = { department_id: department, group_id: groups, name: ['A', 'B'], detail: ['1', '2'] }
    const { status, body } = await hod.post('/tasks', { ...bulk, ...wrong })
    expect(status).toBe(422)
    return body.errors
  }
  expect(await add({ name: ['A', ' '] })).toEqual({ name: ['Task name is required'] })
  expect(await add({ name: [], detail: [] })).toEqual({ name: ['At least one task is required'] })
  expect(await add({ detail: ['1', ''] })).toEqual({ detail: ['Frequency is required'] })
  expect(await add({ detail: ['1', '2x'] })).toEqual({ detail: ['Frequency must be digits only'] })
  expect(await add({ detail: ['1'] })).toEqual({ detail: ['Each task needs a frequency'] })
  expect(await add({ group_id: [] })).toEqual({ group_id: ['At least one group is required'] })
  expect(await add({ group_id: [...groups, closed] })).toEqual({ group_id: ['Group Closed is not active'] })
  expect(await add({ name: Array(101).fill('A'), detail: Array(101).fill('1') })).toEqual({
    name: ['At most 100 tasks at once'],
    detail: ['At most 100 tasks at once'],
  })
  expect(await tasksNow()).toEqual(before)
})

test('a hod of an academic department adds tasks there alone', async () => {
  const other = await at.make.department()
  const theirs = await at.make.group(await at.make.batch(), other)
  const bulk = { department_id: other, group_id: [theirs], name: ['A'], detail: ['1'] }
  expect((await hod.post('/tasks', bulk)).status).toBe(403)
  const office = await at.as('hod', await at.make.department({ type: 'non-academic' }))
  expect((await office.post('/tasks', bulk)).status).toBe(201)
})
