import { beforeAll, describe, expect, test } from 'vitest'
import type { RoleName } from '../../../shared/permissions.ts'
import type { Client } from '../../testing/app.ts'
import { furnished, listed } from '../../testing/college.ts'

// Nobody raises themselves, by whatever call; the last administrator stays.

const { at, admin, medicine, roleIds } = await furnished()
const designation_id = await at.make.designation({ name: 'Professor' })

/** Staff of Medicine whose record gives the role. */
const member = async (role: RoleName) => {
  const userId = await at.make.person(role)
  const id = await at.make.staff(userId, medicine, { role_id: roleIds[role], designation_id })
  return { id, userId, caller: await at.of(userId) }
}
const rolesOf = (userId: number) => listed(admin, `/users/${userId}/roles`, 'name')
const emailOf = async (id: number) => (await at.stored('users', id))?.email
const assign = (caller: Client, user_id: number, role: RoleName) =>
  caller.post('/roles/assign-to-user', { user_id, role_id: roleIds[role] })
const newcomer = (role: RoleName) => ({
  name: 'Newcomer',
  email: `newcomer.${role}@college.test`,
  department_id: medicine,
  designation_id,
  role_id: roleIds[role],
})

describe('nobody raises themselves', () => {
  test.each<RoleName>([
    'hod',
    'clerk',
  ])('a %s changes no own role, neither by assigning nor in the own record', async (role) => {
    const own = await member(role)
    for (const wanted of ['admin', 'faculty', 'clerk'] as const) {
      expect((await assign(own.caller, own.userId, wanted)).status, wanted).toBe(403)
      if (wanted === role) continue
      expect((await own.caller.put(`/staff/${own.id}`, { role_id: roleIds[wanted] })).status, wanted).toBe(403)
    }
    expect((await own.caller.put(`/staff/${own.id}`, { role_id: null })).status).toBe(403)
    expect(await rolesOf(own.userId)).toEqual([role])
  })

  test('an administrator takes no own role either', async () => {
    const other = await at.as('admin')
    const { status, body } = await other.post('/roles/remove-from-user', {
      user_id: other.userId,
      role_id: roleIds.admin,
    })
    expect(status).toBe(403)
    expect(body.message).toBe('You cannot change your own roles.')
    expect((await assign(other, other.userId, 'principal')).body.message).toBe('You cannot change your own roles.')
    expect(await rolesOf(other.userId)).toEqual(['admin'])
  })

  test('a clerk edits the own record, but not the own status, and is not deleted by it', async () => {
    const { id, caller } = await member('clerk')
    const role_id = roleIds.clerk
    expect((await caller.put(`/staff/${id}`, { phone: '03001234567', role_id, status: 'active' })).status).toBe(200)
    for (const status of ['on_leave', 'retired'])
      expect((await caller.put(`/staff/${id}`, { status })).status, status).toBe(403)
    expect(await caller.delete(`/staff/${id}`)).toMatchObject({
      status: 403,
      body: { message: 'You cannot delete yourself.' },
    })
    expect((await admin.get(`/staff/${id}`)).body.data).toMatchObject({ status: 'active', phone: '03001234567' })
  })
})

