import type ExcelJS from 'exceljs'
import { describe, expect, test } from 'vitest'
import { awaitingPeople, csv, outcomes, preview, upload } from '../../testing/imports.ts'
import { openWorkbook, sheetsOf } from '../../testing/workbooks.ts'

const { at, admin, hod } = await awaitingPeople()

const templateOf = async (kind: string) => (await admin.get(`/imports/${kind}/template?format=xlsx`)).raw
const SAID = 'Line 2 is the example of the template. It is not imported.'

describe.each(['students', 'staff', 'skills'])('the template of %s', (kind) => {
  test('has an example that would be right, and is never imported', async () => {
    const raw = await templateOf(kind)
    const before = await at.count('users')
    const { rows, notes, digest } = await preview(admin, kind, raw)
    expect([rows, notes.includes(SAID)]).toEqual([[], true])
    expect((await admin.upload(`/imports/${kind}`, upload(raw, { digest }))).status).toBe(200)
    expect(await at.count('users')).toBe(before)

    // With another name, email and number the example is a row without a fault.
    const book = await openWorkbook(raw)
    const sheet = book.worksheets[0] as ExcelJS.Worksheet
    sheet.getRow(1).eachCell((cell, column) => {
      const real: Record<string, string> = {
        Name: `Real ${kind}`,
        Email: `real-${kind}@example.test`,
        'Roll Number': 'MBBS-63001',
        'Staff Number': 'REAL-63001',
        Code: 'REAL-1',
      }
      const value = real[String(cell.value)]
      if (value) sheet.getRow(2).getCell(column).value = value
    })
    const filled = await preview(admin, kind, Buffer.from(await book.xlsx.writeBuffer()))
    expect(filled.rows.map(({ outcome, errors }) => [outcome, errors])).toEqual([['create', {}]])
    expect(filled.missing).toEqual([])
  })

  test('is left out beside the rows below it, and as CSV has none', async () => {
    const book = await openWorkbook(await templateOf(kind))
    const sheet = book.worksheets[0] as ExcelJS.Worksheet
    const [headings] = (await sheetsOf(await templateOf(kind)))[0]?.rows ?? []
    sheet.addRow((headings ?? []).map((heading) => ({ Name: 'Below', Email: 'below@example.test' })[String(heading)]))
    const { rows } = await preview(admin, kind, Buffer.from(await book.xlsx.writeBuffer()))
    expect(rows.map(({ line, name }) => [line, name])).toEqual([[3, 'Below']])
    const text = (await admin.get(`/imports/${kind}/template`)).raw.toString('utf8')
    expect(text.trimEnd().split('\r\n')).toHaveLength(1)
  })

  test('says on its second sheet what the columns take, and that the example is none', async () => {
    const help = new Map((await sheetsOf(await templateOf(kind)))[1]?.rows.map(([name, text]) => [name, String(text)]))
    expect(help.get('Example row')).toContain('It is not imported')
    expect(help.get('Status')).toContain('One of: Active, Inactive')
  })
})

test.each([
  ['students', 'A column for each department', 'Its heading is as "Group in Medicine"'],
  ['results', 'A column for each assessment', 'In the place of Assessment and Marks'],
  ['attendance', 'A column for each day', 'In the place of Day and Status'],
])('of %s says which columns a file may have besides', async (kind, heading, says) => {
  const help = (await sheetsOf(await templateOf(kind)))[1]?.rows ?? []
  expect(help.map(([name]) => name).slice(-3)).toEqual([heading, 'Example row', 'Empty cells'])
  expect(help.find(([name]) => name === heading)?.[1]).toContain(says)
})

test('a head of department gets an example of the own department', async () => {
  const { raw } = await hod.get('/imports/staff/template?format=xlsx')
  const [headings, example] = (await sheetsOf(raw))[0]?.rows ?? []
  expect(example?.[headings?.indexOf('Department') ?? -1]).toBe('Medicine')
})

test('what is left of an example in a row that was written over is an error', async () => {
  const { rows } = await preview(
    admin,
    'students',
    csv(
      'Roll Number,Name,Email',
      'MBBS-00000,Ali,ali@left.test',
      'MBBS-63002,EXAMPLE (not imported),e@left.test',
      'MBBS-63003,Omar,o@left.test',
    ),
  )
  expect(outcomes(rows)).toEqual(['error', 'error', 'create'])
  const said = ['This is still the example of the template. Write the real one here, or delete the row.']
  expect(rows.map(({ errors }) => errors)).toEqual([{ roll_no: said }, { name: said }, {}])
})
