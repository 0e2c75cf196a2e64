import type { PoolQuestion } from '../../../shared/contract/feedback/question-pools.ts'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import { QUESTION_TYPE_WORDS } from '../../../shared/feedback/question-type-words.ts'
import { QUESTION_TYPES, wordOf } from '../../../shared/labels.ts'
import type { RecordKind } from '../../ui/record-kind.ts'

export const POOL_QUESTION: RecordKind = { entity: 'feedback_pool_question', title: 'Question', noun: 'question' }
export const SURVEY_QUESTION: RecordKind = {
  entity: 'feedback_question',
  title: 'Survey Question',
  noun: 'survey question',
}

export type Type = (typeof QUESTION_TYPES)[number]
/** A question of a survey or of the pool. */
export type Question = PoolQuestion | SurveyQuestion

/** Returns true when one question is as good as a copy of the other. */
export const asksTheSame = (one: Question, other: Question) =>
  one.question_type === other.question_type && one.question_text === other.question_text && one.title === other.title

export const typeOf = (text: string) => QUESTION_TYPES.find((type) => type === text)
export const typeLabel = (type: Type) => wordOf(QUESTION_TYPE_WORDS, type)
const typeOption = (value: Type) => ({ value, label: typeLabel(value) })

/** The types in the filter of the pool. */
export const TYPE_FILTER = QUESTION_TYPES.map(typeOption)
/** Returns the types in the form: a stored dropdown stays one, and none is added. */
export const typeOptions = (stored: Type | undefined) =>
  QUESTION_TYPES.filter((type) => type !== 'select' || stored === 'select').map(typeOption)

export const RULES = ['min', 'max', 'min_length', 'max_length', 'pattern'] as const

const RULE_NAMES = {
  min: 'Minimum',
  max: 'Maximum',
  min_length: 'Minimum length',
  max_length: 'Maximum length',
  pattern: 'Pattern',
} as const
export const ruleName = (rule: (typeof RULES)[number]) => RULE_NAMES[rule]
/** Returns "Minimum: 1, Maximum: 5". */
export const rulesText = ({ validation_rules: rules }: Question) =>
  RULES.flatMap((rule) => (rules?.[rule] === undefined ? [] : [`${RULE_NAMES[rule]}: ${rules[rule]}`])).join(', ')

/** Returns the names of questions in their buttons: the title, with the place when another question has the same. */
export const namesOf = (questions: readonly { title: string }[]): string[] =>
  questions.map(({ title }, index) =>
    questions.some((other, place) => place !== index && other.title === title)
      ? `${title} (question ${index + 1})`
      : title,
  )

/** Returns the ids with one moved to a place, counted from 0. */
export const movedTo = (ids: readonly number[], id: number, to: number): number[] =>
  ids.filter((one) => one !== id).toSpliced(to, 0, id)

/** Counts copies, since "in 3 surveys" would be wrong: one survey may hold several. */
export const usedText = ({ usage_count }: Pick<PoolQuestion, 'usage_count'>) =>
  usage_count === 1 ? '1 time' : `${usage_count} times`
