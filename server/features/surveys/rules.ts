import { collegeToday } from '../../../shared/college-clock.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import {
  answeredMay,
  answersOf,
  endOf,
  reopening,
  standingOf,
  takesChanges,
} from '../../../shared/policies/feedback.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { refuseUnless } from '../../core/errors.ts'

/** The fields that say whom a survey asks. */
export const PLACE = ['department_id', 'batch_id', 'group_id'] as const
export type Place = Partial<Pick<FeedbackSurvey, (typeof PLACE)[number]>>

/** @throws 409 for changes of a survey that has responses, which its students have not answered for */
export function refuseAfterAnswers(survey: FeedbackSurvey, merged: FeedbackSurvey): void {
  const answers = answersOf(survey)
  if (PLACE.some((field) => merged[field] !== survey[field])) refuseUnless(answeredMay.readdress, answers)
  if (merged.is_anonymous !== survey.is_anonymous) refuseUnless(answeredMay.disguise, answers)
  if (merged.allow_multiple_responses === survey.allow_multiple_responses) return
  if (survey.allow_multiple_responses) refuseUnless(answeredMay.restrict, answers)
  else if (survey.is_anonymous) refuseUnless(answeredMay.repeat, answers)
}

/** @throws 409 for a change by which a survey that has ended for good would go on */
export function refuseReopening(survey: FeedbackSurvey, merged: FeedbackSurvey): void {
  if (!allows(takesChanges, standingOf(merged, collegeToday()))) refuseUnless(reopening, endOf(survey))
}
