import { questionName } from './question-name.ts'
import { type Answer, type AnswerCheck, type QuestionDefinition, questionTypeOf } from './question-types.ts'

/** Returns true when nothing is answered, also for spaces and for an empty list of choices. */
export const isUnanswered = (given: unknown) =>
  given === undefined ||
  given === null ||
  (typeof given === 'string' && given.trim() === '') ||
  (Array.isArray(given) && given.length === 0)

/** Returns the value to store or the problem of an answer, or undefined when it is unanswered. */
export const checkAnswer = (question: QuestionDefinition, given: unknown): AnswerCheck | undefined =>
  isUnanswered(given)
    ? undefined
    : questionTypeOf(question.question_type).check(given, questionName(question), question)

/** The checked answers, by the questions' ids. */
interface CheckedAnswers<Q> {
  /** Question id → the value to store. */
  answers: Record<string, Answer>
  /** The required questions without an answer, in their order. */
  missing: Q[]
  /** Question id → its problem. */
  problems: Record<string, string>
}

/** Checks the answers to a survey: in the browser during typing, on the server at submission. */
export function checkAnswers<Q extends QuestionDefinition & { id: number }>(
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

/** Refuses a response without any answer. */
export const NOTHING_ANSWERED = 'Please answer at least one question.'

/** "Please answer all required questions: “How was the teaching?”, “What was missing?”" */
export const missingText = (missing: readonly Pick<QuestionDefinition, 'question_text'>[]) =>
  `Please answer all required questions: ${missing.map(questionName).join(', ')}`
