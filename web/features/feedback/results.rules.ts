import { collegeToday } from '../../../shared/college-clock.ts'
import type { QuestionResult, SurveyResults } from '../../../shared/contract/feedback/results.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { counted } from '../../../shared/labels.ts'
import { takesAnswers } from '../../../shared/policies/feedback.ts'
import { refusalOf } from '../../../shared/policies/policy.ts'
import { fileWords } from '../../core/downloads.ts'
import type { Part } from './results.api.ts'

/** Without the parameter the route of the screen. */
export const RESULTS = '/feedback-results/'

/** Why results are not shown by department, batch and group. */
export const NO_PARTS =
  'Results of an anonymous survey are not shown by department, batch or group: answers are kept without the person.'

/** By what the results can be divided: a survey of one group has no parts, one of a batch its groups. */
export function partsOf({ is_anonymous, batch_id, group_id }: FeedbackSurvey): 'none' | 'groups' | 'batches' {
  if (is_anonymous || group_id !== null) return 'none'
  return batch_id === null ? 'batches' : 'groups'
}

/** What of the address counts for a survey. */
export function partOf(survey: FeedbackSurvey, chosen: Part): Part {
  const parts = partsOf(survey)
  if (parts === 'none') return {}
  return {
    department_id: survey.department_id === null ? chosen.department_id : undefined,
    batch_id: parts === 'batches' ? chosen.batch_id : undefined,
    group_id: chosen.group_id,
  }
}

/** What clears the filters. */
export const NO_PART = { department_id: undefined, batch_id: undefined, group_id: undefined }

/** Whether it is only a part of those who were asked. */
export const isDivided = (part: Part) => Object.values(part).some((id) => id !== undefined)

/** Where the address keeps the search and the page of the texts of a question. */
export const textsParams = (questionId: number) => ({ search: `q${questionId}`, page: `page${questionId}` })

/** Of what the address has, the pages of texts: another part of the students begins with the first ones. */
export const firstPages = (names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => /^page\d+$/.test(name)).map((name) => [name, undefined]))

/** "12 of 24 students have answered"; who was asked and is so no longer may be among them. */
export const respondedText = ({ responded, asked }: SurveyResults) =>
  responded > asked
    ? `${counted(responded, 'student has', 'students have')} answered, more than are asked now`
    : `${responded.toLocaleString('en')} of ${counted(asked, 'student', 'students')} have answered`

/** Whether there is anything to export: what the screen keeps back is in no file either. */
export const isShown = ({ notice, counted: count }: SurveyResults) => notice === null && count > 0

/** The file's name without its ending. */
export const resultsFileName = ({ title }: FeedbackSurvey) => `${fileWords('survey results', title)}-${collegeToday()}`

/** What is said where nobody has answered. */
export const emptyText = (survey: FeedbackSurvey, part: Part) =>
  isDivided(part)
    ? 'Nobody of this part of the students has answered.'
    : (refusalOf(takesAnswers, survey.standing) ?? 'What students answer is shown here as soon as it arrives.')

/** "18 of 24 responses" */
export const answeredText = ({ answered }: QuestionResult, all: number) =>
  `Answered in ${answered.toLocaleString('en')} of ${counted(all, 'response', 'responses')}`

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
