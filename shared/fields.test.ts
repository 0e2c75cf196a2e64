import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { collegeToday } from './college-clock.ts'
import { email, line, optionalChoice, optionalPastDate, optionalRollNumber, optionalText } from './fields.ts'
import { mayAssign, mayManage } from './permissions.ts'
import { optionalPhone, storedPhone } from './phones.ts'

const read = (schema: z.ZodMiniType, value: unknown) => {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message)
}

test.each([
  ['+923001234567', '+923001234567'],
  ['0300-1234567', '03001234567'],
  ['3001234567', '3001234567'],
  [' +92 300 1234567 ', '+923001234567'],
  ['', null],
  [null, null],
  [undefined, undefined],
])('a phone number %j is kept as %j', (given, kept) => expect(read(optionalPhone, given)).toBe(kept))

test.each([
  '12',
  '+9230012345678',
  '++923001234567',
  '03001234 ext 5',
  '٠٣٠٠١٢٣٤٥٦٧',
])('%j is no phone number', (given) =>
  expect(read(optionalPhone, given)).toEqual(['Please enter a valid phone number']))

test('a record that is changed may have a number of another country, which a form does not take', () => {
  expect(read(storedPhone, '+971 50 1234567')).toBe('+971501234567')
  expect(read(storedPhone, '+92300123456')).toEqual(['Please enter a valid phone number'])
  expect(read(optionalPhone, '+971501234567')).toEqual(['Please enter a valid phone number'])
})

test('a roll number is MBBS- and five digits, kept in capitals', () => {
  expect(read(optionalRollNumber, ' mbbs-22001 ')).toBe('MBBS-22001')
  expect(read(optionalRollNumber, '')).toBeNull()
  for (const wrong of ['MBBS-2201', 'MBBS-220011', 'BDS-22001', 'MBBS 22001', 'MBBS-22001\n1'])
    expect(read(optionalRollNumber, wrong)).toEqual(['Please enter a valid roll number (e.g., MBBS-22001)'])
})

test('a past date is before today', () => {
  const today = collegeToday()
  expect(read(optionalPastDate('Date of birth'), '2004-02-29')).toBe('2004-02-29')
  expect(read(optionalPastDate('Date of birth'), today)).toEqual(['Date must be in the past'])
  expect(read(optionalPastDate('Date of birth'), '2005-02-29')).toEqual([
    'Date of birth must be a valid date (YYYY-MM-DD)',
  ])
})

test('an email says which text its form has for a missing one', () => {
  expect(read(email('Email is required'), ' ')).toEqual(['Email is required'])
  expect(read(email('Email is required'), 'a@b')).toEqual(['Please enter a valid email address'])
  expect(read(email('Email is required'), ' a@b.pk ')).toBe('a@b.pk')
})

test.each([
  '\u3164',
  '\u2800',
  '\u200b',
  ' \u115f ',
])('a text of %j alone, in which nothing is seen, is none', (blank) => {
  expect(read(optionalText('Remarks'), blank)).toBeNull()
  expect(read(line('Name'), blank)).toEqual(['Name is required'])
})

test('a name has no blank that is no space', () => {
  expect(read(line('Name'), 'Zeta\u2800Group')).toEqual([expect.stringContaining('Name contains hidden characters')])
})

test('an optional choice may be none', () => {
  const gender = optionalChoice('Gender', ['male', 'female'])
  expect([read(gender, 'male'), read(gender, ''), read(gender, null), read(gender, undefined)]).toEqual([
    'male',
    null,
    null,
    undefined,
  ])
  expect(read(gender, 'x')).toEqual(['Gender must be one of: male, female'])
})

// Written by hand from docs/domain.md, "Who may do what".
const MAY_ASSIGN = {
  admin: ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair', 'student', 'a role of the college'],
  principal: [],
  hod: ['faculty'],
  faculty: [],
  clerk: ['faculty', 'clerk'],
  'student-affair': ['student'],
  student: [],
}
test.each(Object.entries(MAY_ASSIGN))('%s may assign %j and nothing else', (role, assignable) => {
  expect(MAY_ASSIGN.admin.filter((one) => mayAssign([role], one))).toEqual(assignable)
})

test('somebody is managed by who may assign each of their roles; several roles add up', () => {
  expect(mayManage(['hod'], ['faculty'])).toBe(true)
  expect(mayManage(['hod'], ['faculty', 'hod'])).toBe(false)
  expect(mayManage(['hod', 'clerk'], ['faculty', 'clerk'])).toBe(true)
  expect(mayManage(['student-affair'], ['student', 'admin'])).toBe(false)
  expect(mayManage(['clerk'], [])).toBe(true)
  expect(mayManage([], ['faculty'])).toBe(false)
})
