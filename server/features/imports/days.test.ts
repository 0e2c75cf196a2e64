import ExcelJS from 'exceljs'
import { describe, expect, test } from 'vitest'
import { awaitingPeople, csv, outcomes, preview, upload } from '../../testing/imports.ts'

const { at, admin, affairs } = await awaitingPeople()

const HEADING = 'Roll Number,Name,Email,Date of Birth,Date of Admission'
let count = 0
/** A row of a new student with these days. */
function person(born: string, admitted = ''): string {
  count += 1
  const quoted = [born, admitted].map((day) => (day.includes(',') ? `"${day}"` : day))
  return `MBBS-${41_000 + count},Student ${count},d${count}@days.test,${quoted.join(',')}`
}

/** The day of birth of each row as the preview shows it, or what is wrong with it. */
async function bornIn(rows: string[], fields: Record<string, string> = {}) {
  const shown = await preview(affairs, 'students', csv(HEADING, ...rows), fields)
  const born = shown.rows.map(({ read, errors }) => errors.date_of_birth?.join() ?? read['Date of Birth']?.[1])
  return { ...shown, born }
}

const NO_DAY = 'Date of birth must be a valid date (YYYY-MM-DD)'

describe('a day that can be read in one way only', () => {
  test.each([
    ['2006-3-5', '5 Mar 2006'],
    ['2006/03/05', '5 Mar 2006'],
    ['2006-03-05 00:00:00', '5 Mar 2006'],
    ['2006-03-05T00:00:00', '5 Mar 2006'],
    ['2006-03-05T00:00:00.000Z', '5 Mar 2006'],
    ['5-Mar-2006', '5 Mar 2006'],
    ['5 March 2006', '5 Mar 2006'],
    ['5th march, 2006', '5 Mar 2006'],
    ['March 5, 2006', '5 Mar 2006'],
    ['Sunday, March 5, 2006', '5 Mar 2006'],
    ['4-Dec-04', '4 Dec 2004'],
    ['4-Dec-68', '4 Dec 1968'],
    ['38781', '5 Mar 2006'],
    ['05/05/2006', '5 May 2006'],
    ['29.02.2004', '29 Feb 2004'],
    ['25 / 12 / 2006', '25 Dec 2006'],
    ['٢٥/١٢/٢٠٠٦', '25 Dec 2006'],
    ['۲۵-۱۲-۰۶', '25 Dec 2006'],
    ['12/25/2006', '25 Dec 2006'],
  ])('%s is %s, and the row says so', async (text, day) => {
    const { born, rows, date_question } = await bornIn([person(text)])
    expect([outcomes(rows), born, date_question]).toEqual([['create'], [day], null])
    expect(rows[0]?.read).toEqual({ 'Date of Birth': [text, day] })
  })

  test('of a workbook in a cell without a format counts by the workbook’s calendar', async () => {
    for (const [date1904, number] of [
      [false, 38_781],
      [true, 37_319],
    ] as const) {
      const book = new ExcelJS.Workbook()
      book.properties.date1904 = date1904
      const [roll, name, email] = person('').split(',')
      book.addWorksheet('Students').addRows([HEADING.split(',').slice(0, 4), [roll, name, email, number]])
      const { rows } = await preview(affairs, 'students', Buffer.from(await book.xlsx.writeBuffer()))
      expect(rows[0]?.read).toEqual({ 'Date of Birth': [String(number), '5 Mar 2006'] })
    }
  })

  test('written as it is stored has nothing to tell', async () => {
    const { rows, date_order } = await bornIn([person('2006-03-05', '2026-02-01')])
    expect([rows[0]?.outcome, rows[0]?.read, date_order]).toEqual(['create', {}, null])
  })

  test.each([
    ['29/02/2006', NO_DAY],
    ['31-Apr-2006', NO_DAY],
    ['5-Mar', NO_DAY],
    ['Mar-06', NO_DAY],
    ['2006', NO_DAY],
    ['05032006', NO_DAY],
    ['2006-02-30', NO_DAY],
    ['13/13/2006', NO_DAY],
    ['4-Dec-20', '4-Dec-20: write the year with four digits'],
    ['99999', NO_DAY],
    ['2006-03-04T19:00:00.000Z', '2006-03-04T19:00:00.000Z: write the day alone, without a time of another zone'],
  ])('%s is none, and the row says so', async (text, told) => {
    expect((await bornIn([person(text)])).born).toEqual([told])
  })

  test('of a leaving or a retirement may be to come', async () => {
    const { rows } = await preview(
      admin,
      'staff',
      csv(
        'Name,Email,Department,Designation,Date of Joining,Date of Retirement',
        'Ali,ali@days.test,Medicine,Professor,1-Sep-98,31-Aug-41',
      ),
    )
    expect(rows[0]?.read).toEqual({
      'Date of Joining': ['1-Sep-98', '1 Sept 1998'],
      'Date of Retirement': ['31-Aug-41', '31 Aug 2041'],
    })
  })
})

