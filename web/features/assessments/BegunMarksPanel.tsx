import { useFilters } from '../../core/url-state.ts'
import { DeviceBadge } from '../../parts/DeviceState.tsx'
import { DeviceButton, OnDevicePanel } from '../../parts/OnDevicePanel.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Text } from '../../ui/elements.tsx'
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
    <OnDevicePanel label="Marks kept on this device">
      {begun.map((one) => (
        <Group key={one.name} justify="space-between" gap="xs">
          <Group gap="xs">
            <Text fw={600} dir="auto">
              {one.title}
            </Text>
            <DeviceBadge state="begun" />
          </Group>
          <Group gap="xs">
            <DeviceButton aria-label={`Discard ${one.title}`} onClick={() => discardMarks(one, () => discard(one))}>
              Discard
            </DeviceButton>
            <Button size="sm" aria-label={`Open ${one.title}`} onClick={() => open(one)}>
              Open
            </Button>
          </Group>
        </Group>
      ))}
    </OnDevicePanel>
  )
}
