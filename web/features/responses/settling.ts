import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { questionName } from '../../../shared/feedback/question-name.ts'
import { ApiError, problemsOf } from '../../core/api-error.ts'
import { call } from '../../core/call.ts'
import { toast } from '../../core/toasts.ts'
import { asNow, drop } from '../../offline/outbox.ts'
import { responses, type SentResponse } from './responses.ts'

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

/**
 * Removes answers from the device once the server has them. A refusal as already answered, after a try without an
 * answer, means that this try arrived.
 */
export async function settleResponse(entry: SentResponse): Promise<void> {
  if (entry.state === 'saved') return drop(entry.subject)
  if (entry.state !== 'conflict' || !entry.unanswered) return
  const { data: survey } = await call(feedbackSurveys.read, { params: { id: responses.idOf(entry) } })
  if (!survey.has_responded || survey.allow_multiple_responses || asNow(entry)?.state !== 'conflict') return
  await drop(entry.subject)
  toast.success(`Sent: ${entry.title}`)
}
