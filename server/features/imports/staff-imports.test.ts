import { describe, expect, test } from 'vitest'
import { awaitingPeople, csv, errorsOf, imported, preview, statementsOf, upload } from '../../testing/imports.ts'

const { at, admin, hod, medicine, surgery } = await awaitingPeople()

describe('an import of staff', () => {
  const heading = 'Name,Email,Department,Designation,Role,Joining Date,Leaving date,Status'

  test('adds and changes staff with their roles', async () => {
    const clerk = await at.as('clerk')
    const done = await imported(
      clerk,
      'staff',
      csv(
        heading,
        'Dr Sana,sana@staff.test,medicine,PROFESSOR,Faculty,1-Feb-20,,',
        'Asif,asif@staff.test,Surgery,Registrar,clerk,,,',
      ),
    )
    expect(done).toMatchObject({ created: 2, credentials: [{ roll_no: null, email: 'sana@staff.test' }, {}] })
    const login = await at.nobody.post('/login', {
      email: 'sana@staff.test',
      password: done.credentials[0]?.initial_password,
    })
    expect(login.body.user.roles).toEqual(['faculty'])
    const { rows } = await preview(clerk, 'staff', csv('Email,Role,Department', 'sana@staff.test,clerk,Surgery'))
    expect(rows[0]?.changes).toEqual({ Role: ['Faculty', 'Clerk'], Department: ['Medicine', 'Surgery'] })
    await imported(clerk, 'staff', csv('Email,Role,Department', 'sana@staff.test,clerk,Surgery'))
    const [sana] = (await admin.get('/staff?q=sana@staff.test')).body.data
    expect(sana).toMatchObject({
      user: { roles: ['clerk'] },
      department: { name: 'Surgery' },
      designation: { name: 'Professor' },
      date_of_joining: '2020-02-01',
    })
  })

  test('is by a head of department for the own department only', async () => {
    const stranger = await at.make.person('faculty', surgery)
    await at.db.updateTable('users').set({ email: 'stranger@staff.test' }).where('id', '=', stranger).execute()
    await at.make.user({ email: 'nobody@staff.test' })
    const own = await at.make.person('faculty', medicine)
    await at.db.updateTable('users').set({ email: 'own@staff.test' }).where('id', '=', own).execute()
    expect(
      await errorsOf(
        hod,
        'staff',
        heading,
        'A,a@hod.test,Medicine,Professor,faculty,,,',
        'B,b@hod.test,Surgery,Professor,faculty,,,',
        'C,c@hod.test,,Professor,faculty,,,',
        'D,stranger@staff.test,Medicine,Professor,,,,',
        'E,nobody@staff.test,Medicine,Professor,,,,',
        'F,own@staff.test,Surgery,,,,,',
        ',own2@staff.test,Nowhere,Barber,king,,,',
      ),
    ).toEqual([
      {},
      { department_id: ['You can only import staff of your own department'] },
      { department_id: ['Department is required'] },
      { email: ['This email is already in use'] },
      { email: ['This email is already in use'] },
      { department_id: ['You can only import staff of your own department'] },
      {
        name: ['Staff name is required'],
        department_id: ['Department "Nowhere" does not exist'],
        designation_id: ['Designation "Barber" does not exist'],
        role_id: ['Role "king" does not exist. You may give: Faculty'],
      },
    ])
  })

  test('gives no role that the person may not give, and changes nobody above', async () => {
    const principal = await at.make.person('principal', medicine)
    await at.db.updateTable('users').set({ email: 'p@above.test' }).where('id', '=', principal).execute()
    const below = await at.make.person('faculty', medicine)
    await at.db.updateTable('users').set({ email: 'f@above.test' }).where('id', '=', below).execute()
    const file = csv(
      heading,
      'New,new@above.test,Medicine,Professor,principal,,,',
      ',p@above.test,,,,,,resigned',
      ',f@above.test,,,hod,,,',
      ',f2@above.test,Medicine,Professor,student,,,',
    )
    const { rows, digest } = await preview(hod, 'staff', file)
    expect(rows.map(({ errors }) => errors)).toMatchObject([
      { role_id: ['You are not allowed to assign the role Principal. You may give: Faculty'] },
      { email: ['You are not allowed to change this person'] },
      { role_id: ['You are not allowed to assign the role Head of department. You may give: Faculty'] },
      { role_id: ['You are not allowed to assign the role Student. You may give: Faculty'] },
    ])
    expect((await hod.upload('/imports/staff', upload(file, { digest }))).status).toBe(422)
    expect(
      await errorsOf(
        admin,
        'staff',
        'Email,Name,Department,Designation,Role',
        's@above.test,S,Medicine,Professor,Student',
      ),
    ).toEqual([{ role_id: ['The student role is not for staff'] }])
  })

  test('reads a role by the word of people, and offers only what the sender may give', async () => {
    const { rows, fields } = await preview(
      hod,
      'staff',
      csv('Name,Email,Department,Designation,Role', 'Asma,asma@staff.test,Medicine,Registrar,FACULTY'),
    )
    expect(rows[0]).toMatchObject({ outcome: 'create', values: { role_id: 'Faculty' } })
    expect(fields.find(({ field }) => field === 'role_id')?.choices).toEqual(['Faculty'])
    const file = csv(
      'Name,Email,Department,Designation,Role',
      'Dr. Omar,omar@staff.test,Medicine,Registrar,head of  department',
    )
    const asAdmin = await preview(admin, 'staff', file)
    expect(asAdmin.rows[0]).toMatchObject({ outcome: 'create', values: { role_id: 'Head of department' } })
    expect(asAdmin.fields.find(({ field }) => field === 'role_id')?.choices).not.toContain('Student')
  })

  test('does not touch the own role and status, and keeps dates in order', async () => {
    const boss = await at.make.person('admin', medicine)
    await at.db.updateTable('users').set({ email: 'boss@own.test' }).where('id', '=', boss).execute()
    expect(await errorsOf(await at.of(boss), 'staff', heading, ',boss@own.test,,,faculty,,,Retired')).toEqual([
      { role_id: ['You cannot change your own roles'], status: ['You cannot change your own status'] },
    ])
    expect(await errorsOf(admin, 'staff', heading, 'L,l@own.test,Medicine,Professor,,2020-02-01,2020-01-01,')).toEqual([
      { date_of_leaving: ['Date of leaving must be on or after the date of joining'] },
    ])
  })

  test('makes nobody another person by an email alone', async () => {
    const file = (number: string, name: string) =>
      csv(
        'Staff No,Name,Email,Department,Designation,Role',
        `${number},${name},one@other.test,Medicine,Professor,faculty`,
      )
    await imported(admin, 'staff', file('F-901', 'Dr. Sana Tariq'))
    const errors = async (number: string, name: string) =>
      (await preview(admin, 'staff', file(number, name))).rows.map((row) => row.errors)
    expect(await errors('F-902', 'Dr. Omar Farooq')).toEqual([
      { email: ['This email is Dr. Sana Tariq’s (F-901), who has another name and staff number'] },
    ])
    expect(await errors('F-902', 'Dr Sana Tariq')).toEqual([{}])
    expect(await errors('F-901', 'Dr. Omar Farooq')).toEqual([{}])
  })

  test('without an email signs in by staff number, and is known by it', async () => {
    const columns = 'Name,Emp No,Email,Department,Designation'
    const file = csv(columns, 'Dr Number,fac-8101,,Medicine,Professor')
    const { rows, missing } = await preview(admin, 'staff', file)
    expect(rows).toMatchObject([{ outcome: 'create', key: 'fac-8101', values: { staff_no: 'FAC-8101' }, errors: {} }])
    expect(missing.map(({ text }) => text)).toEqual([
      '1 new staff member would have no role, and could do nothing: the file has no column "Role".',
      '1 new staff member would have no email, and sign in by staff number: the first in line 2.',
    ])
    const { credentials } = await imported(admin, 'staff', file)
    expect(credentials).toMatchObject([{ email: null, sign_in_name: 'FAC-8101' }])
    const login = { email: 'FAC-8101', password: credentials[0]?.initial_password }
    expect((await at.nobody.post('/login', login)).status).toBe(200)
    expect((await preview(admin, 'staff', file)).rows).toMatchObject([{ outcome: 'unchanged' }])
    expect(
      await errorsOf(
        hod,
        'staff',
        columns,
        'A,fac-8102,,Medicine,Professor',
        'B,FAC-8102,,Medicine,Professor',
        'C,MBBS-22001,,Medicine,Professor',
      ),
    ).toEqual([
      { staff_no: ['Line 3 has the same staff number'] },
      { staff_no: ['Line 2 has the same staff number'] },
      { staff_no: ['A staff number must not look like a roll number'] },
    ])
    const stranger = await at.make.person('faculty', surgery)
    await at.db.updateTable('staff').set({ staff_no: 'FAC-8103' }).where('user_id', '=', stranger).execute()
    expect(await errorsOf(hod, 'staff', columns, 'D,fac-8103,,Medicine,Professor')).toEqual([
      { staff_no: ['This staff number is already in use'] },
    ])
  })

  test('needs the email, or a staff number', async () => {
    const { body } = await admin.upload('/imports/staff/preview', upload(csv('Name', 'Ali')))
    expect(body.errors).toEqual({
      file: [
        'The file has neither a column "Staff Number" nor a column "Email"',
        'Line 1 was taken for the headings: "Name".',
      ],
    })
    expect(await errorsOf(admin, 'staff', 'Name,Email,Department,Designation', 'Ali,,Medicine,Professor')).toEqual([
      { email: ['Email is required for user account creation'] },
    ])
  })
})

test.each(['students', 'staff'])('a plan of %s asks no more of the database for more rows', async (kind) => {
  const row = (n: number) => `Person ${n},n${n}@many.test`
  const rows = (count: number) => ['Name,Email', ...Array.from({ length: count }, (_, n) => row(n))]
  const statements = statementsOf(at, admin, kind, rows)
  const few = await statements(2)
  expect(few).toBeGreaterThan(0)
  expect(await statements(1_000)).toBe(few)
})
