import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { one } from '../../shared/endpoint.ts'
import { serializerCompiler } from './serializing.ts'

const Mark = z.object({
  id: z.int(),
  count: z.int().check(z.nonnegative()),
  share: z.number(),
  status: z.enum(['present', 'absent']),
  remarks: z.nullable(z.string()),
  batch: z.optional(z.object({ id: z.int() })),
  values: z.array(z.int()),
  who: z.union([z.object({ id: z.int(), phone: z.string() }), z.object({ id: z.int() })]),
})
const MARK = { id: 1, count: 0, share: 0.5, status: 'present', remarks: null, values: [1, 2], who: { id: 3 } }

const serialize = serializerCompiler({ schema: one(Mark), method: 'GET', url: '/marks', httpStatus: '200' })
const answered = (mark: object) => JSON.parse(serialize({ data: mark }))

test('an answer is written as it is declared, and what is not declared stays here', () => {
  expect(answered({ ...MARK, total: 60, batch: { id: 7, secret: 'x' }, who: { id: 3, password: 'y' } })).toEqual({
    data: { ...MARK, batch: { id: 7 } },
  })
  expect(answered({ ...MARK, who: { id: 3, phone: '1' } }).data.who).toEqual({ id: 3, phone: '1' })
})

test.each([
  ['a fraction in the place of a whole number', { id: 1.5 }],
  ['a whole number larger than can be counted', { id: 2 ** 53 }],
  ['a number as text', { id: '1' }],
  ['no number', { id: Number.NaN }],
  ['nothing where a number is', { id: null }],
  ['less than its check allows', { count: -1 }],
  ['a word that is none of the declared', { status: 'late' }],
  ['nothing where text may be missing, but not the field', { remarks: undefined }],
  ['a fraction among whole numbers', { values: [1, 2.5] }],
])('%s breaks the contract', (_, part) => {
  expect(() => serialize({ data: { ...MARK, ...part } })).toThrow('The answer of GET /marks breaks its contract')
})
