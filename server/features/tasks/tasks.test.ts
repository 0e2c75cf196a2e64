import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, admin, hod, faculty, medicine, surgery, batch, wards, clinic, theatre, student } = await furnished()

describe('a task is added', () => {
  test('with everything the form holds, and leaves a trail', async () => {
    const { status, body } = await hod.post('/tasks', {
      name: '  History taking ',
      type: 'ward',
      detail: 'ten\r\ncases',
      label: '',
      total_marks: 20,
      passing_marks: 10,
      start_date: '2026-01-05',
      end_date: '2026-01-05',
      description: 'اردو',
      department_id: medicine,
      group_ids: [clinic, wards, clinic],
      group_id: wards,
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      name: 'History taking',
      type: 'ward',
      detail: 'ten\ncases',
      label: null,
      total_marks: 20,
      passing_marks: 10,
      start_date: '2026-01-05',
      end_date: '2026-01-05',
      description: 'اردو',
      department: { id: medicine, name: 'Medicine' },
      group_ids: [clinic, wards],
      group_id: clinic,
      group: { id: clinic, name: 'Clinic', batch: { id: batch } },
      status: 'active',
      task_type: 'single',
      submission_count: 0,
    })
    const [row] = await at.trailOf('task', body.data.id)
    expect(row).toMatchObject({
      action: 'create',
      actor: { id: hod.userId },
      changes: { name: [null, 'History taking'], group_ids: [null, [clinic, wards]] },
    })
  })

  test('for one group by its number, for a list of them, or for none', async () => {
    const add = async (group_id: unknown) => {
      const { status, body } = await admin.post('/tasks', { name: 'Case', department_id: medicine, group_id })
      expect(status).toBe(201)
      return body.data.group_ids
    }
    expect(await add(wards)).toEqual([wards])
    expect(await add([clinic, wards])).toEqual([clinic, wards])
    expect(await add(null)).toEqual([])
    expect(await add(undefined)).toEqual([])
  })

  test('not without what is needed, each field with its own text', async () => {
    const before = await at.count('tasks')
    const { status, body } = await admin.post('/tasks', {
      name: ' ',
      group_ids: ['x'],
      total_marks: 1.5,
      passing_marks: -1,
      start_date: '2026-02-30',
      end_date: 'soon',
      description: 'a\u0000b',
      status: 'done',
    })
    expect(status).toBe(422)
    expect(body).toEqual({
      message: 'The given data was invalid.',
      errors: {
        name: ['Task name is required'],
        department_id: ['Department is required'],
        group_ids: ['Group is required'],
        total_marks: ['Total marks must be a whole number'],
        passing_marks: ['Passing marks must be at least 0'],
        start_date: ['Start date must be a valid date (YYYY-MM-DD)'],
        end_date: ['End date must be a valid date (YYYY-MM-DD)'],
        description: ['Description contains characters that cannot be stored'],
        status: ['Status must be one of: active, pending, inactive'],
      },
    })
    expect(await at.count('tasks')).toBe(before)
  })

  test('not with passing marks above the total or an end before the start', async () => {
    const task = { name: 'Case', department_id: medicine }
    const wrong = await admin.post('/tasks', {
      ...task,
      total_marks: 20,
      passing_marks: 21,
      start_date: '2026-01-05',
      end_date: '2026-01-04',
    })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors).toEqual({
      passing_marks: ['Passing marks must be at most the total marks (20)'],
      end_date: ['End date must be on or after the start date'],
    })
    const aboveDefault = await admin.post('/tasks', { ...task, passing_marks: 101 })
    expect(aboveDefault.body.errors).toEqual({ passing_marks: ['Passing marks must be at most the total marks (100)'] })
    expect((await admin.post('/tasks', { ...task, total_marks: 20, passing_marks: 20 })).status).toBe(201)
  })

  test('only for active groups of its department, and only in an academic department', async () => {
    const inactive = await at.make.group(batch, medicine, { name: 'Closed', status: 'inactive' })
    const office = await at.make.department({ type: 'non-academic' })
    const add = async (department_id: number, group_id?: number) => {
      const { status, body } = await admin.post('/tasks', { name: 'Case', department_id, group_id })
      expect(status).toBe(422)
      return body.errors
    }
    expect(await add(medicine, theatre)).toEqual({ group_id: ['Group does not exist in this department'] })
    expect(await add(medicine, 99_999)).toEqual({ group_id: ['Group does not exist in this department'] })
    expect(await add(medicine, inactive)).toEqual({ group_id: ['Group Closed is not active'] })
    expect(await add(office)).toEqual({ department_id: ['Department must be academic'] })
    expect(await add(99_999)).toEqual({ department_id: ['Department does not exist'] })
  })

  test('by admin and hod alone', async () => {
    const body = { name: 'Mine', department_id: medicine }
    for (const role of ['principal', 'faculty', 'clerk', 'student-affair', 'no-role'] as const)
      expect((await (await at.as(role)).post('/tasks', body)).status, role).toBe(403)
    expect((await (await student(wards)).caller.post('/tasks', body)).status).toBe(403)
    expect((await at.nobody.post('/tasks', body)).status).toBe(401)
    expect((await hod.post('/tasks', { ...body, department_id: surgery })).status).toBe(403)
    expect(await at.db.selectFrom('tasks').select('id').where('name', '=', 'Mine').execute()).toEqual([])
  })
})

describe('a task is deleted', () => {
  test('with its links to groups, leaving a trail', async () => {
    const id = await at.make.task(medicine, [wards, clinic], { name: 'Gone' })
    expect((await faculty.delete(`/tasks/${id}`)).status).toBe(403)
    expect((await hod.delete(`/tasks/${id}`)).body).toEqual({ message: 'Task deleted successfully' })
    expect(await at.stored('tasks', id)).toBeUndefined()
    expect(await at.trailOf('task', id)).toMatchObject([{ action: 'delete', changes: { name: ['Gone', null] } }])
  })

  test('not while there are submissions', async () => {
    const id = await at.make.task(medicine, [wards])
    await at.make.submission(id, (await student(wards)).id)
    const { status, body } = await admin.delete(`/tasks/${id}`)
    expect(status).toBe(409)
    expect(body.message).toBe('Task has 1 submission. Set it inactive instead.')
    await at.make.submission(id, (await student(wards)).id)
    expect((await admin.delete(`/tasks/${id}`)).body.message).toBe('Task has 2 submissions. Set it inactive instead.')
    expect(await at.stored('tasks', id)).toBeDefined()
  })
})
