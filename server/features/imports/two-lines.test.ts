import ExcelJS from 'exceljs'
import { describe, expect, test } from 'vitest'
import type { ImportPreview } from '../../../shared/contract/imports.ts'
import { awaitingPeople, csv, outcomes, preview } from '../../testing/imports.ts'

// Headings over two lines, as clerks draw them.

const { admin } = await awaitingPeople()

async function workbook(fill: (sheet: ExcelJS.Worksheet) => void): Promise<Buffer> {
  const book = new ExcelJS.Workbook()
  fill(book.addWorksheet('Students'))
  return Buffer.from(await book.xlsx.writeBuffer())
}

const read = (file: string | Buffer, kind = 'students') => preview(admin, kind, file)
const fieldsIn = ({ file_columns }: ImportPreview) => file_columns.map(({ heading, field }) => [heading, field])
const BOTH = (line: number) => `Lines ${line} and ${line + 1} were taken for the headings, one over the other.`

const UNDER_CONTACT = [
  ['Roll No', 'roll_no'],
  ['Name', 'name'],
  ['Contact Phone', 'phone'],
  ['Email', 'email'],
]

describe('a title over several columns', () => {
  test('merged over them, beside headings that are merged over both lines', async () => {
    const file = await workbook((sheet) => {
      sheet.addRow(['MEDICAL COLLEGE: list of students'])
      sheet.addRow(['Roll No', 'Name', 'Contact', '', 'Guardian', ''])
      sheet.addRow(['', '', 'Phone', 'Email', 'Name', 'Phone'])
      sheet.addRow(['MBBS-71001', 'Ali', '03001234567', 'ali@two.test', 'Akbar', '03007654321'])
      for (const range of ['A1:F1', 'A2:A3', 'B2:B3', 'C2:D2', 'E2:F2']) sheet.mergeCells(range)
    })
    const result = await read(file)
    expect(fieldsIn(result)).toEqual([...UNDER_CONTACT, ['Guardian Name', null], ['Guardian Phone', null]])
    expect(result.rows).toMatchObject([
      { line: 4, outcome: 'create', values: { name: 'Ali', phone: '03001234567', email: 'ali@two.test' } },
    ])
    expect(result.notes[1]).toBe(`${BOTH(2)} Not read, above them: "MEDICAL COLLEGE: list of students"`)
  })

  test('over a line that has all headings: whose they are is not lost', async () => {
    const file = await workbook((sheet) => {
      sheet.addRow(['Student', '', '', 'Father', ''])
      sheet.addRow(['Roll No', 'Name', 'Phone', 'Name', 'Phone'])
      sheet.addRow(['MBBS-71002', 'Sara', '03001234568', 'Akbar', '03007654321'])
      sheet.mergeCells('A1:C1')
      sheet.mergeCells('D1:E1')
    })
    const result = await read(file)
    expect(fieldsIn(result)).toEqual([
      ['Student Roll No', 'roll_no'],
      ['Student Name', 'name'],
      ['Student Phone', 'phone'],
      ['Father Name', null],
      ['Father Phone', null],
    ])
    expect([outcomes(result.rows), result.notes[1]]).toEqual([['create'], BOTH(1)])
  })

  test('in a CSV, in which empty cells stand beside it', async () => {
    const file = csv('Roll No,Name,Contact,', ',,Phone,Email', 'MBBS-71003,Omar,03001234569,omar@two.test')
    const result = await read(file)
    expect(fieldsIn(result)).toEqual(UNDER_CONTACT)
    expect([outcomes(result.rows), result.notes]).toEqual([['create'], [BOTH(1)]])
  })

  test('two of them over the same heading are a question', async () => {
    const result = await read(
      csv('Roll No,Name,Home,,Hostel,', ',,Phone,Address,Phone,Room', 'MBBS-71004,Zara,1,2,3,4'),
    )
    expect(result.file_columns.map(({ heading, asks }) => [heading, asks])).toEqual([
      ['Roll No', null],
      ['Name', null],
      ['Home Phone', 'phone'],
      ['Address', null],
      ['Hostel Phone', 'phone'],
      ['Room', null],
    ])
  })

  test('of one guardian alone is none of the person', async () => {
    const result = await read(csv('Roll No,Name,Guardian,', ',,Phone,Email', 'MBBS-71005,Hina,03001234569,g@two.test'))
    expect(fieldsIn(result).slice(2)).toEqual([
      ['Guardian Phone', null],
      ['Guardian Email', null],
    ])
  })
})

describe('a heading that goes on in the next line', () => {
  test('is joined where that names more columns', async () => {
    const file = csv('Roll,Student,Date of,Sr.', 'Number,Name,Birth,No', 'MBBS-71006,Bilal,2005-03-14,1')
    const result = await read(file)
    expect(fieldsIn(result)).toEqual([
      ['Roll Number', 'roll_no'],
      ['Student Name', 'name'],
      ['Date of Birth', 'date_of_birth'],
      ['Sr. No', null],
    ])
    expect([result.rows.map(({ line }) => line), result.notes]).toEqual([[3], [BOTH(1)]])
  })

  test('in a file of staff, in a workbook', async () => {
    const file = await workbook((sheet) => {
      sheet.addRow(['Name', 'Employee', 'Dept', 'Designation', 'Date of'])
      sheet.addRow(['', 'No', '', '', 'Joining'])
      sheet.addRow(['Dr. Aslam', 'FAC-0901', 'Medicine', 'Professor', '2015-02-01'])
    })
    const result = await read(file, 'staff')
    expect(fieldsIn(result)[1]).toEqual(['Employee No', 'staff_no'])
    expect(result.rows).toMatchObject([{ line: 3, values: { date_of_joining: '1 Feb 2015' } }])
  })
})

describe('one line of headings', () => {
  test('is not joined with a row whose cells are words of headings', async () => {
    const file = csv('Name,Department,Category', 'Suturing,Medicine,Procedure', 'Procedure,Surgery,')
    const { rows, notes } = await read(file, 'skills')
    expect([rows.map(({ line, name }) => [line, name]), notes]).toEqual([
      [
        [2, 'Suturing'],
        [3, 'Procedure'],
      ],
      [],
    ])
  })

  test('a line below it that names no column is told, and is no student', async () => {
    const file = csv('Roll No,Name,Marks,', ',,Theory,Practical', 'MBBS-71007,Asad,40,50')
    const { rows, notes } = await read(file)
    expect(rows.map(({ line }) => line)).toEqual([3])
    expect(notes).toEqual([
      '2 lines, the first of them line 2, have text in a column without a heading. It is not read.',
      'Line 2 has no text in any column that is read.',
    ])
  })
})
