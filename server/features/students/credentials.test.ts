import { expect, test } from 'vitest'
import { verifyPassword } from '../../core/passwords.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'

const { at, admin, affairs } = await furnished()
const batch = await at.make.batch({ name: 'Batch, "A"' })

const stored = (id: number) => at.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const issue = (caller: Client, student_ids: unknown) => caller.post('/students/initial-passwords', { student_ids })

test('several students get new passwords, in the order asked and each once; their logins end', async () => {
  const [one, two] = [await at.make.student(batch), await at.make.student(batch, undefined, { status: 'on_leave' })]
  const student = await at.of(one.userId)
  const { status, body } = await issue(affairs, [two.id, one.id, two.id])
  expect(status).toBe(200)
  expect(body.data).toEqual(
    await Promise.all(
      [two, one].map(async ({ userId, rollNo }) => {
        const { name, email } = await stored(userId)
        return { user_id: userId, name, email, roll_no: rollNo, initial_password: expect.any(String) }
      }),
    ),
  )
  for (const { user_id, initial_password } of body.data) {
    const user = await stored(user_id)
    expect(user.must_change_password).toBe(true)
    expect(await verifyPassword(initial_password, user.password_hash)).toBe(true)
  }
  expect((await student.get('/auth/me')).status).toBe(401)
  expect(await at.trailOf('user', one.userId)).toMatchObject([
    { action: 'initial-password', actor: { id: affairs.userId } },
  ])
})

test('all get one or none does: each who can’t is named', async () => {
  const fine = await at.make.student(batch)
  const left = await at.make.student(batch, undefined, { status: 'graduated' })
  const { name } = await stored(left.userId)
  const { status, body } = await issue(affairs, [fine.id, 99_999, left.id])
  expect(status).toBe(422)
  expect(body.errors).toEqual({
    student_ids: ['Student 99999 does not exist', `Student ${name} is graduated and cannot sign in`],
  })
  expect(await stored(fine.userId)).toMatchObject({ must_change_password: false, password_hash: 'none' })
})

test('a call names one student at least and 25 at most', async () => {
  expect((await issue(affairs, [])).body.errors).toEqual({
    student_ids: ['student_ids must name at least one student'],
  })
  const many = Array.from({ length: 26 }, (_, index) => index + 1)
  expect((await issue(affairs, many)).body.errors).toEqual({
    student_ids: ['student_ids must name at most 25 students'],
  })
  expect((await issue(affairs, undefined)).status).toBe(422)
})

test('two calls for the same students at the same time wait for each other', async () => {
  const ids = (await Promise.all([1, 2, 3].map(() => at.make.student(batch)))).map(({ id }) => id)
  const answers = await Promise.all([issue(affairs, ids), issue(admin, [...ids].reverse())])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('others issue no passwords', async () => {
  const { id } = await at.make.student(batch)
  for (const role of ['principal', 'hod', 'clerk', 'student'] as const)
    expect((await issue(await at.as(role), [id])).status, role).toBe(403)
  expect((await issue(at.nobody, [id])).status).toBe(401)
})

test('students come as a file with the columns that the import takes', async () => {
  const own = await at.make.batch({ name: 'Batch, "B"' })
  const add = (more: object) => affairs.post('/students', { batch_id: own, ...more })
  await add({
    name: 'Ünal Öz',
    email: 'b@x.test',
    roll_no: 'MBBS-70002',
    phone: '03001234567',
    gender: 'male',
    date_of_birth: '2003-01-02',
    date_of_admission: '2022-03-04',
    description: 'two\nlines',
  })
  await add({ name: 'Ali', email: 'a@x.test', roll_no: 'MBBS-70001', status: 'on_leave' })
  const { status, headers, raw } = await (await at.as('clerk')).get(`/students/export?batch_id=${own}`)
  expect(status).toBe(200)
  expect(String(headers['content-type'])).toContain('text/csv')
  expect(String(headers['content-disposition'])).toMatch(/^attachment; filename="students-[\d-]+\.csv"$/)
  const lines = raw.toString().replace('\ufeff', '').trim().split('\r\n')
  expect(lines[0]).toBe('Roll Number,Name,Email,Batch,Phone,Gender,Date of Birth,Date of Admission,Status,Description')
  expect(lines.slice(1)).toEqual([
    'MBBS-70001,Ali,a@x.test,"Batch, ""B""",,,,,on_leave,',
    'MBBS-70002,Ünal Öz,b@x.test,"Batch, ""B""",03001234567,male,2003-01-02,2022-03-04,active,"two\nlines"',
  ])
  expect((await admin.get(`/students/export?batch_id=${own}&q=Ali`)).raw.toString()).not.toContain('MBBS-70002')
  const xlsx = await admin.get(`/students/export?batch_id=${own}&format=xlsx`)
  expect(xlsx.raw.subarray(0, 2).toString()).toBe('PK')
  expect((await admin.get('/students/export?format=pdf')).status).toBe(422)
  expect((await at.nobody.get('/students/export')).status).toBe(401)
})

test('the first password of a new student or staff member is in the trail, and not which it was', async () => {
  const made = await affairs.post('/students', { name: 'New', email: 'new@college.test', batch_id: batch })
  expect(made.status).toBe(201)
  const designation = (await admin.post('/designations', { name: 'Tutor' })).body.data.id
  const staff = await admin.post('/staff', {
    name: 'Newer',
    email: 'newer@college.test',
    department_id: await at.make.department(),
    designation_id: designation,
  })
  expect(staff.status).toBe(201)
  for (const [{ body }, actor] of [
    [made, affairs],
    [staff, admin],
  ] as const) {
    const trail = await at.trailOf('user', body.data.user_id)
    expect(trail.filter(({ action }: { action: string }) => action === 'initial-password')).toMatchObject([
      { actor: { id: actor.userId }, changes: { password: [null, 'new'] } },
    ])
    expect(JSON.stringify(trail)).not.toContain(body.data.initial_password)
  }
  const logged = (await admin.get(`/security-log?kind=credentials-issued&user_id=${affairs.userId}`)).body.data
  expect(logged.map(({ detail }: { detail: string }) => detail)).toContain(
    `POST /api/students: ${made.body.data.user.email}`,
  )
})
