import ExcelJS from 'exceljs'
import { describe, expect, test } from 'vitest'
import type { ImportPreview } from '../../../shared/contract/imports.ts'
import { awaitingPeople, csv, outcomes, preview, upload } from '../../testing/imports.ts'

// Files as clerks have them: every row is right or named, none is left out in silence.

const { admin } = await awaitingPeople()

let count = 0
function email(): string {
  count += 1
  return `clerk${count}@files.test`
}

async function workbook(fill: (sheet: ExcelJS.Worksheet) => void): Promise<Buffer> {
  const book = new ExcelJS.Workbook()
  fill(book.addWorksheet('Students'))
  return Buffer.from(await book.xlsx.writeBuffer())
}

const read = (file: string | Buffer, fields?: Record<string, string>) => preview(admin, 'students', file, fields)
const valuesOf = ({ rows }: ImportPreview, field: string) => rows.map(({ values }) => values[field])

describe('a workbook', () => {
  test('with a title over merged cells, a list number and a total at its end', async () => {
    const file = await workbook((sheet) => {
      sheet.addRow(['GOVERNMENT MEDICAL COLLEGE'])
      sheet.mergeCells('A1:E1')
      sheet.addRow(['List of students admitted in 2026'])
      sheet.addRow([])
      sheet.addRow(['S. No', 'Name of Student', 'Roll #', 'E-mail ID', 'Class'])
      sheet.addRow([1, 'Ali Khan', 'MBBS-62001', email(), 'MBBS 2026'])
      sheet.addRow([2, 'Sara Bibi ', 'MBBS-62002', email(), 'mbbs 2026 '])
      sheet.addRow(['Total: 2'])
    })
    const result = await read(file)
    expect(outcomes(result.rows)).toEqual(['create', 'create'])
    expect(valuesOf(result, 'batch_id')).toEqual(['MBBS 2026', 'MBBS 2026'])
    expect(valuesOf(result, 'name')).toEqual(['Ali Khan', 'Sara Bibi'])
    expect(result.notes).toEqual([
      'The sheet "Students" was read.',
      'Line 4 was taken for the headings. Not read, above it: "GOVERNMENT MEDICAL COLLEGE", "List of students admitted in 2026"',
      'Line 7 has no text in any column that is read.',
    ])
  })

  test('whose batch is one merged cell beside all rows of it', async () => {
    const file = await workbook((sheet) => {
      sheet.addRow(['Batch', 'Name', 'Email'])
      for (let n = 0; n < 4; n += 1) sheet.addRow(['', `Student ${n}`, email()])
      sheet.getCell('A2').value = 'MBBS 2026'
      sheet.mergeCells('A2:A3')
      sheet.getCell('A4').value = 'MBBS 2027'
      sheet.mergeCells('A4:A5')
    })
    const result = await read(file)
    expect(valuesOf(result, 'batch_id')).toEqual(['MBBS 2026', 'MBBS 2026', 'MBBS 2027', 'MBBS 2027'])
    expect(result.missing).toEqual([])
  })

  test('with days as days, as texts and as bare numbers', async () => {
    const file = await workbook((sheet) => {
      sheet.addRow(['Email', 'Name', 'D.O.B'])
      sheet.addRow([email(), 'A', new Date('2004-11-26')])
      sheet.addRow([email(), 'B', '26-Nov-2004'])
      sheet.addRow([email(), 'C', 38_317])
      sheet.addRow([email(), 'D', '26/11/2004'])
      sheet.addRow([email(), 'E', '5/3/2004'])
    })
    expect(valuesOf(await read(file), 'date_of_birth')).toEqual([
      '26 Nov 2004',
      '26 Nov 2004',
      '26 Nov 2004',
      '26 Nov 2004',
      '5 Mar 2004',
    ])
  })

  test('with numbers for texts, and links for emails', async () => {
    const address = email()
    const file = await workbook((sheet) => {
      sheet.addRow(['Email', 'Name', 'Mobile #', 'Remarks'])
      sheet.addRow([{ text: address, hyperlink: `mailto:${address}` }, 'Ali', 3_001_234_567, 12])
    })
    const { rows } = await read(file)
    expect(rows[0]).toMatchObject({
      outcome: 'create',
      values: { email: address, phone: '03001234567', description: '12' },
    })
  })

  test('with a column whose heading was forgotten', async () => {
    const file = await workbook((sheet) => {
      sheet.addRow(['Name', 'Email', 'Batch'])
      sheet.addRow(['Ali', email(), 'MBBS 2026', 'F'])
      sheet.addRow(['Sara', email(), 'MBBS 2026', 'M'])
    })
    expect(valuesOf(await read(file), 'gender')).toEqual(['Female', 'Male'])
  })

  test('whose headings break their lines and have two spaces', async () => {
    const file = await workbook((sheet) => {
      sheet.addRow(['Name of\nStudent', 'E-mail  ID', ' Roll\r\nNo. '])
      sheet.addRow(['Ali', email(), 'mbbs-62021'])
    })
    expect((await read(file)).rows[0]).toMatchObject({ outcome: 'create', values: { roll_no: 'MBBS-62021' } })
  })
})

