import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { batchesOf, studentInput } from '../../testing/students.ts'

const { at, admin, affairs, batch, roleIds } = await furnished()

describe('a student is added', () => {
  test('with account, role and batch link; the password is told once and stored nowhere', async () => {
    const given = {
      ...studentInput({ email: ' Ayesha@X.test ', name: ' Ayesha Khan ' }),
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
      batch: { id: batch, name: 'Batch 2023' },
      role_id: roleIds.student,
      status: 'active',
      description: null,
      user_id: expect.any(Number),
      user: { id: student.user_id, email: 'Ayesha@X.test' },
      never_signed_in: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(await at.stored('users', student.user_id)).toMatchObject({ must_change_password: true, signed_in_at: null })
    expect((await admin.get(`/users/${student.user_id}/roles`)).body.data).toEqual([
      { id: roleIds.student, name: 'student' },
    ])
    const trail = await at.trailOf('student', student.id)
    expect(trail).toMatchObject([{ action: 'create', actor: { id: affairs.userId } }])
    expect(trail[0].changes).toEqual({
      name: [null, 'Ayesha Khan'],
      roll_no: [null, 'MBBS-22001'],
      email: [null, 'Ayesha@X.test'],
      batch: [null, 'Batch 2023'],
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
    const { status, body } = await affairs.post(
      '/students',
      studentInput({ roll_no: '', batch_id: null, role_id: null }),
    )
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ roll_no: null, batch_id: null, batch: null, current_year: null })
    expect(await batchesOf(at.db, body.data.id, 'active')).toEqual([])
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

  test('not with an email, a roll number, a batch or a role that can’t be; all of them are told', async () => {
    const taken = await affairs.post('/students', studentInput({ email: 'Taken@x.test', roll_no: 'MBBS-33333' }))
    expect(taken.status).toBe(201)
    const again = { name: 'Again', email: 'taken@X.TEST', roll_no: 'mbbs-33333', batch_id: 99_999, role_id: 99_999 }
    const { status, body } = await affairs.post('/students', again)
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      email: ['This email is already in use'],
      roll_no: ['This roll number is already in use'],
      batch_id: ['Batch does not exist'],
      role_id: ['Role does not exist'],
    })
    expect(await at.db.selectFrom('users').select('id').where('name', '=', 'Again').execute()).toEqual([])
  })

  test('once, when two add the same at the same time', async () => {
    const calls = (more: object[]) => Promise.all(more.map((one) => affairs.post('/students', one)))
    const emails = await calls([studentInput({ email: 'race@x.test' }), studentInput({ email: 'race@x.test' })])
    expect(emails.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(emails.find(({ status }) => status === 422)?.body.errors).toEqual({
      email: ['This email is already in use'],
    })
    const rolls = await calls([studentInput({ roll_no: 'MBBS-44444' }), studentInput({ roll_no: 'MBBS-44444' })])
    expect(rolls.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(rolls.find(({ status }) => status === 422)?.body.errors).toEqual({
      roll_no: ['This roll number is already in use'],
    })
  })

  test('with no role but the student role', async () => {
    expect((await affairs.post('/students', studentInput({ role_id: roleIds.student }))).status).toBe(201)
    expect((await affairs.post('/students', studentInput({ role_id: roleIds.faculty }))).status).toBe(403)
    const { status, body } = await admin.post('/students', studentInput({ role_id: roleIds.faculty }))
    expect(status).toBe(422)
    expect(body.errors).toEqual({ role_id: ['A student has the student role'] })
    expect((await admin.post('/students', studentInput({ role_id: 99_999 }))).body.errors).toEqual({
      role_id: ['Role does not exist'],
    })
  })

  test('not by others', async () => {
    for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student'] as const)
      expect((await (await at.as(role)).post('/students', studentInput())).status, role).toBe(403)
    expect((await at.nobody.post('/students', studentInput())).status).toBe(401)
  })
})
