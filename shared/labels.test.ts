import { expect, test } from 'vitest'
import { figure, inWords, roleHint, roleWord } from './labels.ts'
import { ROLES } from './permissions.ts'

test('a whole number is written as Intl writes it', () => {
  for (const count of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 10_234_567, -1, -1234])
    expect(figure(count)).toBe(count.toLocaleString('en'))
})

test('parts are joined as Intl joins them', () => {
  const list = new Intl.ListFormat('en-GB')
  for (const parts of [[], ['1 task'], ['1 task', '2 groups'], ['3 tasks', '2 groups', '1 student', '4 cases']])
    expect(inWords(parts)).toBe(list.format(parts))
})

test('roles are said as people say them, those of the college as it writes them', () => {
  expect(ROLES.map(roleWord)).toEqual([
    'Administrator',
    'Principal',
    'Head of department',
    'Faculty',
    'Clerk',
    'Student affairs',
    'Student',
  ])
  expect(['Examiner', 'ward_sister', 'constructor'].map(roleWord)).toEqual(['Examiner', 'ward_sister', 'constructor'])
})

test('beside a stored name stands what people say only where the name does not say it', () => {
  expect([...ROLES, 'Examiner'].flatMap((role) => roleHint(role) ?? [])).toEqual([
    'Head of department',
    'Student affairs',
  ])
})
