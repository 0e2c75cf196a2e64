import { useId } from 'react'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { formatDay } from '../../core/formats.ts'
import { Paper, Stack, Text, Title } from '../../ui/elements.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ANONYMOUS, assignedTo, readersText, standingOf } from './rules.ts'

/** Shows a survey's description, addressees and readers. */
export function InformationPanel({ survey }: { survey: FeedbackSurvey }) {
  const titleId = useId()
  const { title, description, start_date, end_date, is_anonymous } = survey
  const [badge, word] = standingOf(survey)
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={titleId}>
      <Stack gap="sm">
        <Title order={2} size="h4" id={titleId}>
          Survey Information
        </Title>
        <Facts
          lines
          facts={[
            ['Title', title, 'wide'],
            ['Description', description, 'wide'],
            ['Status', <StatusBadge key="status" status={badge} label={word} />],
            ['Start Date', start_date && formatDay(start_date)],
            ['End Date', end_date && formatDay(end_date)],
            ['Assigned to', assignedTo(survey)],
          ]}
        />
        <div>
          {is_anonymous && (
            <Text size="sm" fw={600}>
              {ANONYMOUS}
            </Text>
          )}
          <Text size="sm">
            {readersText(survey)}
            {is_anonymous && ' What you type stays on this device until it is sent or discarded.'}
          </Text>
        </div>
      </Stack>
    </Paper>
  )
}
