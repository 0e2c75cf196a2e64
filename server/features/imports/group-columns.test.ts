import { describe, expect, test } from 'vitest'
import type { ImportPreview } from '../../../shared/contract/imports.ts'
import type { Client } from '../../testing/app.ts'
import { awaitingPeople, csv, eventsOf, preview, upload } from '../../testing/imports.ts'

// Names that a file has before the college does, and columns that put students into groups.

const { admin, affairs, hod } = await awaitingPeople()
const departments: { id: number; name: string }[] = (await admin.get('/departments')).body.data
const medicine = departments.find(({ name }) => name === 'Medicine')?.id as number
const surgery = departments.find(({ name }) => name === 'Surgery')?.id as number
const inMedicine = `group:${medicine}`

const namesOf = (found: ImportPreview['unknown']) => found.map(({ noun, name, as, rows }) => [noun, name, as, rows])
const making = (...names: [field: string, name: string, as: string | null][]) => ({
  making: JSON.stringify(names.map(([field, name, as]) => ({ field, name, as }))),
})
async function run(caller: Client, kind: string, text: string, fields: Record<string, string>) {
  const { digest } = await preview(caller, kind, text, fields)
  const answer = await caller.upload(`/imports/${kind}`, upload(text, { digest, ...fields }))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return eventsOf(answer).at(-1)
}
const groupsOf = async (roll: string) => {
  const [student] = (await admin.get(`/students?q=${roll}`)).body.data
  const { body } = await admin.get(`/student-groups/student/${student.id}/active`)
  return body.data.map(({ group }: { group: { name: string; department: { name: string } } }) => [
    group.department.name,
    group.name,
  ])
}

const STUDENTS = csv(
  'Roll No,Name,Email,Batch,Medicine Group,Group in Surgery',
  'MBBS-72001,Ali,a@group.test,MBBS 2031,A,1',
  'MBBS-72002,Sara,b@group.test,mbbs  2031,a,1',
  'MBBS-72003,Omar,c@group.test,MBBS 2026,B,',
)
const ALL = making(
  ['batch_id', 'MBBS 2031', '3rd Year'],
  [inMedicine, 'A', 'MBBS 2031'],
  [`group:${surgery}`, '1', 'MBBS 2031'],
  [inMedicine, 'B', 'MBBS 2026'],
  ['batch_id', 'Nobody names this', '1st Year'],
)

