import { expect, test } from 'vitest'
import { isOverdue } from './submissions.ts'

const over = { end_date: '2026-03-01', status: 'active', submission: null } as const
const handedIn = { ...over, submission: { marks: null, status: 'submitted' } } as const

// By hand: the task, what counts of what is asked, and whether it is overdue on the day after.
test.each([
  ['without work', over, undefined, true],
  ['with work', handedIn, undefined, false],
  ['that asks for nothing, with work', handedIn, [null, null], false],
  ['that asks for more than counts', over, [15, 14], true],
  ['that asks for more than counts, with work', handedIn, [15, 14], true],
  ['that asks for what counts', over, [15, 15], false],
  ['that asks for less than counts', over, [15, 16], false],
  ['that has ended', { ...over, status: 'inactive' }, [15, 0], false],
  ['whose count is not told, with work', handedIn, [15, undefined], false],
] as const)('a task %s', (_, task, counts, expected) => {
  const [required_count = null, counted] = counts ?? []
  const asked = { ...task, required_count, counted }
  expect(isOverdue(asked, '2026-03-02')).toBe(expected)
  expect(isOverdue(asked, '2026-03-01')).toBe(false)
})
