import { describe, expect, test } from 'vitest'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { listed } from '../../testing/college.ts'
import { marking } from '../../testing/marking.ts'

const { at, admin, hod, faculty, medicine, surgery, surgeon, batch, wards, clinic, theatre, examined } = await marking()

const valid = (fields: object = {}) => ({
  department_id: medicine,
  batch_id: batch,
  group_id: wards,
  type: 'theory',
  name: 'Cardiology',
  ...fields,
})

describe('an assessment is added', () => {
  test('as pending by whoever calls, with exact decimals, leaving a trail with names', async () => {
    const { status, body } = await faculty.post(
      '/assessments',
      valid({ weightage: '12.50', total_marks: 0.3, passing_marks: 0.1, year: '', detail: ' Two\npapers ' }),
    )
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toMatchObject({
      name: 'Cardiology',
      weightage: 12.5,
      total_marks: 0.3,
      passing_marks: 0.1,
      year: null,
      detail: 'Two\npapers',
      status: 'pending',
      created_by: faculty.userId,
      marked_count: 0,
      department: { id: medicine, name: 'Medicine' },
      group: { id: wards, name: 'Wards' },
    })
    expect((await faculty.get(`/assessments/${body.data.id}`)).body.data).toEqual(body.data)
    const [row] = await at.trailOf('assessment', body.data.id)
    expect(row).toMatchObject({ action: 'create', actor: { id: faculty.userId } })
    expect(row.changes).toMatchObject({ group: [null, 'Wards'], weightage: [null, 12.5], total_marks: [null, 0.3] })
  })

  test('with what is required, and empty numbers as none', async () => {
    const { status, body } = await admin.post('/assessments', {})
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      department_id: ['Department is required'],
      batch_id: ['Batch is required'],
      group_id: ['Group is required'],
      type: ['Type is required'],
      name: ['Name is required'],
    })
    const blank = await admin.post('/assessments', valid({ weightage: '', total_marks: ' ', passing_marks: null }))
    expect(blank.body.data).toMatchObject({ weightage: null, total_marks: null, passing_marks: null })
  })

  test.each([
    [{ weightage: -1 }, { weightage: ['Weightage must be at least 0'] }],
    [{ total_marks: 20.005 }, { total_marks: ['Total marks must have at most two decimals'] }],
    [{ total_marks: '10000.01' }, { total_marks: ['Total marks must be at most 10000'] }],
    [{ passing_marks: 'ten' }, { passing_marks: ['Passing marks must be a number'] }],
    [{ passing_marks: 100.01 }, { passing_marks: ['Passing marks must be at most the total marks (100)'] }],
    [
      { total_marks: 20, passing_marks: 20.01 },
      { passing_marks: ['Passing marks must be at most the total marks (20)'] },
    ],
    [{ type: 'viva' }, { type: ['Type must be one of: theory, practical'] }],
    [{ year: '6th Year' }, { year: [expect.stringContaining('Year must be one of')] }],
    [{ status: 'done' }, { status: [expect.stringContaining('Status must be one of')] }],
    [{ batch_id: 99_999 }, { batch_id: ['Batch does not exist'], group_id: [expect.any(String)] }],
    [{ group_id: 99_999 }, { group_id: ['Group does not exist'] }],
    [{ department_id: 99_999 }, { department_id: ['Department does not exist'], group_id: [expect.any(String)] }],
  ])('not with %j', async (fields, errors) => {
    const before = await at.count('assessments')
    const { status, body } = await admin.post('/assessments', valid(fields))
    expect([status, body.errors]).toEqual([422, errors])
    expect(await at.count('assessments')).toBe(before)
  })

  test('not for a group of another department or batch, nor for one that is not active', async () => {
    const wrong = { group_id: ['The group is not of this batch and department'] }
    expect((await admin.post('/assessments', valid({ group_id: theatre }))).body.errors).toEqual(wrong)
    const otherBatch = await at.make.batch()
    expect((await admin.post('/assessments', valid({ batch_id: otherBatch }))).body.errors).toEqual(wrong)
    const closed = await at.make.group(batch, medicine, { status: 'inactive', name: 'Closed' })
    expect((await admin.post('/assessments', valid({ group_id: closed }))).body.errors).toEqual({
      group_id: ['Group Closed is not active'],
    })
    // A group that the caller may not see does not exist for the caller.
    const hidden = await hod.post('/assessments', valid({ group_id: theatre }))
    expect(hidden.body.errors).toEqual({ group_id: ['Group does not exist'] })
  })

  test('by admin, hod, faculty and clerk, in the own department', async () => {
    for (const caller of [hod, await at.as('clerk', medicine)])
      expect((await caller.post('/assessments', valid())).status).toBe(201)
    for (const role of ['principal', 'student-affair', 'student'] as const)
      expect((await (await at.as(role)).post('/assessments', valid())).status).toBe(403)
    expect((await at.nobody.post('/assessments', valid())).status).toBe(401)
    const foreign = await faculty.post('/assessments', valid({ department_id: surgery, group_id: theatre }))
    expect([foreign.status, foreign.body.message]).toEqual([
      403,
      'You can only work with assessments of your own department.',
    ])
  })
})

