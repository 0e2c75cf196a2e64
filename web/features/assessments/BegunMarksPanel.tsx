import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useFilters } from '../../core/url-state.ts'
import { DeviceBadge } from '../../parts/DeviceState.tsx'
import { type BegunMarks, discardMarks, forgetMarks } from './drafts.ts'

interface Props {
  begun: readonly BegunMarks[]
  onDiscarded: () => void
}

/** Lists typed marks that only this device has, whatever the filters. */
export function BegunMarksPanel({ begun, onDiscarded }: Props) {
  const filters = useFilters()
  if (begun.length === 0) return null

  function open({ of, id, place }: BegunMarks): void {
    const dialog = of === 'student' ? { tab: 'students', modal: 'mark' } : { tab: 'assessments', modal: 'results' }
    filters.set({ ...place, ...dialog, id, fetched: 'yes', page: undefined, status: undefined })
  }

  function discard(one: BegunMarks): void {
    forgetMarks(one)
    onDiscarded()
  }

  return (
    <Paper withBorder component="section" p="sm" aria-label="Marks kept on this device">
      <Stack gap="sm">
        <Title order={2} size="h4">
          On this device
        </Title>
        {begun.map((one) => (
          <Group key={one.name} justify="space-between" gap="xs">
            <Group gap="xs">
              <Text fw={600} dir="auto">
                {one.title}
              </Text>
              <DeviceBadge state="begun" />
            </Group>
            <Group gap="xs">
              <Button
                size="sm"
                variant="default"
                aria-label={`Discard ${one.title}`}
                onClick={() => discardMarks(one, () => discard(one))}
              >
                Discard
              </Button>
              <Button size="sm" aria-label={`Open ${one.title}`} onClick={() => open(one)}>
                Open
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