describe('names that are not there yet', () => {
  test('are offered, each once and with its rows, and made with the import, groups with their students', async () => {
    const asked = await preview(affairs, 'students', STUDENTS)
    expect(namesOf(asked.unknown)).toEqual([
      ['batch', 'MBBS 2031', null, 2],
      ['group', 'A', 'MBBS 2031', 2],
      ['group', '1', 'MBBS 2031', 2],
      ['group', 'B', 'MBBS 2026', 1],
    ])
    const shown = await preview(affairs, 'students', STUDENTS, ALL)
    expect(shown.rows.map(({ errors }) => errors)).toEqual([{}, {}, {}])
    expect(shown.rows[1]?.values).toMatchObject({ batch_id: 'MBBS 2031', [inMedicine]: 'A' })
    expect(shown.unknown).toEqual([])
    expect(shown.made.map(({ name }) => name)).toEqual(['MBBS 2031', 'A', '1', 'B'])
    // Nothing is made by looking.
    expect((await admin.get('/batches?q=MBBS 2031')).body.data).toEqual([])
    expect(await run(affairs, 'students', STUDENTS, ALL)).toMatchObject({
      type: 'done',
      created: 3,
      made: [
        { noun: 'batch', name: 'MBBS 2031' },
        { noun: 'group', name: 'A' },
        { noun: 'group', name: '1' },
        { noun: 'group', name: 'B' },
      ],
    })
    const [batch] = (await admin.get('/batches?q=MBBS 2031')).body.data
    expect(batch).toMatchObject({ name: 'MBBS 2031', current_year: '3rd Year' })
    expect((await admin.get('/batches?q=Nobody')).body.data).toEqual([])
    expect(await groupsOf('MBBS-72001')).toEqual([
      ['Medicine', 'A'],
      ['Surgery', '1'],
    ])
    expect(await groupsOf('MBBS-72003')).toEqual([['Medicine', 'B']])
  })

  test('a preview with another year is another import', async () => {
    const file = csv('Name,Email,Batch', 'Zara,z@group.test,MBBS 2041')
    const { digest } = await preview(admin, 'students', file, making(['batch_id', 'MBBS 2041', '1st Year']))
    const fields = { digest, ...making(['batch_id', 'MBBS 2041', '2nd Year']) }
    expect((await admin.upload('/imports/students', upload(file, fields))).status).toBe(409)
  })

  test('of staff are departments of either kind and designations', async () => {
    const file = csv('Name,Email,Department,Designation', 'Dr Noor,noor@group.test,Dermatology,House Officer')
    const asked = await preview(admin, 'staff', file)
    expect(asked.unknown.map(({ noun, choices }) => [noun, choices])).toEqual([
      ['department', ['Academic', 'Non-Academic']],
      ['designation', null],
    ])
    const fields = making(['department_id', 'Dermatology', 'Non-Academic'], ['designation_id', 'House Officer', null])
    expect(await run(admin, 'staff', file, fields)).toMatchObject({ created: 1 })
    const found = (await admin.get('/departments?q=Dermatology')).body.data[0]
    expect(found).toMatchObject({ name: 'Dermatology', type: 'non-academic' })
  })

  test('are offered to those alone who may make them', async () => {
    const file = csv('Name,Email,Department,Designation', 'Dr Amir,amir@group.test,Radiology,Reader')
    expect((await preview(hod, 'staff', file)).unknown).toEqual([])
    const { status, body } = await hod.upload(
      '/imports/staff/preview',
      upload(file, making(['department_id', 'Radiology', 'Academic'])),
    )
    expect([status, body.errors]).toEqual([422, { making: ['You are not allowed to add a department'] }])
  })

  test.each([
    ['an unknown field', ['role_id', 'Dean', null], 'cannot be made'],
    ['a year that is none', ['batch_id', 'MBBS 2051', '9th Year'], 'Current year must be one of'],
    ['no year', ['batch_id', 'MBBS 2051', null], 'Current year is required'],
    ['a name of spaces', ['designation_id', '  ', null], 'Designation name'],
  ] as const)('%s is refused on its field', async (_, name, said) => {
    const file = csv('Name,Email,Batch', 'Zara,z@group.test,MBBS 2051')
    const { status, body } = await admin.upload('/imports/students/preview', upload(file, making([...name])))
    expect(status).toBe(422)
    expect(body.errors.making[0]).toContain(said)
  })

  test('in a department that there is not make nothing', async () => {
    const file = csv('Name,Email,Batch', 'Zara,z9@group.test,MBBS 2026')
    const shown = await preview(admin, 'students', file, making(['group:999999', 'A', 'MBBS 2026']))
    expect(shown.made).toEqual([])
  })
})

test('a name that is a slip of a stored one is said to be; the batch of another year is not', async () => {
  const file = csv(
    'Name,Email,Batch,Group in Medicine',
    'A,s1@group.test,MBSB 2026,A',
    'B,s2@group.test,MBBS-2026,',
    'C,s3@group.test,MBBS 2062,',
    'D,s4@group.test,MBBS 2028,',
  )
  const { unknown } = await preview(admin, 'students', file)
  expect(unknown.map(({ noun, name, like }) => [noun, name, like])).toEqual([
    ['batch', 'MBSB 2026', 'MBBS 2026'],
    ['group', 'A', 'MBBS 2026'],
    ['batch', 'MBBS-2026', 'MBBS 2026'],
    ['batch', 'MBBS 2062', 'MBBS 2026'],
    ['batch', 'MBBS 2028', null],
  ])
})

