import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { call } from '../../core/call.ts'
import { toast } from '../../core/toasts.ts'
import { asNow, drop } from '../../offline/outbox.ts'
import { responses, type SentResponse } from './responses.ts'

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
