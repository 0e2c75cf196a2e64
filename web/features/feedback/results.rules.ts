import type { QuestionResult, SurveyResults } from '../../../shared/contract/feedback/results.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { takesAnswers, takesChanges } from '../../../shared/policies/feedback.ts'
import { allows, refusalOf } from '../../../shared/policies/policy.ts'
import { fileWords } from '../../core/downloads.ts'
import { today } from '../../core/formats.ts'
import type { Part } from './results.api.ts'

/** Without the parameter the route of the screen. */
export const RESULTS = '/feedback-results/'

/** Why results are not shown by batch and group. */
export const NO_PARTS =
  'Results of an anonymous survey are not shown by batch or group: answers are kept without the person.'

/** By what the results can be divided: a survey of one group has no parts, one of a batch its groups. */
export function partsOf({ is_anonymous, batch_id, group_id }: FeedbackSurvey): 'none' | 'groups' | 'batches' {
  if (is_anonymous || group_id !== null) return 'none'
  return batch_id === null ? 'batches' : 'groups'
}

/** What of the address counts for a survey. */
export function partOf(survey: FeedbackSurvey, id: (name: string) => number | undefined): Part {
  const parts = partsOf(survey)
  if (parts === 'none') return {}
  return { batch_id: parts === 'batches' ? id('batch_id') : undefined, group_id: id('group_id') }
}

const counted = (count: number, one: string, several: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`

/** "12 of 24 students have answered"; who was asked and is so no longer may be among them. */
export const respondedText = ({ responded, asked }: SurveyResults) =>
  responded > asked
    ? `${counted(responded, 'student has', 'students have')} answered, more than are asked now`
    : `${responded.toLocaleString('en')} of ${counted(asked, 'student', 'students')} have answered`

/** Which responses the results are of, where that is not one of each student who has answered. */
export function countedText(
  { is_anonymous, allow_multiple_responses, standing }: FeedbackSurvey,
  { counted: count, responded, results_from }: SurveyResults,
) {
  if (count === responded && !allow_multiple_responses) return undefined
  const said = `The results are of ${counted(count, 'response', 'responses')}`
  if (!is_anonymous) return count === responded ? undefined : `${said}: a student may have sent several.`
  const others = allows(takesChanges, standing) ? 'the last ones are not among them' : 'the latest ones may still wait'
  return `${said}. Those of an anonymous survey go on by at least ${results_from}, so ${others}.`
}

/** Whether there is anything to export: what the screen keeps back is in no file either. */
export const isShown = ({ notice, counted: count }: SurveyResults) => notice === null && count > 0

/** The file's name without its ending. */
export const resultsFileName = ({ title }: FeedbackSurvey) => `${fileWords('survey results', title)}-${today()}`

/** What is said where nobody has answered. */
export const emptyText = (survey: FeedbackSurvey, { batch_id, group_id }: Part) =>
  batch_id !== undefined || group_id !== undefined
    ? 'Nobody of this part of the students has answered.'
    : (refusalOf(takesAnswers, survey.standing) ?? 'What students answer is shown here as soon as it arrives.')

/** "18 of 24 responses" */
export const answeredText = ({ answered }: QuestionResult, all: number) =>
  `Answered in ${answered.toLocaleString('en')} of ${counted(all, 'response', 'responses')}`

const figure = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
export const figureText = (value: number) => figure.format(value)

/** What the bars of a question are: the heading of their first column. */
export const barsOf = ({ question_type }: QuestionResult) =>
  question_type === 'rating' ? 'Rating' : question_type === 'number' ? 'Number' : 'Answer'

/** Whom a reminder goes to, before it is sent. */
export const reminderText = ({ is_anonymous }: Pick<FeedbackSurvey, 'is_anonymous'>) =>
  is_anonymous
    ? 'Every student who is asked gets a mail, also who has answered: so nobody learns who that is.'
    : 'The students who are asked and have not answered get a mail.'

export const remindedText = (mails: number) =>
  mails === 0
    ? 'Everybody who is asked has answered: no mail was sent.'
    : `${counted(mails, 'mail is', 'mails are')} on the way.`
