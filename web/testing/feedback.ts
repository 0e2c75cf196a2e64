import type { FeedbackSurvey } from '../../shared/contract/feedback/surveys.ts'
import { stamps } from './records.ts'

/** As those of `records.ts`: a survey of every student, open to answers unless a test says so. */
export const survey = (changes: Partial<FeedbackSurvey> = {}): FeedbackSurvey => ({
  id: 90,
  title: 'Ward rotation',
  description: null,
  department_id: null,
  department_name: null,
  batch_id: null,
  batch_name: null,
  group_id: null,
  group_name: null,
  status: 'active',
  standing: 'open',
  start_date: null,
  end_date: null,
  is_anonymous: false,
  allow_multiple_responses: false,
  question_count: 6,
  has_responded: false,
  has_responses: false,
  created_by: 8,
  ...stamps,
  ...changes,
})
