import ExcelJS from 'exceljs'
import { expect, test } from 'vitest'
import { awaitingPeople, csv, imported, outcomes, preview } from '../../testing/imports.ts'

// Signs that clerks write in place of a value, and numbers as spreadsheets leave them.

const { at, admin } = await awaitingPeople()
const cnic = `own.${await at.make.ownField({ name: 'CNIC', is_unique: true })}`
const father = `own.${await at.make.ownField({ name: 'Father Name' })}`
const quota = `own.${await at.make.ownField({ name: 'Quota', kind: 'choice', options: ['Merit', 'Nil'] })}`

const read = (...lines: string[]) => preview(admin, 'students', csv(...lines))

test('signs for the cell above are read as it, and the row says so', async () => {
  const { rows, notes } = await read(
    'Roll No,Name,Email,Batch,Father Name,DOB,Remarks',
    'MBBS-73001,Ali,a1@signs.test,MBBS 2026,Akbar,26/11/2004,from Lahore',
    'MBBS-73002,Sara,a2@signs.test,-do-,ditto,-do-,""""',
    'MBBS-73003,Omar,a3@signs.test,〃,As above,DO,',
    'MBBS-73004,Zara,a4@signs.test,MBBS 2027,-do-,,-do-',
    'MBBS-73005,-do-,-do-,-do-,,,',
  )
  expect(rows[1]).toMatchObject({
    outcome: 'create',
    values: { batch_id: 'MBBS 2026', [father]: 'Akbar', date_of_birth: '26 Nov 2004', description: 'from Lahore' },
    read: { Batch: ['-do-', 'MBBS 2026'], 'Father Name': ['ditto', 'Akbar'], Description: ['"', 'from Lahore'] },
  })
  expect(rows[2]).toMatchObject({ outcome: 'create', values: { batch_id: 'MBBS 2026', [father]: 'Akbar' } })
  const told = ['-do- stands for the cell above. Write here what is meant.']
  expect(rows.map(({ errors }) => errors)).toEqual([{}, {}, {}, { description: told }, { name: told, email: told }])
  expect(rows[3]?.values[father]).toBe('Akbar')
  expect(notes).toEqual(['Signs as "-do-" were read as the cell above them: 9, the first in line 3.'])
})

test('dashes and words for nothing are empty cells, told once, but no option and no name', async () => {
  const { rows, notes, missing } = await read(
    'Roll No,Name,Email,Phone,CNIC,Father Name,DOB,Gender,Quota,Remarks',
    'MBBS-73011,Ali,b1@signs.test,-,-,—,--,n/a,Nil,N/A',
    'MBBS-73012,Nil,N/A,nil,-,-,-,-,-,-',
    'MBBS-73013,-,b3@signs.test,,,,,,,',
  )
  expect(rows.map(({ outcome, values }) => [outcome, values])).toEqual([
    ['create', { roll_no: 'MBBS-73011', name: 'Ali', email: 'b1@signs.test', [quota]: 'Nil' }],
    ['create', { roll_no: 'MBBS-73012', name: 'Nil' }],
    ['error', { roll_no: 'MBBS-73013', email: 'b3@signs.test' }],
  ])
  expect(notes).toEqual(['Cells with a dash, "n/a" or "nil" were read as empty: 15, the first in line 2.'])
  expect(missing.map(({ text }) => text)).toContain(
    '1 new student would have no email, and sign in by roll number: the first in line 3.',
  )
})

test('numbers whose digits a spreadsheet has forgotten are no values, also of own fields', async () => {
  const book = new ExcelJS.Workbook()
  book.addWorksheet('Students').addRows([
    ['Roll No', 'Name', 'Email', 'CNIC'],
    ['MBBS-73021', 'Ali', 'c1@signs.test', 3_520_212_345_671],
    ['MBBS-73022', 'Sara', 'c2@signs.test', 35_202_123_456_789_010_000],
    ['MBBS-73023', 'Zara', 'c3@signs.test', '35202-1234567-1'],
    ['MBBS-73024', 'Omar', 'c4@signs.test', '3.52021E+12'],
  ])
  const { rows } = await preview(admin, 'students', Buffer.from(await book.xlsx.writeBuffer()))
  const cut = 'Digits were cut when the file was saved'
  expect(rows.map(({ errors }) => errors[cnic]?.[0])).toEqual([
    'Line 4 has the same CNIC',
    expect.stringContaining(`${cut}: 3.520212345678901E+19`),
    'Line 2 has the same CNIC',
    expect.stringContaining(`${cut}: 3.52021E+12`),
  ])
})

