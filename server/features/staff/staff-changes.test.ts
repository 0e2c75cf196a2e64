import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { staffing } from '../../testing/staff.ts'

const { at, admin, hod, clerk, medicine, surgery, roleIds, added } = await staffing()

describe('a staff member is changed', () => {
  test('field by field, and the trail tells names', async () => {
    const { id, user_id } = await added({ phone: '03001234567', name: 'Before' })
    const lecturer = (await admin.post('/designations', { name: 'Lecturer' })).body.data.id
    const { status, body } = await admin.put(`/staff/${id}`, {
      name: 'After',
      email: 'after@college.test',
      department_id: surgery,
      designation_id: lecturer,
      role_id: roleIds.hod,
      phone: null,
      date_of_joining: '2020-01-01',
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      name: 'After',
      user: { email: 'after@college.test', roles: ['hod'] },
      department: { name: 'Surgery' },
      designation: { name: 'Lecturer' },
      role_id: roleIds.hod,
      phone: null,
      date_of_joining: '2020-01-01',
      status: 'active',
    })
    expect(await at.stored('users', user_id)).toMatchObject({ name: 'After', email: 'after@college.test' })
    expect((await at.trailOf('staff', id))[0]).toMatchObject({
      action: 'update',
      changes: {
        name: ['Before', 'After'],
        email: [expect.any(String), 'after@college.test'],
        department: ['Medicine', 'Surgery'],
        designation: ['Professor', 'Lecturer'],
        role: ['faculty', 'hod'],
        phone: ['03001234567', null],
        date_of_joining: [null, '2020-01-01'],
      },
    })
    expect(Object.keys((await at.trailOf('staff', id))[0].changes)).toHaveLength(7)
    expect((await at.trailOf('user', user_id)).map((row: { changes: object }) => row.changes)).toEqual([
      { role: [null, 'hod'] },
      { role: ['faculty', null] },
      { password: [null, 'new'] },
      { role: [null, 'faculty'] },
    ])
  })

  test('with no number of another country that is typed; one that a file brought may be sent back', async () => {
    const { id } = await added({ phone: '03001234567' })
    const typed = await admin.put(`/staff/${id}`, { phone: '+971501234567' })
    expect([typed.status, typed.body.errors]).toEqual([422, { phone: ['Please enter a valid phone number'] }])
    await at.db.updateTable('staff').set({ phone: '+971501234567' }).where('id', '=', id).execute()
    expect((await admin.put(`/staff/${id}`, { phone: '+971 50 1234567' })).body.data.phone).toBe('+971501234567')
  })

  test('another role takes only the place of the one that the record gave', async () => {
    const { id, user_id } = await added()
    await at.make.giveRole(user_id, 'clerk')
    expect((await admin.put(`/staff/${id}`, { role_id: roleIds.principal })).body.data.user.roles).toEqual([
      'principal',
      'clerk',
    ])
    const { body } = await admin.put(`/staff/${id}`, { role_id: null })
    expect(body.data).toMatchObject({ role_id: null, user: { roles: ['clerk'] } })
    expect((await admin.put(`/staff/${id}`, { role_id: roleIds.student })).body.errors).toEqual({
      role_id: ['The student role is not for staff'],
    })
  })

  test('a status that ends the work ends the logins, at once', async () => {
    const { id, user_id } = await added()
    const theirs = await at.of(user_id)
    expect((await admin.put(`/staff/${id}`, { status: 'on_leave' })).status).toBe(200)
    expect((await theirs.get('/auth/me')).status).toBe(200)
    expect((await admin.put(`/staff/${id}`, { status: 'retired' })).status).toBe(200)
    expect((await theirs.get('/auth/me')).status).toBe(401)
    const logins = at.db.selectFrom('logins').select('user_id').where('user_id', '=', user_id)
    expect(await logins.execute()).toEqual([])
    expect((await at.trailOf('staff', id))[0].changes).toEqual({ status: ['on_leave', 'retired'] })
  })

  test('not with dates in a wrong order, whichever of them is sent', async () => {
    const { id } = await added({ date_of_joining: '2020-05-01' })
    expect((await admin.put(`/staff/${id}`, { date_of_leaving: '2020-04-30' })).body.errors).toEqual({
      date_of_leaving: ['Date of leaving must be on or after the date of joining'],
    })
    expect((await admin.put(`/staff/${id}`, { date_of_leaving: '2020-05-01' })).status).toBe(200)
    expect((await admin.put(`/staff/${id}`, { date_of_joining: '2020-05-02' })).status).toBe(422)
    expect((await admin.put(`/staff/${id}`, { date_of_retirement: '2020-01-01' })).body.errors).toEqual({
      date_of_retirement: ['Date of retirement must be on or after the date of joining'],
    })
  })

  test('not with what is not there, and not with what is required taken away', async () => {
    const { id } = await added()
    const { body } = await admin.put(`/staff/${id}`, { name: ' ', email: '' })
    expect(body.errors).toEqual({ name: ['Staff name is required'], email: ['Email is required for user account'] })
    for (const [fields, field, text] of [
      [{ department_id: 99_999 }, 'department_id', 'Department does not exist'],
      [{ designation_id: 99_999 }, 'designation_id', 'Designation does not exist'],
      [{ role_id: 99_999 }, 'role_id', 'Role does not exist'],
    ] as const)
      expect((await admin.put(`/staff/${id}`, { name: 'Lost', ...fields })).body.errors).toEqual({ [field]: [text] })
    expect((await admin.get(`/staff/${id}`)).body.data.name).not.toBe('Lost')
    expect((await admin.put('/staff/99999', { name: 'X' })).status).toBe(404)
  })

  test('not over somebody else’s change, also when that was one of the name alone', async () => {
    const { id, updated_at } = await added()
    expect((await clerk.put(`/staff/${id}`, { name: 'First', updated_at })).status).toBe(200)
    const second = await admin.put(`/staff/${id}`, { name: 'Second', updated_at })
    expect(second.status).toBe(409)
    expect(second.body.message).toBe('This record was changed by someone else. Reload and try again.')
    expect((await admin.get(`/staff/${id}`)).body.data.name).toBe('First')
  })

  test('a head works within the own department, and takes nobody into another', async () => {
    const own = await added()
    const foreign = await added({ department_id: surgery })
    expect((await hod.put(`/staff/${own.id}`, { description: 'Wards' })).status).toBe(200)
    expect((await hod.put(`/staff/${own.id}`, { department_id: surgery })).status).toBe(403)
    expect((await hod.put(`/staff/${foreign.id}`, { name: 'Mine' })).status).toBe(404)
    expect((await hod.put(`/staff/${foreign.id}`, { department_id: medicine })).status).toBe(404)
    expect((await hod.delete(`/staff/${foreign.id}`)).status).toBe(404)
    expect((await at.stored('staff', own.id))?.department_id).toBe(medicine)
  })
})

