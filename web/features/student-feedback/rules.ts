import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import type { Standing } from '../../../shared/policies/feedback.ts'
import type { Status } from '../../ui/StatusBadge.tsx'

export const SURVEY_FILTERS = ['active', 'completed', 'pending'] as const
export type SurveyFilter = (typeof SURVEY_FILTERS)[number]

/** The filter that an address names; any other word is none. */
export const surveyFilterOf = (text: string): SurveyFilter | '' => SURVEY_FILTERS.find((one) => one === text) ?? ''

/** Without the parameter the route of the answering screen. */
export const ANSWERING = '/student-feedback-questions/'

const SHOWN_LETTERS = 100

/** A description as it stands on a card. */
export const cutDescription = (text: string) => {
  const letters = [...text]
  return letters.length > SHOWN_LETTERS ? `${letters.slice(0, SHOWN_LETTERS).join('')}...` : text
}

/** Who is asked: the group, else the batch. */
export const assignedTo = ({ group_name, batch_name, department_name }: FeedbackSurvey) =>
  group_name ?? batch_name ?? department_name ?? 'Every student'

export const ANONYMOUS = 'This survey is anonymous'

/** Who will see what. */
export const readersText = ({ is_anonymous }: Pick<FeedbackSurvey, 'is_anonymous'>) =>
  is_anonymous
    ? 'No name is stored with your answers, and staff see results only from 5 responses on.'
    : 'This survey is not anonymous: staff see your name with your answers.'

/** How a survey stands for students, as its badge shows it. */
export const STANDINGS: Record<Standing, readonly [badge: Status, word: string]> = {
  draft: ['inactive', 'Draft'],
  planned: ['pending', 'Not begun'],
  open: ['active', 'Active'],
  expired: ['overdue', 'Expired'],
  closed: ['closed', 'Closed'],
}

const NOT_OPEN: Record<Exclude<Standing, 'open'>, string> = {
  draft: 'This survey is not active.',
  planned: 'This survey has not begun yet.',
  expired: 'This survey has expired',
  closed: 'This survey is closed.',
}

export const ANSWERED = 'You have already answered this survey.'

/** Why a survey can't be answered; undefined while it can. */
export function closedText(survey: Pick<FeedbackSurvey, 'standing' | 'has_responded' | 'allow_multiple_responses'>) {
  const { standing, has_responded, allow_multiple_responses } = survey
  if (standing !== 'open') return NOT_OPEN[standing]
  return has_responded && !allow_multiple_responses ? ANSWERED : undefined
}
