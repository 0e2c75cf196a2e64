import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'

let at: TestApp
let medicine: number
let surgery: number
let office: number
let professor: number
let admin: Caller
let hod: Caller
let clerk: Caller
const roleIds: Record<string, number> = {}

beforeAll(async () => {
  at = await testApp()
  medicine = await at.make.department({ name: 'Medicine' })
  surgery = await at.make.department({ name: 'Surgery' })
  office = await at.make.department({ name: 'Office', type: 'non-academic' })
  admin = await at.as('admin')
  hod = await at.as('hod', medicine)
  clerk = await at.as('clerk', office)
  professor = (await admin.post('/designations', { name: 'Professor' })).body.data.id
  for (const { id, name } of (await admin.get('/roles')).body.data) roleIds[name] = id
})
afterAll(() => at.close())

let count = 0
const input = (fields: object = {}) => {
  count += 1
  return {
    name: `Staff ${count}`,
    email: `staff${count}@college.test`,
    department_id: medicine,
    designation_id: professor,
    role_id: roleIds.faculty,
    ...fields,
  }
}
const added = async (fields: object = {}) => {
  const { status, body } = await admin.post('/staff', input(fields))
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}
const stored = (id: number) => at.db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
const account = (id: number) => at.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
const trail = async (entity: string, id: number) =>
  (await admin.get(`/audit?entity=${entity}&entity_id=${id}`)).body.data
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

