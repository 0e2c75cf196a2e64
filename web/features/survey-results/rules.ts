import { collegeToday } from '../../../shared/college-clock.ts'
import type { QuestionResult, SurveyResults } from '../../../shared/contract/feedback/results.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { counted, figure } from '../../../shared/labels.ts'
import { takesAnswers } from '../../../shared/policies/feedback.ts'
import { refusalOf } from '../../../shared/policies/policy.ts'
import { fileWords } from '../../core/downloads.ts'
import type { Part } from './api.ts'

/** Says why results are not shown by department, batch and group. */
export const NO_PARTS =
  'Results of an anonymous survey are not shown by department, batch or group: answers are kept without the person.'

/** Returns the possible parts of results: none in a survey of one group, groups in one of a batch. */
export function partsOf({ is_anonymous, batch_id, group_id }: FeedbackSurvey): 'none' | 'groups' | 'batches' {
  if (is_anonymous || group_id !== null) return 'none'
  return batch_id === null ? 'batches' : 'groups'
}

/** Returns the chosen part, as far as the survey has it. */
export function partOf(survey: FeedbackSurvey, chosen: Part): Part {
  const parts = partsOf(survey)
  if (parts === 'none') return {}
  return {
    department_id: survey.department_id === null ? chosen.department_id : undefined,
    batch_id: parts === 'batches' ? chosen.batch_id : undefined,
    group_id: chosen.group_id,
  }
}

/** Clears the filters. */
export const NO_PART = { department_id: undefined, batch_id: undefined, group_id: undefined }

/** Returns true for a part of the students asked. */
export const isDivided = (part: Part) => Object.values(part).some((id) => id !== undefined)

/** Returns the parameters of the search and the page of a question's texts. */
export const textsParams = (questionId: number) => ({ search: `q${questionId}`, page: `page${questionId}` })

/** Returns changes that clear the pages of texts, since another part starts with the first ones. */
export const firstPages = (names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => /^page\d+$/.test(name)).map((name) => [name, undefined]))

/** Returns "12 of 24 students have answered". Students who are no longer asked may be among them. */
export const respondedText = ({ responded, asked }: SurveyResults) =>
  responded > asked
    ? `${counted(responded, 'student has', 'students have')} answered, more than are asked now`
    : `${figure(responded)} of ${counted(asked, 'student', 'students')} have answered`

/** Returns true when there is something to export: a file has no more than the screen. */
export const isShown = ({ notice, counted: count }: SurveyResults) => notice === null && count > 0

/** Returns the file's name without its ending. */
export const resultsFileName = ({ title }: FeedbackSurvey) => `${fileWords('survey results', title)}-${collegeToday()}`

/** Returns the text in place of missing answers. */
export const emptyText = (survey: FeedbackSurvey, part: Part) =>
  isDivided(part)
    ? 'Nobody of this part of the students has answered.'
    : (refusalOf(takesAnswers, survey.standing) ?? 'What students answer is shown here as soon as it arrives.')

/** Returns "18 of 24 responses". */
export const answeredText = ({ answered }: QuestionResult, all: number) =>
  `Answered in ${figure(answered)} of ${counted(all, 'response', 'responses')}`

/** Returns the heading of the bars' first column. */
export const barsOf = ({ question_type }: QuestionResult) =>
  question_type === 'rating' ? 'Rating' : question_type === 'number' ? 'Number' : 'Answer'

/** Names the receivers of a reminder, before it is sent. */
export const reminderText = ({ is_anonymous }: Pick<FeedbackSurvey, 'is_anonymous'>) =>
  is_anonymous
    ? 'Every student who is asked gets a mail, also who has answered: so nobody learns who that is.'
    : 'The students who are asked and have not answered get a mail.'

export const remindedText = (mails: number) =>
  mails === 0
    ? 'Everybody who is asked has answered: no mail was sent.'
    : `${counted(mails, 'mail is', 'mails are')} on the way.`