test('invisible marks, other digits and hyphens make no other roll number, email or gender', async () => {
  const { rows } = await read(
    'Roll\u00a0No,Name,Email,Batch,Gender',
    'MBBS-۷۳۰۳۱,محمد\u200cعلی,d1@signs.test\u00a0,MBBS\u00a02026,مرد',
    'MBBS\u201173032,Ali\u00a0Khan,\u200fd2@signs.test,MBBS 2026,Boy',
    'mbbs–73033,Sara,mailto:d3@signs.test,MBBS 2026,F.',
    '٧٣٠٣٤,Noor,d4@signs.test,MBBS 2026,لڑکی',
    '34,Noor,d5@signs.test,MBBS 2026,Female',
  )
  expect(rows.slice(0, 3).map(({ values }) => values)).toEqual([
    { roll_no: 'MBBS-73031', name: 'محمد\u200cعلی', email: 'd1@signs.test', batch_id: 'MBBS 2026', gender: 'Male' },
    { roll_no: 'MBBS-73032', name: 'Ali Khan', email: 'd2@signs.test', batch_id: 'MBBS 2026', gender: 'Male' },
    { roll_no: 'MBBS-73033', name: 'Sara', email: 'd3@signs.test', batch_id: 'MBBS 2026', gender: 'Female' },
  ])
  const none = { roll_no: ['Please enter a valid roll number (e.g., MBBS-22001)'] }
  expect(rows.slice(3).map(({ errors }) => errors)).toEqual([none, none])
})

test('words between the rows are named, a count below them closes the table, and names of two people are told', async () => {
  const { rows, notes } = await read(
    'S.No,Roll No,Name,Email',
    'Boys,,,',
    '1,MBBS-73041,Ali Khan S/O Akbar Khan,e1@signs.test',
    ',GROUP B,,',
    '2,MBBS-73042,Sara (d/o Noor),e2@signs.test',
    'Total,2,,',
  )
  expect(rows.map(({ line, outcome, values }) => [line, outcome, values.name])).toEqual([
    [3, 'create', 'Ali Khan S/O Akbar Khan'],
    [4, 'error', undefined],
    [5, 'create', 'Sara (d/o Noor)'],
  ])
  expect(notes).toEqual([
    'Line 2 has no text in any column that is read.',
    `Names with a parent's or husband's in them are stored so: 2, the first in line 3 ("Ali Khan S/O Akbar Khan").`,
    'Left out, as lines that close the table: line 6 ("Total").',
  ])
})

test('a staff number without its zeros makes no second account', async () => {
  const heading = 'Staff No,Name,Email,Department,Designation'
  await imported(
    admin,
    'staff',
    csv(heading, '007,Dr Bond,f1@signs.test,Medicine,Professor', '0012,Dr Zero,,Medicine,Professor'),
  )
  const { rows } = await preview(
    admin,
    'staff',
    csv(
      heading,
      '7,Dr Bond,f1@signs.test,Medicine,Professor',
      '12,Dr Zero,,Medicine,Professor',
      '0012,Dr Zero,,Medicine,Registrar',
      '13,Dr New,,Medicine,Professor',
    ),
  )
  expect(outcomes(rows)).toEqual(['error', 'error', 'update', 'create'])
  expect(rows.slice(0, 2).map(({ errors }) => errors.staff_no)).toEqual([
    ['There is a staff number 007. Spreadsheets drop the zeros: write it with them.'],
    ['There is a staff number 0012. Spreadsheets drop the zeros: write it with them.'],
  ])
})

test('other words for nothing are empty cells; a point, and the day of an empty cell, are told', async () => {
  const { rows, notes } = await read(
    'Roll No,Name,Phone,Gender,DOB',
    'MBBS-73091,Ali,N.A.,null,NULL',
    'MBBS-73092,Sara,,.,01/01/1900',
    'MBBS-73093,Omar,,,1',
    'MBBS-73094,Null,,,12/31/1899',
  )
  const noDay = (text: string) => [
    `${text} is what a spreadsheet shows for an empty day. Write the day itself, or leave the cell empty.`,
  ]
  expect(rows.map(({ outcome, values, errors }) => [outcome, values.name, errors])).toEqual([
    ['create', 'Ali', {}],
    ['error', 'Sara', { gender: ['Gender must be one of: male, female, other'], date_of_birth: noDay('01/01/1900') }],
    ['error', 'Omar', { date_of_birth: ['Date of birth must be a valid date (YYYY-MM-DD)'] }],
    ['error', 'Null', { date_of_birth: noDay('12/31/1899') }],
  ])
  expect(notes).toEqual(['Cells with a dash, "n/a" or "nil" were read as empty: 3, the first in line 2.'])
})
