import { expect, test } from 'vitest'
import { figure, inWords } from './labels.ts'

test('a whole number is written as Intl writes it', () => {
  for (const count of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 10_234_567, -1, -1234])
    expect(figure(count)).toBe(count.toLocaleString('en'))
})

test('parts are joined as Intl joins them', () => {
  const list = new Intl.ListFormat('en-GB')
  for (const parts of [[], ['1 task'], ['1 task', '2 groups'], ['3 tasks', '2 groups', '1 student', '4 cases']])
    expect(inWords(parts)).toBe(list.format(parts))
})
