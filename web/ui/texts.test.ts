import { expect, test } from 'vitest'
import { dotted } from './texts.ts'

test('the parts of a line that there are keep their separators: no line begins with one', () => {
  expect(dotted(['MBBS-23014', undefined, false, '', 'Ayesha'])).toBe('MBBS-23014\u00a0· Ayesha')
})