describe('nobody raises others above what they may assign', () => {
  test.each<[RoleName, RoleName[]]>([
    ['hod', ['admin', 'principal', 'hod', 'clerk', 'student-affair', 'student']],
    ['clerk', ['admin', 'principal', 'hod', 'student-affair', 'student']],
  ])('a %s creates none of %j', async (role, others) => {
    const { caller } = await member(role)
    for (const wanted of others) {
      const { status, body } = await caller.post('/staff', newcomer(wanted))
      expect(status, wanted).toBe(403)
      expect(body.message).toBe(`You are not allowed to assign the role ${wanted}.`)
    }
    const left = at.db.selectFrom('users').select('email').where('name', '=', 'Newcomer')
    expect(await left.execute()).toEqual([])
  })

  test.each<[RoleName, RoleName[]]>([
    ['hod', ['admin', 'principal', 'hod', 'clerk', 'student-affair']],
    ['clerk', ['admin', 'principal', 'hod', 'student-affair']],
  ])('a %s changes neither email nor role of %j, and deletes none', async (role, others) => {
    const { caller } = await member(role)
    for (const held of others) {
      const { id, userId } = await member(held)
      const email = await emailOf(userId)
      for (const change of [{ email: 'mine@college.test' }, { role_id: roleIds.faculty }, { name: 'X' }])
        expect(await caller.put(`/staff/${id}`, change), held).toMatchObject({
          status: 403,
          body: { message: 'You are not allowed to change this person.' },
        })
      expect((await caller.delete(`/staff/${id}`)).status, held).toBe(403)
      expect((await assign(caller, userId, 'faculty')).status, held).toBe(403)
      expect(await emailOf(userId)).toBe(email)
      expect(await rolesOf(userId)).toEqual([held])
    }
  })

  test('one role that is beyond them is enough, though the record gives another', async () => {
    const { caller } = await member('hod')
    const { id, userId } = await member('faculty')
    expect((await caller.put(`/staff/${id}`, { name: 'Mine to edit' })).status).toBe(200)
    expect((await assign(admin, userId, 'principal')).status).toBe(200)
    expect((await caller.put(`/staff/${id}`, { email: 'mine@college.test' })).status).toBe(403)
    expect((await caller.delete(`/staff/${id}`)).status).toBe(403)
  })

  test('a head makes no faculty a principal and no student a faculty', async () => {
    const { caller } = await member('hod')
    const faculty = await member('faculty')
    const student = await at.make.student(await at.make.batch())
    expect((await assign(caller, faculty.userId, 'principal')).status).toBe(403)
    expect((await caller.put(`/staff/${faculty.id}`, { role_id: roleIds.principal })).status).toBe(403)
    expect((await assign(caller, student.userId, 'faculty')).status).toBe(403)
    expect(await rolesOf(student.userId)).toEqual(['student'])
    expect(await rolesOf(faculty.userId)).toEqual(['faculty'])
  })

  test('student affairs make nobody faculty, and no staff a student', async () => {
    const affairs = await at.as('student-affair')
    const student = await at.make.student(await at.make.batch())
    const nobody = await at.make.person('no-role', medicine)
    expect((await assign(affairs, student.userId, 'faculty')).status).toBe(403)
    expect((await assign(affairs, nobody, 'faculty')).status).toBe(403)
    expect((await assign(affairs, nobody, 'student')).status).toBe(422)
    expect(await rolesOf(nobody)).toEqual([])
  })
})

describe('the last administrator', () => {
  let last: Client
  let record: number

  beforeAll(async () => {
    // A college of its own: no other administrator, but one who has left.
    last = await at.as('admin')
    record = await at.make.staff(last.userId, await at.make.department({ type: 'non-academic' }), {
      role_id: roleIds.admin ?? null,
      designation_id,
    })
    const former = await at.make.person('admin')
    await at.make.staff(former, medicine, { status: 'retired' })
    await at.db
      .deleteFrom('user_roles')
      .where('role_id', '=', roleIds.admin ?? 0)
      .where('user_id', 'not in', [last.userId, former])
      .execute()
  })

  test('keeps role and status', async () => {
    const message = 'This is the last administrator. Make somebody else administrator first.'
    for (const answer of [
      await last.post('/roles/remove-from-user', { user_id: last.userId, role_id: roleIds.admin }),
      await last.put(`/staff/${record}`, { role_id: null }),
      await last.put(`/staff/${record}`, { status: 'resigned' }),
    ]) {
      expect(answer.status).toBe(409)
      expect(answer.body.message).toBe(message)
    }
    expect((await last.delete(`/staff/${record}`)).status).toBe(403)
    expect((await last.get('/users')).status).toBe(200)
  })

  test('stays, though two take each other’s role at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const other = await at.as('admin')
      const take = (caller: Client, user_id: number) =>
        caller.post('/roles/remove-from-user', { user_id, role_id: roleIds.admin })
      const answers = await Promise.all([take(last, other.userId), take(other, last.userId)])
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200).length, statuses.join()).toBe(1)
      expect(Math.max(...statuses)).toBeLessThan(500)
      if (statuses[1] === 200) last = other
    }
  })
})
