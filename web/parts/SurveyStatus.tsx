import { collegeToday } from '../../shared/college-clock.ts'
import type { FeedbackSurvey } from '../../shared/contract/feedback/surveys.ts'
import { lackOf } from '../../shared/policies/feedback.ts'
import { Group, Text } from '../ui/elements.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

/** Shows the status, and what the days make of an active survey; a closed one is no less closed by them. */
export function StatusBadges({ survey: { status, standing } }: { survey: FeedbackSurvey }) {
  const isOff = status === 'active' && (standing === 'planned' || standing === 'expired')
  return (
    <Group gap={4}>
      <StatusBadge status={status} />
      {isOff && <StatusBadge status={standing} />}
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
