import { describe, expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'

const { at, admin, affairs, medicine, surgery, batch, wards, clinic, theatre } = await furnished()

const assign = (caller: Client, student: number, groupId: unknown) =>
  caller.post(`/students/${student}/assign-group`, { groupId })
const groupsOf = async (id: number, status = 'active') =>
  (await admin.get(`/student-groups/student/${id}/${status}`)).body.data.map(
    (link: { group: { name: string } }) => link.group.name,
  )
const trailOf = async (id: number) => (await at.trailOf('student', id)).map((row) => row.changes.group)
const updatedAt = async (id: number) => (await admin.get(`/groups/${id}`)).body.data.updated_at

describe('a student is put into a group', () => {
  test('and moved from another group of its department, not of another', async () => {
    const { id, rollNo } = await at.make.student(batch)
    const { status, body } = await assign(affairs, id, wards)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      student_id: id,
      group_id: wards,
      department_id: medicine,
      status: 'active',
      student: { id, roll_no: rollNo, status: 'active' },
      group: { id: wards, name: 'Wards', batch: { id: batch }, department: { id: medicine } },
    })
    await assign(affairs, id, theatre)
    const before = [await updatedAt(wards), await updatedAt(clinic)]
    await assign(affairs, id, clinic)
    expect((await groupsOf(id)).sort()).toEqual(['Clinic', 'Theatre'])
    expect(await groupsOf(id, 'inactive')).toEqual(['Wards'])
    expect(await trailOf(id)).toEqual([
      ['Wards', 'Clinic'],
      [null, 'Theatre'],
      [null, 'Wards'],
    ])
    // A clerk who is about to assign the members of either has to look again.
    const after = [await updatedAt(wards), await updatedAt(clinic)]
    expect(after.every((one, index) => one > before[index])).toBe(true)
  })

  test('and nothing happens when it is there already', async () => {
    const { id } = await at.make.student(batch, wards)
    const link = (await assign(affairs, id, wards)).body.data.id
    expect((await assign(affairs, id, wards)).body.data.id).toBe(link)
    expect(await groupsOf(id, 'inactive')).toEqual([])
    expect(await trailOf(id)).toEqual([])
  })

  test('not of another batch, and not when there is no such group', async () => {
    const { id } = await at.make.student(await at.make.batch())
    const elsewhere = await assign(affairs, id, wards)
    expect(elsewhere.status).toBe(422)
    expect(elsewhere.body.errors).toEqual({ groupId: ['The student is not in the batch of this group'] })
    expect((await assign(affairs, id, 99_999)).body.errors).toEqual({ groupId: ['Group does not exist'] })
    expect((await assign(affairs, id, '')).body.errors).toEqual({ groupId: ['Group is required'] })
    expect(await groupsOf(id)).toEqual([])
    expect((await assign(affairs, 99_999, wards)).status).toBe(404)
  })

  test('by a person of an academic department only into its own groups', async () => {
    const { id } = await at.make.student(batch)
    const scoped = await at.as('student-affair', surgery)
    expect((await assign(scoped, id, wards)).body.errors).toEqual({ groupId: ['Group does not exist'] })
    expect((await assign(scoped, id, theatre)).status).toBe(200)
    expect(await groupsOf(id)).toEqual(['Theatre'])
  })

  test('once: of several groups of a department at the same time one is left', async () => {
    const { id } = await at.make.student(batch)
    const more = await Promise.all([1, 2].map(() => at.make.group(batch, medicine)))
    const answers = await Promise.all([wards, clinic, ...more].map((group) => assign(affairs, id, group)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await groupsOf(id)).toHaveLength(1)
    expect(await groupsOf(id, 'inactive')).toHaveLength(3)
  })

  test('not by others', async () => {
    const { id, userId } = await at.make.student(batch)
    for (const caller of [await at.as('hod', medicine), await at.as('faculty', medicine), await at.of(userId)])
      expect((await assign(caller, id, wards)).status).toBe(403)
    expect((await assign(at.nobody, id, wards)).status).toBe(401)
  })
})

