import { IconClock } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { RosterStudent } from '../../../shared/contract/attendance.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'

/** The most names; more students are only counted, as their rows say who they are. */
const NAMED = 3

interface Props {
  students: readonly RosterStudent[]
  disabled: boolean
  onAccept: () => void
}

/** Names the students with granted leave. One touch marks them so; they can also be marked otherwise. */
export function LeavePanel({ students, disabled, onAccept }: Props) {
  if (students.length === 0) return null
  const others = students.length - NAMED
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" flex="1 1 16rem">
        Leave is granted to{' '}
        {students.slice(0, NAMED).map(({ student_id, name }, index) => (
          <Fragment key={student_id}>
            {index > 0 && ', '}
            <PersonName name={name} />
          </Fragment>
        ))}
        {others > 0 && ` and ${others} more`}.
      </Text>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconClock size={16} aria-hidden />}
        disabled={disabled}
        onClick={onAccept}
      >
        Mark as leave ({students.length})
      </Button>
    </Group>
  )
}
