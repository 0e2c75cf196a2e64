import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ImportEvent, ImportRow } from '../../../shared/contract/imports.ts'
import { openLogin } from '../../core/login.ts'
import * as passwords from '../../core/passwords.ts'
import { type Answer, type Caller, type TestApp, testApp } from '../../testing/app.ts'

let at: TestApp
let admin: Caller
let affairs: Caller
let medicine: number
let surgery: number
let hod: Caller

beforeAll(async () => {
  at = await testApp()
  admin = await at.as('admin')
  affairs = await at.as('student-affair')
  medicine = await at.make.department({ name: 'Medicine' })
  surgery = await at.make.department({ name: 'Surgery' })
  hod = await at.as('hod', medicine)
  await at.make.batch({ name: 'MBBS 2026' })
  await at.make.batch({ name: 'MBBS 2027' })
  await at.db
    .insertInto('designations')
    .values([{ name: 'Professor' }, { name: 'Registrar' }])
    .execute()
})
afterAll(() => at.close())

function upload(text: string | Buffer, fields: Record<string, string> = {}, name = 'people.csv'): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new Blob([typeof text === 'string' ? text : new Uint8Array(text)]), name)
  return form
}

const csv = (...lines: string[]) => `${lines.join('\n')}\n`

async function preview(caller: Caller, kind: string, text: string | Buffer) {
  const { status, body } = await caller.upload(`/imports/${kind}/preview`, upload(text))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as { digest: string; rows: ImportRow[]; ignored_columns: string[]; file_name: string }
}

const eventsOf = ({ raw }: Answer): ImportEvent[] =>
  raw
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Previews and imports; the last line of the answer. */
async function imported(caller: Caller, kind: string, text: string | Buffer) {
  const { digest } = await preview(caller, kind, text)
  const answer = await caller.upload(`/imports/${kind}`, upload(text, { digest }))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return eventsOf(answer).at(-1) as ImportEvent & { type: 'done' }
}

const outcomes = (rows: ImportRow[]) => rows.map(({ outcome }) => outcome)
const errorsOf = async (caller: Caller, kind: string, ...lines: string[]) => {
  const { rows } = await preview(caller, kind, csv(...lines))
  return rows.map(({ errors }) => errors)
}

