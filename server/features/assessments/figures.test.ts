import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { WEIGHTED_RULE } from '../../../shared/contract/assessment-figures.ts'
import { dayIn } from '../../core/clock.ts'
import { marking } from '../../testing/marking.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { sheetsOf } from '../../testing/workbooks.ts'

const { at, admin, faculty, medicine, surgery, surgeon, batch } = await marking()

/** A group with four students: one with marks, one without, one without a roll number, and one who left with marks. */
async function printed() {
  const group = await at.make.group(batch, medicine, { name: 'Bay 4' })
  const assessment = await at.make.assessment(group, {
    name: 'Ward test',
    status: 'approved',
    total_marks: 20,
    passing_marks: 10,
    weightage: 30,
  })
  const person = async (name: string, roll_no: string | null, ...groups: number[]) => {
    const { id, userId } = await at.make.student(batch, groups[0], { roll_no })
    await at.db.updateTable('users').set({ name }).where('id', '=', userId).execute()
    return id
  }
  const people = {
    ali: await person('=Ali', 'MBBS-10002', group),
    sana: await person('ثنا', 'MBBS-10001', group),
    new: await person('No Number', null, group),
    left: await person('Left Early', 'MBBS-10003'),
  }
  await at.make.result(assessment, people.ali, { marks: 12.5, remarks: 'fair' })
  await at.make.result(assessment, people.new, { marks: 9.99 })
  await at.make.result(assessment, people.left, { marks: 20 })
  const graduated = await at.make.student(batch, group, { status: 'graduated' })
  return { group, assessment, people, graduated }
}

const { group, assessment, people } = await printed()

const today = () => dayIn('Asia/Karachi')
const linesOf = (raw: Buffer) =>
  textOfPdf(raw)
    .flat()
    .map(({ text }) => text)
const csvOf = (raw: Buffer) => parse(raw.toString('utf8'), { bom: true }) as string[][]

const xlsxOf = async (raw: Buffer) => (await sheetsOf(raw)).map(({ rows }) => rows)

test('a summary is of those with marks, and says of how many', async () => {
  const { status, body } = await faculty.get(`/assessments/${assessment}/summary`)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    students: 4,
    marked: 3,
    total_marks: 20,
    passing_marks: 10,
    mean: 14.16,
    median: 12.5,
    lowest: 9.99,
    highest: 20,
    passed: 2,
    pass_rate: 66.67,
  })
  expect(body.data.steps.map((step: { count: number }) => step.count)).toEqual([0, 0, 0, 0, 1, 0, 1, 0, 0, 1])
  const none = await at.make.assessment(await at.make.group(batch, medicine))
  const empty = (await admin.get(`/assessments/${none}/summary`)).body.data
  expect(empty).toMatchObject({ students: 0, marked: 0, mean: null })
  expect((await surgeon.get(`/assessments/${assessment}/summary`)).status).toBe(404)
})

test('weighted totals are of the active students of a group, over what is evaluated or approved', async () => {
  const second = await at.make.assessment(group, { status: 'evaluated', total_marks: null, weightage: 0.5 })
  for (const fields of [{ status: 'active' }, { weightage: null }, { weightage: 0 }, { total_marks: 0 }] as const) {
    const other = await at.make.assessment(group, { status: 'approved', weightage: 50, ...fields })
    await at.make.result(other, people.ali, { marks: 0 })
  }
  await at.make.result(second, people.ali, { marks: 33.33 })
  await at.make.result(second, people.left, { marks: 1 })
  const { status, body } = await faculty.get(`/assessments/group/${group}/totals`)
  expect(status).toBe(200)
  expect(body.data.map((one: { student: { id: number } }) => one.student.id)).toEqual([
    people.sana,
    people.ali,
    people.new,
  ])
  expect(body.data[1]).toMatchObject({
    // 12.5 / 20 × 30 = 18.75; 33.33 / 100 × 0.5 = 0.16665
    points: 18.92,
    out_of: 30.5,
    percent: 62.02,
    missing: 0,
    rows: [
      { assessment: { id: assessment, name: 'Ward test', type: 'theory' }, marks: 12.5, weightage: 30, points: 18.75 },
      { assessment: { id: second }, marks: 33.33, total_marks: 100, weightage: 0.5, points: 0.17 },
    ],
  })
  expect(body.data[0]).toMatchObject({ points: 0, out_of: 30.5, percent: 0, missing: 2 })
  const page = await faculty.get(`/assessments/group/${group}/totals?per_page=1&page=2`)
  expect([page.body.data, page.body.meta]).toEqual([[body.data[1]], { page: 2, per_page: 1, total: 3 }])
  expect((await surgeon.get(`/assessments/group/${group}/totals`)).status).toBe(404)
  expect((await admin.get('/assessments/group/99999/totals')).status).toBe(404)
})

