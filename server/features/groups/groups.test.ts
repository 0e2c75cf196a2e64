import { describe, expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { listed, unfurnished } from '../../testing/college.ts'

const at = await unfurnished()
const medicine = await at.make.department({ name: 'Medicine' })
const surgery = await at.make.department({ name: 'Surgery' })
const batch = await at.make.batch({ name: 'Batch 2023' })
const wards = await at.make.group(batch, medicine, { name: 'Wards' })
const clinic = await at.make.group(batch, medicine, { name: 'clinic', status: 'inactive' })
const theatre = await at.make.group(batch, surgery, { name: 'Theatre', description: 'Old wing' })
const admin = await at.as('admin')
const hod = await at.as('hod', medicine)

const namesOf = (caller: Client, path: string) => listed(caller, path, 'name')

const student = async (...groups: number[]) => {
  const made = await at.make.student(batch)
  for (const group of groups) await at.make.join(made.id, group)
  return { ...made, caller: await at.of(made.userId) }
}

describe('groups are listed', () => {
  test('by batch, department and name, filtered, in pages', async () => {
    const earlier = await at.make.batch({ name: 'batch 2022' })
    await at.make.group(earlier, surgery, { name: 'Zeta' })
    expect(await namesOf(admin, '/groups')).toEqual(['Zeta', 'clinic', 'Wards', 'Theatre'])
    expect(await namesOf(admin, `/groups?batch_id=${batch}&status=active`)).toEqual(['Wards', 'Theatre'])
    expect(await namesOf(admin, `/groups?department_id=${surgery}`)).toEqual(['Zeta', 'Theatre'])
    const page = await admin.get('/groups?per_page=3&page=2')
    expect(page.body.data.map((group: { name: string }) => group.name)).toEqual(['Theatre'])
    expect(page.body.meta).toEqual({ page: 2, per_page: 3, total: 4 })
    expect((await admin.get('/groups?status=closed&page=0')).body.errors).toEqual({
      page: ['page must be a whole number from 1 to 2147483647'],
      status: ['Status must be one of: active, pending, inactive'],
    })
  })

  test('with batch, department and how many are in them now', async () => {
    const group = await at.make.group(await at.make.batch({ name: 'Batch 2030' }), surgery, { name: 'Counted' })
    await student(group)
    await at.make.leave({ student_id: (await student(group)).id, group_id: group })
    const { data } = (await admin.get(`/groups/${group}`)).body
    expect(data).toMatchObject({
      name: 'Counted',
      batch: { name: 'Batch 2030' },
      department: { id: surgery, name: 'Surgery' },
      student_count: 1,
      status: 'active',
      description: null,
    })
  })

  test('to everybody who is somebody', async () => {
    for (const role of ['principal', 'clerk', 'student-affair'] as const)
      expect(await namesOf(await at.as(role), '/groups'), role).toContain('Theatre')
    expect((await (await at.as('no-role')).get('/groups')).status).toBe(403)
    expect((await at.nobody.get('/groups')).status).toBe(401)
    expect((await admin.get('/groups/99999')).status).toBe(404)
    expect((await admin.get('/groups/x')).status).toBe(404)
  })
})

describe('the staff of an academic department', () => {
  test('see its groups alone', async () => {
    expect(await namesOf(hod, '/groups')).toEqual(['clinic', 'Wards'])
    expect(await namesOf(hod, `/groups?department_id=${surgery}`)).toEqual([])
    expect((await hod.get(`/groups/${wards}`)).status).toBe(200)
    expect((await hod.get(`/groups/${theatre}`)).status).toBe(404)
    expect((await hod.get(`/student-groups/group/${theatre}/active`)).status).toBe(404)
    const { id } = await student(wards, theatre)
    const links = await hod.get(`/student-groups/student/${id}/active`)
    expect(links.body.data.map((link: { group_id: number }) => link.group_id)).toEqual([wards])
  })

  test('but those of the office see all', async () => {
    const office = await at.as('clerk', await at.make.department({ type: 'non-academic' }))
    expect(await namesOf(office, `/groups?batch_id=${batch}`)).toEqual(['clinic', 'Wards', 'Theatre'])
  })
})

describe('the students of a group', () => {
  test('are listed by roll number, those who are in it and those who were', async () => {
    const group = await at.make.group(batch, medicine)
    const second = await at.make.student(batch, group, { roll_no: 'G-02' })
    const first = await at.make.student(batch, group, { roll_no: 'g-01', status: 'on_leave' })
    const former = await at.make.student(batch, group, { roll_no: 'G-00' })
    await at.make.leave({ student_id: former.id, group_id: group })
    const { body } = await hod.get(`/student-groups/group/${group}/active`)
    expect(body.data.map((link: { student_id: number }) => link.student_id)).toEqual([first.id, second.id])
    expect(body.data[0]).toMatchObject({
      group_id: group,
      department_id: medicine,
      status: 'active',
      student: { roll_no: 'g-01', status: 'on_leave' },
      group: { batch: { name: 'Batch 2023' }, department: { name: 'Medicine' } },
    })
    const past = await hod.get(`/student-groups/group/${group}/inactive`)
    expect(past.body.data.map((link: { student_id: number }) => link.student_id)).toEqual([former.id])
    const page = await hod.get(`/student-groups/group/${group}/active?per_page=1&page=2`)
    expect(page.body.data.map((link: { student_id: number }) => link.student_id)).toEqual([second.id])
    expect(page.body.meta.total).toBe(2)
    expect((await hod.get(`/student-groups/group/${group}/all`)).status).toBe(422)
    expect((await hod.get('/student-groups/group/99999/active')).status).toBe(404)
  })
})

describe('a student', () => {
  test('sees own active groups alone, and in them nobody else', async () => {
    const { id, caller } = await student(wards, theatre)
    await student(wards)
    expect(await namesOf(caller, '/groups')).toEqual(['Wards', 'Theatre'])
    const members = await caller.get(`/student-groups/group/${wards}/active`)
    expect(members.body.data.map((link: { student_id: number }) => link.student_id)).toEqual([id])
    expect(members.body.meta.total).toBe(1)
    expect((await caller.get(`/groups/${clinic}`)).status).toBe(404)
    await at.make.leave({ student_id: id, group_id: theatre })
    expect(await namesOf(caller, '/groups')).toEqual(['Wards'])
    expect((await caller.get(`/groups/${theatre}`)).status).toBe(404)
    expect((await caller.get(`/student-groups/group/${theatre}/active`)).status).toBe(404)
  })

  test('is told the own groups and not those of others', async () => {
    const own = await student(wards, theatre)
    const other = await student(wards)
    await at.make.leave({ student_id: own.id, group_id: theatre })
    const groupsOf = async (status: string) =>
      (await own.caller.get(`/student-groups/student/${own.id}/${status}`)).body.data.map(
        (link: { group_id: number }) => link.group_id,
      )
    expect(await groupsOf('active')).toEqual([wards])
    expect(await groupsOf('inactive')).toEqual([theatre])
    expect((await own.caller.get(`/student-groups/student/${other.id}/active`)).status).toBe(404)
    expect((await admin.get(`/student-groups/student/${other.id}/active`)).body.meta.total).toBe(1)
  })
})
