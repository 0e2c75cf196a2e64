import { describe, expect, test } from 'vitest'
import type { RoleName } from '../../../shared/permissions.ts'
import type { Client } from '../../testing/app.ts'
import { furnished, listed } from '../../testing/college.ts'

const { at, admin, affairs, hod, medicine, roleIds } = await furnished()
const clerk = await at.as('clerk')

let count = 0
const custom = async () => {
  count += 1
  return (await admin.post('/roles', { name: `Custom ${count}` })).body.data
}
const rolesOf = (userId: number) => listed(admin, `/users/${userId}/roles`, 'name')
const assign = (caller: Client, user_id: number, role: RoleName) =>
  caller.post('/roles/assign-to-user', { user_id, role_id: roleIds[role] })
const remove = (caller: Client, user_id: number, role: RoleName) =>
  caller.post('/roles/remove-from-user', { user_id, role_id: roleIds[role] })

describe('a role', () => {
  test('is added, and leaves a trail', async () => {
    const { status, body } = await admin.post('/roles', { name: ' Examiner ' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ name: 'Examiner', built_in: false, user_count: 0 })
    expect((await clerk.get(`/roles/${body.data.id}`)).body.data).toEqual(body.data)
    expect(await at.trailOf('role', body.data.id)).toMatchObject([
      { action: 'create', changes: { name: [null, 'Examiner'] } },
    ])
  })

  test('has a name, and no two have the same, whatever the case', async () => {
    expect((await admin.post('/roles', {})).body.errors).toEqual({ name: ['Role name is required'] })
    const { id } = await custom()
    for (const answer of [
      await admin.post('/roles', { name: 'ADMIN' }),
      await admin.put(`/roles/${id}`, { name: 'Faculty' }),
    ]) {
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual({ name: ['A role with this name already exists'] })
    }
  })

  test('is renamed, not over somebody else’s change', async () => {
    const { id, updated_at } = await custom()
    const { body } = await admin.put(`/roles/${id}`, { name: 'Invigilator', updated_at })
    expect(body.data).toMatchObject({ id, name: 'Invigilator', built_in: false, user_count: 0 })
    expect((await admin.put(`/roles/${id}`, { name: 'Other', updated_at })).status).toBe(409)
    expect((await admin.get(`/roles/${id}`)).body.data.name).toBe('Invigilator')
    expect((await admin.put('/roles/99999', { name: 'X' })).status).toBe(404)
  })

  test('that is built in is neither renamed nor deleted', async () => {
    for (const id of Object.values(roleIds)) {
      const renamed = await admin.put(`/roles/${id}`, { name: 'Renamed' })
      expect(renamed.status).toBe(409)
      expect(renamed.body.message).toBe('This role is built in and cannot be changed.')
      const deleted = await admin.delete(`/roles/${id}`)
      expect(deleted.status).toBe(409)
      expect(deleted.body.message).toBe('This role is built in and cannot be deleted.')
    }
  })

  test('is deleted when nobody holds it and no record gives it', async () => {
    const { id } = await custom()
    const userId = await at.make.person('faculty')
    await at.make.staff(userId, medicine, { role_id: id })
    const student = await at.make.student(await at.make.batch(), undefined, { role_id: id })
    await admin.post('/roles/assign-to-user', { user_id: userId, role_id: id })
    await admin.post('/roles/assign-to-user', { user_id: clerk.userId, role_id: id })
    expect((await admin.get(`/roles/${id}`)).body.data.user_count).toBe(2)
    const refused = await admin.delete(`/roles/${id}`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('Role has 3 users. Take it from them first.')
    for (const user_id of [userId, clerk.userId])
      expect((await admin.post('/roles/remove-from-user', { user_id, role_id: id })).status).toBe(200)
    expect((await admin.delete(`/roles/${id}`)).body.message).toBe('Role has 1 user. Take it from them first.')
    await at.db.updateTable('students').set({ role_id: null }).where('id', '=', student.id).execute()
    expect((await admin.delete(`/roles/${id}`)).body).toEqual({ message: 'Role deleted successfully' })
    expect((await admin.get(`/roles/${id}`)).status).toBe(404)
  })

  test('is for administrators to change and for staff to read', async () => {
    const { id } = await custom()
    for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student-affair'] as const) {
      const caller = await at.as(role)
      expect((await caller.get('/roles')).status, role).toBe(200)
      expect((await caller.post('/roles', { name: 'Mine' })).status, role).toBe(403)
      expect((await caller.put(`/roles/${id}`, { name: 'Mine' })).status, role).toBe(403)
      expect((await caller.delete(`/roles/${id}`)).status, role).toBe(403)
      expect((await remove(caller, admin.userId, 'admin')).status, role).toBe(403)
    }
    expect((await (await at.as('student')).get('/roles')).status).toBe(403)
    expect((await at.nobody.get('/roles')).status).toBe(401)
  })

  test('is listed by name, after the built-in ones', async () => {
    await admin.post('/roles', { name: 'aaa first of the others' })
    const { body } = await clerk.get('/roles?per_page=8')
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
      'admin',
      'clerk',
      'faculty',
      'hod',
      'principal',
      'student',
      'student-affair',
      'aaa first of the others',
    ])
    expect(body.data[0].built_in).toBe(true)
    expect((await clerk.get('/roles?per_page=8&page=2')).body.meta).toMatchObject({ page: 2, total: body.meta.total })
  })
})