test('the weighted totals of a student stand for each of the own groups, as those of the group do', async () => {
  const theatre = await at.make.group(batch, surgery, { name: 'Theatre 9' })
  await at.make.join(people.ali, theatre)
  const viva = await at.make.assessment(theatre, { status: 'approved', total_marks: 50, weightage: 10 })
  await at.make.result(viva, people.ali, { marks: 25 })
  // A group without anything to weigh has no total.
  const bare = await at.make.group(batch, await at.make.department())
  await at.make.join(people.ali, bare)
  await at.make.assessment(bare, { status: 'active', weightage: 10 })
  const path = `/assessments/student/${people.ali}/totals`
  const inMedicine = (await faculty.get(`/assessments/group/${group}/totals`)).body.data[1]
  const { status, body } = await admin.get(path)
  expect(status).toBe(200)
  expect(body.data).toEqual([
    { ...inMedicine, group: { id: group, name: 'Bay 4', department: { id: medicine, name: 'Medicine' } } },
    expect.objectContaining({ points: 5, out_of: 10, percent: 50, missing: 0 }),
  ])
  expect((await faculty.get(path)).body.data).toEqual([body.data[0]])
  expect((await surgeon.get(path)).body.data).toEqual([body.data[1]])
  expect((await at.nobody.get(path)).status).toBe(401)
  expect((await (await at.as('no-role')).get(path)).status).toBe(403)
  const { userId } = await at.make.student(batch, theatre)
  expect((await (await at.of(userId)).get(path)).status).toBe(403)
  expect((await admin.get('/assessments/student/99999/totals')).status).toBe(404)
  expect((await admin.get(`${path}?page=x`)).status).toBe(422)
})

