import { describe, expect, test } from 'vitest'
import { verifyPassword } from '../../core/passwords.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'

const told: { to: string; text: string }[] = []
const { at, admin, medicine, surgery, batch, roleIds } = await furnished({
  mail: { publicUrl: 'https://elog.test', send: async (mail) => void told.push(mail) },
})

const issue = (caller: Client, userId: number) => caller.post(`/users/${userId}/initial-password`)
const stored = (id: number) => at.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const rename = (id: number, change: object) => at.db.updateTable('users').set(change).where('id', '=', id).execute()

describe('accounts are listed', () => {
  test('by name, with what they belong to, searched by name, email and number', async () => {
    const teacher = await at.make.person('faculty', medicine)
    await at.make.giveRole(teacher, 'hod')
    const student = await at.make.student(batch, undefined, { status: 'graduated' })
    const nobody = await at.make.person('no-role')
    await rename(teacher, { name: 'xq zeta' })
    await rename(student.userId, { name: 'Xq Beta', email: 'some_one@x.test' })
    await rename(nobody, { name: 'XQ alpha' })
    const { status, body } = await admin.get('/users?q=xq')
    expect(status).toBe(200)
    expect(body.data).toEqual([
      {
        id: nobody,
        name: 'XQ alpha',
        email: (await stored(nobody)).email,
        roles: [],
        kind: null,
        detail: null,
        status: null,
        has_second_factor: false,
      },
      {
        id: student.userId,
        name: 'Xq Beta',
        email: 'some_one@x.test',
        roles: [{ id: roleIds.student, name: 'student' }],
        kind: 'student',
        detail: student.rollNo,
        status: 'graduated',
        has_second_factor: false,
      },
      {
        id: teacher,
        name: 'xq zeta',
        email: (await stored(teacher)).email,
        roles: [
          { id: roleIds.hod, name: 'hod' },
          { id: roleIds.faculty, name: 'faculty' },
        ],
        kind: 'staff',
        detail: 'Medicine',
        status: 'active',
        has_second_factor: false,
      },
    ])
    const idsOf = async (query: string) =>
      (await admin.get(`/users?${query}`)).body.data.map((one: { id: number }) => one.id)
    expect(await idsOf('q=e_o')).toEqual([student.userId])
    expect(await idsOf(`q=xq&role_id=${roleIds.hod}`)).toEqual([teacher])
    expect(await idsOf(`q=${student.rollNo?.toLowerCase()}`)).toEqual([student.userId])
    await at.db.updateTable('staff').set({ staff_no: 'FAC-7719' }).where('user_id', '=', teacher).execute()
    expect(await idsOf('q=fac-77')).toEqual([teacher])
    expect(await idsOf('role_id=99999')).toEqual([])
    expect(await idsOf(`id=${nobody}`)).toEqual([nobody])
    expect(await idsOf('id=99999')).toEqual([])
    expect((await admin.get('/users?q=xq&per_page=1&page=2')).body).toMatchObject({
      data: [{ id: student.userId }],
      meta: { page: 2, per_page: 1, total: 3 },
    })
    expect(JSON.stringify(body)).not.toContain('password')
  })

  test('to administrators alone', async () => {
    for (const role of ['principal', 'hod', 'clerk', 'student-affair', 'student'] as const)
      expect((await (await at.as(role)).get('/users')).status, role).toBe(403)
    expect((await at.nobody.get('/users')).status).toBe(401)
    for (const field of ['role_id', 'id']) {
      const { status, body } = await admin.get(`/users?${field}=x`)
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    }
  })
})

