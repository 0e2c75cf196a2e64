import { randomId } from '@mantine/hooks'
import type { PoolQuestion } from '../../../shared/contract/feedback/question-pools.ts'
import { questionTypeOf } from '../../../shared/feedback/question-types.ts'
import { choiceOf, plainNumber, textOf, textsOf } from '../../ui/texts.ts'
import { type Question, RULES, type Type } from './rules.ts'

export type OptionRow = { key: string; text: string }
export const newOption = (text = ''): OptionRow => ({ key: randomId('option-'), text })

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
