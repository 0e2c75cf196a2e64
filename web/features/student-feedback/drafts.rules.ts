import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import { newKey } from '../../core/new-key.ts'
import type { InputValue } from '../../parts/QuestionField.tsx'
import type { SentResponse } from './responses.ts'

/** An answer, with the text of its question. */
export interface DraftAnswer {
  given: InputValue
  /** Undefined where this device had to forget it. */
  to?: string | undefined
}

/** Answers that have not been sent. */
export interface AnswersDraft {
  /** The form's key: sent again, it is the same response. */
  key: string
  /** The anonymity that the student was shown. */
  is_anonymous?: boolean | undefined
  /** The answers by their questions' ids. */
  answers: Readonly<Record<string, DraftAnswer>>
}

/** Returns the value of an input for a sent answer. */
const givenOf = (answer: unknown): InputValue => (Array.isArray(answer) ? answer.map(String) : String(answer))

/** Makes a draft of a submission, to go on with. */
export const draftIn = ({ body, key }: SentResponse): AnswersDraft => ({
  key: key ?? newKey(),
  is_anonymous: body.is_anonymous,
  answers: Object.fromEntries(
    body.answers.map(({ feedback_question_id: id, answer, asked }) => [id, { given: givenOf(answer), to: asked }]),
  ),
})

/** Returns each answer with its question, to read. */
export const writtenAnswers = ({ answers }: AnswersDraft, questions: readonly SurveyQuestion[]) =>
  Object.entries(answers).map(([id, { given, to }], at): [asked: string, answer: string] => {
    const question = questions.find((one) => String(one.id) === id)
    return [to ?? question?.question_text ?? `Answer ${at + 1}`, writtenOf(question, given)]
  })

/** Returns the value of an input as people read it. */
function writtenOf(question: SurveyQuestion | undefined, given: InputValue): string {
  if (typeof given !== 'string') return given.join(', ')
  return question?.question_type === 'boolean' ? (given === 'true' ? 'Yes' : 'No') : given
}
