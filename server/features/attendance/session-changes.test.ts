import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { at, admin, hod, faculty, medicine, surgery, batch, wards, clinic, theatre } = await furnished()

const ALREADY = 'Attendance has already been taken for this session.'
const path = (id: number) => `/attendance-sessions/${id}`

describe('a session is changed', () => {
  test('field by field, and the trail tells what changed alone', async () => {
    const id = await at.make.session(wards, { remarks: 'kept' })
    const { status, body } = await faculty.put(path(id), { group_id: clinic, end_time: '11:00' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      group: { id: clinic, name: 'Clinic' },
      remarks: 'kept',
      start_time: '09:00',
      end_time: '11:00',
    })
    const [trail] = await at.trailOf('attendance_session', id)
    expect(trail).toMatchObject({ action: 'update', actor: { id: faculty.userId } })
    expect(trail.changes).toEqual({ group: ['Wards', 'Clinic'], end_time: ['10:00', '11:00'] })
  })

  test('not so that it ends before it starts, whichever of the two is sent', async () => {
    const id = await at.make.session(wards)
    const wrong = { end_time: ['End time must be after the start time'] }
    expect((await hod.put(path(id), { end_time: '09:00' })).body.errors).toEqual(wrong)
    expect((await hod.put(path(id), { start_time: '10:00' })).body.errors).toEqual(wrong)
    expect((await hod.put(path(id), { start_time: '10:00', end_time: '10:01' })).status).toBe(200)
  })

  test('not over somebody else’s change', async () => {
    const id = await at.make.session(wards)
    const { updated_at } = (await hod.get(path(id))).body.data
    expect((await faculty.put(path(id), { remarks: 'First', updated_at })).status).toBe(200)
    const second = await hod.put(path(id), { remarks: 'Second', updated_at })
    expect(second.status).toBe(409)
    expect(second.body.message).toBe('This record was changed by someone else. Reload and try again.')
    expect((await at.stored('attendance_sessions', id))?.remarks).toBe('First')
  })

  test('and is cancelled and taken up again, and never completed by hand', async () => {
    const id = await at.make.session(wards)
    expect((await hod.put(path(id), { status: 'cancelled' })).body.data.status).toBe('cancelled')
    const { status, body } = await hod.put(path(id), { status: 'completed' })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ status: ['A session is completed by taking its attendance'] })
    expect((await hod.put(path(id), { status: 'pending' })).body.data.status).toBe('pending')
    expect((await hod.put(path(id), { status: 'completed' })).status).toBe(422)
    expect((await at.stored('attendance_sessions', id))?.status).toBe('pending')
    expect((await at.trailOf('attendance_session', id)).map((row: { changes: object }) => row.changes)).toEqual([
      { status: ['cancelled', 'pending'] },
      { status: ['pending', 'cancelled'] },
    ])
  })

  test('once completed neither in its status nor in where it was; in the rest it is', async () => {
    const id = await at.make.session(wards, { status: 'completed' })
    const clinic = await at.make.group(batch, medicine)
    for (const status of ['pending', 'cancelled']) {
      const refused = await hod.put(path(id), { status })
      expect(refused.status).toBe(409)
      expect(refused.body.message).toBe(ALREADY)
    }
    const moved = await hod.put(path(id), { group_id: clinic })
    expect(moved.status).toBe(409)
    expect(moved.body.message).toBe(`${ALREADY} Its department, batch and group can no longer change.`)
    const same = await hod.put(path(id), { status: 'completed', group_id: wards, remarks: 'Ward 5' })
    expect(same.body.data).toMatchObject({ status: 'completed', remarks: 'Ward 5' })
    expect(await at.stored('attendance_sessions', id)).toMatchObject({ status: 'completed', group_id: wards })
  })

  test('with the person who has it although they have moved on since, but not with another of that department', async () => {
    const person = await at.make.staff(await at.make.user(), medicine)
    const id = await at.make.session(wards, { staff_id: person })
    await at.db.updateTable('staff').set({ department_id: surgery }).where('id', '=', person).execute()
    expect((await admin.put(path(id), { staff_id: person, remarks: 'x' })).status).toBe(200)
    const other = await at.make.staff(await at.make.user(), surgery)
    expect((await admin.put(path(id), { staff_id: other })).body.errors).toEqual({
      staff_id: ['The staff member is not of this department'],
    })
  })

  test('to another department together with its group and its person, by who is of none', async () => {
    const id = await at.make.session(wards)
    const surgeon = await at.make.staff(await at.make.user(), surgery)
    const there = { department_id: surgery, group_id: theatre, staff_id: surgeon }
    expect((await hod.put(path(id), there)).status).toBe(403)
    const half = await admin.put(path(id), { department_id: surgery, group_id: theatre })
    expect(half.body.errors).toEqual({ staff_id: ['The staff member is not of this department'] })
    expect((await admin.put(path(id), there)).body.data).toMatchObject(there)
    expect((await hod.get(path(id))).status).toBe(404)
  })

  test('not by others, nor when it is not there or of another department', async () => {
    const id = await at.make.session(wards)
    for (const role of ['principal', 'clerk', 'student-affair', 'student'] as const)
      expect((await (await at.as(role)).put(path(id), { remarks: 'x' })).status, role).toBe(403)
    expect((await at.nobody.put(path(id), { remarks: 'x' })).status).toBe(401)
    expect((await hod.put(path(await at.make.session(theatre)), { remarks: 'x' })).status).toBe(404)
    expect((await admin.put(path(99999), { remarks: 'x' })).status).toBe(404)
    expect((await at.stored('attendance_sessions', id))?.remarks).toBeNull()
  })
})

