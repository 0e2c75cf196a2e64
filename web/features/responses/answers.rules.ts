import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import type { SurveyWithQuestions } from '../../../shared/contract/feedback/surveys.ts'
import { checkAnswers, isUnanswered, missingText, NOTHING_ANSWERED } from '../../../shared/feedback/answers.ts'
import { padded } from '../../../shared/feedback/padding.ts'
import type { Answer, QuestionDefinition } from '../../../shared/feedback/question-types.ts'
import { newKey } from '../../core/new-key.ts'
import type { InputValue } from '../../parts/QuestionField.tsx'
import { plainNumber } from '../../ui/texts.ts'
import type { AnswersDraft, DraftAnswer } from './drafts.rules.ts'
import type { ResponseBody } from './responses.ts'

const NOTHING: AnswersDraft['answers'] = {}

/** Returns the draft with a changed answer, or undefined without any. `promised` is the form's first anonymity. */
export function withAnswer(
  draft: AnswersDraft | undefined,
  promised: Pick<AnswersDraft, 'is_anonymous'>,
  { id, question_text }: SurveyQuestion,
  given: InputValue,
): AnswersDraft | undefined {
  const { [id]: _, ...others } = draft?.answers ?? NOTHING
  // A space is typed text too, on its way to a word.
  const answers = given.length === 0 ? others : { ...others, [id]: { given, to: question_text } }
  if (Object.keys(answers).length === 0) return undefined
  return { key: draft?.key ?? newKey(), is_anonymous: draft?.is_anonymous ?? promised.is_anonymous, answers }
}

const isWritten = ({ options }: QuestionDefinition) => options.length === 0

/** Returns true when a question's input can show the answer. */
const isShown = (question: SurveyQuestion, given: InputValue) =>
  isWritten(question)
    ? typeof given === 'string'
    : typeof given === 'string'
      ? question.options.includes(given)
      : given.every((one) => question.options.includes(one))

/** Returns the values of the inputs. */
export function valuesOf(
  questions: readonly SurveyQuestion[],
  draft: AnswersDraft | undefined,
): Record<string, InputValue> {
  const known = draft?.answers ?? NOTHING
  return Object.fromEntries(
    questions.flatMap((question) => {
      const given = known[question.id]?.given
      return given !== undefined && isShown(question, given) ? [[question.id, given]] : []
    }),
  )
}

/** Returns true when a question has changed since it was answered. */
export const isReworded = ({ id, question_text }: SurveyQuestion, draft: AnswersDraft | undefined): boolean => {
  const to = draft?.answers[id]?.to
  return to !== undefined && to !== question_text
}

/** Returns answers to questions that are gone or have another type. */
export function strayAnswers(questions: readonly SurveyQuestion[], draft: AnswersDraft | undefined): DraftAnswer[] {
  return Object.entries(draft?.answers ?? NOTHING).flatMap(([id, kept]) => {
    const question = questions.find((one) => String(one.id) === id)
    return question && isShown(question, kept.given) ? [] : [kept]
  })
}

const COMMA = /[,\u060c]/

/** Reads a number with the digits of any keyboard. A comma stays, as its meaning is unclear. */
export const typedNumber = (typed: string) => (COMMA.test(typed) ? typed : plainNumber(typed))

const asTyped = (question: SurveyQuestion, given: InputValue | undefined) =>
  question.question_type === 'number' && typeof given === 'string' ? typedNumber(given) : given

/** Checks the answers: returns those to store, the missing and the wrong ones. */
export const checkGiven = (questions: readonly SurveyQuestion[], values: Readonly<Record<string, InputValue>>) =>
  checkAnswers(
    questions as readonly (QuestionDefinition & SurveyQuestion)[],
    Object.fromEntries(questions.map((question) => [question.id, asTyped(question, values[question.id])])),
  )

type CheckedGiven = ReturnType<typeof checkGiven>

/** Returns the refusal of the answers and the question to go to; undefined when they are complete. */
export function refusalOfAnswers(
  questions: readonly SurveyQuestion[],
  { missing, problems, answers }: CheckedGiven,
): { problem: string; at: number | undefined } | undefined {
  const first = questions.find((one) => missing.includes(one) || problems[one.id] !== undefined)
  if (first)
    return { problem: missing.length > 0 ? missingText(missing) : Object.values(problems).join('; '), at: first.id }
  if (Object.keys(answers).length > 0) return undefined
  return { problem: NOTHING_ANSWERED, at: questions[0]?.id }
}

/** Returns the error under a question after a try to submit. */
export const errorUnder = (question: SurveyQuestion, { missing, problems }: CheckedGiven) =>
  problems[question.id] ?? (missing.includes(question) ? 'Please answer this question' : undefined)

export const countAnswered = (questions: readonly SurveyQuestion[], values: Readonly<Record<string, InputValue>>) =>
  questions.filter(({ id }) => !isUnanswered(values[id])).length

/** Returns the answers to send, with the question texts they answer. If anonymous, their length tells nothing. */
export function bodyOf(
  { id, is_anonymous, questions }: Pick<SurveyWithQuestions, 'id' | 'is_anonymous' | 'questions'>,
  answers: Readonly<Record<string, Answer>>,
): ResponseBody {
  const body = {
    feedback_survey_id: id,
    is_anonymous,
    answers: Object.entries(answers).map(([questionId, answer]) => ({
      feedback_question_id: Number(questionId),
      answer,
      asked: questions.find((question) => String(question.id) === questionId)?.question_text,
    })),
  }
  const texts = questions.map(({ question_text }) => question_text)
  return is_anonymous ? padded(body, texts) : body
}
