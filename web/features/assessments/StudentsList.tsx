import { useCallbackRef } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import type { studentGroups } from '../../../shared/contract/groups.ts'
import type { Reply } from '../../../shared/endpoint.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { StudentsTable } from './StudentsTable.tsx'

interface Props {
  members: UseQueryResult<Reply<typeof studentGroups.listByGroup>>
  begun: ReadonlySet<number>
  /** Opens the dialog of that name, over a student or over the whole group. */
  open: (modal: string, studentId?: number) => void
  onPage: (page: number) => void
}

/** Shows the students of a group, with the ways to their marks and totals. */
export function StudentsList({ members, begun, open, onPage }: Props) {
  const roles = useRoles()
  const onMark = useCallbackRef((studentId: number) => open('mark', studentId))
  return (
    <ListState
      query={members}
      skeleton={<StudentsTable students={[]} loading onMark={undefined} />}
      isEmpty={({ meta }) => meta.total === 0}
      empty={<Prompt title="No Students Found" text="This group has no active students." />}
    >
      {({ data, meta }) => (
        <>
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed" role="status">
              {meta.total === 1 ? '1 student' : `${meta.total} students`}
            </Text>
            {can(roles, 'results:oversee') && (
              <Button variant="default" size="sm" onClick={() => open('totals')}>
                Weighted Totals
              </Button>
            )}
          </Group>
          <StudentsTable students={data} begun={begun} onMark={can(roles, 'results:write') ? onMark : undefined} />
          <PagesRow meta={meta} onPage={onPage} />
        </>
      )}
    </ListState>
  )
}
