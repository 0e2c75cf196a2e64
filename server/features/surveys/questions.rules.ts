import { settleQuestion } from '../../../shared/feedback/questions.ts'
import { invalid } from '../../core/errors.ts'
import { fieldErrors } from '../../core/field-errors.ts'

/** The fields of a question that a copy of it has, of a survey as of the pool. */
export const QUESTION_FIELDS = [
  'title',
  'question_text',
  'question_type',
  'options',
  'is_required',
  'help_text',
  'validation_rules',
] as const

type QuestionFields = Parameters<typeof settleQuestion>[0]

/**
 * Returns the stored options and rules of a question, of a survey as of the pool: those that its type has.
 * @throws 422 with all that is wrong between its fields, and the `others` found before
 */
export function settledColumns(question: QuestionFields, others: Record<string, string[]> = {}) {
  const { options, validation_rules, problems: own } = settleQuestion(question)
  const problems = { ...fieldErrors(own), ...others }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return {
    options: JSON.stringify(options),
    validation_rules: validation_rules && JSON.stringify(validation_rules),
  }
}