const countUsers = async () =>
  Number(
    (
      await at.db
        .selectFrom('users')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('a template', () => {
  test('has the columns that an export has', async () => {
    for (const kind of ['students', 'staff']) {
      const template = await admin.get(`/imports/${kind}/template`)
      const exported = await admin.get(`/${kind}/export`)
      expect(template.headers['content-disposition']).toContain(`${kind}-template-`)
      expect(template.raw.toString('utf8')).toBe(`${exported.raw.toString('utf8').split('\r\n')[0]}\r\n`)
    }
  })

  test('as XLSX says what the columns take, by the names there are', async () => {
    const { status, headers, raw } = await hod.get('/imports/staff/template?format=xlsx')
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('spreadsheetml')
    // The texts of a workbook are packed; what is in them is read as an import does.
    const ExcelJS = (await import('exceljs')).default
    const book = new ExcelJS.Workbook()
    await book.xlsx.load(raw as never)
    const help = new Map<unknown, unknown>()
    book.getWorksheet('Help')?.eachRow((row) => help.set(row.getCell(1).value, row.getCell(2).value))
    expect(help.get('Department')).toContain('Medicine, Surgery')
    expect(help.get('Role')).toBe('One of: faculty')
  })

  test('is for those who import', async () => {
    expect((await hod.get('/imports/students/template')).status).toBe(403)
    expect((await affairs.get('/imports/staff/template')).status).toBe(403)
    expect((await at.nobody.get('/imports/staff/template')).status).toBe(401)
    expect((await admin.get('/imports/staff/template?format=pdf')).status).toBe(422)
  })
})

describe('a preview of students', () => {
  test('tells for each row what would be done, whatever the order and the words of the columns', async () => {
    const before = await countUsers()
    const { rows, ignored_columns, file_name } = await preview(
      affairs,
      'students',
      csv(
        'E-MAIL;Full name;Roll No.;BATCH;dob;Date of admission;sex;status;Mobile;Hostel',
        'ali@p.test;Ali Khan;mbbs-31001;mbbs 2026;05/11/2004;2026-02-01;M;On Leave;0300 123 4567;B',
        ';;;;;;;;;',
        'sara@p.test;Sara;;;5.1.2004;1-2-2026;female;;+923001234567;',
      ),
    )
    expect(file_name).toBe('people.csv')
    expect(ignored_columns).toEqual(['Hostel'])
    expect(rows).toEqual([
      { line: 2, outcome: 'create', name: 'Ali Khan', key: 'mbbs-31001', changes: {}, errors: {} },
      { line: 4, outcome: 'create', name: 'Sara', key: 'sara@p.test', changes: {}, errors: {} },
    ])
    expect(await countUsers()).toBe(before)
  })

  test('names what is wrong by field, with the texts of the form', async () => {
    await at.make.user({ email: 'taken@p.test' })
    expect(
      await errorsOf(
        affairs,
        'students',
        'Roll Number,Name,Email,Batch,Phone,Gender,Date of Birth,Status',
        'MBBS-1,,no-email,MBBS 2031,12,x,31/02/2004,on holiday',
        'MBBS-31010,Taken,TAKEN@p.test,,,,,',
        'MBBS-31011,No Email,,,,,2999-01-01,',
      ),
    ).toEqual([
      {
        roll_no: ['Please enter a valid roll number (e.g., MBBS-22001)'],
        name: ['Student name is required'],
        email: ['Please enter a valid email address'],
        batch_id: ['Batch "MBBS 2031" does not exist'],
        phone: ['Please enter a valid phone number'],
        gender: ['Gender must be one of: male, female, other'],
        date_of_birth: ['Date of birth must be a valid date (YYYY-MM-DD)'],
        status: [
          'Status must be one of: active, inactive, on_leave, transferred, graduated, dropped, suspended, expelled',
        ],
      },
      { email: ['This email is already in use'] },
      { email: ['Email is required'], date_of_birth: ['Date must be in the past'] },
    ])
  })

  test('finds rows that are there twice, and names the other line', async () => {
    const batch = await at.make.batch()
    const known = await at.make.student(batch, undefined, { roll_no: 'MBBS-31020' })
    const { email } = await at.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', known.userId)
      .executeTakeFirstOrThrow()
    expect(
      await errorsOf(
        affairs,
        'students',
        'Roll Number,Name,Email',
        'MBBS-31021,A,a@twice.test',
        'mbbs-31021,B,b@twice.test',
        'MBBS-31023,C,B@twice.test',
        'MBBS-31020,Known,',
        `MBBS-31024,Known too,${email}`,
      ),
    ).toEqual([
      { roll_no: ['Line 3 has the same roll number'] },
      { roll_no: ['Line 2 has the same roll number'], email: ['Line 4 has the same email'] },
      { email: ['Line 3 has the same email'] },
      { email: ['Line 6 is about the same person'] },
      { email: ['Line 5 is about the same person'] },
    ])
  })

  test('tells changes as people read them, and never empties a field', async () => {
    const batch = await at.make.batch({ name: 'Old batch' })
    const { userId } = await at.make.student(batch, undefined, {
      roll_no: 'MBBS-31030',
      phone: '03001234567',
      gender: 'male',
      date_of_birth: '2004-01-02',
    })
    await at.db.updateTable('users').set({ name: 'Old', email: 'old@p.test' }).where('id', '=', userId).execute()
    const { rows } = await preview(
      affairs,
      'students',
      csv(
        'Roll Number,Name,Email,Batch,Phone,Gender,Date of Birth,Status',
        'mbbs-31030,New,new@p.test,mbbs 2027,,female,03/01/2004,Graduated',
      ),
    )
    expect(rows).toMatchObject([
      {
        outcome: 'update',
        changes: {
          Name: ['Old', 'New'],
          Email: ['old@p.test', 'new@p.test'],
          Batch: ['Old batch', 'MBBS 2027'],
          Gender: ['Male', 'Female'],
          'Date of Birth': ['2004-01-02', '2004-01-03'],
          Status: ['Active', 'Graduated'],
        },
      },
    ])
    const byEmail = await preview(affairs, 'students', csv('Email,Name,Phone', 'OLD@p.test,Old,0300-1234567'))
    expect(byEmail.rows).toMatchObject([{ outcome: 'unchanged', changes: {}, key: 'OLD@p.test' }])
  })

  test('refuses a roll number of one and the email of another', async () => {
    const batch = await at.make.batch()
    await at.make.student(batch, undefined, { roll_no: 'MBBS-31040' })
    const other = await at.make.student(batch, undefined, { roll_no: 'MBBS-31041' })
    await at.db.updateTable('users').set({ email: 'other@p.test' }).where('id', '=', other.userId).execute()
    expect(await errorsOf(affairs, 'students', 'Roll Number,Email', 'MBBS-31040,other@p.test')).toEqual([
      { email: ['This email is already in use'] },
    ])
  })

  test('refuses to change somebody with roles that one may not give, unless nothing changes', async () => {
    const batch = await at.make.batch()
    const { userId } = await at.make.student(batch, undefined, { roll_no: 'MBBS-31050', phone: '03001234567' })
    await at.make.giveRole(userId, 'faculty')
    const file = csv('Roll Number,Phone', 'MBBS-31050,03007654321')
    expect((await preview(affairs, 'students', file)).rows[0]?.errors).toEqual({
      email: ['You are not allowed to change this person'],
    })
    expect(outcomes((await preview(admin, 'students', file)).rows)).toEqual(['update'])
    const same = csv('Roll Number,Phone', 'MBBS-31050,03001234567')
    expect(outcomes((await preview(affairs, 'students', same)).rows)).toEqual(['unchanged'])
  })

  test.each([
    [
      'without a column to tell people apart',
      csv('Name', 'Ali'),
      'The file has neither a column "Roll Number" nor a column "Email"',
    ],
    ['with a column twice', csv('Email,Email', 'a@b.test,c@d.test'), 'The column "Email" is there twice'],
    [
      'with two columns for one field',
      csv('Email,Phone,Mobile', 'a@b.test,1,2'),
      'The columns "Phone" and "Mobile" both mean Phone. Keep one of them.',
    ],
    ['of an old Excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'Save the file as XLSX or CSV'],
    [
      'that is no table',
      'PK\x03\x04 broken',
      'The file cannot be read. Open it in a spreadsheet program and save it again as XLSX or CSV.',
    ],
    ['without rows', csv('Email'), 'The file has no rows'],
  ])('refuses a file %s', async (_, file, message) => {
    const { status, body } = await affairs.upload('/imports/students/preview', upload(file))
    expect([status, body.errors]).toEqual([422, { file: [message] }])
  })

  test('refuses no file, two files and one that is too large', async () => {
    const none = await affairs.upload('/imports/students/preview', new FormData())
    expect([none.status, none.body.errors]).toEqual([422, { file: ['Choose a CSV or XLSX file'] }])
    const two = upload('Email\na@b.test\n')
    two.append('file', new Blob(['x']), 'b.csv')
    expect((await affairs.upload('/imports/students/preview', two)).body.errors).toEqual({ file: ['Choose one file'] })
    const large = await affairs.upload('/imports/students/preview', upload(Buffer.alloc(5 * 1024 * 1024 + 1, 'a')))
    expect([large.status, large.body.message]).toEqual([413, 'File "people.csv" is too large. Maximum size is 5MB.'])
    expect((await affairs.post('/imports/students/preview', {})).status).toBe(415)
  })

  test('is for those who may write', async () => {
    const file = csv('Email', 'a@b.test')
    expect((await at.nobody.upload('/imports/students/preview', upload(file))).status).toBe(401)
    expect((await hod.upload('/imports/students/preview', upload(file))).status).toBe(403)
    expect((await hod.upload('/imports/students', upload(file, { digest: 'x' }))).status).toBe(403)
    expect((await affairs.upload('/imports/staff/preview', upload(file))).status).toBe(403)
    expect((await affairs.upload('/imports/staff', upload(file, { digest: 'x' }))).status).toBe(403)
  })
})

describe('an import of students', () => {
  const findStudent = async (rollNo: string) => (await admin.get(`/students?q=${rollNo}`)).body.data[0]

  test('tells its progress, writes every row with its trail, and gives passwords that work', async () => {
    const file = csv(
      'Roll Number,Name,Email,Batch,Gender,Date of Birth,Phone',
      ...[1, 2, 3].map(
        (n) => `MBBS-3200${n},Student ${n},s${n}@import.test,MBBS 2026,f,0${n}/02/2004,'+92300123456${n}`,
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
    const done = events.at(-1) as ImportEvent & { type: 'done' }
    expect(done).toMatchObject({ type: 'done', created: 3, updated: 0, unchanged: 0 })
    expect(done.credentials.map(({ roll_no, name, email }) => [roll_no, name, email])).toEqual(
      [1, 2, 3].map((n) => [`MBBS-3200${n}`, `Student ${n}`, `s${n}@import.test`]),
    )

    const student = await findStudent('MBBS-32002')
    expect(student).toMatchObject({
      name: 'Student 2',
      gender: 'female',
      date_of_birth: '2004-02-02',
      phone: '+923001234562',
      status: 'active',
      batch: { name: 'MBBS 2026' },
    })
    const trail = await admin.get(`/audit?entity=student&entity_id=${student.id}`)
    expect(trail.body.data).toMatchObject([{ action: 'create', actor: { id: affairs.userId } }])
    const issued = await admin.get(`/audit?entity=user&entity_id=${student.user_id}`)
    expect(issued.body.data.map(({ action }: { action: string }) => action)).toContain('initial-password')
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

  test('with one bad row is refused, and nothing is written', async () => {
    const before = await countUsers()
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
    expect(await countUsers()).toBe(before)
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

describe('an import of staff', () => {
  const heading = 'Name,Email,Department,Designation,Role,Joining Date,Leaving date,Status'

  test('adds and changes staff with their roles', async () => {
    const clerk = await at.as('clerk')
    const done = await imported(
      clerk,
      'staff',
      csv(
        heading,
        'Dr Sana,sana@staff.test,medicine,PROFESSOR,Faculty,01.02.2020,,',
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
    expect(rows[0]?.changes).toEqual({ Role: ['faculty', 'clerk'], Department: ['Medicine', 'Surgery'] })
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
        role_id: ['Role "king" does not exist'],
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
      { role_id: ['You are not allowed to assign the role principal'] },
      { email: ['You are not allowed to change this person'] },
      { role_id: ['You are not allowed to assign the role hod'] },
      { role_id: ['You are not allowed to assign the role student'] },
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

  test('needs the email', async () => {
    const { body } = await admin.upload('/imports/staff/preview', upload(csv('Name', 'Ali')))
    expect(body.errors).toEqual({ file: ['The file has no column "Email"'] })
    expect(await errorsOf(admin, 'staff', 'Name,Email,Department,Designation', 'Ali,,Medicine,Professor')).toEqual([
      { email: ['Email is required for user account creation'] },
    ])
  })
})

test.each(['students', 'staff'])('a plan of %s asks no more of the database for more rows', async (kind) => {
  const statements = async (count: number) => {
    const rows = Array.from({ length: count }, (_, n) => `Person ${n},n${n}@many.test`)
    const file = csv('Name,Email', ...rows)
    const asked = vi.spyOn(at.plainDb.getExecutor(), 'executeQuery')
    await preview(admin, kind, file)
    const calls = asked.mock.calls.length
    asked.mockRestore()
    return calls
  }
  const few = await statements(2)
  expect(few).toBeGreaterThan(0)
  expect(await statements(1_000)).toBe(few)
})