describe('a new initial password', () => {
  test('is told once, works, has to be changed, and ends the open logins', async () => {
    const { userId, rollNo } = await at.make.student(batch)
    const login = await at.of(userId)
    const affairs = await at.as('student-affair')
    const { status, body } = await issue(affairs, userId)
    expect(status).toBe(200)
    const { name, email, password_hash, must_change_password } = await stored(userId)
    expect(body.data).toEqual({
      user_id: userId,
      name,
      email,
      roll_no: rollNo,
      initial_password: expect.stringMatching(/^(?:\w{3}-){3}\w{3}$/),
    })
    expect(must_change_password).toBe(true)
    expect(await verifyPassword(body.data.initial_password, password_hash)).toBe(true)
    expect((await login.get('/auth/me')).status).toBe(401)
    const trail = await at.trailOf('user', userId)
    expect(trail).toMatchObject([{ action: 'initial-password', actor: { id: affairs.userId } }])
    expect(JSON.stringify(trail)).not.toContain(body.data.initial_password)
  })

  test('comes from whoever may edit the person', async () => {
    const faculty = await at.make.person('faculty', medicine)
    const clerk = await at.make.person('clerk', medicine)
    const hod = await at.make.person('hod', medicine)
    const principal = await at.make.person('principal', medicine)
    const { userId: student } = await at.make.student(batch)
    const alone = await at.make.person('no-role')
    const people = { faculty, clerk, hod, principal, student, alone }
    const answers = async (caller: Client) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(people).map(async ([who, id]) => [who, (await issue(caller, id)).status] as const),
        ),
      )
    const no = { faculty: 403, clerk: 403, hod: 403, principal: 403, student: 403, alone: 403 }
    expect(await answers(await at.as('hod', medicine))).toEqual({ ...no, faculty: 200 })
    expect(await answers(await at.as('clerk', medicine))).toEqual({ ...no, faculty: 200, clerk: 200 })
    expect(await answers(await at.as('clerk'))).toEqual({ ...no, faculty: 200, clerk: 200 })
    expect(await answers(await at.as('student-affair'))).toEqual({ ...no, student: 200 })
    expect(new Set(Object.values(await answers(admin)))).toEqual(new Set([200]))
    const staffOfOthersAreNotThere = { ...no, faculty: 404, clerk: 404, hod: 404, principal: 404 }
    expect(await answers(await at.as('hod', surgery))).toEqual(staffOfOthersAreNotThere)
    for (const role of ['principal', 'faculty', 'student'] as const)
      expect(await answers(await at.as(role, medicine)), role).toEqual(no)
    expect((await issue(at.nobody, student)).status).toBe(401)
    expect((await issue(admin, 99_999)).status).toBe(404)
  })

  test('of who has signed in before comes from an administrator or the head of the own department, and is told by mail', async () => {
    const faculty = await at.make.person('faculty', medicine)
    const { userId: student } = await at.make.student(batch)
    for (const id of [faculty, student]) await rename(id, { signed_in_at: new Date() })
    const refused = await issue(await at.as('clerk', medicine), faculty)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'This person has signed in before: an administrator or the head of the department can issue a new password.',
    ])
    expect((await issue(await at.as('clerk'), faculty)).status).toBe(403)
    const headElsewhere = await at.as('hod', await at.make.department({ type: 'non-academic' }))
    expect((await issue(headElsewhere, faculty)).status).toBe(403)
    expect(told).toEqual([])

    expect((await issue(await at.as('hod', medicine), faculty)).status).toBe(200)
    expect((await issue(await at.as('student-affair'), student)).status).toBe(200)
    expect((await issue(admin, faculty)).status).toBe(200)
    await expect.poll(() => told).toHaveLength(3)
    expect(told[0]).toMatchObject({
      to: (await stored(faculty)).email,
      text: expect.stringContaining('has issued a new'),
    })
  })

  test('of who has signed in before is told at the next sign-in, until another one is chosen', async () => {
    const known = await at.make.person('faculty', medicine)
    const { userId: fresh } = await at.make.student(batch)
    await rename(known, { signed_in_at: new Date() })
    const given = async (id: number) =>
      (await issue(admin, id)).body.data as { email: string; initial_password: string }
    const signIn = ({ email, initial_password: password }: Awaited<ReturnType<typeof given>>) =>
      at.nobody.post('/login', { email, password })
    const [ofKnown, ofFresh] = [await given(known), await given(fresh)]
    expect((await signIn(ofFresh)).body.user).not.toHaveProperty('password_replaced_by')
    const { name: by } = await stored(admin.userId)
    const { body } = await signIn(ofKnown)
    expect(body.user.password_replaced_by).toBe(by)
    const theirs = await at.of(known)
    expect((await theirs.get('/auth/me')).body.data.password_replaced_by).toBe(by)
    const change = { current_password: ofKnown.initial_password, password: 'Mine-alone-1' }
    expect((await theirs.post('/auth/change-password', change)).status).toBe(200)
    expect((await theirs.get('/auth/me')).body.data).not.toHaveProperty('password_replaced_by')
  })

  test('of who lost all roles still takes the right to edit that kind of person', async () => {
    const { userId: student } = await at.make.student(batch)
    await at.db.deleteFrom('user_roles').where('user_id', '=', student).execute()
    const staff = await at.make.person('no-role', medicine)
    const [hod, affairs] = [await at.as('hod', medicine), await at.as('student-affair', medicine)]
    expect([(await issue(hod, student)).status, (await issue(affairs, staff)).status]).toEqual([403, 403])
    expect([(await issue(hod, staff)).status, (await issue(affairs, student)).status]).toEqual([200, 200])
  })

  test('is not for oneself, nor for who may not sign in', async () => {
    const own = await issue(admin, admin.userId)
    expect([own.status, own.body.message]).toEqual([403, 'Use Change password for your own account.'])
    const student = await at.make.student(batch, undefined, { status: 'expelled' })
    const retired = await at.make.person('faculty', medicine)
    await at.db.updateTable('staff').set({ status: 'retired' }).where('user_id', '=', retired).execute()
    for (const id of [student.userId, retired]) {
      const { status, body } = await issue(admin, id)
      expect([status, body.message]).toEqual([409, 'This account is not active.'])
      expect((await stored(id)).must_change_password).toBe(false)
    }
  })
})
