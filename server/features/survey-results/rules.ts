import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import type { feedbackResults, QuestionResult } from '../../../shared/contract/feedback/results.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { questionTypes, type ResultView } from '../../../shared/feedback/question-types.ts'
import { RATING_MAX } from '../../../shared/limits.ts'
import { RESULTS_FROM } from '../../../shared/policies/feedback.ts'
import { invalid } from '../../core/errors.ts'
import type { SurveyRecord } from '../surveys/reads.ts'
import { type NumberCount, numberBars, rounded } from './bars.rules.ts'

/** The students of a department, a batch, a group, or all of them at once. */
export type Part = Query<typeof feedbackResults.ofSurvey>
const PART = ['department_id', 'batch_id', 'group_id'] as const

/** The number of times that an answer was given to a question. */
export interface Tally {
  /** As JSON has it, without quotes; null for any text. */
  answer: string | null
  count: number
  /** The responses that it is the first answer of: of several choices only one is the first. */
  firsts: number
}

type Figures = Pick<QuestionResult, 'bars' | 'mean' | 'median'>

const NO_PARTS =
  'An anonymous survey has no results of a department, batch or group: what is answered is kept without a person'
const NO_FIGURES = { mean: null, median: null }

const percentOf = (count: number, all: number) => (all === 0 ? 0 : Math.round((count / all) * 1000) / 10)

/** Percent of those asked; students who are asked no longer may have answered. */
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

/** The middle one of so many numbers, or the mean of the two in the middle. */
function medianOf(numbers: readonly NumberCount[], all: number): number {
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

function figuresOf({ question_type }: SurveyQuestion, tallies: readonly Tally[]): Figures {
  const numbers = tallies
    .map(({ answer, count }) => ({ value: Number(answer), count }))
    .toSorted((one, other) => one.value - other.value)
  const onScale = question_type === 'rating' ? barsOf(SCALE, tallies) : undefined
  if (numbers.length === 0) return { ...NO_FIGURES, bars: onScale ?? [] }
  const all = answeredOf(tallies)
  const inRanges = () => numberBars(numbers).map((bar) => ({ ...bar, percent: percentOf(bar.count, all) }))
  const sum = sumOf(numbers.map(({ value, count }) => value * count))
  return { bars: onScale ?? inRanges(), mean: rounded(sum / all), median: medianOf(numbers, all) }
}

const PICTURED: Record<ResultView, (question: SurveyQuestion, tallies: readonly Tally[]) => Figures> = {
  choices: ({ options }, tallies) => ({ ...NO_FIGURES, bars: barsOf(options.map(asIs), tallies) }),
  figures: figuresOf,
  'yes-no': (_, tallies) => ({ ...NO_FIGURES, bars: barsOf(YES_NO, tallies) }),
  texts: () => ({ ...NO_FIGURES, bars: [] }),
}

export function resultOf(question: SurveyQuestion, tallies: readonly Tally[]): QuestionResult {
  const { id, title, question_text, question_type, order } = question
  const { picture } = questionTypes[question_type]
  const answered = answeredOf(tallies)
  return { id, title, question_text, question_type, order, picture, answered, ...PICTURED[picture](question, tallies) }
}

/** @throws 422 for a part of an anonymous survey, of which it is not known who is in it */
export function refusePart({ is_anonymous }: Pick<FeedbackSurvey, 'is_anonymous'>, part: Part): void {
  if (!is_anonymous) return
  const asked = PART.filter((name) => part[name] !== undefined)
  if (asked.length > 0) throw invalid(Object.fromEntries(asked.map((name) => [name, [NO_PARTS]])))
}

const TOO_EARLY = `Results are shown when the survey has ended, from ${RESULTS_FROM} responses on.`
const TOO_FEW = `No results are shown: fewer than ${RESULTS_FROM} students have answered.`

/** Returns from how many responses on a survey has results, and the notice that stands in for them. */
export function thresholdOf(
  { is_anonymous, ended_at }: Pick<SurveyRecord, 'is_anonymous' | 'ended_at'>,
  counted: number,
) {
  const results_from = is_anonymous ? RESULTS_FROM : 0
  if (counted >= results_from) return { results_from, notice: null }
  return { results_from, notice: ended_at === null ? TOO_EARLY : TOO_FEW }
}
