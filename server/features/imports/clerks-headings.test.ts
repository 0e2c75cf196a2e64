import { describe, expect, test } from 'vitest'
import { awaitingPeople, csv, preview } from '../../testing/imports.ts'

// Headings with signs and remarks, and cells of several lines, as clerks write them.

const { at, admin, student, wards } = await awaitingPeople()
const cnic = `own.${await at.make.ownField({ name: 'CNIC' })}`

const fieldsOf = async (kind: string, headings: string, row: string) => {
  const { file_columns } = await preview(admin, kind, csv(headings, row))
  return file_columns.map(({ field }) => field)
}

describe('a number sign', () => {
  test.each([
    'Mob #',
    'Mob. No.',
    'Student Cell #',
    'Mobile No. (Student)',
    'Phone (of student)',
  ])('in "%s" says what stands below', async (heading) => {
    expect(await fieldsOf('students', `Email,${heading},Father Mob #`, 'a@signs.test,0300-1234567,')).toEqual([
      'email',
      'phone',
      null,
    ])
  })

  test.each(['Emp #', 'Employee #', 'Staff #', 'Personnel#'])('makes "%s" a number and no name', async (heading) => {
    const found = await fieldsOf('staff', `${heading},Email`, '123,a@signs.test')
    expect(found).toEqual(['staff_no', 'email'])
  })

  test.each(['College Roll #', 'Class Roll #', 'Reg #', 'Student #'])('makes "%s" the roll number', async (heading) => {
    expect(await fieldsOf('students', `${heading},Email`, 'MBBS-74001,a@signs.test')).toEqual(['roll_no', 'email'])
  })

  test('leaves an own field what it is', async () => {
    expect(await fieldsOf('students', 'CNIC #,Email', '35202,a@signs.test')).toEqual([cnic, 'email'])
  })
})

describe('an own field whose name has a sign or a remark', () => {
  test.each([
    'Reg #',
    'Cell #',
    'Phone (Student)',
  ])('"%s" is read by its name, and takes no other column', async (name) => {
    const own = `own.${await at.make.ownField({ name })}`
    const found = await fieldsOf('students', `Roll No,${name},Phone`, 'MBBS-74001,A-1,0300-1234567')
    expect(found).toEqual(['roll_no', own, 'phone'])
    expect(await fieldsOf('students', 'Roll No,Phone', 'MBBS-74001,0300-1234567')).toEqual(['roll_no', 'phone'])
  })
})

test('a remark behind a number sign leaves it a number', async () => {
  expect(await fieldsOf('staff', 'Staff # (if any),Name', '123,Ali')).toEqual(['staff_no', 'name'])
})

test('a line break within a cell of one line is a space, and stays in a description', async () => {
  const { rows } = await preview(
    admin,
    'students',
    csv(
      'Roll No,Name,Email,Batch,CNIC,Remarks',
      '"MBBS\n74011","Ali \r\n Khan",a@lines.test,"MBBS\n2026","35202\n1","a\nb"',
    ),
  )
  expect(rows.map(({ errors }) => errors)).toEqual([{}])
  expect(rows[0]?.values).toEqual({
    roll_no: 'MBBS-74011',
    name: 'Ali Khan',
    email: 'a@lines.test',
    batch_id: 'MBBS 2026',
    [cnic]: '35202 1',
    description: 'a\nb',
  })
})

test('a file of groups that names their students says where these belong', async () => {
  const file = csv(
    'Group,Batch,Department,Roll No',
    'C,MBBS 2026,Medicine,MBBS-74021',
    'C,MBBS 2026,Medicine,MBBS-74022',
  )
  expect((await preview(admin, 'groups', file)).notes).toContain(
    'The students in the column "Roll No" are put into no group here. A file of students does that, with a column as "Group in Medicine".',
  )
})

test('an apostrophe that a spreadsheet takes for "this is text" is no part of a number, but of a name', async () => {
  const { rows } = await preview(
    admin,
    'students',
    csv('Roll No,Name,Email,CNIC,Remarks', "'MBBS-74031,'Abd al-Haq,a@apos.test,'35202,'24 passed"),
  )
  expect(rows[0]).toMatchObject({
    outcome: 'create',
    values: { roll_no: 'MBBS-74031', name: "'Abd al-Haq", [cnic]: '35202', description: "'24 passed" },
  })
  const staff = await preview(admin, 'staff', csv('Name,Staff No,Email', "Noor,'0012,n@apos.test"))
  expect(staff.rows[0]?.values.staff_no).toBe('0012')
})

test('nor is it of a day, of marks and of counts', async () => {
  const people = await preview(
    admin,
    'students',
    csv('Email,DOB', "a@apos.test,'2004-05-12", "b@apos.test,'17/05/2004"),
  )
  expect(people.rows.map(({ values }) => values.date_of_birth)).toEqual(['12 May 2004', '17 May 2004'])
  const skills = await preview(admin, 'skills', csv('Name,Department,Usual Count', "Cannula,Medicine,'5"))
  expect(skills.rows[0]).toMatchObject({ outcome: 'create', values: { usual_count: '5' } })
  const { rollNo } = await student(wards)
  const [marks] = (await preview(admin, 'results', csv('Roll No,Department,Test,Marks', `'${rollNo},Medicine,New,'45`)))
    .rows
  expect(Object.keys(marks?.errors ?? {})).toEqual(['assessment_id'])
})
