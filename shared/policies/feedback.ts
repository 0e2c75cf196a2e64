import type { SURVEY_STATUSES } from '../labels.ts'
import type { Policy } from './policy.ts'

type Status = (typeof SURVEY_STATUSES)[number]

const CLOSED = 'This survey is closed.'
const NOT_ENDED = 'Close this survey first: what was changed is told when it has ended.'

/** The actions that the status of a survey allows. */
export const surveyMay = {
  /** To change texts, addressees and questions. */
  edit: { draft: true, active: true, closed: `${CLOSED} Activate it to change it.` },
  activate: { draft: true, active: 'This survey is active already.', closed: true },
  deactivate: { draft: 'This survey is a draft already.', active: true, closed: true },
  close: { draft: true, active: true, closed: 'This survey is closed already.' },
} satisfies Record<string, Policy<Status>>

/** The status that an action leads to. */
export const SURVEY_NEXT = {
  activate: 'active',
  deactivate: 'draft',
  close: 'closed',
} as const satisfies Partial<Record<keyof typeof surveyMay, Status>>
export type SurveyAction = keyof typeof SURVEY_NEXT

/** Says if a survey has any responses. */
export type Answers = 'none' | 'some'
export const answersOf = ({ has_responses }: { has_responses: boolean | null }): Answers =>
  has_responses ? 'some' : 'none'

const ANSWERED = 'This survey has responses.'
const DUPLICATE = 'duplicate the survey instead.'

/** The changes that a survey's responses forbid: their questions, and the students asked, stay as they were. */
export const answeredMay = {
  /** To add or remove questions, or to change the text, type or options of one. */
  rewrite: {
    none: true,
    some: `${ANSWERED} Text, type and options of its questions can no longer change, nor how many there are; ${DUPLICATE}`,
  },
  /** To change the addressees. */
  readdress: { none: true, some: `${ANSWERED} Whom it asks can no longer change; ${DUPLICATE}` },
  /** To become anonymous, or to stop being so: students have answered under that promise. */
  disguise: { none: true, some: `${ANSWERED} Whether it is anonymous can no longer change; ${DUPLICATE}` },
  /**
   * To change titles, help texts or rules, or which answers are required, in an anonymous survey: a question that only
   * one student was asked would reveal that student's response.
   */
  retouch: {
    none: true,
    some: `This survey is anonymous and has responses. Only the order of its questions can still change; ${DUPLICATE}`,
  },
  /** To take a single response per student after several were allowed. */
  restrict: { none: true, some: `${ANSWERED} It goes on allowing multiple responses; ${DUPLICATE}` },
  /** To take several responses in an anonymous survey that took one: students have answered under that promise. */
  repeat: { none: true, some: `${ANSWERED} It goes on taking one response of a student; ${DUPLICATE}` },
  remove: { none: true, some: `${ANSWERED} Close it instead.` },
} satisfies Record<string, Policy<Answers>>

/** The state of a survey to be activated: it needs questions, and a day left to answer. */
export type Readiness = 'ready' | 'empty' | 'expired'

export const activation: Policy<Readiness> = {
  ready: true,
  empty: 'This survey has no questions yet.',
  expired: 'This survey has expired. Move its end date first.',
}

/** To remove the last question. */
export const losesLast: Policy<Status> = {
  draft: true,
  active: 'An active survey needs a question. Deactivate it first.',
  closed: true,
}

/** The standings that follow from status and days. */
export const SURVEY_STANDINGS = ['draft', 'planned', 'open', 'expired', 'closed'] as const
export type Standing = (typeof SURVEY_STANDINGS)[number]

/** To answer a survey. A student who can't see it gets a 404 instead. */
export const takesAnswers = {
  draft: 'This survey is not open.',
  planned: 'This survey has not begun yet.',
  open: true,
  expired: 'This survey has expired',
  closed: CLOSED,
} satisfies Policy<Standing>

/** To tell students the news about a survey's effects. */
export const takesChanges = {
  draft: NOT_ENDED,
  planned: NOT_ENDED,
  open: NOT_ENDED,
  expired: true,
  closed: true,
} satisfies Policy<Standing>

/** To remind students by mail while they can answer, once a day. */
export const takesReminder = {
  ...takesAnswers,
  mute: 'Mail is not set up on this server, so nobody can be reminded.',
  reminded: 'Students were reminded of this survey less than 24 hours ago.',
} satisfies Policy<Standing | 'mute' | 'reminded'>

const REMINDED_FOR_MS = 24 * 60 * 60 * 1000

/** Returns the state that `takesReminder` is asked with. */
export function reminderStateOf(
  { standing, reminded_at }: { standing: Standing; reminded_at: string | null },
  { hasMail, now }: { hasMail: boolean; now: number },
): keyof typeof takesReminder {
  if (!hasMail) return 'mute'
  const isRecent = reminded_at !== null && now - Date.parse(reminded_at) < REMINDED_FOR_MS
  return standing === 'open' && isRecent ? 'reminded' : standing
}

/** Refuses answers that were given while the anonymity was another. */
export const NO_LONGER_ANONYMOUS =
  'This survey is no longer anonymous: your answers would be stored with your name. Please read it again before you submit.'
export const ANONYMOUS_BY_NOW = 'This survey has become anonymous. Please read it again before you submit.'

/** Refuses a second response to a survey that takes a single one. */
export const ALREADY_ANSWERED = 'You have already answered this survey.'

interface SurveyDates {
  status: Status
  start_date: string | null
  end_date: string | null
}

const isPast = ({ end_date }: Pick<SurveyDates, 'end_date'>, today: string) => end_date !== null && end_date < today

/** Returns the standing. A survey past its last day is expired, whatever its status. */
export function standingOf(survey: SurveyDates, today: string): Standing {
  if (isPast(survey, today)) return 'expired'
  if (survey.status !== 'active') return survey.status
  return survey.start_date !== null && survey.start_date > today ? 'planned' : 'open'
}

export function readinessOf(
  survey: Pick<SurveyDates, 'end_date'> & { question_count: number },
  today: string,
): Readiness {
  if (survey.question_count === 0) return 'empty'
  return isPast(survey, today) ? 'expired' : 'ready'
}

/** The fewest responses with which an ended anonymous survey shows results. */
export const RESULTS_FROM = 5

/** The most responses of one student to one survey in a day. */
export const RESPONSES_A_DAY = 20
export const ENOUGH_TODAY = `You have sent ${RESPONSES_A_DAY} responses to this survey today. You can send more tomorrow.`

/** To open a survey again, by status or by days. */
export const reopening: Policy<'free' | 'final'> = {
  free: true,
  final: `This anonymous survey has ended and its results are shown, so it can't be opened again; ${DUPLICATE}`,
}
export const endOf = ({ stays_ended }: { stays_ended: boolean | null }) => (stays_ended ? 'final' : 'free')
