import { questionName } from '../../../shared/feedback/question-name.ts'
import { ApiError, problemsOf } from '../../core/api-error.ts'
import type { SentResponse } from './responses.ts'

const ANSWER_FIELD = /^answers\.(\d+)$/

/** Returns the server's refusal; each reason names its question. */
export function refusalText({ problem, errors = {}, body }: SentResponse): string {
  const named = Object.entries(errors).map(([field, messages]) => {
    const [, id] = ANSWER_FIELD.exec(field) ?? []
    const { asked } = body.answers.find((answer) => String(answer.feedback_question_id) === id) ?? {}
    const isNamed = (message: string) => asked === undefined || message.startsWith('“')
    const nameIn = (message: string) =>
      isNamed(message) ? message : `${questionName({ question_text: asked ?? '' })}: ${message}`
    return [field, messages.map(nameIn)] as const
  })
  return problemsOf(new ApiError(422, problem ?? '', Object.fromEntries(named)))
}
