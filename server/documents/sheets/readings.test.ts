import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import ExcelJS from 'exceljs'
import { afterAll, describe, expect, test } from 'vitest'
import { harmless } from '../../../shared/formulas.ts'
import { fileIn, refusalOf } from '../../testing/hostile-sheets.ts'
import { readSheet } from './read.ts'

// Files as practice brings them: each is read as its writer meant it, or says what is wrong with it.

const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-readings-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const KNOWN = ['rollnumber', 'name', 'email', 'phone', 'description']
const read = (content: Buffer | string) => readSheet(fileIn(directory, content), 1, { headings: KNOWN })
const refused = (content: Buffer | string) =>
  read(content).then(
    () => 'It was read',
    (error: unknown) => refusalOf(error).said.join(),
  )

const HEADING = 'Roll Number,Name,Email,Phone,Description'
const person = (n: number, rest = 'ok') => `MBBS-2690${n},Student ${n},s${n}@rows.test,0300123456${n},${rest}`
const table = (...lines: string[]) => `\uFEFF${[HEADING, ...lines].join('\r\n')}\r\n`

describe('a quotation mark that stands alone', () => {
  const told = (line: number) =>
    `Line ${line}: a quotation mark (") opens here and takes in the rows below. Remove it, or save the file again as XLSX.`

  test.each([
    ['closed by the one that opens another cell', table(person(1, '"late'), person(2), person(3, '"with fee"')), 2],
    [
      'closed at the end of another cell',
      table(person(1), person(2, '"late'), person(3), person(4, 'five feet 6"')),
      3,
    ],
    ['closed in the next row', table(person(1, '"late'), person(2, '6"')), 2],
    ['closed in a column before', table(person(1, '"late'), `MBBS-26902,"Nick" Khan,b@rows.test,,x`), 2],
    [
      'closed in a column behind',
      table(person(1), 'MBBS-26902,"Ali,b@rows.test,,x', 'MBBS-26903,Omar,c@rows.test"'),
      3,
    ],
    ['closed in a file of two columns', 'Email,Name\na@rows.test,"Ali\nb@rows.test,Omar\nc@rows.test,5"\n', 2],
    ['in the headings', `Roll Number,Name,Email,"Phone\n${person(1)}\n${person(2, '"x"')}\n`, 1],
    ['never closed', table(person(1), person(2), person(3, '"late')), 4],
  ])('%s is refused, and its line named', async (_, content, line) => {
    expect(await refused(content)).toBe(told(line))
  })

  test('is none where a cell has several lines, or quotes within', async () => {
    const { rows } = await read(
      table(
        person(1, '"House 5, Street 6\r\nLahore, Punjab, Pakistan"'),
        person(2, '"said ""late"""'),
        person(3, 'five feet 6"'),
        person(4, '"""Babar"", as\nhe is called"'),
        `MBBS-26905,"Babar" Ali,s5@rows.test`,
      ),
    )
    expect(rows.map(({ cells }) => [cells[1], cells[4]])).toEqual([
      ['Student 1', 'House 5, Street 6\r\nLahore, Punjab, Pakistan'],
      ['Student 2', 'said "late"'],
      ['Student 3', 'five feet 6"'],
      ['Student 4', '"Babar", as\nhe is called'],
      ['"Babar" Ali', ''],
    ])
    // In a file of two columns a line of an address has as many cells as a row, but nobody's email or roll number.
    const narrow = await read('Email,Description\na@rows.test,"House 5\nLahore, Punjab"\n')
    expect(narrow.rows.map(({ cells }) => cells[1])).toEqual(['House 5\nLahore, Punjab'])
  })
})

test('a row with more cells than there are headings says so; a column without a heading is kept', async () => {
  const { columns, rows } = await read(
    'Roll Number,Name,,Email\nMBBS-1,Ali,noted,a@rows.test\nMBBS-2,Omar,,b@rows.test,x',
  )
  expect(rows.map(({ hasMore }) => hasMore)).toEqual([false, true])
  expect(columns).toEqual(['Roll Number', 'Name', '', 'Email'])
  expect(rows.map(({ cells }) => cells[2])).toEqual(['noted', ''])
})