describe('an assessment is changed', () => {
  test('in what is named, and stays in the rest', async () => {
    const { assessment } = await examined(0, { weightage: 10, detail: 'kept' })
    const { status, body } = await faculty.put(`/assessments/${assessment}`, { weightage: 10.05, status: 'approved' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ weightage: 10.05, status: 'approved', detail: 'kept', total_marks: 20 })
    const [row] = await at.trailOf('assessment', assessment)
    expect(row).toMatchObject({ action: 'update', changes: { weightage: [10, 10.05], status: ['active', 'approved'] } })
    const passing = await faculty.put(`/assessments/${assessment}`, { passing_marks: 20.5 })
    expect(passing.body.errors).toEqual({ passing_marks: ['Passing marks must be at most the total marks (20)'] })
  })

  test('not over somebody else’s change', async () => {
    const { assessment } = await examined(0)
    const { updated_at } = (await faculty.get(`/assessments/${assessment}`)).body.data
    await admin.put(`/assessments/${assessment}`, { name: 'First', updated_at })
    const { status, body } = await faculty.put(`/assessments/${assessment}`, { name: 'Second', updated_at })
    expect([status, body.message]).toEqual([409, CHANGED_MEANWHILE])
  })

  test('to another group, batch or department, as long as it has no results', async () => {
    const { assessment, ids } = await examined(1)
    expect((await hod.put(`/assessments/${assessment}`, { group_id: clinic })).body.data.group.name).toBe('Clinic')
    const stranger = await admin.put(`/assessments/${assessment}`, { group_id: theatre })
    expect(stranger.body.errors).toEqual({ group_id: ['The group is not of this batch and department'] })
    expect((await hod.put(`/assessments/${assessment}`, { department_id: surgery, group_id: theatre })).status).toBe(
      403,
    )
    await at.make.result(assessment, ids[0] as number)
    for (const to of [{ group_id: wards }, { department_id: surgery, group_id: theatre }]) {
      const { status, body } = await admin.put(`/assessments/${assessment}`, to)
      expect([status, body.message]).toEqual([
        409,
        'Assessment has 1 result. Its department, batch and group can no longer change.',
      ])
    }
    expect((await hod.put(`/assessments/${assessment}`, { group_id: clinic, name: 'Same place' })).status).toBe(200)
  })

  test('not to a total below the marks that were given', async () => {
    const { assessment, ids } = await examined(2)
    await at.make.result(assessment, ids[0] as number, { marks: 18.5 })
    await at.make.result(assessment, ids[1] as number, { marks: 3 })
    const { status, body } = await faculty.put(`/assessments/${assessment}`, { total_marks: 18.49 })
    expect([status, body.errors]).toEqual([
      422,
      { total_marks: ['Total marks must be at least the marks already given (18.5)'] },
    ])
    expect((await faculty.put(`/assessments/${assessment}`, { total_marks: 18.5 })).status).toBe(200)
    expect((await faculty.put(`/assessments/${assessment}`, { total_marks: null })).status).toBe(200)
  })
})

test('an assessment with results is not deleted, one without is', async () => {
  const { assessment, ids } = await examined(25)
  for (const id of ids) await at.make.result(assessment, id)
  const kept = await hod.delete(`/assessments/${assessment}`)
  expect([kept.status, kept.body.message]).toEqual([409, 'Assessment has 25 results. Set it inactive instead.'])
  expect((await surgeon.delete(`/assessments/${assessment}`)).status).toBe(404)
  const { assessment: empty } = await examined(0)
  expect((await (await at.as('clerk', medicine)).delete(`/assessments/${empty}`)).status).toBe(403)
  const gone = await faculty.delete(`/assessments/${empty}`)
  expect([gone.status, gone.body.message]).toEqual([200, 'Assessment deleted successfully'])
  expect(await at.stored('assessments', empty)).toBeUndefined()
  expect((await at.trailOf('assessment', empty))[0]).toMatchObject({ action: 'delete' })
})

test('what an assessment belongs to says so when it is to be deleted', async () => {
  const department = await at.make.department()
  const group = await at.make.group(await at.make.batch(), department)
  const student = await at.make.student(batch)
  await at.make.result(await at.make.assessment(group), student.id)
  expect((await admin.delete(`/groups/${group}`)).body.message).toContain('Group has 1 assessment.')
  expect((await admin.delete(`/departments/${department}`)).body.message).toContain('1 group and 1 assessment')
  expect((await admin.delete(`/students/${student.id}`)).body.message).toContain('1 assessment result')
})

test('lists are newest first, by department, batch, group and status', async () => {
  const { assessment, group } = await examined(0)
  const second = await at.make.assessment(group, { status: 'rejected' })
  const foreign = await at.make.assessment(theatre)
  expect(await listed(faculty, `/assessments?group_id=${group}`)).toEqual([second, assessment])
  expect(await listed(faculty, `/assessments/group/${group}/rejected`)).toEqual([second])
  expect(await listed(faculty, `/assessments/group/${group}?status=active`)).toEqual([assessment])
  expect(await listed(admin, `/assessments?department_id=${surgery}`)).toEqual([foreign])
  expect(await listed(faculty, `/assessments?department_id=${surgery}`)).toEqual([])
  expect((await listed(faculty, `/assessments?batch_id=${batch}`)).slice(0, 2)).toEqual([second, assessment])
  expect((await faculty.get(`/assessments/group/${theatre}`)).status).toBe(404)
  expect((await faculty.get(`/assessments/group/${group}/done`)).status).toBe(422)
  const page = await faculty.get(`/assessments/group/${group}?per_page=1&page=2`)
  expect([page.body.data[0].id, page.body.meta]).toEqual([assessment, { page: 2, per_page: 1, total: 2 }])
})
