import { questionName } from './question-name.ts'
import { type Answer, type Asked, type Checked, questionTypeOf } from './question-types.ts'

/** Whether nothing is answered: also with spaces, and with none of several choices. */
export const isUnanswered = (given: unknown) =>
  given === undefined ||
  given === null ||
  (typeof given === 'string' && given.trim() === '') ||
  (Array.isArray(given) && given.length === 0)

/** What is stored of what was given, or what is wrong with it. What is unanswered is neither. */
export const checkAnswer = (question: Asked, given: unknown): Checked | undefined =>
  isUnanswered(given)
    ? undefined
    : questionTypeOf(question.question_type).check(given, questionName(question), question)

/** All that was given, by the questions' ids. */
interface CheckedAnswers<Q> {
  /** Question id → what is stored. */
  answers: Record<string, Answer>
  /** Required and not answered, in their order. */
  missing: Q[]
  /** Question id → what is wrong. */
  problems: Record<string, string>
}

/** Checks the answers to a survey: the browser asks this while they are typed, the server when they are submitted. */
export function checkAnswers<Q extends Asked & { id: number }>(
  questions: readonly Q[],
  given: Readonly<Record<string, unknown>>,
): CheckedAnswers<Q> {
  const checked: CheckedAnswers<Q> = { answers: {}, missing: [], problems: {} }
  for (const question of questions) {
    const result = checkAnswer(question, given[question.id])
    if (!result) {
      if (question.is_required) checked.missing.push(question)
    } else if ('problem' in result) checked.problems[question.id] = result.problem
    else checked.answers[question.id] = result.answer
  }
  return checked
}

/** Of a response without any answer. */
export const NOTHING_ANSWERED = 'Please answer at least one question.'

/** "Please answer all required questions: “How was the teaching?”, “What was missing?”" */
export const missingText = (missing: readonly Pick<Asked, 'question_text'>[]) =>
  `Please answer all required questions: ${missing.map(questionName).join(', ')}`
