import { collegeToday } from '../../shared/college-clock.ts'
import type { FeedbackSurvey } from '../../shared/contract/feedback/surveys.ts'
import { lackOf } from '../../shared/policies/feedback.ts'
import { Group, Text } from '../ui/elements.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

/** Shows the status, and the standing that follows from the days. */
export function StatusBadges({ survey }: { survey: FeedbackSurvey }) {
  const { status, standing } = survey
  return (
    <Group gap={4}>
      <StatusBadge status={status} />
      {(standing === 'planned' || standing === 'expired') && <StatusBadge status={standing} />}
    </Group>
  )
}

/** Shows the status with the reason why the survey can't be activated yet. */
export function SurveyStatus({ survey }: { survey: FeedbackSurvey }) {
  const lack = lackOf(survey, collegeToday())
  return (
    <div>
      <StatusBadges survey={survey} />
      {lack && (
        <Text size="sm" c="dimmed" mt={4}>
          {lack}
        </Text>
      )}
    </div>
  )
}
