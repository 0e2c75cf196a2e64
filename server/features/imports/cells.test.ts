import ExcelJS from 'exceljs'
import { describe, expect, test } from 'vitest'
import { awaitingPeople, csv, imported, outcomes, preview, upload } from '../../testing/imports.ts'

const { at, admin, affairs } = await awaitingPeople()

const HEADING = 'Roll Number,Name,Email,Batch,Phone,Description'

describe('a cell that is no value', () => {
  test.each([
    ['#N/A', 'The cell shows the error #N/A. Put the value itself there.'],
    ['#REF!', 'The cell shows the error #REF!. Put the value itself there.'],
    ['#DIV/0!', 'The cell shows the error #DIV/0!. Put the value itself there.'],
    ['#NV', 'The cell shows the error #NV. Put the value itself there.'],
    ['#¡VALOR!', 'The cell shows the error #¡VALOR!. Put the value itself there.'],
    ['Err:502', 'The cell shows the error Err:502. Put the value itself there.'],
    [
      '9.23001E+11',
      'Digits were cut when the file was saved: 9.23001E+11. Format the column as text and write the whole number.',
    ],
    ['########', 'The column was too narrow when the file was saved: ########'],
  ])('%s is an error of its row, in every column', async (text, told) => {
    const errors = {
      roll_no: [told],
      name: [told],
      email: [told],
      batch_id: [told],
      phone: [told],
      description: [told],
    }
    const { rows } = await preview(
      admin,
      'students',
      csv(HEADING, Array(6).fill(text).join(), Array(6).fill(text).join()),
    )
    expect(rows.map((row) => row.errors)).toEqual([errors, errors])
    expect(rows[0]).toMatchObject({ outcome: 'error', name: text, key: text })
  })

  test('nor is a formula whose result the file does not hold', async () => {
    const book = new ExcelJS.Workbook()
    const sheet = book.addWorksheet('Students')
    sheet.addRow(['Roll Number', 'Name', 'Email', 'Description'])
    sheet.addRow(['MBBS-43003', 'Ali', { formula: 'LOWER(B2)' }, { formula: 'A2&""', result: '' }])
    const { rows } = await preview(admin, 'students', Buffer.from(await book.xlsx.writeBuffer()))
    expect(rows[0]?.errors).toEqual({
      email: [
        'The file does not hold the result of the formula here. Open it in a spreadsheet program and save it again.',
      ],
    })
  })

  test('of a workbook, too, where a formula failed', async () => {
    const book = new ExcelJS.Workbook()
    const sheet = book.addWorksheet('Students')
    sheet.addRow(['Roll Number', 'Name', 'Email', 'Description'])
    sheet.addRow(['MBBS-43001', { formula: 'VLOOKUP(A2,Old!A:B,2,0)', result: { error: '#N/A' } }, 'e@cells.test', 'x'])
    sheet.addRow(['MBBS-43002', 'Fine', 'f@cells.test', { error: '#REF!' }])
    const { rows, notes } = await preview(admin, 'students', Buffer.from(await book.xlsx.writeBuffer()))
    expect(rows.map(({ errors }) => errors)).toEqual([
      { name: ['The cell shows the error #N/A. Put the value itself there.'] },
      { description: ['The cell shows the error #REF!. Put the value itself there.'] },
    ])
    expect(notes).toEqual(['The sheet "Students" was read.'])
  })
})

describe('letters that were lost', () => {
  const LOST = 'Letters were lost here when the file was saved'
  const SAVE =
    'Letters of this file were lost when it was saved. Save the table again as "CSV UTF-8" or XLSX, from the program in which its names can still be read.'

  test('are an error of the row, and what to do is said once', async () => {
    const { rows, notes } = await preview(
      admin,
      'students',
      csv(
        HEADING,
        'MBBS-43011,????? ????,a@lost.test,,,????? ????? ???',
        'MBBS-43012,Good Name,b@lost.test,,,Was late. Why???',
        'MBBS-43017,Fine,g@lost.test,,,?',
        'MBBS-43018,Ali ?,h@lost.test,,,',
        'MBBS-43019,Jos? P?rez,i@lost.test,,,',
        'MBBS-43013,Ayesha ????,c@lost.test,,,',
        'MBBS-43014,Zo\uFFFD,d@lost.test,,,',
        'MBBS-43015,Ø¹Ù„ÛŒ,e@lost.test,,,cafÃ©',
        'MBBS-43016,Zoë Ångström,f@lost.test,,,naïve; “quoted” – Größe; créée',
      ),
    )
    expect(rows.map(({ errors }) => errors)).toEqual([
      { name: [LOST], description: [LOST] },
      {},
      {},
      { name: [LOST] },
      { name: [LOST] },
      { name: [LOST] },
      { name: [LOST] },
      { name: [LOST], description: [LOST] },
      {},
    ])
    expect(notes).toEqual([SAVE])
  })
})

test('a row that is shifted by a separator too many is an error', async () => {
  const { rows } = await preview(admin, 'students', csv('Email,Name,Description', 'a@shift.test,Ali,came late, twice'))
  expect(rows[0]?.errors).toEqual({
    row: ['There are more cells than headings. Put quotation marks around a text with ","'],
  })
})

test('the preview says how the file was read', async () => {
  const { notes, rows } = await preview(
    admin,
    'students',
    Buffer.from('College - new students\r\n\r\nName\tE-mail\r\nعلی\tu@notes.test\r\n', 'utf16le'),
  )
  expect(notes).toEqual([
    'The file does not say how its letters are written. It was read as UTF-16.',
    'Line 3 was taken for the headings. Not read, above it: "College - new students"',
  ])
  expect(rows).toMatchObject([{ line: 4, outcome: 'create', name: 'علی' }])
})

