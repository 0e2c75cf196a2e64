import type { Student } from '../../../shared/contract/students.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import type { Paged, RowsPage } from '../../layout/list-page.ts'
import { PagedList } from '../../layout/PagedList.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { Text } from '../../ui/elements.tsx'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import type { StudentFilter } from './api.ts'
import { WITHOUT_BATCH } from './rules.ts'
import { StudentsTable } from './StudentsTable.tsx'

interface Props {
  list: RowsPage<{ data: Student[]; meta: Paged['meta'] }>
  filter: StudentFilter
  /** Takes back the search, or the narrowing. */
  onShowAll: (name: 'q' | 'only') => void
}

/** Shows the students of a batch, or those of several to whom a narrowed list applies. */
export function StudentsList({ list, filter, onShowAll }: Props) {
  const { batch, only } = filter
  const roles = useRoles()
  const writes = can(roles, 'students:write')
  return (
    <PagedList
      list={list}
      skeleton={<StudentsTable students={[]} loading writes={writes} onAction={list.act} />}
      empty={<EmptyList filter={filter} writes={writes} onShowAll={onShowAll} />}
    >
      {({ data, meta }) => (
        <>
          <Text size="sm" c="dimmed" role="status">
            {meta.total === 1 ? '1 student' : `${meta.total} students`}
          </Text>
          {only === 'unplaced' && typeof batch === 'number' && can(roles, 'groups:write') && (
            <ScreenButton to={`/groups?batch=${batch}`} style={{ alignSelf: 'flex-start' }}>
              Groups of the Batch
            </ScreenButton>
          )}
          <StudentsTable students={data} writes={writes} ofSeveral={batch === undefined} onAction={list.act} />
        </>
      )}
    </PagedList>
  )
}

function EmptyList({ filter: { batch, only, q }, writes, onShowAll }: Omit<Props, 'list'> & { writes: boolean }) {
  if (q)
    return (
      <NothingFound title="No students found matching your search" of="students" onShowAll={() => onShowAll('q')} />
    )
  if (only !== undefined)
    return <NothingFound title="No students found" of="students" onShowAll={() => onShowAll('only')} />
  if (batch === WITHOUT_BATCH) return <Prompt title="No students without a batch" />
  return (
    <Prompt title="No students found in this batch" text={writes ? 'Start by adding your first student' : undefined} />
  )
}