describe('the headings', () => {
  test('are found below a title, and what stands above them is told', async () => {
    const { columns, rows, notes } = await read(`College of Anywhere - list;;\n\nName;Email;Phone\nAli;a@rows.test;1\n`)
    expect(columns).toEqual(['Name', 'Email', 'Phone'])
    expect(rows).toMatchObject([{ line: 4, cells: ['Ali', 'a@rows.test', '1'] }])
    expect(notes).toEqual(['Line 3 was taken for the headings. Not read, above it: "College of Anywhere - list"'])
  })

  test('are found where the title has no separator, or looks like one heading', async () => {
    const sheet = await read('Fee list\nEmail:|office@college.test|\nName|E-mail|Phone\nAli|a@rows.test|1\n')
    expect([sheet.columns, sheet.line]).toEqual([['Name', 'E-mail', 'Phone'], 3])
  })

  test('are the first line of a file with unknown ones, with nothing to tell', async () => {
    const { columns, notes } = await read('Given,Family\nAli,Khan\n')
    expect([columns, notes]).toEqual([['Given', 'Family'], []])
  })

  test('come behind a line that names the separator, which is no row', async () => {
    for (const first of ['sep=;', '"sep=;"', 'SEP=|']) {
      const by = first.includes('|') ? '|' : ';'
      const { columns, rows, notes } = await read(`\uFEFF${first}\r\nName${by}Email\r\nA, li${by}a@rows.test\r\n`)
      expect(columns).toEqual(['Name', 'Email'])
      expect(rows).toMatchObject([{ line: 2, cells: ['A, li', 'a@rows.test'] }])
      expect(notes).toEqual([])
    }
  })
})

