import { describe, expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { furnished, listed } from '../../testing/college.ts'

const { at, admin, medicine } = await furnished()
const batch = await at.make.batch({ current_year: '4th Year' })
const wards = await at.make.group(batch, medicine)

const rollsOf = (caller: Client, path: string) => listed(caller, path, 'roll_no')

describe('students are listed', () => {
  test('by roll number, filtered by batch, department and status, in pages', async () => {
    const own = await at.make.batch()
    const group = await at.make.group(own, medicine)
    await at.make.student(own, group, { roll_no: 'S-10' })
    await at.make.student(own, undefined, { roll_no: 's-09' })
    await at.make.student(own, group, { roll_no: 'S-11', status: 'graduated' })
    const moved = await at.make.student(own, group, { roll_no: 'S-12' })
    for (const table of ['student_batches', 'student_groups'] as const)
      await at.db
        .updateTable(table)
        .set({ status: 'inactive', ended_at: new Date() })
        .where('student_id', '=', moved.id)
        .execute()
    expect(await rollsOf(admin, `/students?batch_id=${own}`)).toEqual(['s-09', 'S-10', 'S-11'])
    expect(await rollsOf(admin, `/students?batch_id=${own}&department_id=${medicine}`)).toEqual(['S-10', 'S-11'])
    expect(await rollsOf(admin, `/students?batch_id=${own}&status=graduated`)).toEqual(['S-11'])
    expect(await rollsOf(admin, `/students?department_id=${medicine}`)).not.toContain('S-12')
    const page = await admin.get(`/students?batch_id=${own}&per_page=2&page=2`)
    expect(page.body.data.map((student: { roll_no: string }) => student.roll_no)).toEqual(['S-11'])
    expect(page.body.meta).toEqual({ page: 2, per_page: 2, total: 3 })
    expect((await admin.get('/students?status=away')).status).toBe(422)
  })

  test('with the year of the batch unless they have their own', async () => {
    const usual = await at.make.student(batch)
    const behind = await at.make.student(batch, wards, { current_year: '3rd Year' })
    expect((await admin.get(`/students/${usual.id}`)).body.data).toMatchObject({
      id: usual.id,
      batch_id: batch,
      current_year: '4th Year',
      user: { id: usual.userId },
    })
    expect((await admin.get(`/students/user/${behind.userId}`)).body.data).toMatchObject({
      id: behind.id,
      current_year: '3rd Year',
    })
  })

  test('to all staff, whatever their department', async () => {
    const { id } = await at.make.student(batch, wards)
    const elsewhere = await at.make.department()
    for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student-affair'] as const)
      expect((await (await at.as(role, elsewhere)).get(`/students/${id}`)).status, role).toBe(200)
    expect((await (await at.as('no-role')).get('/students')).status).toBe(403)
    expect((await at.nobody.get(`/students/${id}`)).status).toBe(401)
    expect((await admin.get('/students/99999')).status).toBe(404)
    expect((await admin.get(`/students/user/${admin.userId}`)).status).toBe(404)
  })

  test('without a batch, and without a roll number: those come last', async () => {
    const { body } = await admin.post('/students', { name: 'Zara', email: 'zara@x.test' })
    const { id } = await at.make.student(batch, undefined, { roll_no: 'Z-99' })
    const listed = (await admin.get('/students?per_page=500')).body.data.map((student: { id: number }) => student.id)
    expect(listed.slice(-2)).toEqual([id, body.data.id])
    const without = (await admin.get('/students?batch_id=none&q=Zara')).body
    expect(without).toMatchObject({ data: [{ id: body.data.id, batch: null, roll_no: null }], meta: { total: 1 } })
    expect(await rollsOf(admin, '/students?batch_id=none')).not.toContain('Z-99')
    expect((await admin.get('/students?batch_id=0')).status).toBe(422)
  })

  test('by what is searched for in name, roll number and email; % and _ are letters', async () => {
    const of = await at.make.batch()
    const ids = await Promise.all([1, 2, 3].map(() => at.make.student(of)))
    const [one, two, three] = ids as [(typeof ids)[0], (typeof ids)[0], (typeof ids)[0]]
    const rename = (userId: number, change: object) =>
      at.db.updateTable('users').set(change).where('id', '=', userId).execute()
    await rename(one.userId, { name: '100% Ünal' })
    await rename(two.userId, { email: 'under_score@x.test' })
    await rename(three.userId, { name: 'back\\slash' })
    const search = (q: string) => rollsOf(admin, `/students?batch_id=${of}&q=${encodeURIComponent(q)}`)
    expect(await search('ÜNAL')).toEqual([one.rollNo])
    expect(await search('0%')).toEqual([one.rollNo])
    expect(await search('r_s')).toEqual([two.rollNo])
    expect(await search('_')).toEqual([two.rollNo])
    expect(await search('\\')).toEqual([three.rollNo])
    expect(await search(three.rollNo.toLowerCase())).toEqual([three.rollNo])
    expect(await search(' ')).toHaveLength(3)
    expect((await admin.get(`/student-batches/batch/${of}?q=0%25`)).body.data[0].student.id).toBe(one.id)
  })

  test('by the department of an active group, of which another department is told nothing', async () => {
    const surgery = await at.make.department()
    const theatre = await at.make.group(batch, surgery)
    const { id, rollNo } = await at.make.student(batch, theatre)
    const [own, foreign] = [await at.as('hod', surgery), await at.as('hod', medicine)]
    expect(await rollsOf(own, `/students/department/${surgery}`)).toEqual([rollNo])
    expect(await rollsOf(own, `/students/department/${surgery}?status=graduated`)).toEqual([])
    expect(await rollsOf(admin, `/students/department/${surgery}?q=${rollNo}`)).toEqual([rollNo])
    expect((await foreign.get(`/students/department/${surgery}`)).status).toBe(404)
    expect(await rollsOf(foreign, `/students?department_id=${surgery}`)).toEqual([])
    expect((await foreign.get(`/students/${id}`)).status).toBe(200)
    expect((await admin.get('/students/department/99999')).status).toBe(404)
    expect(await rollsOf(admin, `/students/department/${await at.make.department()}`)).toEqual([])
  })

  test('with a word on who has never signed in, for those alone who may edit them', async () => {
    const of = await at.make.batch()
    const { id, userId } = await at.make.student(of)
    const everywhere = async (caller: Client) => [
      (await caller.get(`/students?batch_id=${of}`)).body.data[0].never_signed_in,
      (await caller.get(`/students/${id}`)).body.data.never_signed_in,
      (await caller.get(`/students/user/${userId}`)).body.data.never_signed_in,
      (await caller.get(`/student-batches/batch/${of}`)).body.data[0].student.never_signed_in,
    ]
    expect(await everywhere(await at.as('student-affair'))).toEqual([true, true, true, true])
    const nothing = [undefined, undefined, undefined, undefined]
    for (const reader of [await at.as('principal'), await at.as('clerk', medicine), await at.of(userId)])
      expect(await everywhere(reader)).toEqual(nothing)
    await at.db.updateTable('users').set({ signed_in_at: new Date() }).where('id', '=', userId).execute()
    expect(await everywhere(admin)).toEqual([false, false, false, false])
  })

  test('with nothing that signs anybody in', async () => {
    await at.make.student(batch)
    expect(JSON.stringify((await admin.get('/students')).body)).not.toMatch(/password/)
  })
})

test('a student sees the own record and no other', async () => {
  const own = await at.make.student(batch, wards)
  const other = await at.make.student(batch, wards)
  const caller = await at.of(own.userId)
  expect(await rollsOf(caller, '/students')).toEqual([own.rollNo])
  expect((await caller.get('/students')).body.meta.total).toBe(1)
  expect((await caller.get(`/students/${own.id}`)).body.data.roll_no).toBe(own.rollNo)
  expect((await caller.get(`/students/user/${own.userId}`)).status).toBe(200)
  expect((await caller.get(`/students/${other.id}`)).status).toBe(404)
  expect((await caller.get(`/students/user/${other.userId}`)).status).toBe(404)
  expect(await rollsOf(await at.as('student'), '/students')).toEqual([])
  expect(await rollsOf(caller, `/students?q=${other.rollNo}`)).toEqual([])
  expect(await rollsOf(caller, `/students/department/${medicine}`)).toEqual([own.rollNo])
  expect((await caller.get('/students/export')).status).toBe(403)
})