describe('a student leaves', () => {
  const member = async () => {
    const { id } = await at.make.student(batch, wards)
    await at.make.join(id, theatre)
    return id
  }

  test('the group that is named', async () => {
    const id = await member()
    const { body } = await affairs.delete(`/students/${id}/group?group_id=${wards}`)
    expect(body).toEqual({ message: 'Student removed from group' })
    expect(await groupsOf(id)).toEqual(['Theatre'])
    expect(await trailOf(id)).toEqual([['Wards', null]])
    expect((await affairs.delete(`/students/${id}/group?group_id=${wards}`)).status).toBe(404)
    expect((await affairs.delete(`/students/${id}/group?group_id=x`)).status).toBe(422)
    expect((await affairs.delete('/students/99999/group')).status).toBe(404)
  })

  test('all groups when none is named', async () => {
    const id = await member()
    expect((await affairs.delete(`/students/${id}/group`)).status).toBe(200)
    expect(await groupsOf(id)).toEqual([])
    expect((await groupsOf(id, 'inactive')).sort()).toEqual(['Theatre', 'Wards'])
    expect((await affairs.delete(`/students/${id}/group`)).status).toBe(200)
  })

  test('only groups that the caller sees', async () => {
    const id = await member()
    const scoped = await at.as('student-affair', surgery)
    expect((await scoped.delete(`/students/${id}/group?group_id=${wards}`)).status).toBe(404)
    expect((await scoped.delete(`/students/${id}/group`)).status).toBe(200)
    expect(await groupsOf(id)).toEqual(['Wards'])
    expect((await (await at.as('hod', medicine)).delete(`/students/${id}/group`)).status).toBe(403)
  })
})

describe('the links of students and batches', () => {
  test('list a batch by roll number with the whole student, without those who left', async () => {
    const own = await at.make.batch({ name: 'Own' })
    const second = await at.make.student(own, undefined, { roll_no: 'MBBS-90002' })
    const first = await at.make.student(own, undefined, { roll_no: 'MBBS-90001', status: 'graduated' })
    const left = await at.make.student(own)
    await affairs.put(`/students/${left.id}`, { batch_id: batch })
    const { body } = await (await at.as('faculty', medicine)).get(`/student-batches/batch/${own}`)
    expect(body.meta.total).toBe(2)
    expect(body.data).toMatchObject([
      { student_id: first.id, batch_id: own, status: 'active', student: { id: first.id, status: 'graduated' } },
      { student_id: second.id, student: { roll_no: 'MBBS-90002', batch: { name: 'Own' }, user_id: second.userId } },
    ])
    const links = await at.db.selectFrom('student_batches').select('id').where('batch_id', '=', own).execute()
    expect(links.map(({ id }) => id)).toContain(body.data[0].id)
    expect((await admin.get('/student-batches/batch/99999')).status).toBe(404)
    expect((await admin.get(`/student-batches/batch/${await at.make.batch()}`)).body.data).toEqual([])
  })

  test('list the batches of a student, newest first', async () => {
    const [one, two, three] = [await at.make.batch(), await at.make.batch(), await at.make.batch({ name: 'Third' })]
    const { id } = await at.make.student(one)
    await affairs.put(`/students/${id}`, { batch_id: two })
    await affairs.put(`/students/${id}`, { batch_id: three })
    const former = (await admin.get(`/student-batches/student/${id}/inactive`)).body.data
    expect(former.map((link: { batch_id: number }) => link.batch_id)).toEqual([two, one])
    expect(former[0].ended_at).toEqual(expect.any(String))
    expect((await admin.get(`/student-batches/student/${id}/active`)).body.data).toMatchObject([
      { student_id: id, batch: { id: three, name: 'Third' }, status: 'active', ended_at: null },
    ])
    expect((await admin.get(`/student-batches/student/${id}/other`)).status).toBe(422)
    expect((await admin.get('/student-batches/student/99999/active')).status).toBe(404)
  })

  test('show a student the own ones and no others', async () => {
    const own = await at.make.student(batch)
    const other = await at.make.student(batch)
    const caller = await at.of(own.userId)
    const inBatch = (await caller.get(`/student-batches/batch/${batch}`)).body
    expect(inBatch.data.map((link: { student_id: number }) => link.student_id)).toEqual([own.id])
    expect(inBatch.meta.total).toBe(1)
    expect((await caller.get(`/student-batches/batch/${await at.make.batch()}`)).status).toBe(404)
    expect((await caller.get(`/student-batches/student/${own.id}/active`)).body.meta.total).toBe(1)
    expect((await caller.get(`/student-batches/student/${other.id}/active`)).status).toBe(404)
    expect((await at.nobody.get(`/student-batches/batch/${batch}`)).status).toBe(401)
  })
})
