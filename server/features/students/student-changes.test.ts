import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../testing/app.ts'

let at: TestApp
let admin: Caller
let affairs: Caller
let batch: number
let studentRole: number
let facultyRole: number

beforeAll(async () => {
  at = await testApp()
  admin = await at.as('admin')
  affairs = await at.as('student-affair')
  batch = await at.make.batch({ name: 'Batch of 2022', current_year: '3rd Year' })
  const roles = await at.db.selectFrom('roles').select(['id', 'name']).execute()
  const idOf = (name: string) => roles.find((role) => role.name === name)?.id ?? 0
  studentRole = idOf('student')
  facultyRole = idOf('faculty')
})
afterAll(() => at.close())

const stored = (id: number) => at.db.selectFrom('students').selectAll().where('id', '=', id).executeTakeFirst()
const storedUser = (id: number) => at.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
const linksOf = (id: number, status: 'active' | 'inactive') =>
  at.db
    .selectFrom('student_batches')
    .select(['batch_id', 'ended_at'])
    .where('student_id', '=', id)
    .where('status', '=', status)
    .orderBy('id')
    .execute()
const trailOf = async (id: number) => (await admin.get(`/audit?entity=student&entity_id=${id}`)).body.data
let count = 0
const fresh = (more: object = {}) => {
  count += 1
  return { name: `Student ${count}`, email: `s${count}@x.test`, ...more }
}

describe('a student is added', () => {
  test('with account, role and batch link; the password is told once and stored nowhere', async () => {
    const given = {
      ...fresh({ email: ' Ayesha@X.test ', name: ' Ayesha Khan ' }),
      roll_no: ' mbbs-22001 ',
      batch_id: batch,
      phone: '0300-1234567',
      gender: 'female',
      date_of_birth: '2003-05-06',
      date_of_admission: '2022-10-01',
      description: ' ',
    }
    const { status, body } = await affairs.post('/students', given)
    expect(status).toBe(201)
    const { initial_password, ...student } = body.data
    expect(initial_password).toMatch(/^(?:\w{3}-){3}\w{3}$/)
    expect(student).toEqual({
      id: expect.any(Number),
      name: 'Ayesha Khan',
      roll_no: 'MBBS-22001',
      phone: '03001234567',
      gender: 'female',
      date_of_birth: '2003-05-06',
      date_of_admission: '2022-10-01',
      current_year: '3rd Year',
      batch_id: batch,
      batch: { id: batch, name: 'Batch of 2022' },
      role_id: studentRole,
      status: 'active',
      description: null,
      user_id: expect.any(Number),
      user: { id: student.user_id, email: 'Ayesha@X.test' },
      never_signed_in: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(await storedUser(student.user_id)).toMatchObject({ must_change_password: true, signed_in_at: null })
    expect((await admin.get(`/users/${student.user_id}/roles`)).body.data).toEqual([
      { id: studentRole, name: 'student' },
    ])
    const trail = await trailOf(student.id)
    expect(trail).toMatchObject([{ action: 'create', actor: { id: affairs.userId } }])
    expect(trail[0].changes).toEqual({
      name: [null, 'Ayesha Khan'],
      roll_no: [null, 'MBBS-22001'],
      email: [null, 'Ayesha@X.test'],
      batch: [null, 'Batch of 2022'],
      phone: [null, '03001234567'],
      gender: [null, 'female'],
      date_of_birth: [null, '2003-05-06'],
      date_of_admission: [null, '2022-10-01'],
      status: [null, 'active'],
      role: [null, 'student'],
    })
    const everything = JSON.stringify(await at.db.selectFrom('audit').selectAll().execute())
    expect(everything).not.toContain(initial_password)
    expect(JSON.stringify((await admin.get(`/students/${student.id}`)).body)).not.toContain(initial_password)
    const login = await at.nobody.post('/login', { email: 'ayesha@x.test', password: initial_password })
    expect(login.body.user).toMatchObject({ id: student.user_id, roles: ['student'], must_change_password: true })
  })

  test('with name and email alone', async () => {
    const { status, body } = await affairs.post('/students', fresh({ roll_no: '', batch_id: null, role_id: null }))
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ roll_no: null, batch_id: null, batch: null, current_year: null })
    expect(await linksOf(body.data.id, 'active')).toEqual([])
  })

  test('not without what is required, and every message comes at once', async () => {
    const before = await at.db.selectFrom('users').select('id').execute()
    const bad = { roll_no: 'X', phone: '12', gender: 'x', status: 'x', date_of_birth: '2999-01-01', batch_id: -1 }
    const { status, body } = await affairs.post('/students', bad)
    expect(status).toBe(422)
    expect(Object.keys(body.errors).sort()).toEqual([
      'batch_id',
      'date_of_birth',
      'email',
      'gender',
      'name',
      'phone',
      'roll_no',
      'status',
    ])
    expect(body.errors).toMatchObject({ name: ['Student name is required'], email: ['Email is required'] })
    expect(await at.db.selectFrom('users').select('id').execute()).toEqual(before)
  })

  test('not with an email, a roll number or a batch that can’t be; both duplicates are told', async () => {
    const taken = await affairs.post('/students', fresh({ email: 'Taken@x.test', roll_no: 'MBBS-33333' }))
    expect(taken.status).toBe(201)
    const again = { name: 'Again', email: 'taken@X.TEST', roll_no: 'mbbs-33333', batch_id: 99_999 }
    const { status, body } = await affairs.post('/students', again)
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      email: ['This email is already in use'],
      roll_no: ['This roll number is already in use'],
      batch_id: ['Batch does not exist'],
    })
    expect(await at.db.selectFrom('users').select('id').where('name', '=', 'Again').execute()).toEqual([])
  })

  test('once, when two add the same at the same time', async () => {
    const calls = (more: object[]) => Promise.all(more.map((one) => affairs.post('/students', one)))
    const emails = await calls([fresh({ email: 'race@x.test' }), fresh({ email: 'race@x.test' })])
    expect(emails.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(emails.find(({ status }) => status === 422)?.body.errors).toEqual({
      email: ['This email is already in use'],
    })
    const rolls = await calls([fresh({ roll_no: 'MBBS-44444' }), fresh({ roll_no: 'MBBS-44444' })])
    expect(rolls.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(rolls.find(({ status }) => status === 422)?.body.errors).toEqual({
      roll_no: ['This roll number is already in use'],
    })
  })

  test('with no role but the student role', async () => {
    expect((await affairs.post('/students', fresh({ role_id: studentRole }))).status).toBe(201)
    expect((await affairs.post('/students', fresh({ role_id: facultyRole }))).status).toBe(403)
    const { status, body } = await admin.post('/students', fresh({ role_id: facultyRole }))
    expect(status).toBe(422)
    expect(body.errors).toEqual({ role_id: ['A student has the student role'] })
    expect((await admin.post('/students', fresh({ role_id: 99_999 }))).body.errors).toEqual({
      role_id: ['Role does not exist'],
    })
  })

  test('not by others', async () => {
    for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student'] as const)
      expect((await (await at.as(role)).post('/students', fresh())).status, role).toBe(403)
    expect((await at.nobody.post('/students', fresh())).status).toBe(401)
  })
})

