import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/buttons.tsx'
import { Group, Paper, Stack, Text, Title } from '../../ui/elements.tsx'
import { ownEntriesQuery } from './api.ts'
import { performanceName } from './rules.ts'

interface Props {
  studentId: number
  onOpen: (modal: string, id: number) => void
}

/** Lists the entries that wait for their student, each with the reason of its return. */
export function ReturnedEntriesPanel({ studentId, onOpen }: Props) {
  const { data: entries = [] } = useQuery(ownEntriesQuery(studentId, 'returned'))
  if (entries.length === 0) return null
  return (
    <Paper withBorder component="section" p="sm" aria-label="Returned to you">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Returned to you
        </Title>
        {entries.map((entry) => (
          <Group key={entry.id} justify="space-between" gap="xs">
            <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
              <Text fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
                {performanceName(entry)}
              </Text>
              <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
                <bdi>{entry.supervisor.name}</bdi>: {entry.feedback}
              </Text>
            </div>
            <Button aria-label={`Correct it: ${performanceName(entry)}`} onClick={() => onOpen('edit', entry.id)}>
              Correct it
            </Button>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
