import { describe, expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { batchesOf } from '../../testing/students.ts'

const { at, admin, affairs, batch, roleIds } = await furnished()

describe('a student is changed', () => {
  test('field by field, name and email of the account too, and the trail tells what changed alone', async () => {
    const { id, userId, rollNo } = await at.make.student(batch, undefined, { phone: '0300' })
    const before = await at.stored('students', id)
    const { status, body } = await affairs.put(`/students/${id}`, { name: 'New', email: 'new@x.test', gender: 'other' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ name: 'New', user: { email: 'new@x.test' }, roll_no: rollNo, phone: '0300' })
    expect(body.data.updated_at > (before?.updated_at ?? '')).toBe(true)
    expect(await at.stored('users', userId)).toMatchObject({ name: 'New', email: 'new@x.test' })
    const [row] = await at.trailOf('student', id)
    expect(Object.keys(row.changes).sort()).toEqual(['email', 'gender', 'name'])
    expect(row.changes.gender).toEqual([null, 'other'])
  })

  test('to the own year, or back to that of the batch', async () => {
    const { id } = await at.make.student(batch)
    const put = async (current_year: unknown) => (await affairs.put(`/students/${id}`, { current_year })).body.data
    expect(await put('2nd Year')).toMatchObject({ current_year: '2nd Year' })
    expect((await at.stored('students', id))?.current_year).toBe('2nd Year')
    expect(await put(null)).toMatchObject({ current_year: '3rd Year' })
    expect((await at.stored('students', id))?.current_year).toBeNull()
    expect((await at.trailOf('student', id)).map((row: { changes: object }) => row.changes)).toEqual([
      { current_year: ['2nd Year', null] },
      { current_year: [null, '2nd Year'] },
    ])
  })

  test('back as it was read: the batch’s year does not become the student’s own', async () => {
    const { body } = await affairs.post('/students', {
      name: 'Read',
      email: 'read@x.test',
      batch_id: batch,
      current_year: '3rd Year',
    })
    expect((await at.stored('students', body.data.id))?.current_year).toBeNull()
    const read = (await affairs.get(`/students/${body.data.id}`)).body.data
    expect(read.current_year).toBe('3rd Year')
    expect((await affairs.put(`/students/${read.id}`, { ...read, email: read.user.email })).status).toBe(200)
    expect((await at.stored('students', read.id))?.current_year).toBeNull()
    await affairs.put(`/students/${read.id}`, { current_year: '2nd Year' })
    await affairs.put(`/students/${read.id}`, { current_year: '3rd Year' })
    expect((await at.stored('students', read.id))?.current_year).toBeNull()
  })

  test('not over somebody else’s change, even one of the name alone', async () => {
    const { id } = await at.make.student(batch)
    const { updated_at } = (await admin.get(`/students/${id}`)).body.data
    expect((await affairs.put(`/students/${id}`, { name: 'First', updated_at })).status).toBe(200)
    const second = await admin.put(`/students/${id}`, { name: 'Second', updated_at })
    expect(second.status).toBe(409)
    expect(second.body.message).toBe('This record was changed by someone else. Reload and try again.')
    expect((await admin.get(`/students/${id}`)).body.data.name).toBe('First')
  })

  test('not to what somebody else has; to the own values again it may be', async () => {
    const other = await at.make.student(batch)
    const { id, userId, rollNo } = await at.make.student(batch)
    const emailOf = async (user: number) => (await at.stored('users', user))?.email
    const { status, body } = await affairs.put(`/students/${id}`, {
      email: await emailOf(other.userId),
      roll_no: other.rollNo,
      batch_id: 99_999,
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      email: ['This email is already in use'],
      roll_no: ['This roll number is already in use'],
      batch_id: ['Batch does not exist'],
    })
    const own = { email: (await emailOf(userId))?.toUpperCase(), roll_no: rollNo }
    expect((await affairs.put(`/students/${id}`, own)).status).toBe(200)
  })

  test('to a status that ends the open logins, and back', async () => {
    const { id, userId } = await at.make.student(batch)
    const student = await at.of(userId)
    expect((await affairs.put(`/students/${id}`, { status: 'on_leave' })).status).toBe(200)
    expect((await student.get('/auth/me')).status).toBe(200)
    expect((await affairs.put(`/students/${id}`, { status: 'suspended' })).status).toBe(200)
    expect((await student.get('/auth/me')).status).toBe(401)
    expect((await affairs.put(`/students/${id}`, { status: 'active' })).status).toBe(200)
    expect((await student.get('/auth/me')).status).toBe(401)
    expect((await at.trailOf('student', id))[1]).toMatchObject({ changes: { status: ['on_leave', 'suspended'] } })
  })

  test('with no role but the student role; none sent leaves it', async () => {
    const { id } = await at.make.student(batch)
    expect((await affairs.put(`/students/${id}`, { role_id: roleIds.faculty })).status).toBe(403)
    expect((await admin.put(`/students/${id}`, { role_id: roleIds.faculty })).body.errors).toEqual({
      role_id: ['A student has the student role'],
    })
    expect((await affairs.put(`/students/${id}`, { role_id: null })).body.data.role_id).toBeNull()
    expect((await affairs.put(`/students/${id}`, { role_id: roleIds.student })).body.data.role_id).toBe(roleIds.student)
    expect((await at.trailOf('student', id))[0].changes).toEqual({ role: [null, 'student'] })
    expect((await affairs.put(`/students/${id}`, { role_id: null })).body.data.role_id).toBe(roleIds.student)
  })

  test('not by student-affair when the account also is an administrator’s: nor deleted, nor given a password', async () => {
    const { id, userId } = await at.make.student(batch)
    await at.make.giveRole(userId, 'admin')
    for (const { status } of [
      await affairs.put(`/students/${id}`, { email: 'mine@x.test' }),
      await affairs.delete(`/students/${id}`),
      await affairs.post('/students/initial-passwords', { student_ids: [id] }),
      await affairs.post(`/users/${userId}/initial-password`),
    ])
      expect(status).toBe(403)
    expect((await at.stored('users', userId))?.email).not.toBe('mine@x.test')
    expect((await admin.put(`/students/${id}`, { name: 'By admin' })).status).toBe(200)
  })

  test('not by who only reads, the student included; not when it is not there', async () => {
    const { id, userId } = await at.make.student(batch)
    for (const reader of [await at.as('principal'), await at.as('hod'), await at.of(userId)])
      expect((await reader.put(`/students/${id}`, { name: 'X' })).status).toBe(403)
    expect((await at.nobody.put(`/students/${id}`, { name: 'X' })).status).toBe(401)
    expect((await admin.put('/students/99999', { name: 'X' })).status).toBe(404)
    expect((await admin.put(`/students/${id}`, { name: ' ', email: 'x' })).body.errors).toEqual({
      name: ['Student name is required'],
      email: ['Please enter a valid email address'],
    })
  })
})

describe('a student moves to another batch', () => {
  test('keeping the old link as history, and leaving the groups of the old batch', async () => {
    const [medicine, surgery] = [await at.make.department(), await at.make.department()]
    const next = await at.make.batch({ name: 'Next', current_year: '1st Year' })
    const wards = await at.make.group(batch, medicine, { name: 'Wards' })
    const { id } = await at.make.student(batch, wards)
    await at.make.join(id, await at.make.group(next, surgery))
    const { body } = await affairs.put(`/students/${id}`, { batch_id: next })
    expect(body.data).toMatchObject({ batch: { id: next, name: 'Next' }, current_year: '1st Year' })
    expect(await batchesOf(at.db, id, 'active')).toEqual([{ batch_id: next, ended_at: null }])
    expect(await batchesOf(at.db, id, 'inactive')).toEqual([{ batch_id: batch, ended_at: expect.any(String) }])
    const groups = await at.db
      .selectFrom('student_groups')
      .selectAll()
      .where('student_id', '=', id)
      .orderBy('id')
      .execute()
    expect(groups.map(({ department_id, status, ended_at }) => [department_id, status, ended_at !== null])).toEqual([
      [medicine, 'inactive', true],
      [surgery, 'active', false],
    ])
    const changes = (await at.trailOf('student', id)).map((row: { changes: object }) => row.changes)
    expect(changes).toEqual([{ batch: ['Batch 2023', 'Next'] }, { group: ['Wards', null] }])
  })

  test('or to none, and to the same one nothing happens', async () => {
    const wards = await at.make.group(batch, await at.make.department())
    const { id } = await at.make.student(batch, wards)
    expect((await affairs.put(`/students/${id}`, { batch_id: batch })).status).toBe(200)
    expect(await batchesOf(at.db, id, 'inactive')).toEqual([])
    expect((await affairs.put(`/students/${id}`, { batch_id: null })).body.data.batch).toBeNull()
    expect(await batchesOf(at.db, id, 'active')).toEqual([])
    expect((await admin.get(`/student-groups/student/${id}/active`)).body.meta.total).toBe(0)
  })

  test('once: of moves at the same time one active link is left', async () => {
    const { id } = await at.make.student(batch)
    const others = [await at.make.batch(), await at.make.batch(), await at.make.batch()]
    const moves = await Promise.all(others.map((batch_id) => affairs.put(`/students/${id}`, { batch_id })))
    expect(moves.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await batchesOf(at.db, id, 'active')).toHaveLength(1)
    expect(await batchesOf(at.db, id, 'inactive')).toHaveLength(3)
  })
})

describe('a student is deleted', () => {
  test('with account, logins, batch and group links', async () => {
    const { id, userId } = await at.make.student(batch, await at.make.group(batch, await at.make.department()))
    const student = await at.of(userId)
    expect((await affairs.delete(`/students/${id}`)).body).toEqual({ message: 'Student deleted successfully' })
    expect([await at.stored('students', id), await at.stored('users', userId)]).toEqual([undefined, undefined])
    for (const table of ['student_batches', 'student_groups'] as const)
      expect(await at.db.selectFrom(table).select('id').where('student_id', '=', id).execute()).toEqual([])
    expect((await student.get('/auth/me')).status).toBe(401)
    expect((await at.trailOf('student', id))[0]).toMatchObject({
      action: 'delete',
      changes: { batch: ['Batch 2023', null] },
    })
    expect((await affairs.delete(`/students/${id}`)).status).toBe(404)
  })

  test('not once there is work, and the answer says how much', async () => {
    const department = await at.make.department()
    const { id, userId } = await at.make.student(batch)
    await at.make.submission(await at.make.task(department, []), id)
    const one = await affairs.delete(`/students/${id}`)
    expect(one.status).toBe(409)
    expect(one.body.message).toBe('Student has 1 task submission. Set the status to inactive instead.')
    await at.make.submission(await at.make.task(department, []), id)
    expect((await affairs.delete(`/students/${id}`)).body.message).toBe(
      'Student has 2 task submissions. Set the status to inactive instead.',
    )
    expect([await at.stored('students', id), await at.stored('users', userId)]).not.toContain(undefined)
    expect(await batchesOf(at.db, id, 'active')).toHaveLength(1)
  })

  test('not while work comes in at the same time', async () => {
    const task = await at.make.task(await at.make.department(), [])
    const { id } = await at.make.student(batch)
    let deleting: ReturnType<Client['delete']> | undefined
    await at.db.transaction().execute(async (tx) => {
      await tx.insertInto('task_submissions').values({ task_id: task, student_id: id }).execute()
      deleting = affairs.delete(`/students/${id}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    const answer = await deleting
    expect(answer?.status).toBe(409)
    expect(answer?.body.message).toBe('Student has 1 task submission. Set the status to inactive instead.')
  })

  test('not by others, and nobody deletes themselves or ends the own account', async () => {
    const { id, userId } = await at.make.student(batch)
    for (const reader of [await at.as('hod'), await at.as('clerk'), await at.of(userId)])
      expect((await reader.delete(`/students/${id}`)).status).toBe(403)
    await at.make.giveRole(userId, 'admin')
    const both = await at.of(userId)
    expect((await both.delete(`/students/${id}`)).status).toBe(403)
    expect((await both.put(`/students/${id}`, { status: 'inactive' })).status).toBe(403)
    expect(await at.stored('students', id)).toMatchObject({ status: 'active' })
  })
})
