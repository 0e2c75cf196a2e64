import { collegeToday } from '../../shared/college-clock.ts'
import type { FeedbackSurvey } from '../../shared/contract/feedback/surveys.ts'
import { stateOf } from '../../shared/feedback/survey-texts.ts'
import { lackOf } from '../../shared/policies/feedback.ts'
import { Text } from '../ui/elements.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

/** Shows the state as one word. */
export const SurveyBadge = ({ survey }: { survey: FeedbackSurvey }) => <StatusBadge status={stateOf(survey)} />

/** Shows the status with the reason why the survey can't be activated yet. */
export function SurveyStatus({ survey }: { survey: FeedbackSurvey }) {
  const lack = lackOf(survey, collegeToday())
  return (
    <div>
      <SurveyBadge survey={survey} />
      {lack && (
        <Text size="sm" c="dimmed" mt={4}>
          {lack}
        </Text>
      )}
    </div>
  )
}
