import type { PoolQuestion } from '../../shared/contract/feedback/question-pools.ts'
import type { SurveyQuestion } from '../../shared/contract/feedback/questions.ts'
import type { QuestionResult, SurveyResults } from '../../shared/contract/feedback/results.ts'
import type { FeedbackSurvey } from '../../shared/contract/feedback/surveys.ts'
import { stamps } from './records.ts'

/** A survey as its student gets it. */
export const survey = (changes: Partial<FeedbackSurvey> = {}): FeedbackSurvey => ({
  id: 5,
  title: 'Ward teaching',
  description: 'How the teaching on the ward was',
  department_id: 3,
  department_name: 'Medicine',
  batch_id: 5,
  batch_name: 'MBBS 2024',
  group_id: 7,
  group_name: 'Group A',
  status: 'active',
  standing: 'open',
  start_date: '2026-01-01',
  end_date: null,
  is_anonymous: false,
  allow_multiple_responses: false,
  question_count: 2,
  has_responded: false,
  has_responses: null,
  stays_ended: null,
  created_by: null,
  changes_text: null,
  changes_at: null,
  reminded_at: null,
  ...stamps,
  ...changes,
})

/** A survey as staff get it: for every student, without responses. */
export const staffSurvey = (changes: Partial<FeedbackSurvey> = {}): FeedbackSurvey =>
  survey({
    id: 90,
    title: 'Ward rotation',
    description: null,
    department_id: null,
    department_name: null,
    batch_id: null,
    batch_name: null,
    group_id: null,
    group_name: null,
    start_date: null,
    question_count: 6,
    has_responses: false,
    stays_ended: false,
    created_by: 8,
    ...changes,
  })

export const question = (changes: Partial<SurveyQuestion> = {}): SurveyQuestion => ({
  id: 1,
  feedback_survey_id: 5,
  title: 'Teaching',
  question_text: 'How was the teaching?',
  question_type: 'text',
  options: [],
  is_required: false,
  help_text: null,
  validation_rules: null,
  order: 1,
  ...stamps,
  ...changes,
})

/** The results of a question, without answers. */
export const questionResult = (changes: Partial<QuestionResult> = {}): QuestionResult => ({
  id: 1,
  title: 'Teaching',
  question_text: 'How was the teaching?',
  question_type: 'text',
  order: 1,
  picture: 'texts',
  answered: 0,
  bars: [],
  mean: null,
  median: null,
  ...changes,
})

/** The results of `staffSurvey`, after responses of three of four students. */
export const surveyResults = (changes: Partial<SurveyResults> = {}): SurveyResults => ({
  feedback_survey_id: 90,
  title: 'Ward rotation',
  is_anonymous: false,
  asked: 4,
  responded: 3,
  response_rate: 75,
  counted: 3,
  results_from: 0,
  notice: null,
  questions: [],
  ...changes,
})

/** A question of the pool that the person may change. */
export function poolQuestion(changes: Partial<PoolQuestion> = {}): PoolQuestion {
  const { feedback_survey_id: _, ...asked } = question()
  return {
    ...asked,
    id: 200,
    is_public: true,
    usage_count: 0,
    department_id: null,
    department: null,
    created_by: 8,
    creator: { id: 8, name: 'Bilal Ahmed' },
    is_editable: true,
    ...changes,
  }
}
