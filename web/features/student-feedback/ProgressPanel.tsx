import { Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { useRefreshSurveys } from './api.ts'
import { timeLeft } from './rules.ts'

interface Props {
  answered: number
  total: number
  endDate: string | null
}

const EVERY_MS = 60_000

/** The present moment, to the minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** How many questions are answered, and how long the others can be. */
export function ProgressPanel({ answered, total, endDate }: Props) {
  const titleId = useId()
  const left = timeLeft(endDate, useNow())
  const refresh = useRefreshSurveys()
  const isOver = left === 'Expired'
  // The device's clock may be wrong: whether it has expired, the server says.
  useEffect(() => {
    if (isOver) void refresh()
  }, [isOver, refresh])
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
