import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import { newKey } from '../../core/new-key.ts'
import type { Given } from '../../parts/QuestionField.tsx'
import type { SentResponse } from './responses.ts'

/** What was given to a question, and what it was that was asked. */
export interface Kept {
  given: Given
  /** Unknown where this device had to forget it. */
  to?: string | undefined
}

/** Answers that have not been sent. */
export interface AnswersDraft {
  /** One for a form: sent again, it is the same response. */
  key: string
  /** What the student was told of the survey. */
  is_anonymous?: boolean | undefined
  /** By the ids of the questions. */
  answers: Readonly<Record<string, Kept>>
}

/** A sent answer as an input holds it. */
const givenOf = (answer: unknown): Given => (Array.isArray(answer) ? answer.map(String) : String(answer))

/** What was submitted, to go on with. */
export const draftIn = ({ body, key }: SentResponse): AnswersDraft => ({
  key: key ?? newKey(),
  is_anonymous: body.is_anonymous,
  answers: Object.fromEntries(
    body.answers.map(({ feedback_question_id: id, answer, asked }) => [id, { given: givenOf(answer), to: asked }]),
  ),
})

/** Every answer with what was asked, to read. */
export const writtenAnswers = ({ answers }: AnswersDraft, questions: readonly SurveyQuestion[]) =>
  Object.entries(answers).map(([id, { given, to }], at): [asked: string, answer: string] => {
    const question = questions.find((one) => String(one.id) === id)
    return [to ?? question?.question_text ?? `Answer ${at + 1}`, writtenOf(question, given)]
  })

/** What an input holds, as people read it. */
function writtenOf(question: SurveyQuestion | undefined, given: Given): string {
  if (typeof given !== 'string') return given.join(', ')
  return question?.question_type === 'boolean' ? (given === 'true' ? 'Yes' : 'No') : given
}