describe('days as 03/04/2006', () => {
  test('are read as the file proves it, whichever cell does', async () => {
    const american = await bornIn([person('03/04/2006'), person('', '12/25/2025'), person('5/3/06')])
    expect([american.born, american.date_order, american.date_question]).toEqual([
      ['4 Mar 2006', undefined, '3 May 2006'],
      'mdy',
      null,
    ])
    const other = await bornIn([person('03/04/2006'), person('25/12/2005')])
    expect([other.born, other.date_order]).toEqual([['3 Apr 2006', '25 Dec 2005'], 'dmy'])
  })

  test('are asked about once where nothing proves it, and nothing is imported before the answer', async () => {
    const rows = [person('03/04/2006', '5-Mar-2026'), person('11-12-2005')]
    const asked = await bornIn(rows)
    expect(asked.date_question).toEqual({ line: 2, text: '03/04/2006', dmy: '2006-04-03', mdy: '2006-03-04' })
    expect([asked.date_order, outcomes(asked.rows), asked.born]).toEqual([
      null,
      ['error', 'error'],
      ['03/04/2006 may be 3 Apr 2006 or 4 Mar 2006', '11-12-2005 may be 11 Dec 2005 or 12 Nov 2005'],
    ])
    const file = csv(HEADING, ...rows)
    const unanswered = await affairs.upload('/imports/students', upload(file, { digest: asked.digest }))
    expect([unanswered.status, unanswered.body.errors]).toEqual([
      422,
      { date_order: ['Say how the days of the file are written: day first (dmy) or month first (mdy)'] },
    ])

    const dayFirst = await bornIn(rows, { date_order: 'dmy' })
    expect([dayFirst.born, dayFirst.date_order]).toEqual([['3 Apr 2006', '11 Dec 2005'], 'dmy'])
    // The question stays, so that the answer can be changed.
    expect(dayFirst.date_question).toEqual(asked.date_question)
    expect((await bornIn(rows, { date_order: 'mdy' })).born).toEqual(['4 Mar 2006', '12 Nov 2005'])

    const otherAnswer = await affairs.upload(
      '/imports/students',
      upload(file, { digest: dayFirst.digest, date_order: 'mdy' }),
    )
    expect(otherAnswer.status).toBe(409)
    const done = await affairs.upload('/imports/students', upload(file, { digest: dayFirst.digest, date_order: 'dmy' }))
    expect(done.status).toBe(200)
    const born = await admin.get(`/students?q=${rows[0]?.split(',')[0]}`)
    expect(born.body.data[0]).toMatchObject({ date_of_birth: '2006-04-03', date_of_admission: '2026-03-05' })
  })

  test('are refused where the file has both ways, naming a line of each', async () => {
    const { born, date_order, date_question } = await bornIn([
      person('03/04/2006'),
      person('12/25/2005'),
      person('29/02/2004'),
      person('05/05/2005'),
      person('29/02/2006'),
    ])
    const told =
      'The file has days of both orders: line 3 (12/25/2005) and line 4 (29/02/2004). Write this one as YYYY-MM-DD'
    expect([born, date_order, date_question]).toEqual([[told, told, told, '5 May 2005', NO_DAY], null, null])
  })

  test('are proven by no day that there is not', async () => {
    const { born, date_question } = await bornIn([person('03/04/2006'), person('31/04/2006')])
    expect([born, date_question?.line]).toEqual([['03/04/2006 may be 3 Apr 2006 or 4 Mar 2006', NO_DAY], 2])
  })

  test('are not read by an answer that the file disproves, nor by a wrong one', async () => {
    const { born, date_order } = await bornIn([person('03/04/2006'), person('12/25/2005')], { date_order: 'dmy' })
    expect([born, date_order]).toEqual([['4 Mar 2006', '25 Dec 2005'], 'mdy'])
    const file = csv(HEADING, person('2006-01-02'))
    const wrong = await affairs.upload('/imports/students/preview', upload(file, { date_order: 'ymd' }))
    expect([wrong.status, wrong.body.errors]).toEqual([422, { date_order: ['date_order must be one of: dmy, mdy'] }])
  })

  test('tell what changes as people read days', async () => {
    const batch = await at.make.batch()
    await at.make.student(batch, undefined, { roll_no: 'MBBS-42001', date_of_birth: '2004-01-02' })
    const { rows } = await preview(affairs, 'students', csv('Roll Number,Date of Birth', 'MBBS-42001,3-Jan-2004'))
    expect(rows[0]).toMatchObject({ outcome: 'update', changes: { 'Date of Birth': ['2 Jan 2004', '3 Jan 2004'] } })
  })
})
