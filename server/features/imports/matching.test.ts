import { describe, expect, test } from 'vitest'
import { awaitingPeople, csv, eventsOf, outcomes, preview, upload } from '../../testing/imports.ts'

const { at, admin, affairs, hod } = await awaitingPeople()

/** The field of each column, and how it was found. */
async function fieldsOf(kind: string, ...lines: string[]) {
  const { file_columns } = await preview(admin, kind, csv(...lines))
  return file_columns.map(({ field, by }) => (field ? `${field} by ${by}` : field))
}

describe('a heading', () => {
  test.each([
    ['Name of Student', 'name'],
    ["Student's Name", 'name'],
    ['STUDENT NAME (in block letters)', 'name'],
    ['Roll #', 'roll_no'],
    ['Roll No.', 'roll_no'],
    ['Reg. No', 'roll_no'],
    ['Cell No', 'phone'],
    ['Mobile #', 'phone'],
    ['Contact Nos.', 'phone'],
    ['Class', 'batch_id'],
    ['Session', 'batch_id'],
    ['D.O.B', 'date_of_birth'],
    ['Date of Birth (DD/MM/YYYY)', 'date_of_birth'],
    ['M/F', 'gender'],
    ['Remarks', 'description'],
    ['نام', 'name'],
    ['تاریخ پیدائش', 'date_of_birth'],
    ["Father's Name", null],
    ['Name (Father)', null],
    ["Father's Cell No", null],
    ['S. No', null],
  ])('"%s" of students means %s', async (heading, field) => {
    const { file_columns } = await preview(admin, 'students', csv(`${heading},Email Address`, '1,a@b.test'))
    expect(file_columns[0]).toMatchObject({ heading, field, by: field && 'heading', asks: null })
  })

  test.each([
    ['Name of Teacher', 'name'],
    ['Deptt.', 'department_id'],
    ['Name of Post', 'designation_id'],
    ['Date of Joining Service', 'date_of_joining'],
    ['Date of Superannuation', 'date_of_retirement'],
  ])('"%s" of staff means %s', async (heading, field) => {
    const { file_columns } = await preview(admin, 'staff', csv(`${heading},Official E-mail`, '1,a@b.test'))
    expect(file_columns.map((one) => one.field)).toEqual([field, 'email'])
  })

  test('is the email in many words', async () => {
    for (const heading of ['E-mail ID', 'Email Address', 'E-Mail', 'Gmail'])
      expect(await fieldsOf('students', `Roll No,${heading}`, 'MBBS-61002,a@b.test')).toContain('email by heading')
  })

  test('that may mean a field does so only where no other one does', async () => {
    expect(await fieldsOf('students', 'Roll No,Reg No,Batch,Class', 'MBBS-61001,2021-1,MBBS 2026,1st')).toEqual([
      'roll_no by heading',
      null,
      'batch_id by heading',
      null,
    ])
  })
})

describe('a column without a known heading', () => {
  test('is known by what stands in it', async () => {
    const { file_columns, notes, rows } = await preview(
      admin,
      'students',
      csv(
        'Candidate Name,Login details,Number given,Intake,,Column6',
        'Ali,a@content.test,MBBS-61011,MBBS 2026,M,0300 1234567',
        'Sara,s@content.test,MBBS-61012,mbbs 2026,F,0300 1234568',
      ),
    )
    expect(file_columns.map(({ field, by }) => [field, by])).toEqual([
      ['name', 'heading'],
      ['email', 'content'],
      ['roll_no', 'content'],
      ['batch_id', 'content'],
      ['gender', 'content'],
      ['phone', 'content'],
    ])
    expect(notes).toContain('The column "Intake" was taken for Batch by what stands in it.')
    expect(notes).toContain('Column 5, which has no heading, was taken for Gender by what stands in it.')
    expect(rows[0]).toMatchObject({
      outcome: 'create',
      values: { batch_id: 'MBBS 2026', gender: 'Male', phone: '03001234567' },
    })
  })

  test('is a day of birth or admission by its years, where the heading says nothing', async () => {
    expect(await fieldsOf('students', 'Email,Column2,Column3', 'a@b.test,26-Nov-2004,01-Feb-2026')).toEqual([
      'email by heading',
      'date_of_birth by content',
      'date_of_admission by content',
    ])
    expect(await fieldsOf('students', 'Email,Issued', 'a@b.test,26-Nov-2004')).toEqual(['email by heading', null])
  })

  test('is a department or designation by the names there are', async () => {
    expect(await fieldsOf('staff', 'Email,Works in,As', 'a@b.test,Medicine,Professor')).toEqual([
      'email by heading',
      'department_id by content',
      'designation_id by content',
    ])
  })

  test.each([
    ['of somebody else', 'Roll No,Guardian e-mail contact', 'MBBS-61022,b@b.test'],
    ['of which there are two', 'Roll No,One,Two', 'MBBS-61021,a@b.test,b@b.test'],
    ['of numbers that may be anybody’s', 'Email,Office', 'a@b.test,0300 1234567'],
    ['that has few such values', 'Email,Info', 'a@b.test,MBBS 2026', 'b@b.test,late', 'c@b.test,sick'],
  ])('is not taken for one %s', async (_, ...lines) => {
    const fields = await fieldsOf('students', ...lines)
    expect(fields.slice(1)).toEqual(fields.slice(1).map(() => null))
  })

  test('in a file of rows without headings is no reason to read it', async () => {
    const file = csv('Ali,ali@b.test', 'Sara,sara@b.test')
    const { status, body } = await admin.upload('/imports/students/preview', upload(file))
    expect([status, body.errors.file[0]]).toEqual([
      422,
      'The file has neither a column "Roll Number" nor a column "Email"',
    ])
  })
})