describe('a text file', () => {
  const HEADING = 'Name of Student,Email,Cell No'

  test.each([
    ['with semicolons', ';'],
    ['with tabs', '\t'],
    ['with strokes', '|'],
  ])('%s', async (_, by) => {
    const file = csv('Students of 2026', HEADING.replaceAll(',', by), `Ali, Jr.${by}${email()}${by}0300-1234567`)
    expect((await read(file)).rows[0]).toMatchObject({
      outcome: 'create',
      values: { name: 'Ali, Jr.', phone: '03001234567' },
    })
  })

  test.each(['utf16le', 'utf8'] as const)('in Urdu, as %s', async (encoding) => {
    const file = Buffer.from(`\uFEFFنام,ای میل,جنس\r\nمحمد علی,${email()},M\r\n`, encoding)
    expect((await read(file)).rows[0]).toMatchObject({
      outcome: 'create',
      values: { name: 'محمد علی', gender: 'Male' },
    })
  })

  test('in the letters of an old Windows is refused with its line', async () => {
    const file = Buffer.from(csv(HEADING, `Zoë,${email()},`), 'latin1')
    const { status, body } = await admin.upload('/imports/students/preview', upload(file))
    expect([status, body.errors.file]).toEqual([
      422,
      ['Line 2: the file is not UTF-8 text. Save it as "CSV UTF-8" or XLSX.'],
    ])
  })

  test('with blanks behind everything, empty lines and no line break at its end', async () => {
    const file = `${HEADING} \r\n\r\n Ali Khan  , ${email()} ,0300 1234567 \r\n,,\r\nSara,${email()},`
    const result = await read(file)
    expect(outcomes(result.rows)).toEqual(['create', 'create'])
    expect(valuesOf(result, 'name')).toEqual(['Ali Khan', 'Sara'])
  })

  test('with days that Excel wrote month first, and LibreOffice day first with two digits', async () => {
    const american = await read(csv('Email,Name,DOB', `${email()},A,11/26/2004`, `${email()},B,3/4/2005`))
    expect(valuesOf(american, 'date_of_birth')).toEqual(['26 Nov 2004', '4 Mar 2005'])
    const british = await read(csv('Email,Name,DOB', `${email()},A,26.11.04`, `${email()},B,03.04.05`))
    expect(valuesOf(british, 'date_of_birth')).toEqual(['26 Nov 2004', '3 Apr 2005'])
  })

  test('with days of which none tells its order', async () => {
    const file = csv('Email,Name,DOB', `${email()},A,03/04/2005`)
    expect((await read(file)).date_question).toMatchObject({ line: 2, dmy: '2005-04-03', mdy: '2005-03-04' })
    expect(valuesOf(await read(file, { date_order: 'mdy' }), 'date_of_birth')).toEqual(['4 Mar 2005'])
  })

  test('with two headings alike', async () => {
    const { file_columns } = await read(csv('Email,Name,Name', `${email()},Ali,Khan`))
    expect(file_columns.map(({ asks }) => asks)).toEqual([null, 'name', 'name'])
  })

  test('with a heading that is repeated on each page', async () => {
    const { rows } = await read(csv(HEADING, `Ali,${email()},`, HEADING, `Sara,${email()},`))
    expect(outcomes(rows)).toEqual(['create', 'error', 'create'])
    expect(rows[1]?.errors.email).toEqual(['Please enter a valid email address'])
    expect(rows[1]?.values).toMatchObject({ email: 'Email', phone: 'Cell No' })
  })

  test('with names of the father beside those of the students', async () => {
    const result = await read(csv('Name,Father Name,Father Email,Email', `Ali,Khan,f@files.test,${email()}`))
    expect(valuesOf(result, 'name')).toEqual(['Ali'])
    expect(result.ignored_columns).toEqual(['Father Name', 'Father Email'])
  })

  test('with roll numbers as nobody writes them here', async () => {
    const { rows } = await read(csv('Roll No,Name,Email', `22001,Ali,${email()}`, `MBBS 2202,Sara,${email()}`))
    const said = ['Please enter a valid roll number (e.g., MBBS-22001)']
    expect(rows.map(({ errors }) => errors)).toEqual([{ roll_no: said }, { roll_no: said }])
  })

  test('with a person twice', async () => {
    const twice = email()
    const { rows } = await read(csv('Name,Email', `Ali,${twice}`, `ALI,${twice.toUpperCase()}`))
    expect(rows.map(({ errors }) => errors.email)).toEqual([
      ['Line 3 has the same email'],
      ['Line 2 has the same email'],
    ])
  })

  test('with a row twice to the letter, and totals and signatures below', async () => {
    const [ali, sara] = [email(), email()]
    const file = csv(
      'S.No,Name,Email,Batch,Remarks',
      `1,Ali,${ali},MBBS 2026,`,
      `2,Sara,${sara},MBBS 2026,`,
      `3,Ali,${ali},MBBS 2026,`,
      `4,Total,${email()},MBBS 2026,`,
      '5,Someone,,MBBS 2026,',
      ',Grand Total:,,2,',
      'Average,,,,1.5',
      ',Prepared by Mr Aslam,,,',
      'Checked by,Dr Noor,,Batch,',
      ',Unsigned,,,x',
    )
    const { rows, notes } = await read(file)
    expect(rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'create'],
      [3, 'create'],
      [5, 'create'],
      [6, 'error'],
      [11, 'error'],
    ])
    expect(notes).toEqual([
      'Left out, as lines that close the table: line 7 ("Grand Total:"), line 8 ("Average"), line 9 ("Prepared by Mr Aslam"), line 10 ("Checked by").',
      'Line 4 says the same as line 2, and is left out.',
    ])
    // They stand in the middle: somebody has to say so.
    const above = await read(csv('Name,Email', `Ali,${ali}`, 'Total,', `Sara,${sara}`, `Sara,${sara}`, `Sara,${sara}`))
    expect(outcomes(above.rows)).toEqual(['create', 'error', 'create'])
    expect(above.notes).toEqual([
      '2 lines say the same as an earlier one, and are left out: line 5 (as line 4), line 6 (as line 4).',
    ])
  })

  test('with digits of Urdu, and a number with its country', async () => {
    const file = csv('Name,Email,Mobile No,D.O.B', `Ali,${email()},+92 300 1234567,۲۶/۱۱/۲۰۰۴`)
    expect((await read(file)).rows[0]?.values).toMatchObject({ phone: '03001234567', date_of_birth: '26 Nov 2004' })
  })
})

test('what a row would store is shown beside what is stored', async () => {
  const address = email()
  const file = csv('Roll No,Name,Email,Phone', `MBBS-62090,Ali,${address},3001234567`)
  const { digest } = await read(file)
  await admin.upload('/imports/students', upload(file, { digest }))
  const { rows } = await read(csv('Roll No,Phone,DOB', 'MBBS-62090,0300-7654321,26-Nov-2004'))
  expect(rows[0]).toMatchObject({
    outcome: 'update',
    values: { roll_no: 'MBBS-62090', phone: '03007654321', date_of_birth: '26 Nov 2004' },
    changes: { Phone: ['03001234567', '03007654321'], 'Date of Birth': [null, '26 Nov 2004'] },
  })
})
