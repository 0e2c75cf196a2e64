import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { GroupInput } from '../../../shared/contract/groups.ts'
import { SkillInput } from '../../../shared/contract/skills.ts'
import { StaffInput } from '../../../shared/contract/staff.ts'
import { StudentChange, StudentInput } from '../../../shared/contract/students.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import { rowCheck } from './row-check.ts'

const VALUES: Record<string, unknown[]> = {
  name: ['Ali Ahmed', ' Ali  Ahmed ', '', 'Ali\u200bAhmed', 7],
  roll_no: ['mbbs-12345', 'MBBS-1', '', null],
  email: ['ali@college.test', 'ALI@college.test ', 'ali@', '', null],
  phone: ['0300 1234567', '12', '+441234567890', null],
  gender: ['male', 'Male', '', null],
  date_of_birth: ['2004-02-29', '2005-02-29', '2999-01-01', ''],
  batch_id: [1, 0, '1', null],
  department_id: [3, -1, undefined],
  status: ['active', 'gone', ''],
  category: ['procedure', 'none'],
  own: [{ 7: 'x' }, 'x'],
  unheard_of: ['x'],
}

/** Rows in which each value stands beside others, all of them twice. */
function rowsOf(count: number): Record<string, unknown>[] {
  const rows = Array.from({ length: count }, (_, n) =>
    Object.fromEntries(
      Object.entries(VALUES).flatMap(([field, values], at) => {
        const place = (n * (at + 1) + at) % (values.length + 1)
        return place < values.length ? [[field, values[place]]] : []
      }),
    ),
  )
  return [...rows, ...rows]
}

describe('A row of a file', () => {
  test.each<[string, Schema]>([
    ['student', StudentInput],
    ['change of a student', StudentChange],
    ['member of staff', StaffInput],
    ['skill', SkillInput],
    ['group', GroupInput],
  ])('is checked as the contract checks a %s', (_, schema) => {
    using check = rowCheck(schema)
    for (const row of rowsOf(60)) {
      const [{ data, error }, bare] = [check(row), z.safeParse(schema, row)]
      expect(data).toEqual(bare.data)
      expect(error?.issues).toEqual(bare.error?.issues)
    }
  })

  const asked = vi.fn<(text: string) => boolean>((text) => text !== 'wrong')
  const schema = z.object({ word: z.string().check(z.refine(asked, 'Wrong')) })
  const timesOf = (words: readonly string[]) => {
    asked.mockClear()
    using check = rowCheck(schema)
    for (const word of words) check({ word })
    return asked.mock.calls.length
  }

  test('has what another one says, which is checked once, and anew in the next file', () => {
    expect(timesOf(['one', 'two', 'one', 'one', 'two'])).toBe(2)
    expect(timesOf(['one'])).toBe(1)
  })

  test('is told what is wrong with it, however often that stands in the file', () => {
    expect(timesOf(['wrong', 'wrong', 'wrong'])).toBe(3)
    using check = rowCheck(schema)
    expect(['wrong', 'wrong'].map((word) => check({ word }).error?.issues[0]?.message)).toEqual(['Wrong', 'Wrong'])
  })

  test('is checked without a look back where every row says something else', () => {
    const words = Array.from({ length: 300 }, (_, n) => `word ${n}`)
    expect(timesOf([...words, ...words])).toBe(600)
  })
})
