import { useQuery } from '@tanstack/react-query'
import type { Posting } from '../../../shared/contract/postings.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { postedQuery } from './api.ts'
import type { SessionValues } from './rules.ts'

interface Props {
  values: SessionValues
  onChoose: (posting: Posting) => void
}

/** Suggests the groups that are posted to the department on the day of a new session, until one of them is chosen. */
export function PostedPanel({ values, onChoose }: Props) {
  const { department_id, batch_id, group_id, activity_date } = values
  const posted = useQuery(postedQuery(Number(department_id) || undefined, activity_date))
  const offered = (posted.data ?? []).filter((one) => batch_id === '' || String(one.batch_id) === batch_id)
  if (offered.length === 0 || offered.some((one) => String(one.group_id) === group_id)) return null
  return (
    <Stack gap={4}>
      <Text size="sm">Posted here on this day:</Text>
      <Group gap="xs">
        {offered.map((one) => (
          <Button key={one.id} variant="default" onClick={() => onChoose(one)}>
            {[one.group.name, batch_id === '' && one.batch.name, one.ward].filter(Boolean).join(', ')}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