describe('a staff member is deleted', () => {
  test('with the account, the roles and the logins', async () => {
    const { id, user_id } = await added({ name: 'Leaving' })
    const theirs = await at.of(user_id)
    expect((await hod.delete(`/staff/${id}`)).body).toEqual({ message: 'Staff member deleted successfully' })
    expect(await at.stored('staff', id)).toBeUndefined()
    expect(await at.stored('users', user_id)).toBeUndefined()
    expect((await theirs.get('/auth/me')).status).toBe(401)
    expect((await at.trailOf('staff', id))[0]).toMatchObject({
      action: 'delete',
      changes: { name: ['Leaving', null], role: ['faculty', null] },
    })
    expect((await admin.delete(`/staff/${id}`)).status).toBe(404)
  })

  test('not when work of theirs remains, and the answer says which', async () => {
    const { id, user_id } = await added()
    const batch = await at.make.batch()
    const group = await at.make.group(batch, medicine)
    const tasks = [1, 2, 3].map(() => at.make.task(medicine, [group], { created_by: user_id }))
    const [task = 0] = await Promise.all(tasks)
    const student = await at.make.student(batch, group)
    const submission = await at.make.submission(task, student.id)
    const refused = await hod.delete(`/staff/${id}`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('Staff member has created 3 tasks. Set the status to inactive instead.')
    const graded = { graded_by: user_id, marks: 5, graded_at: new Date() }
    await at.db.updateTable('task_submissions').set(graded).where('id', '=', submission).execute()
    expect((await admin.delete(`/staff/${id}`)).body.message).toBe(
      'Staff member has created 3 tasks and graded 1 submission. Set the status to inactive instead.',
    )
    await at.db.updateTable('tasks').set({ created_by: null }).where('created_by', '=', user_id).execute()
    expect((await admin.delete(`/staff/${id}`)).body.message).toBe(
      'Staff member has graded 1 submission. Set the status to inactive instead.',
    )
    expect(await at.stored('users', user_id)).toBeDefined()
  })

  test('not over a task that is just being created', async () => {
    const { id, user_id } = await added()
    const deleting = await at.db.transaction().execute(async (tx) => {
      const task = { name: 'Just now', department_id: medicine, created_by: user_id }
      await tx.insertInto('tasks').values(task).execute()
      const answer = admin.delete(`/staff/${id}`)
      await setTimeout(150)
      return { answer }
    })
    expect((await deleting.answer).body.message).toBe(
      'Staff member has created 1 task. Set the status to inactive instead.',
    )
    const task = at.db.selectFrom('tasks').select('created_by').where('name', '=', 'Just now')
    expect(await task.executeTakeFirst()).toEqual({ created_by: user_id })
  })

  test('not by others', async () => {
    const { id } = await added()
    for (const role of ['principal', 'faculty', 'student-affair', 'student'] as const) {
      const caller = await at.as(role)
      expect((await caller.delete(`/staff/${id}`)).status, role).toBe(403)
      expect((await caller.put(`/staff/${id}`, { name: 'X' })).status, role).toBe(403)
    }
    expect((await at.nobody.delete(`/staff/${id}`)).status).toBe(401)
    expect(await at.stored('staff', id)).toBeDefined()
  })
})