describe('a staff member is added', () => {
  test('with an account, a role and a password that is told once', async () => {
    const { status, body } = await hod.post('/staff', input({ name: ' Sara Khan ', phone: '0300-1234567', gender: '' }))
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      name: 'Sara Khan',
      user: { roles: ['faculty'] },
      department: { id: medicine, name: 'Medicine', type: 'academic' },
      designation: { id: professor, name: 'Professor' },
      role_id: roleIds.faculty,
      phone: '03001234567',
      gender: null,
      status: 'active',
      never_signed_in: true,
      initial_password: expect.stringMatching(/^.{12,}$/),
    })
    const signedIn = await at.nobody.post('/login', {
      email: body.data.user.email.toUpperCase(),
      password: body.data.initial_password,
    })
    expect(signedIn.body.user).toMatchObject({ roles: ['faculty'], must_change_password: true })
    const read = (await hod.get(`/staff/${body.data.id}`)).body.data
    expect(read.never_signed_in).toBe(false)
    expect(read).not.toHaveProperty('initial_password')
    expect(await trail('staff', body.data.id)).toMatchObject([
      {
        action: 'create',
        actor: { id: hod.userId },
        changes: {
          name: [null, 'Sara Khan'],
          email: [null, body.data.user.email],
          department: [null, 'Medicine'],
          designation: [null, 'Professor'],
          role: [null, 'faculty'],
          status: [null, 'active'],
        },
      },
    ])
    expect(await trail('user', body.data.user_id)).toMatchObject([
      { action: 'initial-password', changes: { password: [null, 'new'] } },
      { action: 'assign-role', changes: { role: [null, 'faculty'] } },
    ])
    expect(JSON.stringify(await trail('staff', body.data.id))).not.toContain(body.data.initial_password)
  })

  test('with no role when none is chosen', async () => {
    for (const role_id of [null, undefined])
      expect(await added({ role_id })).toMatchObject({ role_id: null, user: { roles: [] } })
  })

  test('not without what is required', async () => {
    const { status, body } = await admin.post('/staff', {
      phone: '12',
      date_of_birth: '2999-01-01',
      date_of_joining: '2020-02-30',
      status: 'fired',
    })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject({
      name: ['Staff name is required'],
      email: ['Email is required for user account creation'],
      department_id: ['Department is required'],
      designation_id: ['Designation is required'],
      phone: ['Please enter a valid phone number'],
      date_of_birth: ['Date must be in the past'],
      status: [expect.stringContaining('Status must be one of')],
    })
    expect(body.errors.date_of_joining).toHaveLength(1)
    expect((await admin.post('/staff', input({ email: 'nobody' }))).body.errors).toEqual({
      email: ['Please enter a valid email address'],
    })
  })

  test('not with what is not there, and nothing is left behind', async () => {
    const before = (await admin.get('/staff')).body.meta.total
    for (const [fields, errors] of [
      [{ department_id: 99_999 }, { department_id: ['Department does not exist'] }],
      [{ designation_id: 99_999 }, { designation_id: ['Designation does not exist'] }],
      [{ role_id: 99_999 }, { role_id: ['Role does not exist'] }],
      [
        { department_id: 99_999, designation_id: 99_999, role_id: 99_999 },
        {
          department_id: ['Department does not exist'],
          designation_id: ['Designation does not exist'],
          role_id: ['Role does not exist'],
        },
      ],
      [{ role_id: roleIds.student }, { role_id: ['The student role is not for staff'] }],
      [
        { date_of_joining: '2020-01-02', date_of_leaving: '2020-01-01', date_of_retirement: '2019-01-01' },
        {
          date_of_leaving: ['Date of leaving must be on or after the date of joining'],
          date_of_retirement: ['Date of retirement must be on or after the date of joining'],
        },
      ],
    ] as const) {
      const { status, body } = await admin.post('/staff', input({ email: 'left@college.test', ...fields }))
      expect(status).toBe(422)
      expect(body.errors).toEqual(errors)
    }
    expect((await admin.get('/staff')).body.meta.total).toBe(before)
    const left = at.db.selectFrom('users').select('id').where('email', '=', 'left@college.test')
    expect(await left.execute()).toEqual([])
  })

  test('not twice with one email, whatever the case, not even at once', async () => {
    const first = await added()
    const again = await admin.post('/staff', input({ email: first.user.email.toUpperCase() }))
    expect(again.status).toBe(422)
    expect(again.body.errors).toEqual({ email: ['This email is already in use'] })
    const answers = await Promise.all([1, 2, 3].map(() => admin.post('/staff', input({ email: 'same@college.test' }))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  })

  test('not in another department, and not by others', async () => {
    expect((await hod.post('/staff', input({ department_id: surgery }))).status).toBe(403)
    expect((await clerk.post('/staff', input({ department_id: surgery }))).status).toBe(201)
    for (const role of ['principal', 'faculty', 'student-affair', 'student', 'no-role'] as const)
      expect((await (await at.as(role)).post('/staff', input())).status, role).toBe(403)
    expect((await at.nobody.post('/staff', input())).status).toBe(401)
  })
})

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
    expect(await account(user_id)).toMatchObject({ name: 'After', email: 'after@college.test' })
    expect((await trail('staff', id))[0]).toMatchObject({
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
    expect(Object.keys((await trail('staff', id))[0].changes)).toHaveLength(7)
    expect((await trail('user', user_id)).map((row: { changes: object }) => row.changes)).toEqual([
      { role: [null, 'hod'] },
      { role: ['faculty', null] },
      { password: [null, 'new'] },
      { role: [null, 'faculty'] },
    ])
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
    expect((await trail('staff', id))[0].changes).toEqual({ status: ['on_leave', 'retired'] })
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
    expect((await stored(own.id))?.department_id).toBe(medicine)
  })
})

describe('a staff member is deleted', () => {
  test('with the account, the roles and the logins', async () => {
    const { id, user_id } = await added({ name: 'Leaving' })
    const theirs = await at.of(user_id)
    expect((await hod.delete(`/staff/${id}`)).body).toEqual({ message: 'Staff member deleted successfully' })
    expect(await stored(id)).toBeUndefined()
    expect(await account(user_id)).toBeUndefined()
    expect((await theirs.get('/auth/me')).status).toBe(401)
    expect((await trail('staff', id))[0]).toMatchObject({
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
    expect(await account(user_id)).toBeDefined()
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
    expect(await stored(id)).toBeDefined()
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
    const seen = async (caller: Caller, id: number) => (await caller.get(`/staff/${id}`)).body.data.never_signed_in
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
      'Name,Email,Department,Designation,Role,Phone,Gender,Date of Birth,Date of Joining,Date of Leaving,Date of Retirement,Status,Description',
      'Table One,table@college.test,Tabled,Professor,faculty,03001234567,female,1980-01-02,2010-01-02,2020-01-02,2040-01-02,on_leave,"Wards, days"',
      'Table Two,two@college.test,Tabled,Professor,,,,,,,,active,',
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
