import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import type { Mail } from '../../core/mail.ts'

/**
 * Returns a reminder, in the same words for everybody. For an anonymous survey it also goes to those who have answered.
 */
export function reminderOf(
  { id, title, end_date, is_anonymous }: Pick<FeedbackSurvey, 'id' | 'title' | 'end_date' | 'is_anonymous'>,
  { college, publicUrl }: { college: string; publicUrl: string },
): Omit<Mail, 'to'> {
  const asked = is_anonymous
    ? `The survey “${title}” is open for your answers, and nobody sees whose they are. This mail goes to everybody who is asked: if you have answered already, thank you.`
    : `The survey “${title}” is open, and you have not answered it yet.`
  const until = end_date === null ? '' : ` You can answer until ${writtenDay(end_date)}.`
  return {
    subject: `${college}: please answer “${title}”`,
    text: `${asked}${until}\n\n${publicUrl}/student-feedback-questions/${id}`,
  }
}