test('each column is told with three of its values, cut where they are long', async () => {
  const long = 'x'.repeat(300)
  const { file_columns, fields } = await preview(
    admin,
    'students',
    csv('Email,Hostel', 'a@s.test,B', 'b@s.test,B', 'c@s.test,', `d@s.test,${long}`, 'e@s.test,C', 'f@s.test,D'),
  )
  expect(file_columns).toEqual([
    {
      index: 0,
      heading: 'Email',
      field: 'email',
      by: 'heading',
      asks: null,
      samples: ['a@s.test', 'b@s.test', 'c@s.test'],
    },
    { index: 1, heading: 'Hostel', field: null, by: null, asks: null, samples: ['B', 'x'.repeat(80), 'C'] },
  ])
  expect(fields).toContainEqual({ field: 'email', heading: 'Email' })
})

describe('two columns for one field', () => {
  const file = csv('Email,Name,Phone,Mobile', 'two@ask.test,Ali,03001234567,03007654321')

  test('are a question: neither is read until its sender says which', async () => {
    const { file_columns, rows, digest, ignored_columns } = await preview(admin, 'students', file)
    expect(file_columns.map(({ field, asks }) => [field, asks])).toEqual([
      ['email', null],
      ['name', null],
      [null, 'phone'],
      [null, 'phone'],
    ])
    expect(rows[0]?.values).not.toHaveProperty('phone')
    expect(ignored_columns).toEqual([])
    const refused = await admin.upload('/imports/students', upload(file, { digest }))
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { columns: ['The columns "Phone" and "Mobile" both mean Phone. Say which one is read.'] },
    ])

    const columns = JSON.stringify({ 2: null, 3: 'phone' })
    const answered = await preview(admin, 'students', file, { columns })
    expect(answered.file_columns[3]).toMatchObject({ field: 'phone', by: 'choice', asks: null })
    expect(answered.rows[0]?.values.phone).toBe('03007654321')
    expect(answered.ignored_columns).toEqual(['Phone'])
    const run = await admin.upload('/imports/students', upload(file, { digest: answered.digest, columns }))
    expect(eventsOf(run).at(-1)).toMatchObject({ type: 'done', created: 1 })
  })

  test('of the same heading, too, and of many', async () => {
    for (const [heading, said] of [
      ['Email,Email', 'The column "Email" is there twice.'],
      ['Email,E-mail,Mail', 'The columns "Email" and "E-mail" and "Mail" all mean Email.'],
    ] as const) {
      const twice = csv(`Roll No,${heading}`, 'MBBS-61031,a@b.test,c@d.test,e@f.test'.slice(0, heading.length + 20))
      const { digest } = await preview(admin, 'students', twice)
      const { body } = await admin.upload('/imports/students', upload(twice, { digest }))
      expect(body.errors).toEqual({ columns: [`${said} Say which one is read.`] })
    }
  })
})

