import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { csv, preview, upload } from '../../testing/imports.ts'

// Files with a column for each assessment: which columns are taken for one.

const { faculty, hod, wards, student } = await furnished()

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
  // Where it is left out, nothing is asked any more.
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
