import { describe, expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { staffing } from '../../testing/staff.ts'

const { at, admin, hod, clerk, medicine, surgery, office, professor, roleIds, added } = await staffing()
const namesOf = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)

describe('the own record', () => {
  test('is read with its department and the roles held', async () => {
    const userId = await at.make.person('clerk')
    await at.make.giveRole(userId, 'hod')
    const id = await at.make.staff(userId, office, { status: 'on_leave', date_of_joining: '2020-01-31' })
    const { status, body } = await (await at.of(userId)).get('/staff/current-user')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id,
      user_id: userId,
      user: { id: userId, roles: ['hod', 'clerk'] },
      department: { id: office, name: 'Office', type: 'non-academic' },
      designation: { name: expect.any(String) },
      status: 'on_leave',
      date_of_joining: '2020-01-31',
    })
  })

  test('who has none is told so', async () => {
    expect(await (await at.as('principal')).get('/staff/current-user')).toMatchObject({
      status: 404,
      body: { message: 'Staff record not found.' },
    })
    for (const role of ['student', 'no-role'] as const)
      expect((await (await at.as(role)).get('/staff/current-user')).status).toBe(403)
    expect((await at.nobody.get('/staff/current-user')).status).toBe(401)
  })
})

describe('staff are listed', () => {
  test('by name, filtered, in pages', async () => {
    const department_id = await at.make.department({ name: 'Listing' })
    for (const name of ['Zara of list', 'ali of list', 'Bano of list']) await added({ name, department_id })
    await added({ name: 'Dua of list', department_id, status: 'resigned' })
    const list = `/staff?department_id=${department_id}`
    expect(namesOf((await admin.get(list)).body)).toEqual([
      'ali of list',
      'Bano of list',
      'Dua of list',
      'Zara of list',
    ])
    expect(namesOf((await admin.get(`${list}&status=resigned`)).body)).toEqual(['Dua of list'])
    const page = (await admin.get(`${list}&per_page=3&page=2`)).body
    expect(namesOf(page)).toEqual(['Zara of list'])
    expect(page.meta).toEqual({ page: 2, per_page: 3, total: 4 })
    const other = (await admin.post('/designations', { name: 'Registrar' })).body.data.id
    expect((await admin.get(`${list}&designation_id=${other}`)).body.meta.total).toBe(0)
    expect((await admin.get('/staff?status=fired&per_page=501')).status).toBe(422)
    expect((await (await at.as('no-role')).get('/staff')).status).toBe(403)
    expect((await at.nobody.get('/staff')).status).toBe(401)
  })

  test('and found by name, email, department, designation and role, letter by letter', async () => {
    const department_id = await at.make.department({ name: 'Zoonoses 100%' })
    const designation_id = (await admin.post('/designations', { name: 'Chief_Warden' })).body.data.id
    const custom = (await admin.post('/roles', { name: 'Examiner' })).body.data.id
    const one = await added({ name: 'Qamar', email: 'q.finder@college.test', department_id, designation_id })
    await admin.post('/roles/assign-to-user', { user_id: one.user_id, role_id: custom })
    for (const q of ['qAMa', 'Q.FINDER', 'zoonoses 100%', 'f_wa', 'xamine'])
      expect(namesOf((await admin.get(`/staff?q=${encodeURIComponent(q)}`)).body), q).toEqual(['Qamar'])
    for (const q of ['zoonoses %', 'fxwa', '100\\', 'chief-warden'])
      expect(namesOf((await admin.get(`/staff?q=${encodeURIComponent(q)}`)).body), q).toEqual([])
  })

  test('and found by what people say for a role', async () => {
    const head = await added({ name: 'Said Head', role_id: roleIds.hod })
    const teacher = await added({ name: 'Said Teacher', role_id: roleIds.faculty })
    const ids = async (q: string) =>
      (await admin.get(`/staff?per_page=500&q=${encodeURIComponent(q)}`)).body.data.map(({ id }: { id: number }) => id)
    expect(await ids('head of Dep')).toContain(head.id)
    expect(await ids('head of Dep')).not.toContain(teacher.id)
    expect(await ids('student affairs')).toEqual([])
  })

  test('the staff of an academic department see theirs alone', async () => {
    const foreign = await added({ department_id: surgery, name: 'Foreigner' })
    const { body } = await hod.get('/staff?per_page=500')
    expect(new Set(body.data.map((one: { department_id: number }) => one.department_id))).toEqual(new Set([medicine]))
    expect((await hod.get(`/staff?department_id=${surgery}`)).body.meta.total).toBe(0)
    expect((await hod.get('/staff?q=Foreigner')).body.meta.total).toBe(0)
    expect((await hod.get(`/staff/${foreign.id}`)).status).toBe(404)
    expect((await clerk.get(`/staff/${foreign.id}`)).status).toBe(200)
  })

  test('who has never signed in is told to those alone who may edit the person', async () => {
    const teacher = await added()
    const head = await added({ role_id: roleIds.hod })
    const seen = async (caller: Client, id: number) => (await caller.get(`/staff/${id}`)).body.data.never_signed_in
    expect(await seen(admin, head.id)).toBe(true)
    expect(await seen(hod, teacher.id)).toBe(true)
    expect(await seen(hod, head.id)).toBeUndefined()
    const colleague = await at.as('faculty', medicine)
    expect(await seen(colleague, teacher.id)).toBeUndefined()
    expect((await colleague.get(`/staff/${teacher.id}`)).body.data.user.email).toBe(teacher.user.email)
    const { body } = await colleague.get('/staff')
    expect(JSON.stringify(body)).not.toContain('never_signed_in')
    await at.db.updateTable('users').set({ signed_in_at: new Date() }).where('id', '=', teacher.user_id).execute()
    expect(await seen(hod, teacher.id)).toBe(false)
  })

  test('students are told names, designations and departments of those at work, and search these alone', async () => {
    const student = await at.of((await at.make.student(await at.make.batch())).userId)
    const here = await added({ name: 'Known Name', phone: '03001112223', status: 'on_leave' })
    const gone = await added({ name: 'Known Gone', status: 'retired' })
    const { body } = await student.get('/staff?q=known')
    expect(body.data).toEqual([
      {
        id: here.id,
        name: 'Known Name',
        department: { id: medicine, name: 'Medicine', type: 'academic' },
        designation: { id: professor, name: 'Professor' },
      },
    ])
    expect((await student.get(`/staff/${here.id}`)).body.data).toEqual(body.data[0])
    expect((await student.get(`/staff/${gone.id}`)).status).toBe(404)
    expect((await student.get(`/staff?q=${here.user.email}`)).body.meta.total).toBe(0)
    expect((await student.get('/staff?q=faculty')).body.meta.total).toBe(0)
    expect((await student.get('/staff?q=known&status=active')).body.meta.total).toBe(1)
    expect((await student.get('/staff/export')).status).toBe(403)
  })
})

