import { randomId } from '@mantine/hooks'
import type { PoolQuestion } from '../../../shared/contract/feedback/question-pools.ts'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import { questionTypeOf } from '../../../shared/feedback/question-types.ts'
import { QUESTION_TYPES } from '../../../shared/labels.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { choiceOf, plainNumber, textOf, textsOf } from '../../ui/texts.ts'

export const POOL_QUESTION: RecordKind = { entity: 'feedback_pool_question', title: 'Question', noun: 'question' }
export const SURVEY_QUESTION: RecordKind = {
  entity: 'feedback_question',
  title: 'Survey Question',
  noun: 'survey question',
}

type Type = (typeof QUESTION_TYPES)[number]
/** A question of a survey or of the pool. */
export type Question = PoolQuestion | SurveyQuestion

/** Returns true when one question is as good as a copy of the other. */
export const asksTheSame = (one: Question, other: Question) =>
  one.question_type === other.question_type && one.question_text === other.question_text && one.title === other.title

export const typeOf = (text: string) => QUESTION_TYPES.find((type) => type === text)
export const typeLabel = (type: Type) => questionTypeOf(type).label
const typeOption = (value: Type) => ({ value, label: typeLabel(value) })

/** The types in the filter of the pool. */
export const TYPE_FILTER = QUESTION_TYPES.map(typeOption)
/** Returns the types in the form: a stored dropdown stays one, and none is added. */
export const typeOptions = (stored: Type | undefined) =>
  QUESTION_TYPES.filter((type) => type !== 'select' || stored === 'select').map(typeOption)

export type OptionRow = { key: string; text: string }
export const newOption = (text = ''): OptionRow => ({ key: randomId('option-'), text })

const RULES = ['min', 'max', 'min_length', 'max_length', 'pattern'] as const

/** The values of both forms; the pool alone has the last two. */
export const questionValues = (question: Question | undefined) => ({
  ...textsOf(question, ['title', 'question_text', 'help_text', 'order']),
  question_type: choiceOf(question?.question_type),
  options: question && question.options.length > 0 ? question.options.map((text) => newOption(text)) : [newOption()],
  is_required: question?.is_required ?? false,
  min: textOf(question?.validation_rules?.min),
  max: textOf(question?.validation_rules?.max),
  min_length: textOf(question?.validation_rules?.min_length),
  max_length: textOf(question?.validation_rules?.max_length),
  pattern: textOf(question?.validation_rules?.pattern),
  is_public: question && 'is_public' in question ? question.is_public : true,
  department_id: question && 'department_id' in question ? textOf(question.department_id) : '',
})
export type QuestionValues = ReturnType<typeof questionValues>

/** A new question starts in the department to which the adding person is bound. */
export const poolQuestionValues = (question: PoolQuestion | undefined, departmentId: number | undefined) => ({
  ...questionValues(question),
  ...(question ? {} : { department_id: textOf(departmentId) }),
})

/** Returns the rules of a type, which the form shows and sends. */
export function rulesOf(type: Type | ''): readonly (typeof RULES)[number][] {
  if (type === '') return []
  const { bounds, lengthMax } = questionTypeOf(type)
  return RULES.filter((rule) => (rule === 'min' || rule === 'max' ? bounds : lengthMax) !== undefined)
}

/** Reads a number as everywhere; a day and a pattern are sent as typed. */
const sentRule = (rule: (typeof RULES)[number], type: Type, typed: string) =>
  rule === 'pattern' || questionTypeOf(type).bounds === 'days' ? typed : plainNumber(typed)

const hasText = (text: string) => text.trim() !== ''

export function questionBody(values: QuestionValues) {
  const { title, question_text, question_type: type, options, is_required, help_text, order } = values
  const rules = type === '' ? [] : rulesOf(type).map((rule) => [rule, sentRule(rule, type, values[rule])])
  return {
    title,
    question_text,
    // The contract refuses an empty choice.
    question_type: type as Type,
    // Blank options are dropped.
    options: type !== '' && questionTypeOf(type).hasOptions ? options.map(({ text }) => text).filter(hasText) : [],
    is_required,
    help_text,
    validation_rules: rules.length > 0 ? Object.fromEntries(rules) : null,
    order: order.trim() === '' ? undefined : Number(plainNumber(order)),
  }
}

export const poolQuestionBody = (values: QuestionValues) => ({
  ...questionBody(values),
  is_public: values.is_public,
  department_id: Number(values.department_id) || null,
})

/** Returns the field of a problem: an option's stands with all options, a rule's under its own field. */
export const questionField = (path: string) =>
  path.replace(/^options\..*$/, 'options').replace(/^validation_rules\./, '')

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
