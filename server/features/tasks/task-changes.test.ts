import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, admin, hod, faculty, medicine, surgery, batch, wards, clinic, theatre, student } = await furnished()

const groupsOf = async (id: number) => (await admin.get(`/tasks/${id}`)).body.data.group_ids

describe('a task is changed', () => {
  test('field by field, by faculty too, and leaves a trail of what changed alone', async () => {
    const id = await at.make.task(medicine, [wards], { name: 'Old', label: 'kept' })
    const { status, body } = await faculty.put(`/tasks/${id}`, { name: 'New', group_id: [clinic] })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ name: 'New', label: 'kept', total_marks: 20, group_ids: [clinic] })
    expect(await at.trailOf('task', id)).toMatchObject([{ action: 'update', actor: { id: faculty.userId } }])
    expect((await at.trailOf('task', id))[0].changes).toEqual({ name: ['Old', 'New'], group_ids: [[wards], [clinic]] })
  })

  test('with its groups as they are when none are sent, even one that was closed since', async () => {
    const closing = await at.make.group(batch, medicine)
    const id = await at.make.task(medicine, [closing])
    await at.db.updateTable('groups').set({ status: 'inactive' }).where('id', '=', closing).execute()
    expect((await hod.put(`/tasks/${id}`, { label: 'x' })).body.data.group_ids).toEqual([closing])
    expect((await hod.put(`/tasks/${id}`, { group_ids: [closing, wards] })).status).toBe(200)
    expect((await hod.put(`/tasks/${id}`, { group_ids: [] })).body.data).toMatchObject({
      group_ids: [],
      group_id: null,
    })
    expect((await hod.put(`/tasks/${id}`, { group_ids: [closing] })).status).toBe(422)
  })

  test('not so that its stored and its new fields contradict each other', async () => {
    const id = await at.make.task(medicine, [], { passing_marks: 15, start_date: '2026-03-10' })
    const { status, body } = await hod.put(`/tasks/${id}`, { total_marks: 14, end_date: '2026-03-09' })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      passing_marks: ['Passing marks must be at most the total marks (14)'],
      end_date: ['End date must be on or after the start date'],
    })
    expect(await at.stored('tasks', id)).toMatchObject({ total_marks: 20, end_date: null })
  })

  test('not to a total below marks already given; without a total that is 100', async () => {
    const { id: studentId } = await student(wards)
    const id = await at.make.task(medicine, [wards], { total_marks: 200 })
    await at.make.submission(id, studentId, { marks: 150, graded_at: new Date() })
    for (const total_marks of [149, null]) {
      const { status, body } = await hod.put(`/tasks/${id}`, { total_marks })
      expect(status).toBe(422)
      expect(body.errors).toEqual({ total_marks: ['Total marks must be at least the marks already given (150)'] })
    }
    expect((await hod.put(`/tasks/${id}`, { total_marks: 150 })).status).toBe(200)
  })

  test('not over somebody else’s change', async () => {
    const id = await at.make.task(medicine, [])
    const { updated_at } = (await hod.get(`/tasks/${id}`)).body.data
    expect((await faculty.put(`/tasks/${id}`, { name: 'First', updated_at })).status).toBe(200)
    const second = await hod.put(`/tasks/${id}`, { name: 'Second', updated_at })
    expect(second.status).toBe(409)
    expect(second.body.message).toBe('This record was changed by someone else. Reload and try again.')
    expect((await at.stored('tasks', id))?.name).toBe('First')
    expect((await hod.put(`/tasks/${id}`, { name: 'Last' })).status).toBe(200)
  })

  test('and moves with its groups; not once there are submissions', async () => {
    const id = await at.make.task(medicine, [wards])
    expect((await admin.put(`/tasks/${id}`, { department_id: surgery })).body.errors).toEqual({
      group_id: ['Group does not exist in this department'],
    })
    expect((await hod.put(`/tasks/${id}`, { department_id: surgery, group_ids: [theatre] })).status).toBe(403)
    const moved = await admin.put(`/tasks/${id}`, { department_id: surgery, group_ids: [theatre] })
    expect(moved.body.data).toMatchObject({ department_id: surgery, group_ids: [theatre] })

    await at.make.submission(id, (await student()).id)
    const stays = await admin.put(`/tasks/${id}`, { department_id: medicine, group_ids: [wards] })
    expect(stays.status).toBe(409)
    expect(stays.body.message).toBe('Task has 1 submission. Its department can no longer change.')
    expect(await groupsOf(id)).toEqual([theatre])
  })

  test('and may lose all its groups only while nobody has submitted: a task without one is in no list', async () => {
    const id = await at.make.task(medicine, [wards])
    expect((await hod.put(`/tasks/${id}`, { group_ids: [] })).body.data.group_ids).toEqual([])
    expect((await hod.put(`/tasks/${id}`, { group_ids: [wards] })).status).toBe(200)
    await at.make.submission(id, (await student(wards)).id)
    const { status, body } = await hod.put(`/tasks/${id}`, { group_ids: [] })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ group_id: ['At least one group is required: students have submitted work'] })
    expect(await groupsOf(id)).toEqual([wards])
  })

  test('not by those who only read, nor when it is not there', async () => {
    const id = await at.make.task(medicine, [wards], { name: 'Fixed' })
    const readers = [await at.as('principal'), await at.as('student-affair'), (await student(wards)).caller]
    for (const reader of readers) expect((await reader.put(`/tasks/${id}`, { name: 'X' })).status).toBe(403)
    expect((await at.stored('tasks', id))?.name).toBe('Fixed')
    expect((await admin.put('/tasks/99999', { name: 'X' })).status).toBe(404)
    expect((await admin.put('/tasks/abc', { name: 'X' })).status).toBe(404)
  })
})
