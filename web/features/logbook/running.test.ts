import { beforeEach, expect, test, vi } from 'vitest'
import { standing } from '../../testing/logbook.ts'
import { posting } from '../../testing/postings.ts'
import { byDepartment } from './rules.ts'
import { doneText, isRunning, leftText, missingText } from './running.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-30T05:00:00Z') })
  return () => vi.useRealTimers()
})

test('a posting runs on its first day and its last', () => {
  const days = (first_day: string, last_day: string) => isRunning({ first_day, last_day })
  expect([
    days('2026-01-30', '2026-01-30'),
    days('2026-01-31', '2026-02-03'),
    days('2026-01-01', '2026-01-29'),
  ]).toEqual([true, false, false])
  expect([leftText(posting()), leftText(posting({ last_day: '2026-01-30' }))]).toEqual(['3 days left', 'last day'])
})

test('what is missing is that of the department alone', () => {
  const { id } = standing().department
  const all = [
    standing({ required: 10, counted: 4 }),
    standing({ required: 5, counted: 5 }),
    standing({ required: null }),
    standing({ required: 9, counted: 0, department: { id: 99, name: 'Surgery' } }),
  ]
  expect(missingText(all, id)).toBe('6 performances of 1 skill missing by then')
  expect(missingText(all.slice(1, 3), id)).toBe('All that is asked for here is done')
  expect(missingText(all, 98)).toBe('Nothing is asked for here')
})

test('a department says how many of its skills are done', () => {
  const asked = [standing({ required: 10, counted: 4 }), standing({ required: 5, counted: 5 })]
  expect(doneText([...asked, standing({ required: null })])).toBe('1 of 2 asked for are done')
  expect(doneText([standing({ required: null })])).toBe('1 skill, nothing is asked for')
})

test('the department of the running posting comes first', () => {
  const all = [
    standing({ ends_on: '2026-02-01' }),
    standing({ ends_on: null, department: { id: 99, name: 'Surgery' } }),
  ]
  const names = (running: number[]) => byDepartment(all, running).map(({ name }) => name)
  expect(names([99])[0]).toBe('Surgery')
  expect(names([])[0]).not.toBe('Surgery')
})