describe('a role is given', () => {
  test('by ids of a person and a role that are there; both are told when neither is', async () => {
    const { status, body } = await admin.post('/roles/assign-to-user', { user_id: 999_999, role_id: 999_999 })
    expect([status, body.errors]).toEqual([422, { user_id: ['User does not exist'], role_id: ['Role does not exist'] }])
  })

  test('beside those that are held, once, and leaves a trail', async () => {
    const userId = await at.make.person('clerk')
    const { status, body } = await assign(admin, userId, 'hod')
    expect(status).toBe(200)
    expect(body).toEqual({
      message: 'Role assigned successfully',
      data: [
        { id: roleIds.hod, name: 'hod' },
        { id: roleIds.clerk, name: 'clerk' },
      ],
    })
    expect((await assign(admin, userId, 'hod')).body).toEqual(body)
    expect(await at.trailOf('user', userId)).toMatchObject([
      { action: 'assign-role', actor: { id: admin.userId }, changes: { role: [null, 'hod'] } },
    ])
  })

  test.each<[RoleName, RoleName[]]>([
    ['admin', ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair']],
    ['hod', ['faculty']],
    ['clerk', ['faculty', 'clerk']],
    ['student-affair', []],
    ['principal', []],
    ['faculty', []],
  ])('by %s to staff: %j and no other', async (role, may) => {
    const caller = await at.as(role)
    for (const given of ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair', 'student'] as const) {
      const userId = await at.make.person('no-role', medicine)
      const { status } = await assign(caller, userId, given)
      const isAllowed = may.includes(given)
      const isMisplaced = given === 'student' && ['admin', 'student-affair'].includes(role)
      const expected = isAllowed ? 200 : isMisplaced ? 422 : 403
      expect(status, given).toBe(expected)
      expect(await rolesOf(userId)).toEqual(isAllowed ? [given] : [])
    }
  })

  test('only to whom it fits: the student role to students, those of staff not to them, others to anybody', async () => {
    const { userId } = await at.make.student(await at.make.batch())
    const { id: role_id } = await custom()
    await at.db.deleteFrom('user_roles').where('user_id', '=', userId).execute()
    expect((await assign(affairs, userId, 'student')).status).toBe(200)
    for (const role of ['admin', 'faculty'] as const)
      expect((await assign(admin, userId, role)).body.errors).toEqual({ role_id: ['This role is not for students'] })
    expect((await assign(admin, clerk.userId, 'student')).body.errors).toEqual({
      role_id: ['This role is for students'],
    })
    expect((await admin.post('/roles/assign-to-user', { user_id: userId, role_id })).status).toBe(200)
    expect((await admin.post('/roles/assign-to-user', { user_id: hod.userId, role_id })).status).toBe(200)
    expect((await clerk.post('/roles/assign-to-user', { user_id: hod.userId, role_id })).status).toBe(403)
  })

  test('not by whom does not know what is required', async () => {
    expect((await admin.post('/roles/assign-to-user', {})).body.errors).toEqual({
      user_id: ['User ID is required'],
      role_id: ['Role ID is required'],
    })
    expect((await assign(admin, 99_999, 'faculty')).body.errors).toEqual({ user_id: ['User does not exist'] })
    const missing = await admin.post('/roles/assign-to-user', { user_id: clerk.userId, role_id: 99_999 })
    expect(missing.body.errors).toEqual({ role_id: ['Role does not exist'] })
    expect((await assign(at.nobody, clerk.userId, 'faculty')).status).toBe(401)
  })

  test('within the own department: others do not exist, students do', async () => {
    const foreign = await at.make.person('no-role', await at.make.department())
    const own = await at.make.person('no-role', medicine)
    const student = await at.make.student(await at.make.batch())
    for (const userId of [foreign, admin.userId]) {
      const { status, body } = await assign(hod, userId, 'faculty')
      expect(status).toBe(422)
      expect(body.errors).toEqual({ user_id: ['User does not exist'] })
    }
    expect((await assign(hod, own, 'faculty')).status).toBe(200)
    const scoped = await at.as('student-affair', medicine)
    expect((await assign(scoped, student.userId, 'student')).status).toBe(200)
    expect(await rolesOf(foreign)).toEqual([])
  })
})

describe('a role is taken away', () => {
  test('and out of the record that gave it', async () => {
    const userId = await at.make.person('faculty')
    await at.make.giveRole(userId, 'clerk')
    const staffId = await at.make.staff(userId, medicine, { role_id: roleIds.faculty ?? null })
    expect((await remove(admin, userId, 'clerk')).body).toEqual({
      message: 'Role removed successfully',
      data: [{ id: roleIds.faculty, name: 'faculty' }],
    })
    expect((await admin.get(`/staff/${staffId}`)).body.data.role_id).toBe(roleIds.faculty)
    expect((await remove(admin, userId, 'faculty')).body.data).toEqual([])
    expect((await admin.get(`/staff/${staffId}`)).body.data).toMatchObject({ role_id: null, user: { roles: [] } })
    expect((await at.trailOf('user', userId)).map((row: { changes: object }) => row.changes)).toEqual([
      { role: ['faculty', null] },
      { role: ['clerk', null] },
    ])
    expect(await at.trailOf('staff', staffId)).toMatchObject([
      { action: 'update', changes: { role: ['faculty', null] } },
    ])
  })

  test('also from a student', async () => {
    const role_id = roleIds.student ?? null
    const { id, userId } = await at.make.student(await at.make.batch(), undefined, { role_id })
    expect((await remove(admin, userId, 'student')).status).toBe(200)
    const student = at.db.selectFrom('students').select('role_id').where('id', '=', id)
    expect(await student.executeTakeFirst()).toEqual({ role_id: null })
    expect(await at.trailOf('student', id)).toMatchObject([{ changes: { role: ['student', null] } }])
  })

  test('not when it is not held, and not from nobody', async () => {
    expect((await remove(admin, clerk.userId, 'hod')).body.errors).toEqual({
      role_id: ['The user does not hold this role'],
    })
    expect((await remove(admin, 99_999, 'hod')).body.errors).toEqual({ user_id: ['User does not exist'] })
    expect((await remove(at.nobody, clerk.userId, 'clerk')).status).toBe(401)
  })

  test('takes effect at the next call', async () => {
    const caller = await at.as('clerk')
    expect((await caller.get('/staff')).status).toBe(200)
    await remove(admin, caller.userId, 'clerk')
    expect((await caller.get('/staff')).status).toBe(403)
  })
})
