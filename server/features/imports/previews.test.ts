import { describe, expect, test } from 'vitest'
import { awaitingPeople, csv, errorsOf, outcomes, preview, upload } from '../../testing/imports.ts'
import { openWorkbook } from '../../testing/workbooks.ts'

const { at, admin, affairs, hod } = await awaitingPeople()

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
    const book = await openWorkbook(raw)
    const help = new Map<unknown, unknown>()
    book.getWorksheet('Help')?.eachRow((row) => help.set(row.getCell(1).value, row.getCell(2).value))
    expect(help.get('Department')).toContain('Medicine, Surgery')
    expect(help.get('Role')).toBe('One of: Faculty')
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
    const before = await at.count('users')
    const { rows, ignored_columns, file_name } = await preview(
      affairs,
      'students',
      csv(
        'E-MAIL;Full name;Roll No.;BATCH;dob;Date of admission;sex;status;Mobile;Hostel',
        'ali@p.test;Ali Khan;mbbs-31001;mbbs 2026;25/11/2004;2026-02-01;M;On Leave;0300 123 4567;B',
        ';;;;;;;;;',
        'sara@p.test;Sara;;;5.1.2004;1-2-2026;female;;+923001234567;',
      ),
    )
    expect(file_name).toBe('people.csv')
    expect(ignored_columns).toEqual(['Hostel'])
    expect(rows).toEqual([
      {
        line: 2,
        outcome: 'create',
        name: 'Ali Khan',
        key: 'mbbs-31001',
        values: {
          roll_no: 'MBBS-31001',
          name: 'Ali Khan',
          email: 'ali@p.test',
          batch_id: 'MBBS 2026',
          phone: '03001234567',
          gender: 'Male',
          date_of_birth: '25 Nov 2004',
          date_of_admission: '1 Feb 2026',
          status: 'On Leave',
        },
        read: { 'Date of Birth': ['25/11/2004', '25 Nov 2004'], Phone: ['0300 123 4567', '03001234567'] },
        changes: {},
        errors: {},
      },
      {
        line: 4,
        outcome: 'create',
        name: 'Sara',
        key: 'sara@p.test',
        values: {
          name: 'Sara',
          email: 'sara@p.test',
          phone: '03001234567',
          gender: 'Female',
          date_of_birth: '5 Jan 2004',
          date_of_admission: '1 Feb 2026',
        },
        read: {
          'Date of Birth': ['5.1.2004', '5 Jan 2004'],
          'Date of Admission': ['1-2-2026', '1 Feb 2026'],
          Phone: ['+923001234567', '03001234567'],
        },
        changes: {},
        errors: {},
      },
    ])
    expect(await at.count('users')).toBe(before)
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
        ',No Email,,,,,2999-01-01,',
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
      { email: [expect.stringContaining('who has another name and roll number'), 'Line 5 is about the same person'] },
    ])
  })

  test.each([
    ['students', 'Roll Number,Name,Email', 'MBBS-31025,A,none', 'MBBS-31026,B,None', 'email', 'valid email address'],
    ['students', 'Roll Number,Name,Email', '31027,A,a@one.test', '31027,B,b@one.test', 'roll_no', 'valid roll number'],
    ['staff', 'Staff No,Name,Email', 'not yet,A,a@one.test', 'not yet,B,b@one.test', 'staff_no', 'valid staff number'],
    ['departments', 'Name,Type', `${'x'.repeat(300)},Academic`, `${'x'.repeat(300)},Other`, 'name', 'at most'],
  ])('tells of %s what is wrong with a value before who shares it (%s)', async (kind, heading, one, other, field, told) => {
    const errors = await errorsOf(admin, kind, heading, one, other)
    expect(errors.map((of) => of[field])).toEqual([[expect.stringContaining(told)], [expect.stringContaining(told)]])
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
        'mbbs-31030,New,new@p.test,mbbs 2027,,female,23/01/2004,Graduated',
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
          'Date of Birth': ['2 Jan 2004', '23 Jan 2004'],
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
      'Line 1 was taken for the headings: "Name".',
    ],
    [
      'of rows without headings',
      csv('MBBS-26901,Ali,ali@b.test', 'MBBS-26902,Sara,sara@b.test'),
      'The file has neither a column "Roll Number" nor a column "Email"',
      'Line 1 was taken for the headings: "MBBS-26901, Ali, ali@b.test". None of them is the heading of a column that is imported. Put the headings in the first line.',
    ],
    [
      'of one row without headings',
      csv('MBBS-26901,Ali,,ali@b.test'),
      'The file has no rows',
      'Line 1 was taken for the headings: "MBBS-26901, Ali, ali@b.test". None of them is the heading of a column that is imported. Put the headings in the first line.',
    ],
    ['of nothing', csv(''), 'The file has no rows'],
    [
      'that is no table',
      'PK\x03\x04 broken',
      'The file cannot be read. Open it in a spreadsheet program and save it again as XLSX or CSV.',
    ],
    ['without rows', csv('Email,Name'), 'The file has no rows', 'Line 1 was taken for the headings: "Email, Name".'],
    [
      'whose table stands in one column',
      csv('"Roll No,Name,Email"', '"MBBS-26903,Ali,ali@b.test"'),
      'The file has neither a column "Roll Number" nor a column "Email"',
      'Line 1 was taken for the headings: "Roll No,Name,Email". The whole table stands in one column. Part it into columns in the spreadsheet program ("Text to Columns"), or send the CSV file itself.',
    ],
  ])('refuses a file %s', async (_, file, ...messages) => {
    const { status, body } = await affairs.upload('/imports/students/preview', upload(file))
    expect([status, body.errors]).toEqual([422, { file: messages }])
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
