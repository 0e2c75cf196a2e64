import { describe, expect, test } from 'vitest'
import { furnished, listed } from '../../testing/college.ts'

const { at, admin, hod, medicine, surgery, batch, wards, clinic, theatre, student } = await furnished()

describe('tasks are listed', () => {
  test('newest first, in pages that neither repeat nor leave out, with a total', async () => {
    const department = await at.make.department()
    const group = await at.make.group(batch, department)
    const made: number[] = []
    for (let count = 0; count < 5; count += 1) made.push(await at.make.task(department, [group], { name: 'Same' }))
    const pages = []
    for (const page of [1, 2, 3]) pages.push(await admin.get(`/tasks/group/${group}?per_page=2&page=${page}`))
    expect(pages.flatMap(({ body }) => body.data.map((task: { id: number }) => task.id))).toEqual(made.reverse())
    expect(pages.map(({ body }) => body.meta)).toEqual([1, 2, 3].map((page) => ({ page, per_page: 2, total: 5 })))
    const beyond = await admin.get(`/tasks/group/${group}?per_page=2&page=4`)
    expect(beyond.body).toEqual({ data: [], meta: { page: 4, per_page: 2, total: 5 } })
  })

  test('of a group in one status, named by the extra segment', async () => {
    const group = await at.make.group(batch, medicine)
    const active = await at.make.task(medicine, [group])
    const pending = await at.make.task(medicine, [group, wards], { status: 'pending' })
    expect(await listed(hod, `/tasks/group/${group}`)).toEqual([pending, active])
    expect(await listed(hod, `/tasks/group/${group}/pending`)).toEqual([pending])
    expect(await listed(hod, `/tasks/group/${group}/inactive`)).toEqual([])
    expect((await hod.get(`/tasks/group/${group}/done`)).status).toBe(422)
    expect(await listed(hod, `/tasks?group_id=${group}&status=active`)).toEqual([active])
    expect((await hod.get('/tasks?status=done&per_page=501&page=0&group_id=x')).status).toBe(422)
  })

  test('with how many submitted and how many of these are graded', async () => {
    const task = await at.make.task(medicine, [wards])
    await at.make.submission(task, (await student(wards)).id)
    await at.make.submission(task, (await student(wards)).id, { marks: 0, graded_at: new Date() })
    expect((await hod.get(`/tasks/${task}`)).body.data).toMatchObject({
      submission_count: 2,
      graded_count: 1,
      submission: null,
    })
  })

  test('for the roles that may read them', async () => {
    for (const role of ['admin', 'principal', 'hod', 'faculty', 'student-affair'] as const)
      expect((await (await at.as(role)).get('/tasks')).status, role).toBe(200)
    for (const role of ['clerk', 'no-role'] as const)
      expect((await (await at.as(role)).get('/tasks')).status, role).toBe(403)
    expect((await at.nobody.get('/tasks')).status).toBe(401)
  })
})

describe('the staff of an academic department', () => {
  test('are not told of the tasks of others', async () => {
    const own = await at.make.task(medicine, [wards])
    const foreign = await at.make.task(surgery, [theatre], { name: 'Foreign' })
    const ids = await listed(hod, '/tasks')
    expect(ids).toContain(own)
    expect(ids).not.toContain(foreign)
    expect(await listed(hod, `/tasks?department_id=${surgery}`)).toEqual([])
    expect((await hod.get(`/tasks/group/${theatre}`)).status).toBe(404)
    expect((await hod.get(`/tasks/${foreign}`)).status).toBe(404)
    expect((await hod.put(`/tasks/${foreign}`, { name: 'Mine' })).status).toBe(404)
    expect((await hod.delete(`/tasks/${foreign}`)).status).toBe(404)
    expect((await admin.get(`/tasks/${foreign}`)).body.data.name).toBe('Foreign')
  })

  test('but those of the office and those of none see all', async () => {
    const task = await at.make.task(surgery, [theatre])
    const office = await at.as('faculty', await at.make.department({ type: 'non-academic' }))
    for (const caller of [office, await at.as('principal')])
      expect((await caller.get(`/tasks/${task}`)).status).toBe(200)
  })
})

describe('a student', () => {
  test('sees the active tasks of own active groups alone', async () => {
    const { id, caller } = await student(wards)
    const own = await at.make.task(medicine, [wards])
    const pending = await at.make.task(medicine, [wards], { status: 'pending' })
    const others = await at.make.task(medicine, [clinic])
    const ofNobody = await at.make.task(medicine, [])
    const ids = await listed(caller, '/tasks')
    expect(ids).toContain(own)
    for (const hidden of [pending, others, ofNobody]) {
      expect(ids).not.toContain(hidden)
      expect((await caller.get(`/tasks/${hidden}`)).status).toBe(404)
    }
    await at.db
      .updateTable('student_groups')
      .set({ status: 'inactive', ended_at: new Date() })
      .where('student_id', '=', id)
      .execute()
    expect(await listed(caller, '/tasks')).toEqual([])
    expect((await caller.get(`/tasks/group/${wards}`)).status).toBe(404)
  })

  test('goes on seeing what was submitted, whatever became of task and group', async () => {
    const { id, caller } = await student()
    const task = await at.make.task(medicine, [clinic], { status: 'inactive' })
    const submission = await at.make.submission(task, id, { is_late: true })
    await at.make.submission(task, (await student()).id)
    expect(await listed(caller, '/tasks')).toEqual([task])
    expect((await caller.get(`/tasks/${task}`)).body.data).toMatchObject({
      submission: { id: submission, status: 'submitted', marks: null, is_late: true },
      submission_count: null,
      graded_count: null,
      group_ids: [],
    })
  })

  test('is not told which other groups a task has', async () => {
    const { caller } = await student(wards)
    const task = await at.make.task(medicine, [clinic, wards])
    const { data } = (await caller.get(`/tasks/${task}`)).body
    expect(data).toMatchObject({ group_ids: [wards], group_id: wards, group: { id: wards } })
    expect(data.groups).toHaveLength(1)
    expect(await listed(caller, `/tasks/group/${wards}`)).toContain(task)
    expect((await caller.get(`/tasks/group/${clinic}`)).status).toBe(404)
    expect(await listed(caller, `/tasks?group_id=${clinic}`)).toEqual([])
  })
})
