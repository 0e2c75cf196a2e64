import { collegeToday } from '../../shared/college-clock.ts'
import type { FeedbackSurvey } from '../../shared/contract/feedback/surveys.ts'
import { lackOf } from '../../shared/policies/feedback.ts'
import { Text } from '../ui/elements.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

/** Shows the status, or in its place what the days of an active survey make of it. */
export function StatusWord({ survey: { status, standing } }: { survey: FeedbackSurvey }) {
  const isOff = status === 'active' && (standing === 'planned' || standing === 'expired')
  return <StatusBadge status={isOff ? standing : status} />
}

/** Shows the status with the reason why the survey can't be activated yet. */
export function SurveyStatus({ survey }: { survey: FeedbackSurvey }) {
  const lack = lackOf(survey, collegeToday())
  return (
    <div>
      <StatusWord survey={survey} />
      {lack && (
        <Text size="sm" c="dimmed" mt={4}>
          {lack}
        </Text>
      )}
    </div>
  )
}
