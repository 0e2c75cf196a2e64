import { describe, expect, test } from 'vitest'
import { staffing } from '../../testing/staff.ts'

const { at, admin, hod, clerk, medicine, surgery, professor, roleIds, input, added } = await staffing()

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
    expect(await at.trailOf('staff', body.data.id)).toMatchObject([
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
    expect(await at.trailOf('user', body.data.user_id)).toMatchObject([
      { action: 'initial-password', changes: { password: [null, 'new'] } },
      { action: 'assign-role', changes: { role: [null, 'faculty'] } },
    ])
    expect(JSON.stringify(await at.trailOf('staff', body.data.id))).not.toContain(body.data.initial_password)
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
    const wrong = { department_id: 99_999, date_of_joining: '2024-01-02', date_of_leaving: '2024-01-01' }
    expect((await admin.post('/staff', input({ ...wrong, email: first.user.email }))).body.errors).toEqual({
      email: ['This email is already in use'],
      department_id: ['Department does not exist'],
      date_of_leaving: ['Date of leaving must be on or after the date of joining'],
    })
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
