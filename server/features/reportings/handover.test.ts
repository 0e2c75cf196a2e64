import { describe, expect, test } from 'vitest'
import type { RoleName } from '../../../shared/permissions.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { entriesOf, filed, staffIdOf } from '../../testing/reportings.ts'
import { sweepReportings } from './sweeping.ts'

const { at, admin, principal, hod, surgeon, medicine, roleIds, student } = await furnished()
const sweep = () => sweepReportings({ db: at.plainDb, mail: undefined, jobs: at.jobs })
const head = await staffIdOf(at, hod)

/** A member of a new department of its own, or of one that has others. */
async function member(role: RoleName, department: number, name?: string) {
  const userId = await at.make.person(role, department)
  if (name) await at.db.updateTable('users').set({ name }).where('id', '=', userId).execute()
  return { userId, id: await staffIdOf(at, { userId }), caller: await at.of(userId) }
}
const leaves = async (staffId: number, status = 'resigned') =>
  expect((await admin.put(`/staff/${staffId}`, { status })).status).toBe(200)
const takeRole = async (userId: number, role: RoleName) => {
  const { status } = await admin.post('/roles/remove-from-user', { user_id: userId, role_id: roleIds[role] })
  expect(status).toBe(200)
}
const caseOf = async (id: number, reader: Client = principal) => (await reader.get(`/reportings/${id}`)).body.data
const kinds = async (id: number) => (await entriesOf(principal, id)).map(({ kind }: { kind: string }) => kind)

describe('the cases of an assignee', () => {
  test.each([
    'inactive',
    'transferred',
    'retired',
    'terminated',
    'resigned',
  ])('who becomes %s go to the head of the department, with a word of why', async (status) => {
    const teacher = await member('faculty', medicine, 'Dr. Gone')
    const { id } = await filed(surgeon, { student_id: (await student()).id, assigned_to: teacher.id })
    await at.db
      .updateTable('reportings')
      .set({ turn_since: new Date(0) })
      .where('id', '=', id)
      .execute()
    await leaves(teacher.id, status)
    const data = await caseOf(id, hod)
    expect(data).toMatchObject({
      assigned_to: head,
      assignee: { name: 'Head' },
      current_level: 'hod',
      status: 'open',
      escalated_to: null,
      is_waiting: true,
      is_overdue: false,
    })
    expect((await entriesOf(hod, id)).at(-1)).toMatchObject({
      kind: 'handed_over',
      author: null,
      text: 'Dr. Gone is not at work.',
      staff: { id: head, name: 'Head' },
      level: 'hod',
    })
    expect((await at.trailOf('reporting', id))[0]).toMatchObject({
      action: 'hand-over',
      actor: { name: 'Admin' },
      changes: { assignee: ['Dr. Gone', 'Head'], current_level: ['faculty', 'hod'] },
    })
  })

  test('who loses the role go too, by the roles and by the record; who lost it goes on reading', async () => {
    for (const lose of [
      (teacher: { userId: number }) => takeRole(teacher.userId, 'faculty'),
      async (teacher: { id: number; userId: number }) => {
        await at.db.updateTable('staff').set({ role_id: roleIds.faculty }).where('id', '=', teacher.id).execute()
        expect((await admin.put(`/staff/${teacher.id}`, { role_id: roleIds.clerk })).status).toBe(200)
      },
    ]) {
      const teacher = await member('faculty', medicine, 'Dr. Clerk')
      const { id } = await filed(surgeon, { student_id: (await student()).id, assigned_to: teacher.id })
      await lose(teacher)
      expect(await caseOf(id)).toMatchObject({ assigned_to: head, current_level: 'hod' })
      expect((await entriesOf(hod, id)).at(-1)).toMatchObject({ text: 'Dr. Clerk no longer holds the role.' })
      await at.make.giveRole(teacher.userId, 'faculty')
      expect((await caseOf(id, teacher.caller)).parts).toEqual(['former'])
    }
  })

  test('who is still one keep it: another role, another name, a role beside it, a leave', async () => {
    const teacher = await member('faculty', medicine)
    await at.make.giveRole(teacher.userId, 'clerk')
    const { id } = await filed(surgeon, { student_id: (await student()).id, assigned_to: teacher.id })
    await takeRole(teacher.userId, 'clerk')
    expect((await admin.put(`/staff/${teacher.id}`, { phone: '0300 1234567' })).status).toBe(200)
    await leaves(teacher.id, 'on_leave')
    await sweep()
    expect(await caseOf(id)).toMatchObject({ assigned_to: teacher.id })
    expect(await kinds(id)).toEqual(['created', 'assigned'])
  })

  test('who is head no more keep what was given to a teacher, not what was escalated to the head', async () => {
    const department = await at.make.department()
    const [former, next] = [await member('hod', department), await member('hod', department)]
    await at.make.giveRole(former.userId, 'faculty')
    const teacher = await member('faculty', department)
    const { id: student_id } = await student()
    const escalated = await filed(surgeon, { student_id, assigned_to: teacher.id })
    const change = { status: 'escalated', escalated_to: former.id, escalation_reason: 'For the head' }
    expect((await teacher.caller.put(`/reportings/${escalated.id}`, change)).status).toBe(200)
    await takeRole(former.userId, 'hod')
    expect(await caseOf(escalated.id)).toMatchObject({
      assigned_to: next.id,
      current_level: 'hod',
      status: 'escalated',
    })
    await next.caller.put(`/reportings/${escalated.id}`, { ...change, escalated_to: head })
    expect((await caseOf(escalated.id, next.caller)).parts).toEqual(['former'])
    const plain = await filed(surgeon, { student_id, assigned_to: former.id })
    await sweep()
    expect(await caseOf(plain.id)).toMatchObject({ assigned_to: former.id, current_level: 'faculty' })
  })

  test('stay where they are once resolved; reopened, they go to somebody who is there', async () => {
    const teacher = await member('faculty', medicine)
    const { id } = await filed(surgeon, { student_id: (await student()).id, assigned_to: teacher.id })
    await teacher.caller.put(`/reportings/${id}`, { status: 'resolved', resolution_notes: 'Settled' })
    await leaves(teacher.id)
    expect(await caseOf(id)).toMatchObject({ assigned_to: teacher.id, status: 'resolved' })
    const reopened = await principal.put(`/reportings/${id}`, { status: 'reopened' })
    expect([reopened.status, reopened.body.data]).toMatchObject([200, { assigned_to: head, status: 'reopened' }])
    expect(await kinds(id)).toEqual(['created', 'assigned', 'resolved', 'reopened', 'handed_over'])
  })

  test('that were withdrawn are left alone', async () => {
    const teacher = await member('faculty', medicine)
    const { id } = await filed(surgeon, { student_id: (await student()).id, assigned_to: teacher.id })
    await admin.delete(`/reportings/${id}`)
    await leaves(teacher.id)
    expect((await at.stored('reportings', id))?.assigned_to).toBe(teacher.id)
  })
})