test('a roll number without its hyphen is the one with it', async () => {
  const { rows } = await preview(
    admin,
    'students',
    csv('Roll No,Name,Email', 'mbbs 72091,A,r@group.test', 'MBBS72092,B,q@group.test'),
  )
  expect(rows.map(({ values, errors }) => [values.roll_no, errors])).toEqual([
    ['MBBS-72091', {}],
    ['MBBS-72092', {}],
  ])
})

describe('a column of groups', () => {
  test('moves a student from another group, with old and new in sight, and leaves the other members', async () => {
    const file = csv('Roll No,Group in Medicine', 'MBBS-72002,Z')
    const fields = making([inMedicine, 'Z', 'MBBS 2031'])
    const { rows } = await preview(admin, 'students', file, fields)
    expect(rows[0]).toMatchObject({ outcome: 'update', changes: { 'Group in Medicine': ['A', 'Z'] } })
    await run(admin, 'students', file, fields)
    expect(await groupsOf('MBBS-72002')).toEqual([
      ['Medicine', 'Z'],
      ['Surgery', '1'],
    ])
    expect(await groupsOf('MBBS-72001')).toContainEqual(['Medicine', 'A'])
    // The same file again changes nothing.
    expect((await preview(admin, 'students', file)).rows[0]?.outcome).toBe('unchanged')
  })

  test('that names no department is asked about, and nothing is imported before', async () => {
    const file = csv('Roll No,Group', 'MBBS-72003,A')
    const { file_columns, digest } = await preview(admin, 'students', file)
    expect(file_columns[1]).toMatchObject({ heading: 'Group', field: null })
    expect(file_columns[1]?.asks).toMatch(/^group:/)
    const { status, body } = await admin.upload('/imports/students', upload(file, { digest }))
    expect([status, body.errors.columns]).toEqual([
      422,
      ['The column "Group" does not say of which department its groups are. Say so, or leave it out.'],
    ])
    const said = { columns: JSON.stringify({ 1: inMedicine }) }
    const { rows } = await preview(admin, 'students', file, said)
    expect(rows[0]?.errors[inMedicine]).toEqual(['Group "A" does not exist in MBBS 2026'])
  })

  test('takes no student without a batch, and none who has left', async () => {
    const file = csv('Roll No,Name,Email,Group in Medicine', 'MBBS-72012,Hira,h@group.test,A')
    expect((await preview(admin, 'students', file)).rows[0]?.errors[inMedicine]).toEqual([
      'Only a student in a batch can be in a group of it',
    ])
    const left = csv('Roll No,Status,Group in Medicine', 'MBBS-72003,Graduated,C')
    const { rows } = await preview(admin, 'students', left, making([inMedicine, 'C', 'MBBS 2026']))
    expect(rows[0]?.errors[inMedicine]).toEqual(['Omar has left the college (Graduated) and can join no group'])
  })
})

test('whoever changes the batch leaves the groups of the former one, and the preview says so', async () => {
  const left = 'the groups of the former one: the first in line'
  const { notes } = await preview(
    admin,
    'students',
    csv('Roll No,Batch', 'MBBS-72003,MBBS 2026', 'MBBS-72001,MBBS 2027', 'MBBS-72002,MBBS 2027'),
  )
  expect(notes).toEqual([`2 students change their batch and leave ${left} 3.`])
  const one = await preview(admin, 'students', csv('Roll No,Batch', 'MBBS-72001,MBBS 2027'))
  expect(one.notes).toEqual([`1 student changes the batch and leaves ${left} 2.`])
  const none = await preview(admin, 'students', csv('Roll No,Phone', 'MBBS-72001,0300-1234567'))
  expect(none.notes).toEqual([])
})
