import { useQuery } from '@tanstack/react-query'
import { useFilters } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { LogbookFile } from '../../parts/LogbookFile.tsx'
import { Group, Skeleton, Stack, Text, Title } from '../../ui/elements.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { ownListQuery } from './api.ts'
import { LogEntriesTable } from './LogEntriesTable.tsx'

interface Props {
  studentId: number
  onOpen: (modal: string, id: number) => void
}

/** Lists the own entries, the latest first. */
export function OwnEntriesPanel({ studentId, onOpen }: Props) {
  const filters = useFilters()
  const query = useQuery(ownListQuery(studentId, filters.page))
  return (
    <Stack component="section" gap="xs" aria-label="Your entries">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          Your entries
        </Title>
        {query.data && query.data.meta.total > 0 && <LogbookFile studentId={studentId} />}
      </Group>
      <ListState query={query} skeleton={<Skeleton height={160} />}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <Text c="dimmed">You have logged nothing yet.</Text>
          ) : (
            <>
              <LogEntriesTable entries={data} of="student" onView={(id) => onOpen('view', id)} />
              <PagesRow meta={meta} onPage={filters.turnTo} />
            </>
          )
        }
      </ListState>
    </Stack>
  )
}