describe('they go', () => {
  test('past a head who is the student concerned, or not at work, to a principal, and else to an administrator', async () => {
    const department = await at.make.department()
    const concerned = await student()
    await at.make.giveRole(concerned.userId, 'hod')
    await at.make.staff(concerned.userId, department)
    const away = await member('hod', department)
    await leaves(away.id, 'on_leave')
    const teacher = await member('faculty', department)
    const { id } = await filed(surgeon, { student_id: concerned.id, assigned_to: teacher.id })
    // The furnished principal and administrator have no record as staff: nobody is there, so the case stays.
    await leaves(teacher.id)
    await sweep()
    expect(await caseOf(id)).toMatchObject({ assigned_to: teacher.id })
    expect(await kinds(id)).toEqual(['created', 'assigned'])

    const office = await at.make.department()
    const manager = await member('admin', office)
    await sweep()
    expect(await caseOf(id)).toMatchObject({ assigned_to: manager.id, current_level: 'faculty' })
    const [told] = await at.trailOf('reporting', id)
    expect([told.action, told.actor]).toEqual(['hand-over', null])
    await sweep()
    expect(await kinds(id)).toEqual(['created', 'assigned', 'handed_over'])

    const other = await member('admin', office)
    const leader = await member('principal', office)
    await leaves(manager.id)
    expect(await caseOf(id)).toMatchObject({ assigned_to: leader.id })
    await leaves(leader.id, 'retired')
    expect(await caseOf(id)).toMatchObject({ assigned_to: other.id })
    await leaves(other.id)
  })

  test('not down to a head from the principal while there is another principal or an administrator', async () => {
    const department = await at.make.department()
    const [leader, other] = [await member('principal', department), await member('principal', department)]
    const manager = await member('admin', department)
    const below = await member('hod', department)
    const { id } = await filed(surgeon, { student_id: (await student()).id, assigned_to: leader.id })
    await leaves(leader.id)
    expect(await caseOf(id)).toMatchObject({ assigned_to: other.id, current_level: 'principal' })
    await leaves(other.id)
    expect(await caseOf(id)).toMatchObject({ assigned_to: manager.id, current_level: 'faculty' })
    await leaves(manager.id)
    expect(await caseOf(id)).toMatchObject({ assigned_to: below.id, current_level: 'hod' })
  })

  test('with the change or not at all', async () => {
    const teacher = await member('faculty', medicine)
    const { id } = await filed(surgeon, { student_id: (await student()).id, assigned_to: teacher.id })
    const stale = { status: 'resigned', updated_at: '2020-01-01T00:00:00.000Z' }
    expect((await admin.put(`/staff/${teacher.id}`, stale)).status).toBe(409)
    expect(await caseOf(id)).toMatchObject({ assigned_to: teacher.id })
  })
})

test('a case that is filed while its assignee leaves is handed over or refused, and never forgotten', async () => {
  const { id: student_id } = await student()
  for (const leave of [
    (teacher: { id: number; userId: number }) => leaves(teacher.id),
    (teacher: { id: number; userId: number }) => takeRole(teacher.userId, 'faculty'),
  ])
    for (let round = 0; round < 8; round += 1) {
      const teacher = await member('faculty', medicine)
      const input = { title: 'x', description: 'x', category: 'other', severity: 'low', student_id }
      const [made] = await Promise.all([
        surgeon.post('/reportings', { ...input, assigned_to: teacher.id }),
        leave(teacher),
      ])
      // More than one person files in a day.
      await at.db.deleteFrom('day_amounts').execute()
      if (made.status === 422) continue
      expect(made.status).toBe(201)
      expect(await caseOf(made.body.data.id)).toMatchObject({ assigned_to: head })
    }
})
