import { settleQuestion } from '../../../shared/feedback/questions.ts'
import { conflict, invalid } from '../../core/errors.ts'
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

/** @throws 409 unless these are exactly the questions that there are, 422 where one is named twice */
export function refuseIncomplete(there: readonly number[], given: readonly number[]): void {
  const named = new Set(given)
  if (named.size !== given.length) throw invalid({ question_ids: ['Each question can be there only once'] })
  if (named.size !== there.length || !there.every((id) => named.has(id)))
    throw conflict('The questions of this survey were changed meanwhile. Please order them again.')
}
