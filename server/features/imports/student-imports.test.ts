import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import type { PeopleEvent } from '../../../shared/contract/imports.ts'
import { openLogin } from '../../core/login.ts'
import * as passwords from '../../core/passwords.ts'
import { awaitingPeople, csv, eventsOf, imported, outcomes, preview, upload } from '../../testing/imports.ts'

const { at, admin, affairs } = await awaitingPeople()

describe('an import of students', () => {
  const findStudent = async (rollNo: string) => (await admin.get(`/students?q=${rollNo}`)).body.data[0]

  test('tells its progress, writes every row with its trail, and gives passwords that work', async () => {
    const file = csv(
      'Roll Number,Name,Email,Batch,Gender,Date of Birth,Phone',
      ...[1, 2, 3].map(
        (n) => `MBBS-3200${n},Student ${n},s${n}@import.test,MBBS 2026,f,2${n}/02/2004,'+92300123456${n}`,
      ),
    )
    const { digest } = await preview(affairs, 'students', file)
    const answer = await affairs.upload('/imports/students', upload(file, { digest }))
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store',
    })
    const events = eventsOf(answer)
    const progress = events.flatMap((event) => (event.type === 'progress' ? [event] : []))
    expect(progress[0]).toEqual({ type: 'progress', done: 0, total: 6 })
    expect(progress.at(-1)).toEqual({ type: 'progress', done: 6, total: 6 })
    const done = events.at(-1) as PeopleEvent & { type: 'done' }
    expect(done).toMatchObject({ type: 'done', created: 3, updated: 0, unchanged: 0 })
    expect(done.credentials.map(({ roll_no, name, email }) => [roll_no, name, email])).toEqual(
      [1, 2, 3].map((n) => [`MBBS-3200${n}`, `Student ${n}`, `s${n}@import.test`]),
    )

    const student = await findStudent('MBBS-32002')
    expect(student).toMatchObject({
      name: 'Student 2',
      gender: 'female',
      date_of_birth: '2004-02-22',
      phone: '03001234562',
      status: 'active',
      batch: { name: 'MBBS 2026' },
    })
    const trail = await at.trailOf('student', student.id)
    expect(trail).toMatchObject([{ action: 'create', actor: { id: affairs.userId } }])
    const issued = await at.trailOf('user', student.user_id)
    expect(issued.map(({ action }: { action: string }) => action)).toContain('initial-password')
    const logged = await admin.get(`/security-log?kind=credentials-issued&user_id=${affairs.userId}`)
    expect(logged.body.data).toMatchObject([{ detail: 'Import of 3 people' }])
    const login = await at.nobody.post('/login', {
      email: 's2@import.test',
      password: done.credentials[1]?.initial_password,
    })
    expect([login.status, login.body.user]).toMatchObject([200, { roles: ['student'], must_change_password: true }])

    // The same file once more changes nothing.
    expect(await imported(affairs, 'students', file)).toEqual({
      type: 'done',
      created: 0,
      updated: 0,
      unchanged: 3,
      import_id: null,
      credentials: [],
    })
  })

  test('updates who is there, keeps what the file leaves out, and moves between batches', async () => {
    await imported(
      affairs,
      'students',
      csv('Roll Number,Name,Email,Batch,Phone', 'MBBS-32010,Ali,ali@update.test,MBBS 2026,03001234567'),
    )
    const done = await imported(
      affairs,
      'students',
      csv('Roll Number,Name,Batch,Phone,Description', 'MBBS-32010,Ali Raza,MBBS 2027,,"Line one\nline two"'),
    )
    expect(done).toMatchObject({ created: 0, updated: 1, credentials: [] })
    const student = await findStudent('MBBS-32010')
    expect(student).toMatchObject({
      name: 'Ali Raza',
      phone: '03001234567',
      user: { email: 'ali@update.test' },
      batch: { name: 'MBBS 2027' },
      description: 'Line one\nline two',
    })
    expect((await admin.get(`/student-batches/student/${student.id}/inactive`)).body.data).toHaveLength(1)
  })

  test.each(['csv', 'xlsx'])('of an export, %s, changes nothing', async (format) => {
    await imported(
      admin,
      'students',
      csv(
        'Roll Number,Name,Email,Batch,Phone,Gender,DOB,Admission Date,Status,Description',
        `MBBS-32020,محمد علی,m@export.test,MBBS 2026,+923001234567,m,2004-05-06,2026-01-02,on leave,"=1+1\n- two"`,
      ),
    )
    const batch = (await admin.get('/batches?q=MBBS 2026')).body.data[0].id
    const { raw } = await admin.get(`/students/export?batch_id=${batch}&format=${format}`)
    const { rows } = await preview(admin, 'students', raw)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([])
  })

  test('changes the name or the roll number of an email’s student, and makes nobody another person', async () => {
    await imported(affairs, 'students', csv('Roll No,Name,Email', 'MBBS-23014,Ayesha Siddiqui,ayesha@other.test'))
    const rowOf = async (line: string) =>
      (await preview(affairs, 'students', csv('Roll No,Name,Email', line))).rows.map(({ outcome, errors }) => [
        outcome,
        errors,
      ])
    expect(await rowOf('MBBS-23015,Bilal Khan,Ayesha@other.test')).toEqual([
      ['error', { email: ['This email is Ayesha Siddiqui’s (MBBS-23014), who has another name and roll number'] }],
    ])
    expect(await rowOf('MBBS-23015,SIDDIQUI Ayesha,ayesha@other.test')).toEqual([['update', {}]])
    expect(await rowOf('mbbs-23014,Ayesha Khan,ayesha@other.test')).toEqual([['update', {}]])
    expect(await rowOf(',Ayesha Khan,ayesha@other.test')).toEqual([['update', {}]])
  })

  test('without an email signs in by roll number', async () => {
    const file = csv('Roll Number,Name,Email', 'MBBS-32101,By Number,', 'MBBS-32102,By Email,by@number.test')
    const { rows, missing } = await preview(affairs, 'students', file)
    expect(outcomes(rows)).toEqual(['create', 'create'])
    expect(missing.map(({ text }) => text)).toContain(
      '1 new student would have no email, and sign in by roll number: the first in line 2.',
    )
    const { credentials } = await imported(affairs, 'students', file)
    expect(credentials).toMatchObject([{ email: null, sign_in_name: 'MBBS-32101' }, { email: 'by@number.test' }])
    const login = { email: 'mbbs-32101', password: credentials[0]?.initial_password }
    expect((await at.nobody.post('/login', login)).status).toBe(200)
    expect(outcomes((await preview(affairs, 'students', file)).rows)).toEqual(['unchanged', 'unchanged'])
  })

  test('with one bad row is refused, and nothing is written', async () => {
    const before = await at.count('users')
    const file = csv('Name,Email', 'Good,good@refused.test', 'Bad,', ',worse')
    const { digest, rows } = await preview(affairs, 'students', file)
    expect(outcomes(rows)).toEqual(['create', 'error', 'error'])
    const { status, body } = await affairs.upload('/imports/students', upload(file, { digest }))
    expect([status, body.errors]).toEqual([
      422,
      {
        file: ['Line 3: Email is required', 'Line 4: Student name is required, Please enter a valid email address'],
      },
    ])
    expect(await at.count('users')).toBe(before)
  })

  test('names the column of a wrong cell as the file does, where that is not the word of the template', async () => {
    const file = csv('Name,E-mail,Contact No,Hostel', 'Bad,no,12,B')
    const { digest, columns, rows } = await preview(affairs, 'students', file)
    expect(columns).toEqual({ name: 'Name', email: 'E-mail', phone: 'Contact No' })
    expect(rows[0]?.errors).toEqual({
      email: ['Please enter a valid email address'],
      phone: ['Please enter a valid phone number'],
    })
    const { status, body } = await affairs.upload('/imports/students', upload(file, { digest }))
    const said = [
      'Please enter a valid phone number (column "Contact No")',
      'Please enter a valid email address (column "E-mail")',
    ]
    expect([status, body.errors]).toEqual([422, { file: [`Line 2: ${said.join(', ')}`] }])
  })

  test('names the first ten of many bad rows', async () => {
    const file = csv('Name,Email', ...Array.from({ length: 12 }, (_, n) => `Bad ${n},no`))
    const { digest } = await preview(affairs, 'students', file)
    const { body } = await affairs.upload('/imports/students', upload(file, { digest }))
    expect(body.errors.file).toHaveLength(11)
    expect(body.errors.file.at(-1)).toBe('and 2 more lines')
  })

  test('is refused when file or records are not those of the preview', async () => {
    const file = csv('Roll Number,Name,Email', 'MBBS-32030,Ali,ali@digest.test')
    const { digest } = await preview(affairs, 'students', file)
    const text = 'The records have changed since the preview. Look at the preview again.'
    const otherFile = await affairs.upload('/imports/students', upload(file.replace('Ali', 'Eli'), { digest }))
    expect([otherFile.status, otherFile.body.message]).toEqual([409, text])
    expect((await affairs.upload('/imports/students', upload(file))).body.errors).toEqual({
      digest: ['digest is required: preview the file first'],
    })
    await at.make.user({ email: 'ali@digest.test' })
    const changed = await affairs.upload('/imports/students', upload(file, { digest }))
    expect([changed.status, changed.body.message]).toEqual([409, text])
    expect(await findStudent('MBBS-32030')).toBeUndefined()
  })

  test('fails as a whole when the records change while passwords are made', async () => {
    const file = csv('Roll Number,Name,Email', 'MBBS-32040,A,a@late.test', 'MBBS-32041,B,b@late.test')
    const { digest } = await preview(affairs, 'students', file)
    const spy = vi.spyOn(passwords, 'initialPasswords').mockImplementationOnce(async (count) => {
      await at.make.user({ email: 'b@late.test' })
      return Array.from({ length: count }, () => ({ password: 'x', hash: 'none' }))
    })
    const answer = await affairs.upload('/imports/students', upload(file, { digest }))
    spy.mockRestore()
    expect(answer.status).toBe(200)
    expect(eventsOf(answer).at(-1)).toEqual({
      type: 'failed',
      status: 409,
      message: 'The records have changed since the preview. Look at the preview again.',
    })
    expect(await findStudent('MBBS-32040')).toBeUndefined()
  })

  test('ends when the person may no longer import, once passwords are made', async () => {
    const person = await at.as('student-affair')
    const file = csv('Roll Number,Name,Email', 'MBBS-32050,A,a@revoked.test')
    const { digest } = await preview(person, 'students', file)
    const spy = vi.spyOn(passwords, 'initialPasswords').mockImplementationOnce(async () => {
      await at.db.deleteFrom('user_roles').where('user_id', '=', person.userId).execute()
      return [{ password: 'x', hash: 'none' }]
    })
    const answer = await person.upload('/imports/students', upload(file, { digest }))
    spy.mockRestore()
    expect(eventsOf(answer).at(-1)).toEqual({
      type: 'failed',
      status: 403,
      message: 'You are not allowed to do this.',
    })
    expect(await findStudent('MBBS-32050')).toBeUndefined()
  })

  test('whose sender goes away while passwords are made writes nothing', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => `MBBS-33${String(n).padStart(3, '0')},Gone ${n},g${n}@gone.test`)
    const file = csv('Roll Number,Name,Email', ...rows)
    const { digest } = await preview(affairs, 'students', file)
    await at.app.listen({ port: 0, host: '127.0.0.1' })
    const token = await at.db.transaction().execute((tx) => openLogin(tx, affairs.userId, undefined))
    const encoded = new Response(upload(file, { digest }))
    const sending = request({
      port: (at.app.server.address() as AddressInfo).port,
      method: 'POST',
      path: '/api/imports/students',
      headers: { authorization: `Bearer ${token}`, 'content-type': encoded.headers.get('content-type') ?? '' },
    })
    sending.on('error', () => undefined)
    const made = vi.spyOn(passwords, 'initialPasswords')
    sending.end(Buffer.from(await encoded.arrayBuffer()))
    const [answer] = await once(sending, 'response')
    await once(answer, 'data')
    sending.destroy()
    // The work ends with the reason of the abort, long before 200 hashes are made.
    await expect(made.mock.results[0]?.value).rejects.toMatchObject({ name: 'AbortError' })
    made.mockRestore()
    expect(await findStudent('MBBS-33000')).toBeUndefined()
  })
})
