import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import type { feedbackResults, QuestionResult } from '../../../shared/contract/feedback/results.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { type Picture, questionTypes } from '../../../shared/feedback/question-types.ts'
import { RATING_MAX } from '../../../shared/limits.ts'
import { RESULTS_FROM } from '../../../shared/policies/feedback.ts'
import { invalid } from '../../core/errors.ts'

/** The students of a batch, a group, or both. */
export type Part = Query<typeof feedbackResults.ofSurvey>

/** How often something was answered to a question. */
export interface Tally {
  /** As JSON has it, without quotes; null for any text. */
  answer: string | null
  count: number
  /** How many responses it is the first answer of: of several choices each has one. */
  firsts: number
}

type Shown = Pick<QuestionResult, 'bars' | 'mean' | 'median'>

/** The most bars that numbers are shown in. */
const BARS = 20
const NO_PARTS = 'An anonymous survey has no results of a batch or group: what is answered is kept without a person'
const NO_FIGURES = { mean: null, median: null }

const percentOf = (count: number, all: number) => (all === 0 ? 0 : Math.round((count / all) * 1000) / 10)

/** To six decimals, as many as a number of an answer has. */
const rounded = (value: number) => Math.round(value * 1e6) / 1e6

/** Percent of those asked; whoever is asked no longer may have answered. */
export const rateOf = (responded: number, asked: number) =>
  asked === 0 ? null : Math.min(100, percentOf(responded, asked))

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

const answeredOf = (tallies: readonly Tally[]) => sumOf(tallies.map(({ firsts }) => firsts))

/** Bars that stand for one answer each. */
const barsOf = (answers: readonly { answer: string; label: string }[], tallies: readonly Tally[]) => {
  const counts = new Map(tallies.map(({ answer, count }) => [answer, count]))
  const answered = answeredOf(tallies)
  return answers.map(({ answer, label }) => {
    const count = counts.get(answer) ?? 0
    return { label, count, percent: percentOf(count, answered) }
  })
}

interface Weighed {
  value: number
  count: number
}

/** Bars over sorted numbers: one for each whole number where they are near each other, else for ranges of one width. */
function rangesOf(numbers: readonly Weighed[], least: number, most: number) {
  const areWhole = numbers.every(({ value }) => Number.isInteger(value))
  // Ranges of whole numbers end before the next one begins.
  const gap = areWhole ? 1 : 0
  const width = areWhole ? Math.ceil((most - least + 1) / BARS) : (most - least) / BARS
  const length = width === 0 ? 1 : Math.min(BARS, Math.floor((most - least) / width) + 1)
  const ranges = Array.from({ length }, (_, n) => {
    const from = rounded(least + n * width)
    return { from, to: n === length - 1 ? most : rounded(least + (n + 1) * width - gap), count: 0 }
  })
  for (const { value, count } of numbers) {
    const range = ranges[width === 0 ? 0 : Math.min(length - 1, Math.floor((value - least) / width))]
    if (range) range.count += count
  }
  return ranges
}

/** The middle one of so many numbers, or the mean of the two in the middle. */
function medianOf(numbers: readonly Weighed[], all: number): number {
  let before = 0
  const middle = numbers.filter(({ count }) => {
    const start = before
    before += count
    return start <= all / 2 && before >= all / 2
  })
  return rounded(sumOf(middle.map(({ value }) => value)) / middle.length)
}

const asIs = (answer: string) => ({ answer, label: answer })
const SCALE = Array.from({ length: RATING_MAX }, (_, n) => asIs(`${n + 1}`))
const YES_NO = [
  { answer: 'true', label: 'Yes' },
  { answer: 'false', label: 'No' },
]

function figuresOf({ question_type }: SurveyQuestion, tallies: readonly Tally[]): Shown {
  const numbers = tallies
    .map(({ answer, count }) => ({ value: Number(answer), count }))
    .toSorted((one, other) => one.value - other.value)
  const [first, last] = [numbers[0], numbers.at(-1)]
  const onScale = question_type === 'rating' ? barsOf(SCALE, tallies) : undefined
  if (!first || !last) return { ...NO_FIGURES, bars: onScale ?? [] }
  const all = answeredOf(tallies)
  const inRanges = () =>
    rangesOf(numbers, first.value, last.value).map(({ from, to, count }) => ({
      label: from === to ? `${from}` : `${from} to ${to}`,
      count,
      percent: percentOf(count, all),
    }))
  const sum = sumOf(numbers.map(({ value, count }) => value * count))
  return { bars: onScale ?? inRanges(), mean: rounded(sum / all), median: medianOf(numbers, all) }
}

const PICTURED: Record<Picture, (question: SurveyQuestion, tallies: readonly Tally[]) => Shown> = {
  choices: ({ options }, tallies) => ({ ...NO_FIGURES, bars: barsOf(options.map(asIs), tallies) }),
  figures: figuresOf,
  'yes-no': (_, tallies) => ({ ...NO_FIGURES, bars: barsOf(YES_NO, tallies) }),
  texts: () => ({ ...NO_FIGURES, bars: [] }),
}

/** What is shown of the answers to a question. */
export function resultOf(question: SurveyQuestion, tallies: readonly Tally[]): QuestionResult {
  const { id, title, question_text, question_type, order } = question
  const { picture } = questionTypes[question_type]
  const answered = answeredOf(tallies)
  return { id, title, question_text, question_type, order, picture, answered, ...PICTURED[picture](question, tallies) }
}

/** @throws 422 for a part of an anonymous survey, of which it is not known who is in it */
export function refusePart({ is_anonymous }: Pick<FeedbackSurvey, 'is_anonymous'>, part: Part): void {
  if (!is_anonymous) return
  const asked = (['batch_id', 'group_id'] as const).filter((name) => part[name] !== undefined)
  if (asked.length > 0) throw invalid(Object.fromEntries(asked.map((name) => [name, [NO_PARTS]])))
}

/** From how many responses on a survey has results, and what is said of fewer. */
export function thresholdOf({ is_anonymous }: Pick<FeedbackSurvey, 'is_anonymous'>, counted: number) {
  const results_from = is_anonymous ? RESULTS_FROM : 0
  const notice = counted < results_from ? `Results are shown from ${RESULTS_FROM} responses on.` : null
  return { results_from, notice }
}