describe('a result sheet', () => {
  const path = `/assessments/${assessment}/export`

  test('for the notice board has roll numbers and marks, never a name', async () => {
    const { status, headers, raw } = await faculty.get(`${path}/csv?sheet=notice`)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toBe(`attachment; filename="assessment-results-notice-${today()}.csv"`)
    expect(csvOf(raw)).toEqual([
      ['Roll Number', 'Marks'],
      ['MBBS-10001', ''],
      ['MBBS-10002', '12.5'],
      ['MBBS-10003', '20'],
    ])
    const [rows, about] = await xlsxOf((await faculty.get(`${path}/xlsx?sheet=notice`)).raw)
    expect(rows).toEqual([
      ['Roll Number', 'Marks'],
      ['MBBS-10001', ''],
      ['MBBS-10002', 12.5],
      ['MBBS-10003', 20],
    ])
    expect(about).toEqual(
      expect.arrayContaining([
        ['Assessment', 'Ward test'],
        ['Note', '1 student without a roll number: not listed'],
      ]),
    )
    const text = linesOf((await faculty.get(`${path}/pdf?sheet=notice`)).raw)
    expect(text).toEqual(
      expect.arrayContaining([
        'Assessment | Ward test',
        'Total Marks | 20.00',
        'Passing Marks | 10.00',
        'Roll Number | Marks',
        'MBBS-10001 | —',
        'MBBS-10002 | 12.50',
        '1 student without a roll number: not listed',
      ]),
    )
    for (const name of ['Ali', 'ثنا', 'No Number', 'Left Early', 'Mean'])
      expect(JSON.stringify([text, rows, about])).not.toContain(name)
  })

  test('in full has names, who passed, remarks and the summary', async () => {
    const { headers, raw } = await faculty.get(`${path}/csv`)
    expect(headers['content-disposition']).toBe(`attachment; filename="assessment-results-full-${today()}.csv"`)
    expect(csvOf(raw)).toEqual([
      ['Student Name', 'Roll Number', 'Marks', 'Result', 'Remarks'],
      ['ثنا', 'MBBS-10001', '', '', ''],
      ["'=Ali", 'MBBS-10002', '12.5', 'Pass', 'fair'],
      ['Left Early', 'MBBS-10003', '20', 'Pass', ''],
      ['No Number', '', '9.99', 'Fail', ''],
    ])
    const text = linesOf((await admin.get(`${path}/pdf?sheet=full`)).raw)
    expect(text).toEqual(
      expect.arrayContaining(['No Number | — | 9.99 | Fail | —', 'Mean | 14.16', 'Pass rate | 66.67%']),
    )
  })

  test('leaves a row in the trail, and is not for others', async () => {
    await faculty.get(`${path}/xlsx?sheet=notice`)
    const [row] = await at.trailOf('export', assessment)
    expect(row).toMatchObject({ action: 'export', actor: { id: faculty.userId } })
    expect(row.changes).toEqual({
      what: [null, 'assessment results'],
      format: [null, 'xlsx'],
      filters: [null, { assessment_id: assessment, sheet: 'notice' }],
      rows: [null, 4],
    })
    expect((await surgeon.get(`${path}/csv`)).status).toBe(404)
    expect((await at.nobody.get(`${path}/csv`)).status).toBe(401)
    expect((await faculty.get(`${path}/docx`)).status).toBe(422)
    expect((await faculty.get(`${path}/csv?sheet=secret`)).status).toBe(422)
  })
})

test('weighted totals as a file have the marks they come from and the rule', async () => {
  const own = await at.make.group(batch, medicine, { name: 'Bay 5' })
  const { id } = await at.make.student(batch, own, { roll_no: 'MBBS-20001' })
  const counted = await at.make.assessment(own, { name: 'Viva', type: 'practical', status: 'approved', weightage: 10 })
  await at.make.result(counted, id, { marks: 15 })
  const path = `/assessments/group/${own}/totals/export`
  const { headers, raw } = await faculty.get(`${path}/csv`)
  expect(headers['content-disposition']).toBe(`attachment; filename="weighted-totals-${today()}.csv"`)
  const [columns, row] = csvOf(raw)
  expect(columns).toEqual([
    'Student Name',
    'Roll Number',
    'Weighted Total',
    'Out Of',
    'Percent',
    'Without Marks',
    'Absent',
    'Viva',
  ])
  expect(row?.slice(1)).toEqual(['MBBS-20001', '7.5', '10', '75', '0', '0', '15'])
  const [, about] = await xlsxOf((await faculty.get(`${path}/xlsx`)).raw)
  expect(about).toContainEqual(['Counted', WEIGHTED_RULE])
  const text = linesOf((await admin.get(`${path}/pdf`)).raw)
  expect(text).toContain('Viva | Practical | 20.00 | 10.00')
  expect(text.some((line) => line.endsWith('MBBS-20001 | 7.50 | 10.00 | 75.00 | 0 | 0'))).toBe(true)
  expect((await at.trailOf('export', own))[0]).toMatchObject({ changes: { what: [null, 'weighted totals'] } })
  expect((await surgeon.get(`${path}/csv`)).status).toBe(404)
})
