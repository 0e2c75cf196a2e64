import { expect, test } from 'vitest'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import { rateOf, resultOf } from './results.rules.ts'

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

test('others are in ranges of one width, of which the last takes the greatest', () => {
  const { bars, mean, median } = figures(0, 20, 5, 5)
  expect(bars).toEqual([
    ['0 to 1', 1],
    ['2 to 3', 0],
    ['4 to 5', 2],
    ['6 to 7', 0],
    ['8 to 9', 0],
    ['10 to 11', 0],
    ['12 to 13', 0],
    ['14 to 15', 0],
    ['16 to 17', 0],
    ['18 to 19', 0],
    ['20', 1],
  ])
  expect([mean, median]).toEqual([7.5, 5])
  const fractions = figures(0, 0.25, 1, 2).bars
  expect(fractions).toHaveLength(20)
  expect([fractions[0], fractions[2], fractions[10], fractions[19]]).toEqual([
    ['0 to 0.1', 1],
    ['0.2 to 0.3', 1],
    ['1 to 1.1', 1],
    ['1.9 to 2', 1],
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
    expect(bars.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(numbers.length)
    expect(numbers.filter((one) => one < Number(median) - 1e-6).length).toBeLessThanOrEqual(numbers.length / 2)
    expect(numbers.filter((one) => one > Number(median) + 1e-6).length).toBeLessThanOrEqual(numbers.length / 2)
  }
})

test('a rate is of those who are asked now', () => {
  expect([rateOf(1, 3), rateOf(5, 4), rateOf(0, 4), rateOf(1, 0)]).toEqual([33.3, 100, 0, null])
})
