import { useId } from 'react'
import { Paper, Stack, Text, Title } from '../../ui/elements.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

interface Props {
  answered: number
  total: number
  /** The time left to answer. */
  left: string
}

/** Shows the number of answered questions, and the time left for the others. */
export function ProgressPanel({ answered, total, left }: Props) {
  const titleId = useId()
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={titleId}>
      <Stack gap="sm">
        <Title order={2} size="h4" id={titleId}>
          Survey Progress
        </Title>
        <ProgressBar
          label={`${answered}/${total} answered`}
          percent={total === 0 ? 0 : Math.round((answered * 100) / total)}
          of="Survey Progress"
        />
        <div>
          <Text size="sm" fw={600} c="dimmed">
            Time Remaining
          </Text>
          <Text>{left}</Text>
        </div>
        <Text size="sm" c="dimmed">
          Tip: Make sure to answer all required questions before submitting.
        </Text>
      </Stack>
    </Paper>
  )
}
