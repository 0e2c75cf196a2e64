import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { formatDay, formatInstant } from '../../core/formats.ts'
import { SurveyStatus } from '../../parts/SurveyStatus.tsx'
import { Facts } from '../../ui/Facts.tsx'

const dayText = (day: string | null) => day && formatDay(day)
const yesOrNo = (value: boolean | null) => (value ? 'Yes' : 'No')

/** Shows all fields of a survey. */
export const SurveyPanel = ({ survey }: { survey: FeedbackSurvey }) => (
  <Facts
    facts={[
      ['Title', survey.title, 'wide'],
      ['Description', survey.description, 'wide'],
      ['Department', survey.department_name ?? 'Every department'],
      ['Batch', survey.batch_name ?? 'Every batch'],
      ['Group', survey.group_name ?? 'Every group'],
      ['Status', <SurveyStatus key="status" survey={survey} />],
      ['Start Date', dayText(survey.start_date)],
      ['End Date', dayText(survey.end_date)],
      ['Anonymous', yesOrNo(survey.is_anonymous)],
      ['Allow Multiple Responses', yesOrNo(survey.allow_multiple_responses)],
      ['Questions', survey.question_count],
      ['Has Responses', yesOrNo(survey.has_responses)],
      ['Added', formatInstant(survey.created_at)],
    ]}
  />
)
