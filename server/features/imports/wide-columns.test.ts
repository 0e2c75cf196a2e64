import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { csv, eventsOf, outcomes, preview, upload } from '../../testing/imports.ts'

// Files with a column for each assessment: which columns are taken for one.

const { at, faculty, hod, wards, clinic, student } = await furnished()

test('a column is taken whole with odd cells, which are errors in their places; a column that may be one is named', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => student(wards)))
  const [ann, ben, cem, dan] = people.map(({ rollNo }) => rollNo)
  const file = csv(
    'S.No,Roll No,Mid Term,Skills,Half,Pieces,Blood Group,Grade Points,Total,Father Name',
    `1,${ann},12/20,40,7,9,B+,A,52,Khan`,
    `2,${ben},absent,n/a,8,good,O+,x,8,Ali`,
    `3,${cem},,30,poor,bad,AB+,A,30,Shah`,
    `4,${dan},15,35,6,poor,A+,B,15,Butt`,
    'Total,,27,105,,,,,105,',
  )
  const { rows, file_columns, unsure_columns, ignored_columns, notes } = await preview(faculty, 'results', file)
  expect(file_columns.filter(({ field }) => field?.startsWith('of:')).map(({ heading }) => heading)).toEqual([
    'Mid Term',
    'Skills',
    'Half',
  ])
  expect(unsure_columns).toEqual([{ index: 5, heading: 'Pieces', field: 'of:5', sample: 'good' }])
  expect(ignored_columns).toEqual(['S.No', 'Blood Group', 'Grade Points', 'Total', 'Father Name'])
  expect(notes).toContain('Left out, as lines that close the table: line 6 ("Total").')
  expect(rows).toHaveLength(4)
  expect(rows.map(({ values }) => [values['of:2'], values['of:3'], values['of:4']])).toEqual([
    ['12/20', '40', '7'],
    ['Absent', 'n/a', '8'],
    [undefined, '30', 'poor'],
    ['15', '35', '6'],
  ])
  const wrong = 'Write the marks as a number, or "Absent"'
  expect(rows.map(({ errors }) => ['of:2', 'of:3', 'of:4'].map((field) => errors[field]?.[0]))).toEqual([
    ['Marks must be a number', 'Assessment "Skills" does not exist in Wards', expect.any(String)],
    ['Assessment "Mid Term" does not exist in Wards', wrong, expect.any(String)],
    [undefined, expect.any(String), wrong],
    [expect.any(String), expect.any(String), expect.any(String)],
  ])
  const columns = { columns: JSON.stringify({ 5: 'of:5' }) }
  const all = await preview(faculty, 'results', file, columns)
  expect([all.unsure_columns, all.rows[1]?.errors['of:5']]).toEqual([[], [wrong]])
  // A column that is left out is asked nothing more.
  const none = await preview(faculty, 'results', file, { columns: JSON.stringify({ 5: null }) })
  expect(none.unsure_columns).toEqual([])
})

test('a file uses no column in the place of another, and is not too large', async () => {
  const one = await student(wards)
  const file = csv('Roll No,First,Second', `${one.rollNo},4,5`)
  const choose = (columns: object) =>
    hod.upload('/imports/results/preview', upload(file, { columns: JSON.stringify(columns) }))
  expect((await choose({ 1: 'of:2' })).body.errors.columns).toEqual(["Column 1 can't be used as another column"])
  const { body } = await choose({ 0: 'roll_no', 1: null, 2: 'of:2' })
  expect(body.data.unknown).toMatchObject([{ name: 'Second' }])
  const headings = Array.from({ length: 101 }, (_, at) => `T${at}x`)
  const large = csv(
    ['Roll No', ...headings].join(','),
    ...Array.from({ length: 50 }, (_, at) => [one.rollNo, ...headings.map(() => at)].join(',')),
  )
  const refused = await hod.upload('/imports/results/preview', upload(large))
  expect([refused.status, refused.body.errors.file[0]]).toEqual([422, expect.stringContaining('5,050 results')])
})

const making = (...names: string[]) => ({
  making: JSON.stringify(names.map((name) => ({ field: 'assessment_id', name, as: 'Medicine' }))),
})
const saying = (all: Record<string, string>) => ({ mended: JSON.stringify({ all }) })

async function run(file: string, fields: Record<string, string>) {
  const { digest, rows } = await preview(faculty, 'results', file, fields)
  const answer = await faculty.upload('/imports/results', upload(file, { ...fields, digest }))
  expect(answer.status, JSON.stringify([answer.body, rows])).toBe(200)
  return eventsOf(answer).at(-1) as { created: number; import_id: number }
}
const assessmentsOf = (group: number) =>
  at.db
    .selectFrom('assessments')
    .select(['name', 'type', 'total_marks', 'weightage', 'detail'])
    .where('group_id', '=', group)
    .orderBy('id')
    .execute()

