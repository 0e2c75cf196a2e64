import { atCollege } from '../../../shared/college-clock.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { counted, entryOf, labelOf } from '../../../shared/labels.ts'
import { ALREADY_ANSWERED, type Standing, takesAnswers } from '../../../shared/policies/feedback.ts'
import { refusalOf } from '../../../shared/policies/policy.ts'
import type { Address } from '../../core/address.ts'
import type { Status } from '../../ui/StatusBadge.tsx'

export const SURVEY_FILTERS = ['active', 'completed', 'pending'] as const
export type SurveyFilter = (typeof SURVEY_FILTERS)[number]

/** Reads the filter of the list; an unknown word is none. */
export const addressOf = ({ text }: Address): { status: SurveyFilter | '' } => ({
  status: SURVEY_FILTERS.find((one) => one === text('status')) ?? '',
})

/** The route of the answering screen, without its parameter. */
export const ANSWERING = '/student-feedback-questions/'

/** The text for a person without a student record. */
export const NO_RECORD = 'Student record not found for this user'

const SHOWN_LETTERS = 100

/** Returns a description cut for its card. */
export const cutDescription = (text: string) => {
  const letters = [...text]
  return letters.length > SHOWN_LETTERS ? `${letters.slice(0, SHOWN_LETTERS).join('')}...` : text
}

/** Returns the addressees: the group, else the batch. */
export const assignedTo = ({ group_name, batch_name, department_name }: FeedbackSurvey) =>
  group_name ?? batch_name ?? department_name ?? 'Every student'

export const ANONYMOUS = 'This survey is anonymous'

/** Says who will see the answers. */
export const readersText = ({ is_anonymous }: Pick<FeedbackSurvey, 'is_anonymous'>) =>
  is_anonymous
    ? 'No name is stored with your answers. Staff see results only when the survey has ended, all at once, and only from 5 responses on.'
    : 'This survey is not anonymous: staff see your name with your answers.'

const STANDINGS: Record<Standing, readonly [badge: Status, word: string]> = {
  draft: ['inactive', 'Draft'],
  planned: ['pending', 'Not begun'],
  open: ['active', 'Active'],
  expired: ['overdue', 'Expired'],
  closed: ['closed', 'Closed'],
}

/** Returns the badge of a survey's standing for students. */
export const standingOf = ({ standing }: Pick<FeedbackSurvey, 'standing'>): readonly [badge: Status, word: string] =>
  entryOf(STANDINGS, standing) ?? ['none', labelOf(standing)]

/** Returns the reason why a survey can't be answered; undefined while it can. */
export function closedText(survey: Pick<FeedbackSurvey, 'standing' | 'has_responded' | 'allow_multiple_responses'>) {
  const { standing, has_responded, allow_multiple_responses } = survey
  return (
    refusalOf(takesAnswers, standing) ?? (has_responded && !allow_multiple_responses ? ALREADY_ANSWERED : undefined)
  )
}

const DAY_MS = 86_400_000

/** Returns the moment at which a day ends at the college. */
function endOf(day: string): number {
  const end = Date.parse(`${day}T00:00:00Z`) + DAY_MS
  const shown = atCollege(end)
  const ahead = Date.parse(`${shown.day}T${shown.time}Z`) - end
  return end - ahead
}

export const EXPIRED = 'Expired'

/** Returns the time left to answer: "2 days, 3 hours". */
export function timeLeft(end_date: string | null, now: number): string {
  if (end_date === null) return 'No time limit'
  const minutes = Math.floor((endOf(end_date) - now) / 60_000)
  if (minutes < 0) return EXPIRED
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  if (days > 0) return hours > 0 ? `${counted(days, 'day')}, ${counted(hours, 'hour')}` : counted(days, 'day')
  if (hours > 0)
    return minutes % 60 > 0 ? `${counted(hours, 'hour')}, ${counted(minutes % 60, 'minute')}` : counted(hours, 'hour')
  return minutes > 0 ? counted(minutes, 'minute') : 'Less than a minute'
}

/** Returns the address after answering. */
export const listAddress = (message: string, type: 'success' | 'warning') =>
  `/student-feedback?${new URLSearchParams({ message, type })}`

/** Explains the state of answers on the device. */
export const KEPT = {
  begun: 'Your answers are kept on this device and have not been submitted.',
  waiting: 'Your answers are kept on this device and sent as soon as the server can be reached.',
  failed: 'Your answers were not taken. They are kept on this device.',
  conflict: 'Your answers were not taken. They are kept on this device.',
} as const