describe('what the sender says of the columns', () => {
  const file = csv('Email,Name,Hostel,Other Name', 'said@choice.test,Ali,B,Alya')

  test('goes before the headings, and is a part of what was previewed', async () => {
    const columns = JSON.stringify({ 2: 'description', 3: 'name' })
    const said = await preview(admin, 'students', file, { columns })
    expect(said.file_columns.map(({ field, by }) => [field, by])).toEqual([
      ['email', 'heading'],
      [null, null],
      ['description', 'choice'],
      ['name', 'choice'],
    ])
    expect(said.rows[0]?.values).toEqual({ email: 'said@choice.test', name: 'Alya', description: 'B' })
    const otherwise = await admin.upload('/imports/students', upload(file, { digest: said.digest }))
    expect(otherwise.status).toBe(409)
    const run = await admin.upload('/imports/students', upload(file, { digest: said.digest, columns }))
    expect(eventsOf(run).at(-1)).toMatchObject({ type: 'done', created: 1 })
    expect(await at.db.selectFrom('users').select('name').where('email', '=', 'said@choice.test').execute()).toEqual([
      { name: 'Alya' },
    ])
  })

  test('may leave a column out', async () => {
    const { columns, ignored_columns } = await preview(admin, 'students', file, { columns: '{"1":null}' })
    expect([columns, ignored_columns]).toEqual([{ email: 'Email' }, ['Name', 'Hostel', 'Other Name']])
  })

  test('matches a file whose records no heading tells', async () => {
    const unknown = csv('Name,Code word', 'Ali,none yet')
    const { missing, rows } = await preview(admin, 'students', unknown)
    expect(missing[0]?.text).toBe('The file has neither a column "Roll Number" nor a column "Email".')
    expect(outcomes(rows)).toEqual(['error'])
    const said = await preview(admin, 'students', unknown, { columns: '{"1":"email"}' })
    expect(said.rows[0]?.errors).toEqual({ email: ['Please enter a valid email address'] })
  })

  const NO_CHOICE = 'columns must be JSON: the place of a column, from 0, to a field or null'
  test.each([
    ['no JSON', 'email', NO_CHOICE],
    ['a list', '["email"]', NO_CHOICE],
    ['no place', '{"a":"email"}', NO_CHOICE],
    ['a number for a field', '{"0":1}', NO_CHOICE],
    ['far too much', JSON.stringify({ 0: null, 1: 'x'.repeat(20_000) }), NO_CHOICE],
    ['too many', JSON.stringify(Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [n, null]))), NO_CHOICE],
    ['a column that is not there', '{"4":"email"}', 'The file has no column 4'],
    ['an unknown field', '{"0":"role_id"}', 'There is no field "role_id"'],
    ['a field of the language', '{"0":"constructor"}', 'There is no field "constructor"'],
    ['a field twice', '{"0":"email","1":"email"}', 'Two columns are used as Email. Use one of them.'],
  ])('is refused when it is %s', async (_, columns, message) => {
    for (const path of ['/imports/students/preview', '/imports/students']) {
      const { status, body } = await affairs.upload(path, upload(file, { columns, digest: 'x' }))
      expect([status, body.errors]).toEqual([422, { columns: [message] }])
    }
  })
})

describe('what new records lack', () => {
  const missingOf = async (kind: string, ...lines: string[]) =>
    (await preview(admin, kind, csv(...lines))).missing.map(({ text }) => text)

  test('is said of students', async () => {
    expect(await missingOf('students', 'Name,Email', 'Ali,a@lack.test', 'Sara,b@lack.test')).toEqual([
      '2 new students would be in no batch: the file has no column "Batch".',
    ])
    expect(await missingOf('students', 'Name,Email,Batch', 'A,a@lack.test,MBBS 2026', 'S,b@lack.test,')).toEqual([
      '1 new student would be in no batch: the first in line 3.',
    ])
    expect(await missingOf('students', 'Roll No,Batch', 'MBBS-61041,MBBS 2026')).toEqual([
      'The file has no column "Name", which new students need.',
    ])
    expect(await missingOf('students', 'Roll No,Name,Batch', 'MBBS-61041,Ali,MBBS 2026', ',Sara,MBBS 2026')).toEqual([
      'Without an email a new student needs a roll number: the first without both is in line 3.',
      '1 new student would have no email, and sign in by roll number: the file has no column "Email".',
    ])
    expect(await missingOf('students', 'Roll No,Name,Batch', 'MBBS-61041,Ali,MBBS 2026')).toEqual([
      '1 new student would have no email, and sign in by roll number: the file has no column "Email".',
    ])
  })

  test('is said of staff and skills', async () => {
    expect(await missingOf('staff', 'Name,Email,Designation', 'Ali,a@lack.test,Professor')).toEqual([
      'The file has no column "Department", which new staff members need.',
    ])
    expect(await missingOf('staff', 'Name,Email,Dept,Designation', 'A,a@lack.test,Medicine,Professor')).toEqual([
      '1 new staff member would have no role, and could do nothing: the file has no column "Role".',
    ])
    expect(await missingOf('skills', 'Name', 'Stitching')).toEqual([
      'The file has no column "Department", which new skills need.',
    ])
    expect((await preview(hod, 'skills', csv('Name', 'Stitching'))).missing).toEqual([])
  })

  test('is not said of people who are known', async () => {
    const batch = await at.make.batch()
    await at.make.student(batch, undefined, { roll_no: 'MBBS-61042' })
    expect(await missingOf('students', 'Roll No,Phone', 'MBBS-61042,12')).toEqual([])
  })
})