describe('staff as a table', () => {
  test('has the columns of the import, filtered and within the own department', async () => {
    const department_id = await at.make.department({ name: 'Tabled' })
    await added({
      name: 'Table One',
      staff_no: 'kmc/med-12',
      email: 'table@college.test',
      department_id,
      phone: '03001234567',
      gender: 'female',
      date_of_birth: '1980-01-02',
      date_of_joining: '2010-01-02',
      date_of_leaving: '2020-01-02',
      date_of_retirement: '2040-01-02',
      status: 'on_leave',
      description: 'Wards, days',
    })
    await added({ name: 'Table Two', email: 'two@college.test', department_id, role_id: null })
    const { status, headers, raw } = await admin.get(`/staff/export?department_id=${department_id}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/csv')
    expect(raw.toString('utf8').replace('\ufeff', '').split(/\r?\n/)).toEqual([
      'Name,Staff Number,Email,Department,Designation,Role,Phone,Gender,Date of Birth,Date of Joining,Date of Leaving,Date of Retirement,Status,Description',
      'Table One,KMC/MED-12,table@college.test,Tabled,Professor,faculty,03001234567,female,1980-01-02,2010-01-02,2020-01-02,2040-01-02,on_leave,"Wards, days"',
      'Table Two,,two@college.test,Tabled,Professor,,,,,,,,active,',
      '',
    ])
    expect((await hod.get(`/staff/export?department_id=${department_id}`)).raw.toString()).not.toContain('Table')
    const sheet = await admin.get('/staff/export?format=xlsx&q=Table One')
    expect(sheet.headers['content-type']).toContain('spreadsheetml')
    expect(sheet.raw.subarray(0, 2).toString()).toBe('PK')
    expect((await admin.get('/staff/export?format=pdf')).status).toBe(422)
    expect((await at.nobody.get('/staff/export')).status).toBe(401)
  })
})
