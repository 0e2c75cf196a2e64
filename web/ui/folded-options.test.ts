import { expect, test } from 'vitest'
import { foldedOptions } from './folded-options.ts'

const options = ['MBBS-22001 · مُحَمَّد کریم', 'MBBS-22002 · Zoë Khan', 'MBBS-22003 · Ayesha\u00a0Khan'].map(
  (label, index) => ({
    value: String(index),
    label,
    disabled: false,
  }),
)

test.each([
  ['محمد كريم', ['0']],
  ['zoe', ['1']],
  ['ayesha  khan', ['2']],
  ['۲۲۰۰۳', ['2']],
  ['', ['0', '1', '2']],
  ['\u064e', []],
  ['nobody', []],
])('a picker finds %j by the folding of names', (search, found) => {
  const values = foldedOptions({ options, search, limit: 10 }).map((option) => 'value' in option && option.value)
  expect(values).toEqual(found)
})

test('a picker shows no more options than it may', () => {
  expect(foldedOptions({ options, search: 'mbbs', limit: 2 })).toEqual(options.slice(0, 2))
})