describe('a session is deleted', () => {
  test('while it has no marks, and leaves a trail', async () => {
    const id = await at.make.session(wards)
    expect((await faculty.delete(path(id))).body).toEqual({ message: 'Attendance session deleted successfully' })
    expect(await at.stored('attendance_sessions', id)).toBeUndefined()
    expect((await at.trailOf('attendance_session', id))[0]).toMatchObject({
      action: 'delete',
      changes: { group: ['Wards', null] },
    })
  })

  test('not once it has marks, and the answer says how many', async () => {
    const id = await at.make.session(wards, { status: 'completed' })
    const first = await at.make.student(batch, wards)
    await at.make.entry(id, first.id)
    expect((await admin.delete(path(id))).body.message).toBe(
      'Attendance session has 1 attendance mark. It can no longer be deleted.',
    )
    await at.make.entry(id, (await at.make.student(batch, wards)).id)
    const { status, body } = await admin.delete(path(id))
    expect(status).toBe(409)
    expect(body.message).toBe('Attendance session has 2 attendance marks. It can no longer be deleted.')
    expect(await at.stored('attendance_sessions', id)).toBeDefined()
  })

  test('not by others, nor of another department', async () => {
    const id = await at.make.session(theatre)
    expect((await hod.delete(path(id))).status).toBe(404)
    for (const role of ['principal', 'clerk', 'student-affair', 'student'] as const)
      expect((await (await at.as(role)).delete(path(id))).status, role).toBe(403)
    expect(await at.stored('attendance_sessions', id)).toBeDefined()
  })
})

describe('attendance holds what it is about', () => {
  const refusal = async (of: string) => {
    const { status, body } = await admin.delete(of)
    expect(status).toBe(409)
    return body.message
  }

  test('group, department and batch, and the group where it is', async () => {
    const department = await at.make.department()
    const own = await at.make.batch()
    const group = await at.make.group(own, department)
    const person = await at.make.staff(await at.make.user(), department)
    await at.make.student(own, group)
    await at.make.task(department, [group])
    for (let count = 0; count < 2; count += 1) await at.make.session(group, { staff_id: person })
    const held = 'Group has 1 student, 1 task and 2 attendance sessions'
    expect(await refusal(`/groups/${group}`)).toBe(`${held}. Set it inactive instead.`)
    const moved = await admin.put(`/groups/${group}`, { batch_id: batch })
    expect(moved.status).toBe(409)
    expect(moved.body.message).toBe(`${held}. Only an empty group can move to another batch or department.`)
    expect(await refusal(`/departments/${department}`)).toBe(
      'Department has 1 staff member, 1 group, 1 task and 2 attendance sessions. Set it inactive instead.',
    )
    expect(await refusal(`/batches/${own}`)).toBe(
      'Batch has 1 student, 1 group and 2 attendance sessions. Set it inactive instead.',
    )
  })

  test('a group that has nothing else', async () => {
    const group = await at.make.group(batch, medicine)
    await at.make.session(group)
    expect(await refusal(`/groups/${group}`)).toBe('Group has 1 attendance session. Set it inactive instead.')
  })

  test('who has sessions, and who took attendance', async () => {
    const userId = await at.make.user()
    const person = await at.make.staff(userId, medicine)
    await at.make.session(wards, { staff_id: person })
    expect(await refusal(`/staff/${person}`)).toBe(
      'Staff member has been given 1 attendance session. Set the status to inactive instead.',
    )
    const takerUser = await at.make.user()
    const taker = await at.make.staff(takerUser, medicine)
    const session = await at.make.session(wards, { status: 'completed', taken_by: takerUser })
    expect(await refusal(`/staff/${taker}`)).toBe(
      'Staff member has taken the attendance of 1 session. Set the status to inactive instead.',
    )
    expect((await at.stored('attendance_sessions', session))?.taken_by).toBe(takerUser)
  })

  test('a student who was marked', async () => {
    const { id } = await at.make.student(batch, wards)
    await at.make.submission(await at.make.task(medicine, [wards]), id)
    await at.make.entry(await at.make.session(wards, { status: 'completed' }), id)
    await at.make.entry(await at.make.session(wards, { status: 'completed' }), id)
    expect(await refusal(`/students/${id}`)).toBe(
      'Student has 1 task submission and 2 attendance marks. Set the status to inactive instead.',
    )
  })
})
