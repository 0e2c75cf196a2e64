import { useQuery } from '@tanstack/react-query'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { hoursText } from '../../../shared/session-times.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { lastHeldQuery } from './api.ts'
import { lastOfGroups, type SessionValues } from './rules.ts'

interface Props {
  values: SessionValues
  /** The person as the holder of sessions. */
  own: { department_id: number; staff: { id: number } } | undefined
  day: string
  onChoose: (session: AttendanceSession) => void
}

/** Offers the groups with which a person had sessions lately, while no group is chosen: a device may not remember them. */
export function LastGroupsPanel({ values, own, day, onChoose }: Props) {
  const { department_id, batch_id, group_id } = values
  const isOpen = batch_id === '' && group_id === '' && own !== undefined && department_id === String(own.department_id)
  const held = useQuery(lastHeldQuery(isOpen ? own.staff.id : undefined, day))
  const offered = isOpen ? lastOfGroups(held.data ?? []) : []
  if (offered.length === 0) return null
  return (
    <Stack gap={4}>
      <Text size="sm">As in your last session of:</Text>
      <Group gap="xs">
        {offered.map((one) => (
          <Button key={one.id} variant="default" onClick={() => onChoose(one)}>
            {[one.group.name, one.batch.name, hoursText(one)].join(', ')}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
