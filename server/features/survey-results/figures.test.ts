import { expect, test } from 'vitest'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import { rateOf, resultOf } from './rules.ts'

const question = (question_type: SurveyQuestion['question_type']): SurveyQuestion => ({
  ...{ id: 1, feedback_survey_id: 1, title: 'Q', question_text: '?', question_type, options: [], is_required: false },
  ...{ help_text: null, validation_rules: null, order: 1, created_at: '', updated_at: '' },
})

const figures = (...numbers: number[]) => {
  const tallies = [...Map.groupBy(numbers, String)].map(([answer, same]) => ({
    answer,
    count: same.length,
    firsts: same.length,
  }))
  const { bars, mean, median } = resultOf(question('number'), tallies)
  return { bars: bars.map(({ label, count }) => [label, count]), mean, median }
}

test('numbers that are near each other have a bar each, also those between them', () => {
  expect(figures(3)).toEqual({ bars: [['3', 1]], mean: 3, median: 3 })
  expect(figures(-1, 1, 1)).toEqual({
    bars: [
      ['-1', 1],
      ['0', 0],
      ['1', 2],
    ],
    mean: 0.333333,
    median: 1,
  })
  expect(figures(...Array.from({ length: 20 }, (_, n) => n)).bars).toHaveLength(20)
  expect(figures(0.5, 0.5)).toEqual({ bars: [['0.5', 2]], mean: 0.5, median: 0.5 })
})

test('up to twelve different numbers have a bar each, however far from each other', () => {
  expect(figures(0.002, 1_000_000, 20, 20, 1.5).bars).toEqual([
    ['0.002', 1],
    ['1.5', 1],
    ['20', 2],
    ['1,000,000', 1],
  ])
})

const numbers = (count: number, step: number, from = 0) => Array.from({ length: count }, (_, n) => from + n * step)

test('others are in ranges of one round width, of which no two share a number', () => {
  const { bars, mean, median } = figures(...numbers(13, 10))
  expect(bars).toEqual(numbers(13, 10).map((from) => [`${from} to ${from + 9}`, 1]))
  expect([mean, median]).toEqual([60, 60])
  expect(figures(...numbers(14, 500, -500)).bars.slice(0, 4)).toEqual([
    ['-500 to -1', 1],
    ['0 to 499', 1],
    ['500 to 999', 1],
    ['1,000 to 1,499', 1],
  ])
})

test('ranges of fractions say which of two a number between them is in, and the last takes the greatest', () => {
  const { bars } = figures(...[16, 18, 20, 22, 24, 26, 30, 34, 40, 46, 52, 60, 70, 80].map((tenths) => tenths / 10))
  expect(bars).toHaveLength(13)
  expect([bars[0], bars[1], bars[2], bars.at(-1)]).toEqual([
    ['1.5 to under 2', 2],
    ['2 to under 2.5', 3],
    ['2.5 to under 3', 1],
    ['7.5 to 8', 1],
  ])
  expect(figures(...numbers(13, 0.000_1)).bars.slice(0, 2)).toEqual([
    ['0 to under 0.0001', 1],
    ['0.0001 to under 0.0002', 1],
  ])
})

test('every number is in one bar, and the median in the middle, whatever they are', () => {
  for (let round = 0; round < 300; round += 1) {
    const scale = 10 ** Math.floor(Math.random() * 13)
    const isWhole = Math.random() < 0.5
    const numbers = Array.from({ length: 1 + Math.floor(Math.random() * 40) }, () => {
      const number = (Math.random() - 0.5) * scale
      return isWhole ? Math.round(number) + 0 : Math.round(number * 1e6) / 1e6
    })
    const { bars, median } = figures(...numbers)
    expect(bars.length).toBeLessThanOrEqual(20)
    expect(new Set(bars.map(([label]) => label)).size).toBe(bars.length)
    expect(bars.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(numbers.length)
    expect(numbers.filter((one) => one < Number(median) - 1e-6).length).toBeLessThanOrEqual(numbers.length / 2)
    expect(numbers.filter((one) => one > Number(median) + 1e-6).length).toBeLessThanOrEqual(numbers.length / 2)
  }
})

test('a rate is of those who are asked now', () => {
  expect([rateOf(1, 3), rateOf(5, 4), rateOf(0, 4), rateOf(1, 0)]).toEqual([33.3, 100, 0, null])
})
