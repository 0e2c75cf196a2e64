import { describe, expect, test } from 'vitest'
import { awaitingPeople, csv, preview } from '../../testing/imports.ts'
import { closeNames } from './likeness.ts'

const { at, admin, hod, batch, medicine, wards } = await awaitingPeople()

const likesOf = async (...given: Parameters<typeof preview>) =>
  (await preview(...given)).rows.map(({ like }) => like ?? null)

describe('a stored name is close', () => {
  const STORED = ['MBBS 2026', 'MBBS 2027', 'Group A', 'Group B', 'Assistant Professor', 'General Medicine', 'Surgery']
  test.each([
    ['Genral Medicine', ['General Medicine']],
    ['26', ['MBBS 2026']],
    ['Batch-2026', ['MBBS 2026']],
    ['B', ['Group B']],
    ['group C', []],
    ['Asst. Prof', ['Assistant Professor']],
    ['Professor', []],
    ['Medicine', []],
    ['MBBS 2028', []],
    ['Oral Surgery', []],
  ])('to "%s": %j', (name, close) => {
    expect(closeNames(name, STORED)).toEqual(close)
  })

  test('only where few are', () => {
    const many = ['MBBS 26', 'BDS 26', 'DPT 26', 'MLT 26']
    expect([closeNames('2026', many), closeNames('2026', many.slice(1))]).toEqual([[], many.slice(1)])
  })
})

test('wrong names of people are offered what is stored, groups those of the batch', async () => {
  const group = await at.make.group(await at.make.batch({ name: 'MBBS 2041' }), medicine, { name: 'Group A' })
  expect(group).toBeGreaterThan(0)
  const students = csv(
    'Name,Email,Batch,Gender,Group in Medicine',
    'A,a@hint.test,MBSB 2026,femal,',
    'B,b@hint.test,MBBS 2041,male,A',
    'C,c@hint.test,MBBS 2026,male,A',
    'D,d@hint.test,MBBS 2029,male,',
  )
  expect(await likesOf(admin, 'students', students)).toEqual([
    { batch_id: ['MBBS 2026'], gender: ['Female'] },
    { [`group:${medicine}`]: ['Group A'] },
    null,
    null,
  ])
  const staff = csv('Name,Email,Department,Designation', 'Dr A,da@hint.test,Medcine,Registrer')
  expect(await likesOf(admin, 'staff', staff)).toEqual([{ department_id: ['Medicine'], designation_id: ['Registrar'] }])
})

test('words for genders are read, and an unknown one is offered all of them', async () => {
  const words = ['M.', 'f', 'Boys', 'GIRLS', 'Lady', 'Gents.', 'خواتین', 'Boyz', 'X']
  const file = csv('Name,Email,Gender', ...words.map((word, n) => `A,g${n}@hint.test,${word}`))
  const { rows } = await preview(admin, 'students', file)
  const genders = ['Male', 'Female', 'Male', 'Female', 'Female', 'Male', 'Female', 'Boyz', 'X']
  expect(rows.map(({ values }) => values.gender)).toEqual(genders)
  const all = ['Male', 'Female', 'Other']
  expect(rows.slice(7).map(({ errors, like }) => [errors.gender, like?.gender])).toEqual([
    [['Gender must be one of: male, female, other'], all],
    [['Gender must be one of: male, female, other'], all],
  ])
})

test('a wrong roll number is offered that of a student with its name, or its digits', async () => {
  const make = async (name: string, roll_no: string) => {
    const { userId } = await at.make.student(batch, wards, { roll_no })
    await at.db.updateTable('users').set({ name }).where('id', '=', userId).execute()
  }
  await make('Zubaida Kazmi', 'MBBS-83145')
  await make('Waleed Durrani', 'MBBS-83154')
  const others = csv(
    'Roll No,Name,Department,Assessment,Marks',
    '83145,,Medicine,Hints,7',
    'MBBS-83146,Kazmi Zubaida,Medicine,Hints,7',
    'MBBS-83145,Waleed Durrani,Medicine,Hints,7',
    'MBBS-83146,,Medicine,Hints,7',
    '83145,Somebody Else,Medicine,Hints,7',
  )
  expect((await likesOf(hod, 'results', others)).map((like) => like?.roll_no ?? null)).toEqual([
    ['MBBS-83145', 'MBBS-83154'],
    ['MBBS-83145'],
    ['MBBS-83154'],
    null,
    null,
  ])
  const entries = csv('Email,Department,Day,Status', 'nobody@hint.test,Medicine,2024-01-08,Presnt')
  expect(await likesOf(hod, 'attendance', entries)).toEqual([{ status: ['Present'] }])
})