describe('the encoding', () => {
  const content = 'Name,Email\r\nعلی,a@rows.test\r\nZoë,z@rows.test\r\n'
  const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()
  const told = 'The file does not say how its letters are written. It was read as UTF-16.'

  test.each([
    ['UTF-16 without a mark', Buffer.from(content, 'utf16le'), [told]],
    ['UTF-16 the other way round, without a mark', swapped(content), [told]],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${content}`, 'utf16le'), []],
    ['UTF-16 the other way round, with a mark', swapped(`\uFEFF${content}`), []],
    ['UTF-8', Buffer.from(content), []],
  ])('%s is read', async (_, bytes, notes) => {
    const sheet = await read(bytes)
    expect(sheet.rows.map(({ cells }) => cells[0])).toEqual(['علی', 'Zoë'])
    expect(sheet.notes).toEqual(notes)
  })

  test('of another kind, or a NUL in the text, is refused with its line', async () => {
    expect(await refused(Buffer.from('Name,Email\nAli,a@rows.test\nZo\xeb,z@rows.test\n', 'latin1'))).toBe(
      'Line 3: the file is not UTF-8 text. Save it as "CSV UTF-8" or XLSX.',
    )
    expect(await refused('Name,Email\nA\0li,a@rows.test\n')).toBe(
      'Line 2: there is a NUL, which is no character of a text. Save the file again as "CSV UTF-8" or XLSX.',
    )
  })
})

describe('a workbook', () => {
  async function book(sheets: { name: string; state?: 'hidden' | 'veryHidden'; of: string }[]) {
    const made = new ExcelJS.Workbook()
    for (const { name, state = 'visible', of } of sheets) {
      const sheet = made.addWorksheet(name, { state })
      sheet.addRow(['Name', 'Email'])
      sheet.addRow([of, `${of}@rows.test`])
    }
    return Buffer.from(await made.xlsx.writeBuffer())
  }

  test('is read from its first sheet that is shown, and says which that was', async () => {
    const { rows, notes } = await read(
      await book([
        { name: 'Old', state: 'hidden', of: 'old' },
        { name: 'Older', state: 'veryHidden', of: 'older' },
        { name: 'طلبہ', of: 'new' },
        { name: 'Help', of: 'help' },
      ]),
    )
    expect(rows.map(({ cells }) => cells[0])).toEqual(['new'])
    expect(notes).toEqual(['The sheet "طلبہ" was read. Not read: "Old" (hidden), "Older" (hidden), "Help"'])
    expect((await read(await book([{ name: 'Only', of: 'a' }]))).notes).toEqual(['The sheet "Only" was read.'])
  })

  test('whose first sheet that is shown has no rows says which that was', async () => {
    const made = new ExcelJS.Workbook()
    made.addWorksheet('Cover')
    made.addWorksheet('Students').addRows([['Name'], ['Ali']])
    expect(await refused(Buffer.from(await made.xlsx.writeBuffer()))).toBe(
      'The file has no rows,The sheet "Cover" was read. Not read: "Students"',
    )
  })

  test('with no sheet that is shown is refused', async () => {
    expect(await refused(await book([{ name: 'Old', state: 'hidden', of: 'old' }]))).toBe(
      'All sheets of the file are hidden. Show the one to import, and save the file again.',
    )
  })

  test('says which rows and columns are hidden, though they are read', async () => {
    const made = new ExcelJS.Workbook()
    const sheet = made.addWorksheet('All')
    for (const row of [['Name', 'Email'], ['Ali'], ['Omar'], ['Sara']]) sheet.addRow(row)
    for (const line of [2, 4]) sheet.getRow(line).hidden = true
    sheet.getColumn(2).hidden = true
    const { rows, notes } = await read(Buffer.from(await made.xlsx.writeBuffer()))
    expect(rows).toHaveLength(3)
    expect(notes).toEqual([
      'The sheet "All" was read.',
      'Rows that the sheet hides were read, too: 2, the first in line 2.',
      'Columns that the sheet hides were read, too: Email',
    ])
  })

  test('has no day where the cell of a day has none', async () => {
    const made = new ExcelJS.Workbook()
    const sheet = made.addWorksheet('All')
    sheet.addRow(['Name', 'Born'])
    for (const value of [0, 0.5, 38_781.25]) sheet.addRow(['Ali', value]).getCell(2).numFmt = 'dd/mm/yyyy'
    const { rows } = await read(Buffer.from(await made.xlsx.writeBuffer()))
    expect(rows.map(({ cells }) => cells[1])).toEqual(['0', '0.5', '2006-03-05'])
  })

  test('has its days by its own calendar, which may begin with 1904', async () => {
    const made = new ExcelJS.Workbook()
    made.properties.date1904 = true
    const sheet = made.addWorksheet('All')
    sheet.addRow(['Name', 'Born'])
    sheet.addRow(['Ali', 37_319]).getCell(2).numFmt = 'dd/mm/yyyy'
    const { rows, is1904 } = await read(Buffer.from(await made.xlsx.writeBuffer()))
    expect([rows[0]?.cells[1], is1904]).toEqual(['2006-03-05', true])
  })
})

describe('whatever a program writes', () => {
  let seed = 20_261_126
  /** Returns the same numbers in every run. */
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const PIECES = ['Ali', 'خان', ' ', '"', "'", ',', ';', '\t', '|', '\n', '\r\n', '😀', 'é', 'sep=', '#', '-', '0']
  const cell = () => Array.from({ length: random(5) }, () => PIECES[random(PIECES.length)]).join('')

  test.each([',', ';', '\t', '|'])('with %j between its cells is read back the same', async (delimiter) => {
    for (let round = 0; round < 12; round += 1) {
      const written = Array.from({ length: 1 + random(12) }, () => ['Ali', ...Array.from({ length: 7 }, cell)])
      const headings = ['Roll Number', 'Name', 'Email', 'Phone', 'Description', 'Other, "one"', 'A;B', 'Last']
      const text = stringify([headings, ...written.map((row) => row.map(harmless))], {
        delimiter,
        quoted: random(2) === 0,
        quoted_match: /[\r\n]/,
        record_delimiter: random(2) === 0 ? 'windows' : 'unix',
        bom: random(2) === 0,
      })
      const bytes = random(2) === 0 ? Buffer.from(text) : Buffer.from(text, 'utf16le')
      const { columns, rows } = await read(bytes)
      expect(columns).toEqual(headings)
      expect(rows.map(({ cells }) => cells)).toEqual(written)
    }
  }, 60_000)
})