test('each column has its own type, day, maximum and title, by its heading or as the sender says', async () => {
  const one = await student(wards)
  const file = csv(
    'Roll No;Mid Term (12 Mar 2025);OSPE 40;Send-up /100;Test 20;Viva (25);Viva (30)',
    `${one.rollNo};44;31;80;12;20;21`,
    'Total;444;431;480;412;420;421',
  )
  const { wide_columns } = await preview(faculty, 'results', file)
  expect(wide_columns.map(({ facts }) => facts.map(({ value }) => value))).toEqual([
    ['Mid Term', '', '12 Mar 2025', '', ''],
    ['OSPE', 'Practical', '', '40', ''],
    ['Send-up', '', '', '100', ''],
    ['Test 20', '', '', '', ''],
    ['Viva (25)', 'Practical', '', '25', ''],
    ['Viva (30)', 'Practical', '', '30', ''],
  ])
  const wrong = { 'of:1.held_on': '31 Feb 2025', 'of:2.total_marks': 'many', 'of:3.type': 'both' }
  const refused = await preview(faculty, 'results', file, saying(wrong))
  expect(refused.rows[0]?.errors).toMatchObject({
    'of:1.held_on': ['Day must be a valid date (YYYY-MM-DD)'],
    'of:2.total_marks': ['Maximum marks must be a number'],
    'of:3.type': ['Type must be one of: theory, practical'],
  })
  expect(refused.wide_columns[0]?.facts[2]).toMatchObject({
    value: '31 Feb 2025',
    is_said: true,
    problem: expect.any(String),
  })
  for (const field of ['of:7.type', 'of:1.status', 'of:1.type.x'])
    expect((await faculty.upload('/imports/results/preview', upload(file, saying({ [field]: 'x' })))).status).toBe(422)

  const all = {
    type: 'Theory',
    'of:2.type': 'theory',
    'of:3.title': 'Last send-up',
    'of:3.held_on': '13-04-2025',
    'of:3.weightage': '20',
    'of:4.total_marks': '20',
  }
  const titles = ['Mid Term', 'OSPE', 'Last send-up', 'Test 20', 'Viva (25)', 'Viva (30)']
  const answers = { ...making(...titles), ...saying(all) }
  const { digest } = await preview(faculty, 'results', file, answers)
  // Another word for one column is another import.
  const forged = { ...making(...titles), ...saying({ ...all, 'of:3.weightage': '30' }), digest }
  expect((await faculty.upload('/imports/results', upload(file, forged))).status).toBe(409)
  expect(await run(file, answers)).toMatchObject({ created: 6 })
  const theory = { type: 'theory', weightage: null, detail: null }
  expect(await assessmentsOf(wards)).toEqual([
    { ...theory, name: 'Mid Term', total_marks: null, detail: 'Held on 12 Mar 2025' },
    { ...theory, name: 'OSPE', total_marks: 40 },
    { ...theory, name: 'Last send-up', total_marks: 100, weightage: 20, detail: 'Held on 13 Apr 2025' },
    { ...theory, name: 'Test 20', total_marks: 20 },
    { ...theory, name: 'Viva (25)', type: 'practical', total_marks: 25 },
    { ...theory, name: 'Viva (30)', type: 'practical', total_marks: 30 },
  ])
  // Headings tell of assessments that are made, and are held against none that is there.
  expect(outcomes((await preview(faculty, 'results', file, saying({ 'of:3.title': 'Last send-up' }))).rows)).toEqual([
    'unchanged',
  ])
})

test('a mark is of the group in which its student was on the day, and graduates have their marks, too', async () => {
  const [moved, graduate, suspended] = [await student(wards), await student(wards), await student(wards)]
  await at.db
    .updateTable('student_groups')
    .set({ first_day: '2024-01-01', status: 'inactive', ended_at: new Date(), left_on: '2025-01-01' })
    .where('student_id', '=', moved.id)
    .execute()
  await at.make.join(moved.id, clinic, '2025-01-01')
  for (const [{ id }, status] of [
    [graduate, 'graduated'],
    [suspended, 'suspended'],
  ] as const)
    await at.db.updateTable('students').set({ status }).where('id', '=', id).execute()
  const [inWards, inClinic] = [
    await at.make.assessment(wards, { name: 'Moving' }),
    await at.make.assessment(clinic, { name: 'Staying' }),
  ]
  const wide = csv('Roll No,Moving (1 May 2024),Staying', `${moved.rollNo},7,8`, `${graduate.rollNo},9,`)
  const { rows } = await preview(faculty, 'results', wide)
  expect([outcomes(rows), rows.map(({ values }) => values.group_id)]).toEqual([
    ['create', 'create'],
    ['Wards, Clinic', 'Wards'],
  ])
  const { import_id } = await run(wide, {})
  const marksOf = async (assessment: number) =>
    (
      await at.db
        .selectFrom('assessment_results')
        .select('marks')
        .where('assessment_id', '=', assessment)
        .orderBy('student_id')
        .execute()
    ).map(({ marks }) => marks)
  expect([await marksOf(inWards), await marksOf(inClinic)]).toEqual([[7, 9], [8]])
  expect((await faculty.post(`/imports/results/${import_id}/undo`)).status).toBe(200)

  const file = (...lines: string[]) => csv('Roll No,Group,Test,Date,Marks', ...lines)
  const said = await preview(
    faculty,
    'results',
    file(
      `${moved.rollNo},,Moving,2024-05-01,1`,
      `${moved.rollNo},,Staying,2025-05-01,2`,
      `${moved.rollNo},Wards,Moving,2025-05-01,3`,
      `${moved.rollNo},Wards,Moving,,3`,
      `${suspended.rollNo},,Moving,2024-05-01,4`,
      `${graduate.rollNo},,Moving,1 foo,4`,
    ),
  )
  const notIn = expect.stringContaining('is not an active student of Wards')
  expect(said.rows.map(({ values, errors }) => [values.group_id, errors])).toEqual([
    ['Wards', {}],
    ['Clinic', {}],
    ['Wards', { group_id: [notIn] }],
    ['Wards', { group_id: [notIn] }],
    ['Wards', { group_id: [notIn] }],
    ['Wards', { held_on: ['Day must be a valid date (YYYY-MM-DD)'] }],
  ])
})