describe('a student is changed', () => {
  test('field by field, name and email of the account too, and the trail tells what changed alone', async () => {
    const { id, userId, rollNo } = await at.make.student(batch, undefined, { phone: '0300' })
    const before = await stored(id)
    const { status, body } = await affairs.put(`/students/${id}`, { name: 'New', email: 'new@x.test', gender: 'other' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ name: 'New', user: { email: 'new@x.test' }, roll_no: rollNo, phone: '0300' })
    expect(body.data.updated_at > (before?.updated_at ?? '')).toBe(true)
    expect(await storedUser(userId)).toMatchObject({ name: 'New', email: 'new@x.test' })
    const [row] = await trailOf(id)
    expect(Object.keys(row.changes).sort()).toEqual(['email', 'gender', 'name'])
    expect(row.changes.gender).toEqual([null, 'other'])
  })

  test('to the own year, or back to that of the batch', async () => {
    const { id } = await at.make.student(batch)
    const put = async (current_year: unknown) => (await affairs.put(`/students/${id}`, { current_year })).body.data
    expect(await put('2nd Year')).toMatchObject({ current_year: '2nd Year' })
    expect((await stored(id))?.current_year).toBe('2nd Year')
    expect(await put(null)).toMatchObject({ current_year: '3rd Year' })
    expect((await stored(id))?.current_year).toBeNull()
    expect((await trailOf(id)).map((row: { changes: object }) => row.changes)).toEqual([
      { current_year: ['2nd Year', null] },
      { current_year: [null, '2nd Year'] },
    ])
  })

  test('back as it was read: the batch’s year does not become the student’s own', async () => {
    const { body } = await affairs.post('/students', fresh({ batch_id: batch, current_year: '3rd Year' }))
    expect((await stored(body.data.id))?.current_year).toBeNull()
    const read = (await affairs.get(`/students/${body.data.id}`)).body.data
    expect(read.current_year).toBe('3rd Year')
    expect((await affairs.put(`/students/${read.id}`, { ...read, email: read.user.email })).status).toBe(200)
    expect((await stored(read.id))?.current_year).toBeNull()
    await affairs.put(`/students/${read.id}`, { current_year: '2nd Year' })
    await affairs.put(`/students/${read.id}`, { current_year: '3rd Year' })
    expect((await stored(read.id))?.current_year).toBeNull()
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
    const emailOf = async (user: number) => (await storedUser(user))?.email
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
    expect((await trailOf(id))[1]).toMatchObject({ changes: { status: ['on_leave', 'suspended'] } })
  })

  test('with no role but the student role; none sent leaves it', async () => {
    const { id } = await at.make.student(batch)
    expect((await affairs.put(`/students/${id}`, { role_id: facultyRole })).status).toBe(403)
    expect((await admin.put(`/students/${id}`, { role_id: facultyRole })).body.errors).toEqual({
      role_id: ['A student has the student role'],
    })
    expect((await affairs.put(`/students/${id}`, { role_id: null })).body.data.role_id).toBeNull()
    expect((await affairs.put(`/students/${id}`, { role_id: studentRole })).body.data.role_id).toBe(studentRole)
    expect((await trailOf(id))[0].changes).toEqual({ role: [null, 'student'] })
    expect((await affairs.put(`/students/${id}`, { role_id: null })).body.data.role_id).toBe(studentRole)
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
    expect((await storedUser(userId))?.email).not.toBe('mine@x.test')
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
    expect(await linksOf(id, 'active')).toEqual([{ batch_id: next, ended_at: null }])
    expect(await linksOf(id, 'inactive')).toEqual([{ batch_id: batch, ended_at: expect.any(String) }])
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
    const changes = (await trailOf(id)).map((row: { changes: object }) => row.changes)
    expect(changes).toEqual([{ batch: ['Batch of 2022', 'Next'] }, { group: ['Wards', null] }])
  })

  test('or to none, and to the same one nothing happens', async () => {
    const wards = await at.make.group(batch, await at.make.department())
    const { id } = await at.make.student(batch, wards)
    expect((await affairs.put(`/students/${id}`, { batch_id: batch })).status).toBe(200)
    expect(await linksOf(id, 'inactive')).toEqual([])
    expect((await affairs.put(`/students/${id}`, { batch_id: null })).body.data.batch).toBeNull()
    expect(await linksOf(id, 'active')).toEqual([])
    expect((await admin.get(`/student-groups/student/${id}/active`)).body.meta.total).toBe(0)
  })

  test('once: of moves at the same time one active link is left', async () => {
    const { id } = await at.make.student(batch)
    const others = [await at.make.batch(), await at.make.batch(), await at.make.batch()]
    const moves = await Promise.all(others.map((batch_id) => affairs.put(`/students/${id}`, { batch_id })))
    expect(moves.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await linksOf(id, 'active')).toHaveLength(1)
    expect(await linksOf(id, 'inactive')).toHaveLength(3)
  })
})

describe('a student is deleted', () => {
  test('with account, logins, batch and group links', async () => {
    const { id, userId } = await at.make.student(batch, await at.make.group(batch, await at.make.department()))
    const student = await at.of(userId)
    expect((await affairs.delete(`/students/${id}`)).body).toEqual({ message: 'Student deleted successfully' })
    expect([await stored(id), await storedUser(userId)]).toEqual([undefined, undefined])
    for (const table of ['student_batches', 'student_groups'] as const)
      expect(await at.db.selectFrom(table).select('id').where('student_id', '=', id).execute()).toEqual([])
    expect((await student.get('/auth/me')).status).toBe(401)
    expect((await trailOf(id))[0]).toMatchObject({ action: 'delete', changes: { batch: ['Batch of 2022', null] } })
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
    expect([await stored(id), await storedUser(userId)]).not.toContain(undefined)
    expect(await linksOf(id, 'active')).toHaveLength(1)
  })

  test('not while work comes in at the same time', async () => {
    const task = await at.make.task(await at.make.department(), [])
    const { id } = await at.make.student(batch)
    let deleting: ReturnType<Caller['delete']> | undefined
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
    expect(await stored(id)).toMatchObject({ status: 'active' })
  })
})