test('a file without a heading that people are known by says which line and sheet was read', async () => {
  const book = new ExcelJS.Workbook()
  book.addWorksheet('Cover').addRows([['Welcome'], ['to this file']])
  book.addWorksheet('Students').addRows([['Email'], ['a@b.test']])
  const { body } = await admin.upload('/imports/students/preview', upload(Buffer.from(await book.xlsx.writeBuffer())))
  expect(body.errors.file).toEqual([
    'The file has neither a column "Roll Number" nor a column "Email"',
    'Line 1 was taken for the headings: "Welcome". None of them is the heading of a column that is imported. Put the headings in the first line.',
    'The sheet "Cover" was read. Not read: "Students"',
  ])
})

describe('a phone number of a file', () => {
  let count = 0
  /** The rows of one file with a student for each of these numbers. */
  const fileOf = (texts: string[]) =>
    csv(
      'Roll Number,Name,Email,Phone',
      ...texts.map((text, row) => `MBBS-${44_001 + row},Ali,p${row}@phones.test,${text}`),
    )

  const STORED = [
    ['03001234567', '03001234567'],
    ['3001234567', '03001234567'],
    ['3001234567.0', '03001234567'],
    ['0300–1234567', '03001234567'],
    ['(0300) 123 45 67', '03001234567'],
    ['+92 300 1234567', '03001234567'],
    ["'+923001234567", '03001234567'],
    ['923001234567', '03001234567'],
    ['00923001234567', '03001234567'],
    ['+92 (0)300 1234567', '03001234567'],
    ['\u202a+92\u00a0300\u00a01234567\u202c', '03001234567'],
    ['۰۳۰۰۱۲۳۴۵۶۷', '03001234567'],
    ['042-35761234', '04235761234'],
    ['051-2345678', '0512345678'],
    ['+971 50 123 4567', '+971501234567'],
    ['00971501234567', '+971501234567'],
  ] as const
  test('is stored in one spelling, however it is written', async () => {
    await imported(admin, 'students', fileOf(STORED.map(([text]) => text)))
    const { data } = (await admin.get('/students?q=MBBS-440&per_page=100')).body
    const phones = new Map(data.map((one: { roll_no: string; phone: string }) => [one.roll_no, one.phone]))
    expect(STORED.map(([text], row) => [text, phones.get(`MBBS-${44_001 + row}`)])).toEqual(STORED)
  })

  test('that is none is an error of its row', async () => {
    const none = [
      '12',
      '0300123456',
      '030012345678',
      '300123456.0',
      '003001234567',
      '0300-1234567 / 0321-7654321',
      '0300 1234567 ext 5',
      '971501234567',
      '+92 42 357612345',
      'none',
    ]
    const { rows } = await preview(admin, 'students', fileOf(none))
    const refused = { phone: ['Please enter a valid phone number'] }
    expect(rows.map(({ errors }, row) => [none[row], errors])).toEqual(none.map((text) => [text, refused]))
  })

  test('is shown as it will be stored where that differs', async () => {
    const { rows } = await preview(admin, 'students', csv('Email,Name,Phone', 'a@shown.test,Ali,3001234567'))
    expect(rows[0]?.read).toEqual({ Phone: ['3001234567', '03001234567'] })
  })

  test.each([
    ['+923001234567', '3001234567'],
    ['03001234567', '0300 1234567'],
    ['3001234567', '+92-300-1234567'],
    // A number that a form took stays as it is when its export comes back.
    ['0300123456', '0300123456'],
    ['+971501234567', '00971 50 1234567'],
  ])('%s is what is stored, so that %s changes nothing', async (kept, text) => {
    count += 1
    const roll_no = `MBBS-${45_000 + count}`
    await at.make.student(await at.make.batch(), undefined, { roll_no, phone: kept })
    const { rows } = await preview(affairs, 'students', csv('Roll Number,Phone', `${roll_no},${text}`))
    expect(outcomes(rows)).toEqual(['unchanged'])
  })

  test('of abroad is another one than this country’s with the same digits', async () => {
    await at.make.student(await at.make.batch(), undefined, { roll_no: 'MBBS-46002', phone: '06561234567' })
    const { rows } = await preview(affairs, 'students', csv('Roll Number,Phone', 'MBBS-46002,+65 6123 4567'))
    expect(rows[0]?.changes).toEqual({ Phone: ['06561234567', '+6561234567'] })
  })

  test('of abroad stays when the person is changed by hand, as a record that is sent back', async () => {
    await imported(
      admin,
      'students',
      csv('Roll Number,Name,Email,Phone', 'MBBS-46001,Ali,abroad@phones.test,+971501234567'),
    )
    const [student] = (await admin.get('/students?q=MBBS-46001')).body.data
    const changed = await admin.put(`/students/${student.id}`, { name: 'Ali Khan', phone: student.phone })
    expect([changed.status, changed.body.data.phone]).toEqual([200, '+971501234567'])
    const other = await admin.put(`/students/${student.id}`, { phone: '+971501234568' })
    expect(other.body.errors).toEqual({ phone: ['Please enter a valid phone number'] })
    const typed = await admin.post('/students', { name: 'B', email: 'b@phones.test', phone: '+971501234567' })
    expect(typed.body.errors).toEqual({ phone: ['Please enter a valid phone number'] })
  })
})
